import SearchIndex
import SourceText

/// Results as rows of a table.
enum Table {
    static let header = [
        "path", "title", "folder", "status", "keywords", "favorite", "created", "modified", "id", "aliases", "order",
        "words", "size",
    ]

    static func row(_ hit: NoteHit) -> [String] {
        [
            hit.path.text, hit.title, hit.path.folder.text, hit.status, hit.keywords.joined(separator: ", "),
            hit.isFavorite ? "true" : "false", hit.created.rfc3339, hit.modified.rfc3339, hit.id ?? "",
            hit.aliases.joined(separator: ", "), hit.order.map { String($0) } ?? "", String(hit.words),
            String(hit.size),
        ]
    }

    /// RFC 4180, but with LF at the end of a row, as Unix tools have it. Line ends stay, in quotes; other control
    /// characters are escaped.
    static func csv(_ fields: [String]) -> [UInt8] {
        let row = fields.map { field in
            let field = field.split(separator: "\n", omittingEmptySubsequences: false).map { Style.escaped(String($0)) }
                .joined(separator: "\n")
            return field.utf8.contains { $0 == Byte.comma || $0 == Byte.quote || $0.isLineEnd }
                ? "\"\(field.replacing("\"", with: "\"\""))\"" : field
        }
        return Array((row.joined(separator: ",") + "\n").utf8)
    }

    /// Tabs, line ends and backslashes of a field as `\t`, `\n`, `\r` and `\\`, so that every row is one line.
    static func tsv(_ fields: [String]) -> [UInt8] {
        let row = fields.map {
            Style.escaped($0.replacing("\\", with: "\\\\").replacing("\t", with: "\\t"))
        }
        return Array((row.joined(separator: "\t") + "\n").utf8)
    }
}
