import SQLite
package import SourceText

/// A problem of a note that does not depend on other files.
package struct NoteFinding {
    package var path: VaultPath
    package var location: TextLocation
    package var kind: Diagnostic.Kind
    package var severity: Diagnostic.Severity
    package var message: String
    package var help: String?
}

/// A note with one of its names.
package struct NamedNote {
    package var path: VaultPath
    package var location: TextLocation
    package var name: String
}

/// A reference that is broken, ambiguous or has a fragment.
package struct SuspectLink {
    package var path: VaultPath
    package var location: TextLocation
    package var reference: String
    package var form: ReferenceForm
    package var fragment: String?
    package var state: LinkState
    /// Whether it refers to an attachment, existing or missing.
    package var isAttachment: Bool
    package var target: Target?
    /// The byte range of its target, if the note was loaded.
    package var range: Range<Int>?

    package struct Target: Hashable {
        package var path: VaultPath
        /// The row changes when the note changes.
        package var row: RowID
        package var hash: Int64

        package init(path: VaultPath, row: RowID, hash: Int64) {
            self.path = path
            self.row = row
            self.hash = hash
        }
    }

    package init(
        path: VaultPath, location: TextLocation, reference: String, form: ReferenceForm, fragment: String?,
        state: LinkState, isAttachment: Bool, target: Target?, range: Range<Int>? = nil
    ) {
        self.path = path
        self.location = location
        self.reference = reference
        self.form = form
        self.fragment = fragment
        self.state = state
        self.isAttachment = isAttachment
        self.target = target
        self.range = range
    }
}

/// Reads the findings of `check` that are in the index.
package struct FindingReader {
    let index: NoteIndex

    /// Returns the other notes with this title, or with this id if `isID`, in order of path.
    package func notes(sharing name: String, isID: Bool, besides path: VaultPath) throws -> [VaultPath] {
        let folded = Folding.fold(name)
        return try index.resolver.candidates([NameKey.whole(name)]).filter { candidate in
            guard candidate.isNote, candidate.path != path else { return false }
            return isID ? candidate.id == name : candidate.title.map { Folding.fold($0) == folded } ?? false
        }.map(\.path).sorted()
    }

    /// Returns the problems that do not depend on other files, in no order.
    package func findingsOfNotes() throws -> [NoteFinding] {
        try index.connection.all(
            """
            SELECT f.path, d.line, d.column, d.kind, d.severity, d.message, d.help
            FROM finding d CROSS JOIN file f ON f.id = d.file
            """
        ) { row in
            let kind = Diagnostic.Kind(rawValue: row.text(3)) ?? .frontMatter
            return NoteFinding(
                path: row.path(0), location: row.location(1), kind: kind,
                severity: Diagnostic.Severity(rawValue: row.text(4)) ?? kind.severity, message: row.text(5),
                help: row.optionalText(6))
        }
    }

    /// Returns the notes with a problem of this kind, which does not depend on other files, ordered by path.
    package func notes(with kind: Diagnostic.Kind) throws -> [VaultPath] {
        try index.connection.all(
            sql:
                """
                SELECT DISTINCT f.path FROM finding d CROSS JOIN file f ON f.id = d.file
                WHERE d.kind = \(.text(kind.rawValue)) ORDER BY f.path
                """
        ) { $0.path(0) }
    }

    /// Returns the notes whose front matter has no creation date.
    package func undatedNotes() throws -> [VaultPath] {
        try paths(ofRows: try rows { !$0.contains(.ownCreated) })
    }

    /// Returns the notes with a value of a property that passes a test, ordered by path. Empty values are not tested.
    ///
    /// Complexity: O(values of the property), with one test for each distinct value.
    ///
    /// - Parameters:
    ///   - key: the name of the property, folded.
    ///   - test: gets the value and whether it is text in the front matter, such as a number in quotes.
    package func notes(
        withValueOf key: String, where test: (_ text: String, _ isText: Bool) -> Bool
    ) throws -> [VaultPath] {
        let columns = try index.columns()
        let found = try columns.property(key).rows(capacity: columns.capacity) { value in
            value.isValue && test(String(decoding: value.text, as: UTF8.self), value.kind == .text)
        }
        return try paths(ofRows: found.rows).sorted()
    }

    /// Returns the notes with a broken link.
    package func notesWithBrokenLinks() throws -> [VaultPath] {
        try paths(ofRows: try rows { $0.contains(.broken) })
    }

    /// Returns the notes that share a title with another one, grouped by title, in no order.
    ///
    /// Complexity: O(names of notes), plus one lookup for each shared hash.
    package func notesWithDuplicateTitles() throws -> [[NamedNote]] {
        try repeated("n.title", "n.title_line, n.title_column") { Folding.fold($0) }
    }

    /// Returns the notes that share an id with another one, grouped by id, in no order. Ids that differ in case are
    /// different, because a reference prefers the exact one.
    package func notesWithDuplicateIDs() throws -> [[NamedNote]] {
        try repeated("n.ident", "n.ident_line, n.ident_column") { $0 }
    }

    /// - Parameter key: maps equal names to the same key.
    private func repeated(
        _ name: SQLFragment, _ location: SQLFragment, by key: (String) -> String
    ) throws -> [[NamedNote]] {
        var groups: [[NamedNote]] = []
        let notes = try index.connection.prepare(
            ("""
            SELECT f.path, \(location), \(name) FROM name m CROSS JOIN note n ON n.file = m.file
            CROSS JOIN file f ON f.id = n.file WHERE m.name_hash = ?1 AND \(name) IS NOT NULL
            """ as SQLFragment).sql)
        for hash in try repeatedNames() {
            var found: [String: [NamedNote]] = [:]
            try notes.rows([.number(hash)]) { row in
                let name = row.text(3)
                // The hash may belong to another name of the note.
                guard NameKey.whole(name) == hash else { return true }
                found[key(name), default: []].append(
                    NamedNote(path: row.path(0), location: row.location(1), name: name))
                return true
            }
            groups += found.values.filter { $0.count > 1 }
        }
        return groups
    }

    private func repeatedNames() throws -> [NameHash] {
        try index.connection.all("SELECT name_hash FROM name GROUP BY name_hash HAVING count(*) > 1") { $0.number(0) }
    }

    /// Returns the links that may be findings, in order of path and position.
    ///
    /// - Parameter isWanted: whether to read the links of the note at a path.
    /// - Complexity: one read of a column, and one lookup for each note with such a link.
    package func suspectLinks(in isWanted: (VaultPath) -> Bool) throws -> [SuspectLink] {
        let files = try index.columns().all(.file)
        let rowOfFile = try index.columns().fileRows()
        let links = try index.connection.prepare(
            """
            SELECT l.line + l.below, l.column, l.reference, l.fragment, l.state, l.attachment, l.target, t.path, t.hash,
                l.form
            FROM link l LEFT JOIN file t ON t.id = l.target
            WHERE l.file = ?1 AND (l.state <> \(LinkState.resolved.rawValue) OR l.fragment IS NOT NULL) ORDER BY l.seq
            """)
        let notes = try rows { $0.contains(.suspectLink) }
        let sources = zip(try paths(ofRows: notes), notes.map { files[$0] }) + (try canvases())
        var found: [SuspectLink] = []
        for (path, file) in sources.filter({ isWanted($0.0) }).sorted(by: { $0.0 < $1.0 }) {
            try links.rows([.int(file)]) { link in
                var target: SuspectLink.Target?
                if !link.isNull(6), let row = rowOfFile(link.int(6)) {
                    target = SuspectLink.Target(path: link.path(7), row: RowID(Int64(row)), hash: link.int(8))
                }
                found.append(
                    SuspectLink(
                        path: path, location: link.location(0),
                        reference: link.text(2), form: ReferenceForm(rawValue: link.int(9)) ?? .link,
                        fragment: link.optionalText(3),
                        state: LinkState(rawValue: link.int(4)) ?? .broken, isAttachment: link.bool(5), target: target))
                return true
            }
        }
        return found
    }

    private func canvases() throws -> [(VaultPath, Int64)] {
        try index.connection.all(sql: "SELECT path, id FROM file WHERE kind = \(FileKind.canvas)") {
            ($0.path(0), $0.int(1))
        }
    }

    /// Returns the files whose paths contain a text, or a hyphen before a capital letter or digit, in order of path. These
    /// may be copies left by sync programs. The caller checks the names.
    ///
    /// Complexity: O(files).
    package func files(containing texts: [String]) throws -> [VaultPath] {
        var condition: SQLFragment = "path GLOB '*-[A-Z0-9]*'"
        for text in texts { condition = "\(condition) OR path LIKE \(.text("%\(text)%"))" }
        return try index.connection.all(
            sql: "SELECT path FROM file WHERE kind <> \(FileKind.folder) AND (\(condition)) ORDER BY path"
        ) { $0.path(0) }
    }

    /// Returns the attachments that no note references, in order of path. A reference to a symbolic link also counts
    /// for its target, and vice versa.
    ///
    /// - Parameter countsCanvases: whether references of canvases count too.
    package func unusedFiles(countsCanvases: Bool) throws -> [VaultPath] {
        var used = Set(try index.columns().attachments().map(\.file))
        if countsCanvases { used.formUnion(try index.columns().canvasTargets().joined()) }
        var names: [(file: Int64, path: VaultPath, real: VaultPath)] = []
        try index.connection.rows(
            sql: "SELECT id, path, real FROM file WHERE kind IN (\(FileKind.attachments)) ORDER BY path"
        ) { row in
            let path = row.path(1)
            names.append((row.int(0), path, row.isNull(2) ? path : row.path(2)))
            return true
        }
        let usedPaths = Set(names.lazy.filter { used.contains($0.file) }.map(\.real))
        return names.filter { !usedPaths.contains($0.real) }.map(\.path)
    }

    /// Returns the notes of which parts stand only in comments, in no order. Complexity: O(notes).
    package func notesWithHiddenParts() throws -> [VaultPath] {
        try paths(ofRows: rows { $0.contains(.hiddenParts) })
    }

    /// Returns the notes with live blocks, in order of path. Complexity: O(notes), with one read of a column.
    package func notesWithLiveBlocks() throws -> [VaultPath] {
        try paths(ofRows: rows { $0.contains(.liveBlock) }).sorted()
    }

    /// Returns the notes whose front matter has a fault, in any order. Complexity: O(findings).
    package func notesWithFaultyFrontMatter() throws -> [VaultPath] {
        try index.connection.all(
            "SELECT DISTINCT f.path FROM finding d CROSS JOIN file f ON f.id = d.file WHERE d.kind = ?1",
            [.text(Diagnostic.Kind.frontMatter.rawValue)], read: { $0.path(0) })
    }

    private func rows(_ isWanted: (NoteFeatures) -> Bool) throws -> [Int] {
        let features = try index.columns().all(.features)
        var rows: [Int] = []
        try index.columns().liveRows().forEach { if isWanted(NoteFeatures(rawValue: features[$0])) { rows.append($0) } }
        return rows
    }

    private func paths(ofRows rows: [Int]) throws -> [VaultPath] {
        let files = try index.columns().all(.file)
        let statement = try index.connection.prepare("SELECT path FROM file WHERE id = ?1")
        return try rows.map { row in try statement.first([.int(files[row])]) { $0.path(0) } ?? .root }
    }
}

extension NoteIndex {
    package var findings: FindingReader { FindingReader(index: self) }
}
