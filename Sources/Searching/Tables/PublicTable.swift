import SourceText

/// A table of `slip sql` and `slip export --sqlite`. These tables are an interface: columns may be added, but are neither
/// renamed nor removed while `PublicTable.version` stays the same. The tables of the index are private.
package enum PublicTable: String, CaseIterable, Sendable {
    case notes, keywords, properties, links, tasks, headings, attachments, commits

    /// The version of the tables: `PRAGMA user_version` of an exported database.
    package static let version = 1

    /// The columns with their declared types and descriptions, in order. They have the names of the members in JSON. A column
    /// without a type keeps values as they are. With any other name, such as ANY, SQLite would make numbers of texts like "007"
    /// (https://sqlite.org/datatype3.html, section 3.1).
    package var columns: [(name: String, type: String, text: String)] {
        switch self {
        case .notes: Self.noteColumns
        case .keywords:
            [("path", "TEXT NOT NULL", "the note"), ("keyword", "TEXT NOT NULL", "as written")]
        case .properties:
            [
                ("path", "TEXT NOT NULL", "the note"),
                ("key", "TEXT NOT NULL", "as written; of a nested key: source.isbn"),
                ("item", "INTEGER NOT NULL", "the place in a list, from 0"),
                ("value", "", "text or a number; of a bool 0 or 1; null if empty"),
                ("type", "TEXT NOT NULL", "text, number, bool or null"),
            ]
        case .links:
            [
                ("path", "TEXT NOT NULL", "the note with the link"), ("line", "INTEGER NOT NULL", "from 1"),
                ("target", "TEXT NOT NULL", "as written"),
                ("target_path", "TEXT", "where the link leads; null if it is broken"),
                ("ambiguous", "INTEGER NOT NULL", "1 if it may mean several notes"),
            ]
        case .tasks:
            [
                ("path", "TEXT NOT NULL", "the note"), ("line", "INTEGER NOT NULL", "from 1"),
                ("status", "TEXT NOT NULL", "open, done or cancelled"),
                ("text", "TEXT NOT NULL", "without properties"), ("due", "TEXT", "a day: 2024-03-27"),
                ("scheduled", "TEXT", ""), ("start", "TEXT", ""), ("created", "TEXT", ""), ("completion", "TEXT", ""),
                ("cancelled", "TEXT", ""), ("priority", "TEXT", "highest, high, medium, low or lowest"),
                ("repeat", "TEXT", "the rule of recurrence"), ("id", "TEXT", ""),
            ]
        case .headings:
            [
                ("path", "TEXT NOT NULL", "the note"), ("line", "INTEGER NOT NULL", "from 1"),
                ("level", "INTEGER NOT NULL", "from 1 to 6"), ("text", "TEXT NOT NULL", "without markup"),
            ]
        case .attachments:
            [
                ("path", "TEXT NOT NULL", "the note"), ("line", "INTEGER NOT NULL", "from 1"),
                ("target", "TEXT NOT NULL", "as written"), ("file", "TEXT NOT NULL", "the file in the vault"),
                ("missing", "INTEGER NOT NULL", "1 if there is no such file"),
            ]
        case .commits:
            [
                ("path", "TEXT NOT NULL", "the note that the commit changed"),
                ("hash", "TEXT NOT NULL", "of the commit"),
                ("time", "TEXT NOT NULL", "when it was made (RFC 3339)"), ("author", "TEXT NOT NULL", ""),
                ("email", "TEXT NOT NULL", ""),
            ]
        }
    }

    private static let noteColumns: [(name: String, type: String, text: String)] = [
        ("path", "TEXT NOT NULL PRIMARY KEY", "from the root of the vault"), ("title", "TEXT NOT NULL", ""),
        ("folder", "TEXT NOT NULL", "its path; empty for the root"), ("name", "TEXT NOT NULL", "without extension"),
        ("status", "TEXT NOT NULL", ""), ("favorite", "INTEGER NOT NULL", "0 or 1"),
        ("created", "TEXT NOT NULL", "RFC 3339, as date() and strftime() read it"), ("modified", "TEXT NOT NULL", ""),
        ("id", "TEXT", ""), (#""order""#, "INTEGER", "the name needs the quotes"), ("words", "INTEGER NOT NULL", ""),
        ("size", "INTEGER NOT NULL", "in bytes"), ("hash", "TEXT NOT NULL", "of the content"),
        ("open_tasks", "INTEGER NOT NULL", ""), ("done_tasks", "INTEGER NOT NULL", ""),
        ("aliases", "TEXT NOT NULL", "a JSON array"),
        ("properties", "TEXT NOT NULL", "the other front matter keys, a JSON object: properties ->> 'author'"),
    ]

    /// The statement that creates the table, with the descriptions as comments.
    package var definition: String {
        let columns = columns
        let lines = columns.enumerated().map { number, column in
            "    " + (column.type.isEmpty ? column.name : "\(column.name) \(column.type)")
                + (number < columns.count - 1 ? "," : "")
                + (column.text.isEmpty ? "" : " -- \(column.text)")
        }
        return "CREATE TABLE \(rawValue)(\n" + lines.joined(separator: "\n") + "\n);"
    }

    /// The statements that create all tables.
    package static var schema: String { allCases.map(\.definition).joined(separator: "\n") }
}
