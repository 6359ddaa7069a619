import QueryLanguage
import SQLite
package import SourceText

/// A note that the user can select, found by one of its names.
package struct NameMatch: Sendable {
    package var path: VaultPath
    package var title: String
    package var status: String
    package var fit: NameFit
    package var aliases: [String]
    package var id: String?
    package var backlinks: Int
    /// A higher weight means a more likely choice: newer, in the same folder, with more backlinks.
    package var weight: Int
}

/// Finds notes by their names: titles, file names, paths, ids and aliases.
package struct NameReader {
    let index: NoteIndex

    /// Returns the notes that a NOTE argument may mean, in order of path. These are the note at that path, else all
    /// with that file name, id, title or alias. Exact matches come before those that ignore case and diacritics.
    package func notes(named name: String) throws -> [VaultPath] {
        let root = VaultPath.root.resolving(VaultPath(name))
        if let root, try index.isNote(root) { return [root] }
        let exact = [Array(name.utf8)] + (root.map { [$0.bytes] } ?? [])
        let folded = exact.map { NameKey.fold($0) }
        let candidates = try index.resolver.candidates(NameKey.reference(name, in: .root)).filter(\.isNote)
        let tiers: [[NameKind]] = [[.path, .pathStem], [.name, .stem], [.id], [.title], [.alias]]
        for isExact in [true, false] {
            for kinds in tiers {
                let found = candidates.filter { candidate in
                    kinds.flatMap { candidate.names($0) }.contains {
                        isExact ? exact.contains($0) : folded.contains(NameKey.fold($0))
                    }
                }
                if !found.isEmpty { return found.map(\.path).sorted() }
            }
        }
        return []
    }

    package func aliases() throws -> [String] { try index.connection.all("SELECT name FROM alias", []) { $0.text(0) } }

    package func ids() throws -> [String] {
        let statement = try index.connection.prepare("SELECT ident FROM note WHERE id = ?1")
        var ids: [String] = []
        try ConditionEvaluator(index).rows(.key(FrontMatterKey.id.rawValue)).forEach { row in
            try statement.rows([.int(row)]) {
                if let id = $0.optionalText(0) { ids.append(id) }
                return false
            }
        }
        return ids
    }

    /// Returns the title, file name, path, id or alias nearest to each of the names, or nil if none is near.
    ///
    /// Complexity: O(notes), regardless of the number of names.
    package func nearestNotes(to names: [String]) throws -> [String?] {
        var nearest = NearestNames(names)
        var hidden: Set<Int64> = []
        try index.connection.rows(
            "SELECT f.path, n.title, n.ident, f.id FROM note n CROSS JOIN file f ON f.id = n.file"
        ) { row in
            // The names of open notes come from the overlay below.
            if !index.overlay.isEmpty, index.overlay.holds(VaultPath(bytes: row.bytes(0))) {
                hidden.insert(row.int(3))
                return true
            }
            row.withBytes(0) { path in
                let name = (path.indices.last { path[$0] == Byte.slash } ?? -1) + 1
                let dot = path.indices[name...].dropFirst().last { path[$0] == Byte.dot } ?? path.count
                for start in name == 0 ? [0] : [0, name] {
                    nearest.consider(path.extracting(start..<path.count))
                    if dot < path.count { nearest.consider(path.extracting(start..<dot)) }
                }
            }
            row.withBytes(1) { nearest.consider($0) }
            row.withBytes(2) { nearest.consider($0) }
            return true
        }
        try index.connection.rows("SELECT name, file FROM alias") { row in
            if hidden.isEmpty || !hidden.contains(row.int(1)) { row.withBytes(0) { nearest.consider($0) } }
            return true
        }
        for note in index.overlay.names {
            let paths = [note.path, note.path.withoutExtension, note.path.name, note.path.stem].map(\.bytes)
            let names = ([note.title, note.id].compactMap { $0 } + note.aliases).map { Array($0.utf8) }
            for name in paths + names { nearest.consider(name.span) }
        }
        return nearest.nearest
    }

    /// Returns the notes with a name that `typed` fits, best first, and whether there are more.
    ///
    /// Complexity: O(names), and one lookup for each returned note.
    package func notes(
        like typed: TypedName, near folder: VaultPath, limit: Int
    ) throws -> (matches: [NameMatch], isCut: Bool) {
        let columns = try index.columns()
        let folderNumber = try index.connection.file("id", at: folder) { $0.int(0) } ?? 0
        let folders = try columns.all(.folder)
        let weights = try nameWeights()
        func weight(_ row: Int) -> Int {
            row < weights.count ? Int(weights[row]) + (folders[row] == folderNumber ? 4 : 0) : 0
        }
        var found: [(file: Int64, row: Int, fit: NameFit, weight: Int)] = []
        if typed.bytes.isEmpty {
            let files = try columns.all(.file)
            try columns.alive().forEach { row in
                found.append((files[row], row, NameFit(tier: 1, gap: 0), weight(row)))
            }
        } else {
            let names = try index.noteNames()
            found = names.find(typed, enough: limit).map { ($0.file, $0.row, $0.fit, weight($0.row)) }
        }
        func isBetter(
            _ a: (file: Int64, row: Int, fit: NameFit, weight: Int),
            _ b: (file: Int64, row: Int, fit: NameFit, weight: Int)
        ) -> Bool {
            if a.fit.tier != b.fit.tier { return a.fit.tier < b.fit.tier }
            if a.fit.tier == 5, a.fit.gap != b.fit.gap { return a.fit.gap < b.fit.gap }
            if a.weight != b.weight { return a.weight > b.weight }
            return (a.fit.gap, a.row) < (b.fit.gap, b.row)
        }
        let isCut = found.count > limit
        if found.count > 4 * limit {
            // The worst of the first selection is the threshold, which rejects most of the others.
            var best = Array(found[..<(2 * limit)]).sorted(by: isBetter)
            var bar = best[limit - 1]
            for candidate in found[(2 * limit)...] where isBetter(candidate, bar) {
                best.append(candidate)
                if best.count > 4 * limit {
                    best.sort(by: isBetter)
                    best.removeSubrange(limit...)
                    bar = best[limit - 1]
                }
            }
            found = best
        }
        found.sort(by: isBetter)
        var matches: [NameMatch] = []
        for candidate in found.prefix(limit) {
            let match = try index.connection.first(
                """
                SELECT f.path, n.title, n.status, n.ident, n.known_keys FROM note n CROSS JOIN file f ON f.id = n.file
                WHERE n.id = ?1
                """, [.int(candidate.row)]
            ) { row in
                NameMatch(
                    path: VaultPath(bytes: row.bytes(0)), title: row.text(1),
                    status: try index.name(ofTerm: row.int(2)),
                    fit: candidate.fit,
                    aliases: row.int(4) & NoteRows.bit(.aliases) != 0
                        ? try index.resolver.aliases(FileID(candidate.file)) : [],
                    id: row.optionalText(3),
                    backlinks: try backlinks(ofRow: candidate.row),
                    weight: candidate.weight)
            }
            if let match { matches.append(match) }
        }
        return (matches, isCut)
    }

    package func backlinkCount(of path: VaultPath) throws -> Int {
        guard let row = try index.links.linkTarget(path)?.row.value else { return 0 }
        return try backlinks(ofRow: Int(row))
    }

    private func backlinks(ofRow row: Int) throws -> Int {
        let counts = try index.columns().backlinks()
        return row < counts.count ? Int(counts[row]) : 0
    }

    /// Returns the likelihood weight of each row's note: by modification time and backlinks.
    private func nameWeights() throws -> [UInt8] {
        if let known = index.weights { return known }
        let modified = try index.columns().all(.modified)
        let backlinks = try index.columns().backlinks()
        let newest = modified.max() ?? 0
        let made = modified.indices.map { row -> UInt8 in
            // A change within the last day counts most.
            let days = max(0, (newest - modified[row]) / 86_400_000_000)
            let recency: UInt8 = days < 1 ? 8 : days < 7 ? 6 : days < 30 ? 4 : days < 365 ? 2 : 0
            return recency + UInt8(64 - (backlinks[row] + 1).leadingZeroBitCount)
        }
        index.weights = made
        return made
    }
}

extension NoteIndex {
    package var names: NameReader { NameReader(index: self) }
}
