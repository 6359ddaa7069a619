import SourceText

/// Results as rows of a table with exact bytes: names that are not UTF-8 are unchanged.
package enum Table {
    /// The default columns. More may be appended over time.
    static let columns: [Column] = [
        .path, .title, .folder, .status, .keywords, .favorite, .created, .modified, .id, .aliases, .order, .words,
        .size,
    ].map { Column($0) }

    /// Returns a CSV row: RFC 4180, but with LF at the end, as in Unix tools. Fields are exact, but on a terminal
    /// (`isShown`) control characters except line ends are escaped.
    package static func csv(_ fields: [[UInt8]], isShown: Bool) -> [UInt8] {
        var row: [UInt8] = []
        for (index, field) in fields.enumerated() {
            if index > 0 { row.append(Byte.comma) }
            let field = isShown ? shown(field) : field
            if field.contains(where: { $0 == Byte.comma || $0 == Byte.quote || $0.isLineEnd }) {
                row.append(Byte.quote)
                for byte in field { row += byte == Byte.quote ? [byte, byte] : [byte] }
                row.append(Byte.quote)
            } else {
                row += field
            }
        }
        return row + [Byte.newline]
    }

    /// Returns a field with control characters escaped, except for line ends.
    private static func shown(_ field: [UInt8]) -> [UInt8] {
        Array(
            field.split(separator: Byte.newline, omittingEmptySubsequences: false).map { SafeText.escaped(Array($0)) }
                .joined(separator: [Byte.newline]))
    }

    /// Returns a row with control characters as `\t`, `\n`, `\r` and `\x1b`, and a backslash as `\\`. Every row is one
    /// line, and its fields can be recovered.
    package static func tsv(_ fields: [[UInt8]]) -> [UInt8] {
        var row: [UInt8] = []
        for (index, field) in fields.enumerated() {
            if index > 0 { row.append(Byte.tab) }
            let backslash = Byte.backslash
            row += SafeText.escaped(
                field.contains(backslash) ? field.flatMap { $0 == backslash ? [$0, $0] : [$0] } : field)
        }
        return row + [Byte.newline]
    }
}
