import SQLite
package import SourceText

/// Search for notes by partial names.
extension NoteIndex {
    /// A note that the user can select, found by one of its names.
    package struct NamedMatch: Sendable {
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

    /// Returns the notes with a name that `typed` fits, best first, and whether there are more.
    ///
    /// Complexity: O(names), and one lookup for each returned note.
    package func notes(
        like typed: TypedName, near folder: VaultPath, limit: Int
    ) throws -> (matches: [NamedMatch], isCut: Bool) {
        let columns = try columns()
        let folderNumber = try connection.file("id", at: folder) { $0.int(0) } ?? 0
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
            let names = try noteNames()
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
        var matches: [NamedMatch] = []
        for candidate in found.prefix(limit) {
            let match = try connection.first(
                """
                SELECT f.path, n.title, n.status, n.ident, n.known_keys FROM note n CROSS JOIN file f ON f.id = n.file
                WHERE n.id = ?1
                """, [.int(candidate.row)]
            ) { row in
                NamedMatch(
                    path: VaultPath(bytes: row.bytes(0)), title: row.text(1), status: try name(ofTerm: row.int(2)),
                    fit: candidate.fit,
                    aliases: row.int(4) & NoteRows.bit(.aliases) != 0
                        ? try resolver.aliases(FileID(candidate.file)) : [],
                    id: row.optionalText(3),
                    backlinks: try backlinks(ofRow: candidate.row),
                    weight: candidate.weight)
            }
            if let match { matches.append(match) }
        }
        return (matches, isCut)
    }

    package func backlinkCount(of path: VaultPath) throws -> Int {
        guard let row = try linkTarget(path)?.row.value else { return 0 }
        return try backlinks(ofRow: Int(row))
    }

    private func backlinks(ofRow row: Int) throws -> Int {
        let counts = try columns().backlinks()
        return row < counts.count ? Int(counts[row]) : 0
    }

    /// Returns the likelihood weight of each row's note: by modification time and backlinks.
    private func nameWeights() throws -> [UInt8] {
        if let known = weights { return known }
        let modified = try columns().all(.modified)
        let backlinks = try columns().backlinks()
        let newest = modified.max() ?? 0
        let made = modified.indices.map { row -> UInt8 in
            // A change within the last day counts most.
            let days = max(0, (newest - modified[row]) / 86_400_000_000)
            let recency: UInt8 = days < 1 ? 8 : days < 7 ? 6 : days < 30 ? 4 : days < 365 ? 2 : 0
            return recency + UInt8(64 - (backlinks[row] + 1).leadingZeroBitCount)
        }
        weights = made
        return made
    }
}
