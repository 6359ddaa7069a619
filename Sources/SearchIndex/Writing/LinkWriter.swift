import Notes
import SQLite
import SourceText

/// A writer of the links of notes. It resolves them, and resolves them again when names appear or disappear.
struct LinkWriter {
    /// With more affected names than this, all links are resolved again.
    private static let mostAffected = 2000

    private let connection: Connection
    private let columns: ColumnWriter
    private let resolver: LinkResolver
    private let extensions: FileExtensions
    private let isNew: Bool
    private let linkInsertion: Statement
    private let waitingInsertion: Statement
    /// In a new index, the rows of `waiting`, collected so that they can be written in key order: each link under the
    /// hashes of the names that it may mean.
    private var waiting: [(key: NameHash, file: FileID, seq: Int)] = []
    /// The files whose own links must be resolved.
    private var unresolved: [FileID] = []
    /// The files whose link columns must be written.
    private var relinked: Set<FileID> = []
    /// In a new index, the rows of notes by file id (0 for none), and the images.
    private var rows: [Int32] = []
    private var images: Set<FileID> = []
    /// Whether every link must be resolved again.
    private var isEveryLinkAffected = false

    init(
        _ connection: Connection, columns: ColumnWriter, resolver: LinkResolver, extensions: FileExtensions, isNew: Bool
    ) throws {
        self.connection = connection
        self.columns = columns
        self.resolver = resolver
        self.extensions = extensions
        self.isNew = isNew
        linkInsertion = try connection.prepare(
            """
            INSERT INTO link(file, seq, reference, line, below, column, fragment, form, target, attachment, state)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            """)
        waitingInsertion = try connection.prepare("INSERT INTO waiting(name_hash, file, seq) VALUES(?1, ?2, ?3)")
    }

    // MARK: Links of a note

    /// Replaces the links of the note in a file. If only their positions or fragments changed, they keep their targets:
    /// writing and resolving 150,000 links takes seconds.
    mutating func replace(by links: [NoteRows.Link], of file: FileID, note: RowID) throws {
        if !isNew {
            if try move(links, of: file) {
                relinked.insert(file)
                return
            }
            try remove(of: file)
        }
        try put(links, of: file, note: note)
    }

    /// Updates the positions and fragments of links that are otherwise those of the index. Returns false if others are.
    private func move(_ links: [NoteRows.Link], of file: FileID) throws -> Bool {
        if links.isEmpty { return false }
        var moved: [Int] = []
        var count = 0
        try connection.rows(
            "SELECT reference, form, line, below, column, fragment FROM link WHERE file = ?1 ORDER BY seq",
            [.number(file)]
        ) { row in
            guard count < links.count, row.bytes(0).elementsEqual(links[count].reference.utf8),
                row.int(1) == links[count].form.rawValue
            else {
                count = -1
                return false
            }
            let (link, below) = (links[count], links[count].targetLocation.line - links[count].line)
            let isSame =
                row.int(2) == link.line && row.int(3) == below && row.int(4) == link.targetLocation.column
                && row.optionalText(5) == link.fragment
            if !isSame { moved.append(count) }
            count += 1
            return true
        }
        if count != links.count { return false }
        let update = try connection.prepare(
            "UPDATE link SET line = ?3, below = ?4, column = ?5, fragment = ?6 WHERE file = ?1 AND seq = ?2")
        for seq in moved {
            let link = links[seq]
            try update.run([
                .number(file), .int(seq), .int(link.line), .int(link.targetLocation.line - link.line),
                .int(link.targetLocation.column), .optional(link.fragment),
            ])
        }
        return true
    }

    private mutating func put(_ links: [NoteRows.Link], of file: FileID, note: RowID) throws {
        for (seq, link) in links.enumerated() {
            try linkInsertion.run([
                .number(file), .int(seq), .text(link.reference), .int(link.line),
                .int(link.targetLocation.line - link.line), .int(link.targetLocation.column),
                .optional(link.fragment), .kind(link.form),
                .optional(link.target?.file), .int(0), .kind(LinkState(link.target, link.form)),
            ])
            for key in link.keys {
                if isNew {
                    waiting.append((key, file, seq))
                } else {
                    try waitingInsertion.run([.number(key), .number(file), .int(seq)])
                }
            }
            if isNew, link.target == nil, unresolved.last != file { unresolved.append(file) }
        }
        if isNew {
            let number = Int(file.value)
            if number >= rows.count {
                rows += [Int32](repeating: 0, count: max(number + 1, rows.count * 2) - rows.count)
            }
            rows[number] = Int32(truncatingIfNeeded: note.value)
        } else {
            unresolved.append(file)
            relinked.insert(file)
        }
    }

    /// Records the kind of a file in a new index that is not a note.
    mutating func add(_ file: FileID, _ kind: FileKind) {
        if kind == .image { images.insert(file) }
        // Links were resolved as if this file were a note.
        if kind == .unreadable { isEveryLinkAffected = true }
    }

    mutating func markAllAffected() { isEveryLinkAffected = true }

    /// Removes the links of the note in a file.
    func remove(of file: FileID) throws {
        let links = try connection.all(
            """
            SELECT l.seq, l.reference, f.path FROM link l CROSS JOIN file f ON f.id = l.file WHERE l.file = ?1
            """, [.number(file)]
        ) { ($0.int(0), $0.text(1), $0.path(2).folder) }
        for (seq, reference, folder) in links {
            for key in NameKey.reference(reference, in: folder) {
                try connection.run(
                    "DELETE FROM waiting WHERE name_hash = ?1 AND file = ?2 AND seq = ?3",
                    [.number(key), .number(file), .int(seq)])
            }
        }
        try connection.run("DELETE FROM link WHERE file = ?1", [.number(file)])
    }

    // MARK: Resolving

    private struct PendingLink: Hashable {
        var file: FileID
        var seq: Int64
        var reference: String
        var form: Int64
        var folder: VaultPath
    }

    /// Writes the collected rows of `waiting` of a new index.
    mutating func flush() throws {
        waiting.sort { ($0.key, $0.file, $0.seq) < ($1.key, $1.file, $1.seq) }
        for (key, file, seq) in waiting { try waitingInsertion.run([.number(key), .number(file), .int(seq)]) }
        waiting = []
    }

    /// Resolves the links in written files, and those that may mean one of some names. Then updates the link columns.
    mutating func resolve(_ affectedNames: Set<NameHash>) throws {
        resolver.clearCache()
        if isEveryLinkAffected || affectedNames.count > Self.mostAffected {
            for link in try pending("1", []) { try resolve(link) }
        } else {
            var links: Set<PendingLink> = []
            for file in unresolved {
                let own = try pending(isNew ? "l.file = ?1 AND l.target IS NULL" : "l.file = ?1", [.number(file)])
                // In a new index, each file occurs once.
                if isNew { for link in own { try resolve(link) } } else { links.formUnion(own) }
            }
            for key in affectedNames { links.formUnion(try pending(Self.mayMean, [.number(key)])) }
            for link in links { try resolve(link) }
        }
        unresolved = []
        try isNew ? putAllColumns() : putColumns()
        relinked = []
    }

    /// The SQL condition that a row of `link l` may mean the name with the hash ?1.
    static let mayMean = "(l.file, l.seq) IN (SELECT file, seq FROM waiting WHERE name_hash = ?1)"

    private func pending(_ condition: String, _ values: [SQLValue]) throws -> [PendingLink] {
        try connection.all(
            """
            SELECT l.file, l.seq, l.reference, l.form, f.path FROM link l CROSS JOIN file f ON f.id = l.file
            WHERE \(condition)
            """, values
        ) { row in
            PendingLink(
                file: row.number(0), seq: row.int(1), reference: row.text(2), form: row.int(3),
                folder: row.path(4).folder)
        }
    }

    private mutating func resolve(_ link: PendingLink) throws {
        relinked.insert(link.file)
        let form = ReferenceForm(rawValue: link.form) ?? .link
        let target = try resolver.resolve(link.reference, in: link.folder, as: form)
        let isAttachment = target?.isAttachment ?? form.isMissingAttachment(link.reference, extensions)
        try connection.run(
            "UPDATE link SET target = ?3, attachment = ?4, state = ?5 WHERE file = ?1 AND seq = ?2",
            [
                .number(link.file), .int(link.seq), .optional(target?.file), .bool(isAttachment),
                .kind(LinkState(target, form)),
            ])
    }

    // MARK: Columns

    /// The values of a note's link columns, accumulated over its outgoing references: the numbers of references to
    /// notes and to attachments (both including broken ones), the set of targets, and feature bits such as `broken`.
    /// Backlinks are not part. Of the note's features, `put` replaces only those of links.
    private struct Summary {
        var features: NoteFeatures = []
        var links: Int64 = 0
        var attachments: Int64 = 0
        var targets: Set<Int64> = []

        /// - Parameters:
        ///   - row: the columns `target`, `attachment`, `state`, and whether there is a fragment.
        ///   - isImage: returns whether the target is an image.
        mutating func add(_ row: borrowing Row, isImage: (FileID) -> Bool) {
            let isAttachment = row.bool(1)
            let state = LinkState(rawValue: row.int(2)) ?? .broken
            if state == .text { return features.formUnion(.suspectLink) }
            if isAttachment { attachments += 1 } else { links += 1 }
            if state != .resolved || row.bool(3) { features.insert(.suspectLink) }
            if state == .broken { features.insert(.broken) }
            if state == .ambiguous, !isAttachment { features.insert(.ambiguous) }
            guard let target = row.optionalInt(0) else { return }
            targets.insert(target)
            features.insert(isAttachment ? .attachment : .linksToNote)
            if isImage(FileID(target)) { features.insert(.image) }
        }
    }

    /// Updates the link columns of the notes with newly resolved links.
    private func putColumns() throws {
        for file in relinked {
            let row = try connection.first("SELECT id FROM note WHERE file = ?1", [.number(file)]) {
                $0.number(0, as: RowID.self)
            }
            guard let row else { continue }
            var summary = Summary()
            try connection.rows(
                """
                SELECT l.target, l.attachment, l.state, l.fragment IS NOT NULL, f.kind
                FROM link l LEFT JOIN file f ON f.id = l.target WHERE l.file = ?1
                """, [.number(file)]
            ) { row in
                let kind = FileKind(rawValue: row.int(4))
                summary.add(row) { _ in kind == .image }
                return true
            }
            try put(summary, row)
        }
    }

    /// Writes the link columns of a new index in one pass.
    private func putAllColumns() throws {
        var current: (file: FileID, summary: Summary)?
        func put() throws {
            guard let current, current.file.value < rows.count else { return }
            let row = RowID(Int64(rows[Int(current.file.value)]))
            if row.value == 0 { return }
            // Rows are in the order of file ids.
            columns.close(before: row)
            try self.put(current.summary, row)
        }
        try connection.rows(
            "SELECT target, attachment, state, fragment IS NOT NULL, file FROM link ORDER BY file"
        ) { row in
            let file = row.number(4, as: FileID.self)
            if current?.file != file {
                try put()
                current = (file, Summary())
            }
            current?.summary.add(row) { images.contains($0) }
            return true
        }
        try put()
    }

    private func put(_ summary: Summary, _ row: RowID) throws {
        let own = NoteFeatures(rawValue: try columns.value(.features, row)).subtracting(.ofLinks)
        try columns.set(.features, row, value: own.union(summary.features).rawValue)
        try columns.set(.links, row, value: summary.links)
        try columns.set(.attachments, row, value: summary.attachments)
        try columns.set(.targets, row, value: summary.targets.sorted())
    }
}

extension LinkState {
    package init(_ target: LinkTarget?, _ form: ReferenceForm) {
        switch target {
        case nil: self = form == .path ? .text : .broken
        case let target?: self = target.isAmbiguous ? .ambiguous : .resolved
        }
    }
}
