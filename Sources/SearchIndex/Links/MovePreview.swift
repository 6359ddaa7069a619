package import Notes
import SQLite
package import SourceText

/// The index as it would be after moving files or adding a note. It shows which links would change their target, and
/// how they can be rewritten to keep it.
///
/// It exists inside a transaction that is rolled back.
package struct MovePreview {
    /// A link that the change affects: its note or target moves, or a name that it could mean appears or disappears.
    package struct Link: Hashable, Sendable {
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

        /// Returns whether a reference to `found` has the target of this link. If the folder that is the target gets an
        /// index note, a link to it keeps its target.
        package func isReached(by found: LinkTarget?) -> Bool {
            guard let found else { return false }
            return found.path == newTarget || isFolder && found.isIndexNote(of: newTarget)
        }
    }

    package let links: [Link]
    private let resolver: LinkResolver

    fileprivate init(links: [Link], resolver: LinkResolver) {
        self.links = links
        self.resolver = resolver
    }

    /// Returns the target that a reference in a note in `folder` would have.
    package func target(of reference: String, from folder: VaultPath) throws -> LinkTarget? {
        try resolver.resolve(reference, in: folder)
    }
}

/// A note that disappeared and one that appeared, which is the same file or has the same content.
package struct ExternalMove: Hashable, Sendable {
    package var from: VaultPath
    package var to: VaultPath
    /// Whether it is the same file.
    package var isSure: Bool

    package init(from: VaultPath, to: VaultPath, isSure: Bool) {
        self.from = from
        self.to = to
        self.isSure = isSure
    }
}

/// A file or folder that gets another path. `title` is that of a note after the move.
package struct FileMove: Hashable, Sendable {
    package var from: VaultPath
    package var to: VaultPath
    package var title: String?

    package init(from: VaultPath, to: VaultPath, title: String?) {
        self.from = from
        self.to = to
        self.title = title
    }
}

extension NoteIndex {
    /// Returns the moves by other programs since the index was built, detected by content, in order of path. A move is
    /// not sure if the new note may merely have equal content.
    package func externalMoves() throws -> [ExternalMove] { try IndexDatabase.moves(connection) }

    /// Returns every file and folder at `path` or below it, in order of path. Complexity: O(files).
    package func files(inside path: VaultPath) throws -> [(path: VaultPath, kind: FileKind)] {
        try connection.all(
            "SELECT path, kind FROM file WHERE path = ?1 OR (path > ?2 AND path < ?3) ORDER BY path",
            [.text(path.bytes), .text(path.bytes + [Byte.slash]), .text(path.bytes + [Byte.slash + 1])]
        ) { row in (VaultPath(bytes: row.bytes(0)), FileKind(rawValue: row.int(1)) ?? .other) }
    }

    /// Calls `body` with the index as it would be after `moves`, with a new note and new files. Then rolls everything
    /// back.
    package func previewing<Value>(
        _ moves: [FileMove], adding note: NoteRows? = nil, files: [FoundFile] = [], calendar: LocalCalendar,
        extensions: FileExtensions,
        _ body: (MovePreview) throws -> Value
    ) throws -> Value {
        try connection.hypothetically {
            let writer = try IndexWriter(connection, calendar: calendar, extensions: extensions)
            var old: [FileID: VaultPath] = [:]
            for move in moves {
                if let id = try writer.applyHypothetically(move) { old[id] = move.from }
            }
            if let note { try writer.put(note) }
            for file in files { try writer.put(file) }
            let links = try writer.affectedLinks(byMoving: Set(old.keys)).map { link in
                MovePreview.Link(
                    source: old[link.file] ?? link.path, newSource: link.path, number: link.seq,
                    reference: link.reference,
                    target: old[link.target] ?? link.targetPath, newTarget: link.targetPath,
                    isFolder: link.isFolder, survives: link.survives)
            }
            return try body(MovePreview(links: links, resolver: writer.resolver))
        }
    }

    /// Calls `body` with the index as it would be if the files had this content. Then rolls everything back.
    package func supposing<Value>(
        _ notes: [NoteRows], calendar: LocalCalendar, extensions: FileExtensions, _ body: () throws -> Value
    ) throws -> Value {
        try connection.hypothetically {
            if !notes.isEmpty {
                let writer = try IndexWriter(connection, calendar: calendar, extensions: extensions)
                for note in notes { try writer.put(note) }
                try writer.finish()
            }
            forget()
            // Other notes will reuse the row ids of hypothetical notes.
            defer {
                forget()
                nameCache = nil
            }
            return try body()
        }
    }
}

extension IndexWriter {
    /// Changes the path of a file and, if it is a note, its title.
    fileprivate func applyHypothetically(_ move: FileMove) throws -> FileID? {
        guard let id = try fileID(move.from) else { return nil }
        let old = try names(of: id)
        try connection.run(
            "UPDATE file SET path = ?1, path_hash = ?2 WHERE id = ?3",
            [.text(move.to.bytes), .number(NameKey.path(move.to)), .number(id)])
        if let title = move.title {
            try connection.run("UPDATE note SET title = ?1 WHERE file = ?2", [.text(title), .number(id)])
        }
        let names = try names(of: id)
        // Even an unchanged name may now mean another file, because the path decides between equal names.
        affectedNames.formUnion(Self.keys(names))
        try put(names, after: old, of: id)
        return id
    }

    fileprivate struct AffectedLink: Hashable {
        var file: FileID
        var path: VaultPath
        var seq: Int
        var reference: String
        var target: FileID
        var targetPath: VaultPath
        var isFolder: Bool
        var survives: Bool
    }

    /// Returns the working links that are in one of the files, lead to one, or use an affected name.
    fileprivate func affectedLinks(byMoving files: Set<FileID>) throws -> [AffectedLink] {
        let select = """
            SELECT l.file, l.seq, l.reference, f.path, l.target, t.path, t.kind FROM link l JOIN file f ON f.id = l.file
            LEFT JOIN file t ON t.id = l.target
            """
        var found: Set<AffectedLink> = []
        func add(_ condition: String, _ value: SQLValue) throws {
            let rows = try connection.all("\(select) WHERE l.target IS NOT NULL AND \(condition)", [value]) { row in
                (
                    file: row.number(0, as: FileID.self), seq: Int(row.int(1)), reference: row.text(2),
                    path: VaultPath(bytes: row.bytes(3)),
                    target: row.number(4, as: FileID.self), targetPath: VaultPath(bytes: row.bytes(5)),
                    // The vault's root has no row.
                    isFolder: row.isNull(6) || row.int(6) == FileKind.folder.rawValue
                )
            }
            for row in rows {
                let now = try resolver.resolve(row.reference, in: row.path.folder)
                let isSame = now?.file == row.target || row.isFolder && now?.isIndexNote(of: row.targetPath) == true
                found.insert(
                    AffectedLink(
                        file: row.file, path: row.path, seq: row.seq, reference: row.reference, target: row.target,
                        targetPath: row.targetPath, isFolder: row.isFolder, survives: isSame))
            }
        }
        for file in files {
            try add("l.file = ?1", .number(file))
            try add("l.target = ?1", .number(file))
        }
        for key in affectedNames {
            try add("(l.file, l.seq) IN (SELECT file, seq FROM waiting WHERE name_hash = ?1)", .number(key))
        }
        return found.sorted { ($0.path, $0.seq) < ($1.path, $1.seq) }
    }
}
