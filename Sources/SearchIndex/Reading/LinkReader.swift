package import Notes
package import QueryLanguage
import SQLite
package import SourceText

/// A reference as stored in the index.
package struct IndexedReference: Sendable {
    /// The note that contains it, and its position among the note's references.
    package var path: VaultPath
    package var number: Int
    /// The target as written, without the fragment.
    package var target: String
    /// The line where it starts, from 1, and the position of its target.
    package var line: Int
    package var location: TextLocation
}

/// Reads links and the paths that they can lead to.
package struct LinkReader {
    let index: NoteIndex

    /// Returns the note at a path as a link target, or nil if there is none.
    package func linkTarget(_ path: VaultPath) throws -> SuspectLink.Target? {
        try index.connection.first(
            sql: "SELECT n.id, f.hash FROM file f CROSS JOIN note n ON n.file = f.id WHERE \(.isFile(path))"
        ) { SuspectLink.Target(path: path, row: $0.number(0), hash: $0.int(1)) }
    }

    /// Returns the anchors of a note stored by `IndexDatabase.keepAnchors`, or nil if there are none.
    package func anchors(of note: RowID) throws -> [Int64]? {
        try index.connection.first("SELECT hashes FROM anchor WHERE row = ?1", [.number(note)]) { row in
            var hashes: [Int64] = []
            row.appendNumbers(0, to: &hashes)
            return hashes
        }
    }

    // MARK: Names of notes

    /// Returns the target of a reference in a note in `folder`, or nil if it is broken.
    package func target(
        of reference: String, from folder: VaultPath, as form: ReferenceForm = .link
    ) throws -> LinkTarget? {
        try index.resolver.resolve(reference, in: folder, as: form)
    }

    /// Returns the target of a reference in a note in `folder`, or nil if it leads nowhere.
    package func target(of reference: Reference, from folder: VaultPath) throws -> LinkTarget? {
        try target(of: reference.target, from: folder, as: ReferenceForm(reference))
    }

    /// Returns the paths of all files of a kind, in order.
    package func paths(of kind: FileKind) throws -> [VaultPath] {
        try paths("SELECT path FROM file WHERE kind = \(kind) ORDER BY path")
    }

    /// Returns the canvases that cannot be read, in order of path.
    package func unreadableCanvases() throws -> [VaultPath] {
        try paths(
            """
            SELECT f.path FROM file f CROSS JOIN finding d ON d.file = f.id
            WHERE f.kind = \(FileKind.canvas) AND d.kind = \(.text(Diagnostic.Kind.unreadable.rawValue)) ORDER BY f.path
            """)
    }

    private func paths(_ statement: SQLFragment) throws -> [VaultPath] {
        try index.connection.all(sql: statement) { $0.path(0) }
    }

    /// Returns the target of the symbolic link at `path`, or nil if the path is not a symbolic link to an attachment.
    package func symbolicLinkTarget(_ path: VaultPath) throws -> VaultPath? {
        try index.connection.file("real", at: path) { $0.isNull(0) ? nil : $0.path(0) } ?? nil
    }

    /// Returns the symbolic links to the attachment at `path`, in order of path.
    package func symbolicLinks(to path: VaultPath) throws -> [VaultPath] {
        try paths("SELECT path FROM file WHERE real = \(.text(path.bytes)) ORDER BY path")
    }

    /// Returns every path of an attachment: its own, and those of all symbolic links to it.
    package func names(ofFile path: VaultPath) throws -> Set<VaultPath> {
        let real = try symbolicLinkTarget(path) ?? path
        return Set(try symbolicLinks(to: real)).union([real, path])
    }

    /// Returns the notes that link to the note at `path`, with the line of each link, in order of path.
    package func backlinks(to path: VaultPath) throws -> [(path: VaultPath, title: String, line: Int)] {
        try index.connection.all(
            sql: """
                SELECT s.path, n.title, l.line FROM link l JOIN file f ON f.id = l.target JOIN file s ON s.id = l.file
                    LEFT JOIN note n ON n.file = l.file
                WHERE \(.isFile(path)) ORDER BY slip_key(s.path), s.path, l.seq
                """
        ) { row in (row.path(0), row.optionalText(1) ?? row.path(0).name.text, Int(row.int(2))) }
    }

    /// Returns the references to the file or folder at `path`, in no order.
    package func references(to path: VaultPath) throws -> [IndexedReference] {
        let known = path.isRoot ? .root : try index.connection.file("id", at: path) { $0.number(0, as: FileID.self) }
        guard let file = known else { return [] }
        return try index.connection.all(
            """
            SELECT s.path, l.seq, l.reference, l.line, l.line + l.below, l.column
            FROM link l CROSS JOIN file s ON s.id = l.file WHERE l.target = ?1
            """, [.number(file)]
        ) { row in
            IndexedReference(
                path: row.path(0), number: Int(row.int(1)), target: row.text(2),
                line: Int(row.int(3)), location: row.location(4))
        }
    }

    /// Returns the notes with a broken link of exactly this name, in order of path.
    package func notesWithBrokenLink(named name: String) throws -> [VaultPath] {
        try index.connection.all(
            """
            SELECT DISTINCT f.path FROM waiting w CROSS JOIN link l ON l.file = w.file AND l.seq = w.seq
                CROSS JOIN file f ON f.id = l.file
            WHERE w.name_hash = ?1 AND l.state = \(LinkState.broken.rawValue) AND l.reference = ?2 ORDER BY f.path
            """, [.number(NameKey.whole(name)), .text(name)]
        ) { $0.path(0) }
    }

    /// Returns what two notes have in common, for notes that `like:` finds, else nothing.
    package func reasons(for path: VaultPath, relatedTo note: RelatedTo) throws -> RelatedReasons {
        try row(of: path).map { try index.related(to: note).reasons($0, index) } ?? RelatedReasons()
    }

    /// Returns the row of the note at a path, or nil if there is none.
    func row(of path: VaultPath) throws -> Int? {
        try index.connection.first(
            sql: "SELECT n.id FROM file f CROSS JOIN note n ON n.file = f.id WHERE \(.isFile(path)) AND n.id >= 0"
        ) { Int($0.int(0)) }
    }
}

extension NoteIndex {
    package var links: LinkReader { LinkReader(index: self) }
}
