import SourceText

/// Which entries of a note's front matter stand under which known key, found out once for all keys.
struct KnownEntries: Sendable {
    private let entries: [YAMLEntry]
    /// The key that each entry stands under; nil for a property.
    let keys: [FrontMatterKey?]
    /// Which of its key's names each entry bears.
    private let ranks: [Int]

    /// Complexity: O(entries).
    init(_ mapping: YAMLMapping, _ names: KeyNames) {
        entries = mapping.entries
        var keys: [FrontMatterKey?] = []
        var ranks: [Int] = []
        keys.reserveCapacity(entries.count)
        ranks.reserveCapacity(entries.count)
        for entry in entries {
            let name = names.name(entry.key)
            keys.append(name?.key)
            ranks.append(name?.rank ?? 0)
        }
        self.keys = keys
        self.ranks = ranks
    }

    /// The value of a key: under its own name, else under an alias, the last of each; nil where all are null.
    func value(_ key: FrontMatterKey) -> YAMLValue? {
        var found: (rank: Int, value: YAMLValue)?
        for index in entries.indices.reversed() where keys[index] == key {
            let rank = ranks[index]
            if let found, found.rank <= rank { continue }
            // Of a name that is given twice only the last counts, even where that is null.
            if isLast(index), !entries[index].value.isNull { found = (rank, entries[index].value) }
        }
        return found?.value
    }

    /// The values of a list key: those under all its names count, the last of each, its own name's first.
    func values(_ key: FrontMatterKey) -> [YAMLValue] {
        var found: [Int] = []
        for index in entries.indices where keys[index] == key && isLast(index) { found.append(index) }
        if found.count > 1 { found.sort { ranks[$0] < ranks[$1] } }
        return found.map { entries[$0].value }
    }

    /// Whether no later entry bears the same name.
    private func isLast(_ index: Int) -> Bool {
        for later in entries.indices[(index + 1)...]
        where keys[later] == keys[index] && ranks[later] == ranks[index] { return false }
        return true
    }
}
