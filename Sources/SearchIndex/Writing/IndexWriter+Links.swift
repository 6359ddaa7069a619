import SQLite
import SourceText

/// Updates of link targets when names appear or disappear.
extension IndexWriter {
    /// With more affected names than this, all links are resolved again.
    private static let mostAffected = 2000

    /// The values of a note's link columns.
    private struct LinkFacts {
        var features: NoteFeatures = []
        var links: Int64 = 0
        var attachments: Int64 = 0
        var targets: Set<Int64> = []

        /// - Parameters:
        ///   - kind: the kind of the target, or nil if there is none.
        ///   - namesPart: whether the reference has a fragment.
        mutating func add(target: FileID?, kind: FileKind?, isAttachment: Bool, _ state: LinkState, namesPart: Bool) {
            if isAttachment { attachments += 1 } else { links += 1 }
            if state != .resolved || namesPart { features.insert(.inQuestion) }
            if state == .broken { features.insert(.broken) }
            if state == .ambiguous, !isAttachment { features.insert(.ambiguous) }
            guard let target else { return }
            targets.insert(target.value)
            features.insert(isAttachment ? .attachment : .leadsOn)
            if kind == .image { features.insert(.image) }
        }
    }

    private struct Pending: Hashable {
        var file: FileID
        var seq: Int64
        var reference: String
        var form: Int64
        var folder: VaultPath
    }

    /// Resolves the links in written files, and those that may mean a name that appeared or disappeared.
    func resolveLinks() throws {
        resolver.forget()
        if isEveryLinkAffected || affectedNames.count > Self.mostAffected {
            for link in try pending("1", []) { try resolve(link) }
        } else {
            var seen: Set<Pending> = []
            for file in unresolved {
                let links = try pending(isNew ? "l.file = ?1 AND l.target IS NULL" : "l.file = ?1", [.number(file)])
                // In a new index, each file occurs once.
                if isNew { for link in links { try resolve(link) } } else { seen.formUnion(links) }
            }
            for key in affectedNames {
                seen.formUnion(
                    try pending(
                        "(l.file, l.seq) IN (SELECT file, seq FROM waiting WHERE name_hash = ?1)", [.number(key)]))
            }
            for link in seen { try resolve(link) }
        }
        affectedNames = []
        unresolved = []
    }

    private func pending(_ condition: String, _ values: [SQLValue]) throws -> [Pending] {
        try connection.all(
            """
            SELECT l.file, l.seq, l.reference, l.form, f.path FROM link l CROSS JOIN file f ON f.id = l.file
            WHERE \(condition)
            """, values
        ) { row in
            Pending(
                file: row.number(0), seq: row.int(1), reference: row.text(2), form: row.int(3),
                folder: VaultPath(bytes: row.bytes(4)).folder)
        }
    }

    private func resolve(_ link: Pending) throws {
        relinked.insert(link.file)
        let target = try resolver.resolve(link.reference, in: link.folder)
        let form = ReferenceForm(rawValue: link.form) ?? .link
        let isAttachment = target?.isAttachment ?? form.isMissingAttachment(link.reference, extensions)
        let state: LinkState = target == nil ? .broken : target?.isAmbiguous == true ? .ambiguous : .resolved
        try connection.run(
            "UPDATE link SET target = ?3, attachment = ?4, state = ?5 WHERE file = ?1 AND seq = ?2",
            [
                .number(link.file), .int(link.seq), .optional(target?.file), .bool(isAttachment), .kind(state),
            ])
    }

    // MARK: Columns

    /// Updates the columns of all notes with newly resolved links.
    func putLinkColumns() throws {
        if isNew {
            try putAllLinkColumns()
        } else {
            for file in relinked {
                let row = try connection.first("SELECT id FROM note WHERE file = ?1", [.number(file)]) {
                    $0.number(0, as: RowID.self)
                }
                guard let row else { continue }
                var facts = LinkFacts()
                try connection.rows(
                    """
                    SELECT l.target, f.kind, l.attachment, l.state, l.fragment IS NOT NULL FROM link l LEFT JOIN file f ON f.id = l.target
                    WHERE l.file = ?1
                    """, [.number(file)]
                ) { row in
                    facts.add(
                        target: row.optionalInt(0).map { FileID($0) }, kind: FileKind(rawValue: row.int(1)),
                        isAttachment: row.bool(2), LinkState(rawValue: row.int(3)) ?? .broken, namesPart: row.bool(4))
                    return true
                }
                try put(facts, row)
            }
        }
        relinked = []
    }

    /// Writes the link columns of a new index in one pass.
    private func putAllLinkColumns() throws {
        var current: (file: FileID, facts: LinkFacts)?
        func put() throws {
            guard let current, current.file.value < rows.count else { return }
            let row = RowID(Int64(rows[Int(current.file.value)]))
            if row.value == 0 { return }
            // Rows are in the order of file ids.
            columns.close(before: row)
            try self.put(current.facts, row)
        }
        try connection.rows(
            "SELECT file, target, attachment, state, fragment IS NOT NULL FROM link ORDER BY file"
        ) { row in
            let file = row.number(0, as: FileID.self)
            if current?.file != file {
                try put()
                current = (file, LinkFacts())
            }
            let target = row.optionalInt(1).map { FileID($0) }
            current?.facts.add(
                target: target, kind: target.flatMap { images.contains($0) ? .image : nil }, isAttachment: row.bool(2),
                LinkState(rawValue: row.int(3)) ?? .broken, namesPart: row.bool(4))
            return true
        }
        try put()
    }

    private func put(_ facts: LinkFacts, _ row: RowID) throws {
        let own = NoteFeatures(rawValue: try columns.value(.features, row)).subtracting(.ofLinks)
        try columns.set(.features, row, value: own.union(facts.features).rawValue)
        try columns.set(.links, row, value: facts.links)
        try columns.set(.attachments, row, value: facts.attachments)
        try columns.set(.targets, row, value: facts.targets.sorted())
    }
}
