import SourceText

/// The entries of a note's front matter, each with the known key that it belongs to. Computed once for all keys.
struct KnownEntries: Sendable {
    private let entries: [YAMLEntry]
    /// The known key of each entry, or nil for a property.
    let keys: [FrontMatterKey?]
    /// The rank of each entry's name among the names of its key.
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

    /// Returns the value of a key: the last one under its own name, else under an alias. Returns nil if all are null.
    func value(_ key: FrontMatterKey) -> YAMLValue? {
        var found: (rank: Int, value: YAMLValue)?
        for index in entries.indices.reversed() where keys[index] == key {
            let rank = ranks[index]
            if let found, found.rank <= rank { continue }
            // Only the last entry of a repeated name counts, even if it is null.
            if isLast(index), !entries[index].value.isNull { found = (rank, entries[index].value) }
        }
        return found?.value
    }

    /// Returns the values of a list key: the last value under each of its names, its own name first.
    func values(_ key: FrontMatterKey) -> [YAMLValue] {
        var found: [Int] = []
        for index in entries.indices where keys[index] == key && isLast(index) { found.append(index) }
        if found.count > 1 { found.sort { ranks[$0] < ranks[$1] } }
        return found.map { entries[$0].value }
    }

    /// Whether no later entry has the same name.
    private func isLast(_ index: Int) -> Bool {
        for later in entries.indices[(index + 1)...]
        where keys[later] == keys[index] && ranks[later] == ranks[index] { return false }
        return true
    }
}
