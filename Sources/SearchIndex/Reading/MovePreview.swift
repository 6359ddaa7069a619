package import Notes
import SQLite
package import SourceText

/// The index as it would be after moving files or adding a note. It shows which links would change their target, and
/// how they can be rewritten to keep it.
///
/// It exists inside a transaction that is rolled back.
package struct MovePreview {
    /// A working link that the change affects: its note or target moves, or a file that its reference could mean
    /// appears or disappears. Broken links are excluded.
    package struct AffectedLink: Hashable, Sendable {
        /// The note that contains the link, before and after.
        package var source: VaultPath
        package var newSource: VaultPath
        /// The position among the references of the note.
        package var number: Int
        package var reference: String
        package var target: VaultPath
        package var newTarget: VaultPath
        package var isFolder: Bool
        /// Whether the link, unchanged, would keep its target.
        package var survives: Bool

        /// Returns whether `found` is the target of this link after the change. The index note of a folder counts as
        /// the folder.
        package func isReached(by found: LinkTarget?) -> Bool {
            guard let found else { return false }
            return found.path == newTarget || isFolder && found.isIndexNote(of: newTarget)
        }
    }

    /// The affected links of each note, by the old paths of the notes and by position.
    package let groups: [[AffectedLink]]
    private let resolver: LinkResolver

    /// Finds the working links that are in a moved file, lead to one, or use an affected name.
    ///
    /// - Parameter moved: the old paths of moved files.
    fileprivate init(_ connection: Connection, _ writer: IndexWriter, moved: [FileID: VaultPath]) throws {
        let resolver = writer.resolver
        var found: [FileID: (links: [AffectedLink], numbers: Set<Int>)] = [:]
        // A million links may lead to one note, so that each path must be stored once.
        var paths: [FileID: VaultPath] = [:]
        func known(_ file: FileID, _ row: borrowing Row, column: Int) -> VaultPath {
            if let path = paths[file] { return path }
            let path = row.path(column)
            paths[file] = path
            return path
        }
        // A note may link to another many times.
        var resolved: [VaultPath: [ReferenceKey: LinkTarget?]] = [:]
        func resolve(_ reference: String, in folder: VaultPath, as form: ReferenceForm) throws -> LinkTarget? {
            let key = ReferenceKey(text: ExactText(reference), form: form)
            if let known = resolved[folder]?[key] { return known }
            let target = try resolver.resolve(reference, in: folder, as: form)
            resolved[folder, default: [:]][key] = target
            return target
        }
        func add(_ condition: String, _ value: SQLValue) throws {
            try connection.rows(
                """
                SELECT l.file, l.seq, l.reference, f.path, l.target, t.path, t.kind, l.form
                FROM link l JOIN file f ON f.id = l.file LEFT JOIN file t ON t.id = l.target
                WHERE l.target IS NOT NULL AND \(condition)
                """, [value]
            ) { row in
                let (file, number): (FileID, Int) = (row.number(0), Int(row.int(1)))
                if found[file]?.numbers.contains(number) == true { return true }
                let path = known(file, row, column: 3)
                let target: FileID = row.number(4)
                let targetPath = target == .root ? VaultPath.root : known(target, row, column: 5)
                // The vault's root has no row.
                let isFolder = row.isNull(6) || row.int(6) == FileKind.folder.rawValue
                let now = try resolve(
                    row.text(2), in: path.folder, as: ReferenceForm(rawValue: row.int(7)) ?? .link)
                found[file, default: ([], [])].links.append(
                    AffectedLink(
                        source: moved[file] ?? path, newSource: path, number: number,
                        reference: row.text(2), target: moved[target] ?? targetPath, newTarget: targetPath,
                        isFolder: isFolder,
                        survives: now?.file == target || isFolder && now?.isIndexNote(of: targetPath) == true))
                found[file]?.numbers.insert(number)
                return true
            }
        }
        for file in moved.keys {
            try add("l.file = ?1", .number(file))
            try add("l.target = ?1", .number(file))
        }
        for key in writer.names.affected { try add(LinkWriter.mayMean, .number(key)) }
        groups = found.values.map { $0.links.sorted { $0.number < $1.number } }
            .sorted { ($0.first?.source ?? .root) < ($1.first?.source ?? .root) }
        self.resolver = resolver
    }

    /// Returns the target after the change of a reference in a note in `folder`, or nil if it would be broken. The
    /// nearest of several targets wins.
    package func target(of reference: String, from folder: VaultPath, as form: ReferenceForm) throws -> LinkTarget? {
        try resolver.resolve(reference, in: folder, as: form)
    }

    private struct ReferenceKey: Hashable {
        var text: ExactText
        var form: ReferenceForm
    }
}

extension NoteIndex {
    /// Returns the moves by other programs since the index was built, detected by content, in order of path. A move is
    /// not sure if the new note may merely have equal content.
    package func externalMoves() throws -> [ExternalMove] { try MoveTable(connection).all() }

    /// Returns every file and folder at `path` or below it, in order of path. Complexity: O(files).
    package func files(inside path: VaultPath) throws -> [(path: VaultPath, kind: FileKind)] {
        try connection.all(
            sql: "SELECT f.path, f.kind FROM file f WHERE \(.isOrIsInside(path)) ORDER BY f.path"
        ) { row in (row.path(0), FileKind(rawValue: row.int(1)) ?? .other) }
    }

    /// Calls `body` with the index as it would be after `moves`, a new note and new files. Then rolls everything back.
    /// Moves of files that are not indexed are ignored.
    package func previewing<Value>(
        _ moves: [FileMove], adding note: NoteRows? = nil, files: [FoundFile] = [], calendar: LocalCalendar,
        extensions: FileExtensions,
        _ body: (MovePreview) throws -> Value
    ) throws -> Value {
        try connection.hypothetically {
            let writer = try IndexWriter(connection, calendar: calendar, extensions: extensions)
            var old: [FileID: VaultPath] = [:]
            for move in moves {
                if let id = try writer.move(move) { old[id] = move.from }
            }
            if let note { try writer.put(note) }
            for file in files { try writer.put(file) }
            return try body(MovePreview(connection, writer, moved: old))
        }
    }

    /// Calls `body` with the index as it would be if the files had this content. Then rolls everything back.
    package func withTemporaryNotes<Value>(
        _ notes: [NoteRows], calendar: LocalCalendar, extensions: FileExtensions, _ body: () throws -> Value
    ) throws -> Value {
        try connection.hypothetically {
            if !notes.isEmpty {
                let writer = try IndexWriter(connection, calendar: calendar, extensions: extensions)
                for folder in try missingFolders(above: notes) {
                    try writer.put(FoundFile(path: folder, kind: .folder, fingerprint: .unknown))
                }
                for note in notes { try writer.put(note) }
                try writer.finish()
            }
            forget()
            // Other notes will reuse the row ids of hypothetical notes.
            defer {
                forget()
                noteNames = NoteNames()
            }
            return try body()
        }
    }
    /// Returns the folders that the index lacks for notes that do not exist yet, outermost first.
    private func missingFolders(above notes: [NoteRows]) throws -> [VaultPath] {
        var folders: Set<VaultPath> = []
        for note in notes {
            var folder = note.file.path.folder
            while !folder.isRoot, !folders.contains(folder), try !lists.isFolder(folder) {
                folders.insert(folder)
                folder = folder.folder
            }
        }
        return folders.sorted()
    }
}
