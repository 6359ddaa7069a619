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
        let tiers: [[NameForm]] = [[.path, .pathStem], [.end(1), .endStem(1)], [.id], [.title], [.alias]]
        for isExact in [true, false] {
            for forms in tiers {
                let found = candidates.filter { candidate in
                    forms.flatMap { candidate.names(as: $0) }.contains {
                        isExact ? exact.contains($0) : folded.contains(NameKey.fold($0))
                    }
                }
                if !found.isEmpty { return found.map(\.path).sorted() }
            }
        }
        return []
    }

    /// Returns whether a note has exactly this file name, or with `isPath` this path, ignoring case and diacritics.
    /// Complexity: O(files of that name).
    ///
    /// - Parameter stem: whether the text may also be the name without its extension.
    package func isFile(_ text: String, isPath: Bool, stem: Bool) throws -> Bool {
        let folded = NameKey.fold(Array(text.utf8))
        return try index.resolver.candidates(NameKey.fileName(folded)).contains { file in
            guard file.isNote else { return false }
            let forms: [NameForm] = isPath ? [.path] : stem ? [.end(1), .endStem(1)] : [.end(1)]
            return forms.contains { file.hasName(folded, as: $0, isExact: false) }
        }
    }

    package func aliases() throws -> [String] { try index.connection.all("SELECT name FROM alias", []) { $0.text(0) } }

    package func ids() throws -> [String] {
        let statement = try index.connection.prepare("SELECT ident FROM note WHERE id = ?1")
        var ids: [String] = []
        try ConditionEvaluator(index).rows(.key(FrontMatterKey.id.rawValue)).forEach { row in
            if let id = try statement.first([.int(row)], { $0.optionalText(0) }) ?? nil { ids.append(id) }
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
            if !index.overlay.isEmpty, index.overlay.contains(row.path(0)) {
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

    /// Returns the rows of notes whose title, file name or an alias has exactly these words. The value is 2 if it
    /// equals the folded text, else 1.
    func notes(titled words: [String], as text: String) throws -> [Int: Int64] {
        if words.isEmpty { return [:] }
        let key = SQLValue.number(NameKey.hash(Array(words.joined(separator: " ").utf8)))
        let named = try index.connection.all(
            """
            SELECT n.id, n.title, f.path FROM name m CROSS JOIN note n ON n.file = m.file
                CROSS JOIN file f ON f.id = n.file WHERE m.name_hash = ?1
            """, [key]
        ) { row in (row: Int(row.int(0)), names: [row.text(1), row.path(2).stem.text]) }
        let aliased = try index.connection.all(
            """
            SELECT n.id, a.name FROM name m CROSS JOIN note n ON n.file = m.file
                CROSS JOIN alias a ON a.file = n.file WHERE m.name_hash = ?1
            """, [key]
        ) { row in (row: Int(row.int(0)), names: [row.text(1)]) }
        var found: [Int: Int64] = [:]
        for note in named + aliased {
            for name in note.names where Words.list(name) == words {
                found[note.row] = max(found[note.row] ?? 1, Folding.fold(name) == text ? 2 : 1)
            }
        }
        return found
    }

    // MARK: Partial names

    /// A note with a name that the typed text fits.
    private struct Candidate: Comparable {
        let file: FileID
        let row: Int
        let fit: NameFit
        let weight: Int

        /// Returns whether `a` is a better choice than `b`.
        static func < (a: Candidate, b: Candidate) -> Bool {
            if a.fit.tier != b.fit.tier { return a.fit.tier < b.fit.tier }
            if a.fit.tier == 5, a.fit.gap != b.fit.gap { return a.fit.gap < b.fit.gap }
            if a.weight != b.weight { return a.weight > b.weight }
            return (a.fit.gap, a.row) < (b.fit.gap, b.row)
        }
    }

    /// Returns the notes with a name that `typed` fits, best first, and whether there are more.
    ///
    /// Complexity: O(names), and one lookup for each returned note.
    package func notes(
        like typed: TypedName, near folder: VaultPath, limit: Int
    ) throws -> (matches: [NameMatch], isCut: Bool) {
        let candidates = try candidates(typed, near: folder, limit: limit)
        return (try Self.best(candidates, limit).compactMap(match), candidates.count > limit)
    }

    private func candidates(_ typed: TypedName, near folder: VaultPath, limit: Int) throws -> [Candidate] {
        let columns = try index.columns()
        let folderNumber = try index.connection.file("id", at: folder) { $0.int(0) } ?? 0
        let folders = try columns.all(.folder)
        let weights = try index.nameWeights()
        func candidate(_ file: Int64, _ row: Int, fit: NameFit) -> Candidate {
            let weight = row < weights.count ? Int(weights[row]) + (folders[row] == folderNumber ? 4 : 0) : 0
            return Candidate(file: FileID(file), row: row, fit: fit, weight: weight)
        }
        if !typed.bytes.isEmpty {
            return try index.allNames().find(typed, enough: limit).map { candidate($0.file, $0.row, fit: $0.fit) }
        }
        let files = try columns.all(.file)
        return try columns.liveRows().rows.map { candidate(files[$0], $0, fit: NameFit(tier: 1, gap: 0)) }
    }

    private static func best(_ candidates: [Candidate], _ limit: Int) -> ArraySlice<Candidate> {
        if candidates.count <= 4 * limit { return candidates.sorted().prefix(limit) }
        // The worst of the first selection is the threshold, which rejects most of the others.
        var best = Array(candidates[..<(2 * limit)]).sorted()
        var threshold = best[limit - 1]
        for candidate in candidates[(2 * limit)...] where candidate < threshold {
            best.append(candidate)
            if best.count > 4 * limit {
                best.sort()
                best.removeSubrange(limit...)
                threshold = best[limit - 1]
            }
        }
        return best.sorted().prefix(limit)
    }

    private func match(_ candidate: Candidate) throws -> NameMatch? {
        try index.connection.first(
            """
            SELECT f.path, n.title, n.status, n.ident, n.known_keys FROM note n CROSS JOIN file f ON f.id = n.file
            WHERE n.id = ?1
            """, [.int(candidate.row)]
        ) { row in
            let hasAliases = row.int(4) & FrontMatterKey.aliases.bit != 0
            return NameMatch(
                path: row.path(0), title: row.text(1), status: try index.name(ofTerm: row.int(2)),
                fit: candidate.fit, aliases: hasAliases ? try index.connection.aliases(of: candidate.file) : [],
                id: row.optionalText(3), backlinks: try backlinks(ofRow: candidate.row), weight: candidate.weight)
        }
    }

    /// Returns the number of notes that link to the note at `path`, or 0 if there is no such note.
    package func linkingNoteCount(of path: VaultPath) throws -> Int {
        guard let row = try index.links.linkTarget(path)?.row.value else { return 0 }
        return try backlinks(ofRow: Int(row))
    }

    private func backlinks(ofRow row: Int) throws -> Int {
        let counts = try index.columns().backlinks()
        return row < counts.count ? Int(counts[row]) : 0
    }

    /// Returns the likelihood weight of each row's note: by modification time and backlinks.
    func weights() throws -> [UInt8] {
        let modified = try index.columns().all(.modified)
        let backlinks = try index.columns().backlinks()
        let newest = modified.max() ?? 0
        return modified.indices.map { row in
            // A change within the last day counts most.
            let days = max(0, (newest - modified[row]) / 86_400_000_000)
            let recency: UInt8 = days < 1 ? 8 : days < 7 ? 6 : days < 30 ? 4 : days < 365 ? 2 : 0
            return recency + UInt8(64 - (backlinks[row] + 1).leadingZeroBitCount)
        }
    }
}

extension NoteIndex {
    package var names: NameReader { NameReader(index: self) }
}
