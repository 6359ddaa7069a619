import Notes
import QueryLanguage
package import SearchIndex
package import SourceText

/// A folder with the number of notes right in it, and with those below.
package struct FolderCount: Hashable, Sendable {
    package var path: VaultPath
    package var own: Int
    package var all: Int
}

/// A keyword with the number of notes that have it, and of those that are active.
package struct KeywordCount: Hashable, Sendable {
    package var name: String
    package var notes: Int
    package var active: Int
    /// From the configuration.
    package var color: String?
}

extension VaultSession {
    /// Every folder but the root, parents before what is in them, sorted as text is. Complexity: O(folders × depth).
    package func folderCounts() throws -> [FolderCount] {
        let folders = try index.folders()
        var all: [VaultPath: Int] = [:]
        for folder in folders {
            var path = folder.path
            while !path.isRoot {
                all[path, default: 0] += folder.notes
                path = path.folder
            }
        }
        let keyed = folders.map { folder in
            (
                key: folder.path.parts.map { NaturalOrder.key($0.text) },
                count: FolderCount(path: folder.path, own: folder.notes, all: all[folder.path] ?? folder.notes)
            )
        }
        return keyed.sorted { a, b in
            for (left, right) in zip(a.key, b.key) where left != right { return left.lexicographicallyPrecedes(right) }
            return a.key.count == b.key.count ? a.count.path < b.count.path : a.key.count < b.key.count
        }.map(\.count)
    }

    /// Keywords that hold `term`, those that only the configuration names among them, sorted as text is. A keyword
    /// counts the notes that have it itself, not those nested in it.
    package func keywords(holding term: String?) throws -> [KeywordCount] {
        let wanted = term.map { Folding.fold($0) } ?? ""
        let known = vault.configuration.keywords
        var counts = try index.keywords(lastStatus: statuses.count > 1 ? statuses.last : nil).map { keyword in
            let folded = Folding.fold(keyword.name)
            let color = known.first { Folding.fold($0.name) == folded }?.color
            return KeywordCount(name: keyword.name, notes: keyword.notes, active: keyword.active, color: color)
        }
        let used = Set(counts.map { Folding.fold($0.name) })
        for keyword in known where !used.contains(Folding.fold(keyword.name)) {
            counts.append(KeywordCount(name: keyword.name, notes: 0, active: 0, color: keyword.color))
        }
        return counts.filter { wanted.isEmpty || Folding.fold($0.name).contains(wanted) }
            .sorted { NaturalOrder.key($0.name).lexicographicallyPrecedes(NaturalOrder.key($1.name)) }
    }

    /// So many words of a title are asked for.
    private static let longestPhrase = 32

    /// Where other notes' bodies hold the title of a note, or an alias, without linking to it there.
    package func unlinkedMentions(of hit: NoteHit) throws -> [(path: VaultPath, line: Int)] {
        let names = ([hit.title] + hit.aliases).map { Words.list($0) }.filter { !$0.isEmpty }
        if names.isEmpty { return [] }
        let matches = names.map { TextMatch(words: $0, isPrefix: false, part: .body, range: 0..<0) }
        // FTS5 compares each word of a phrase with each place of it: of a very long title its beginning narrows enough,
        // since the texts are looked through for all of it.
        let starts = names.map {
            TextMatch(words: Array($0.prefix(Self.longestPhrase)), isPrefix: false, part: .body, range: 0..<0)
        }
        let request = SearchRequest(
            condition: .or(starts.map { .text($0) }), sort: [SortKey(.path)], statuses: statuses, detailed: false,
            scored: false)
        var mentions: [(path: VaultPath, line: Int)] = []
        try index.search(request) { found in
            guard found.path != hit.path, let text = text(found.path) else { return true }
            let lines = LineTable(text.bytes)
            let links = text.note.body.links.map(\.range)
            var last = 0
            for place in text.places(of: matches, []) where !links.contains(where: { $0.overlaps(place) }) {
                let line = lines.line(at: place.lowerBound)
                if line != last { mentions.append((found.path, line)) }
                last = line
            }
            return true
        }
        return mentions
    }
}
