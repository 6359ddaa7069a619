import SQLite
import SourceText

/// What links lead to, kept right as names come and go.
extension IndexWriter {
    /// Past so many, all links are looked at in one go.
    private static let mostAffected = 2000

    private struct Pending: Hashable {
        var file: FileID
        var seq: Int64
        var reference: String
        var form: Int64
        var folder: VaultPath
    }

    /// Looks at the links in files that were written, and at those that wait for a name that came or went.
    func resolveLinks() throws {
        resolver.forget()
        if isEveryLinkAffected || affectedNames.count > Self.mostAffected {
            for link in try pending("1", []) { try resolve(link) }
        } else {
            var seen: Set<Pending> = []
            for file in unresolved {
                let links = try pending(isNew ? "l.file = ?1 AND l.target IS NULL" : "l.file = ?1", [.number(file)])
                // In a new index each comes once.
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
        let target = try resolver.resolve(link.reference, in: link.folder)
        let form = ReferenceForm(rawValue: link.form) ?? .link
        let isAttachment = target.map { !$0.isNote } ?? form.isMissingAttachment(link.reference, extensions)
        let state: LinkState = target == nil ? .broken : target?.isAmbiguous == true ? .ambiguous : .resolved
        try connection.run(
            "UPDATE link SET target = ?3, attachment = ?4, state = ?5 WHERE file = ?1 AND seq = ?2",
            [
                .number(link.file), .int(link.seq), .optional(target?.file), .bool(isAttachment), .kind(state),
            ])
    }
}
