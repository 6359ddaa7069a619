import SourceText

/// The template of a record per result: text with `{{field}}`, and `\t`, `\n`, `\0`, `\{` and `\\` for tab, newline,
/// NUL, brace and backslash.
package struct Template: Sendable {
    private enum TemplatePiece: Sendable {
        case text(String)
        case column(Column)
    }

    private var pieces: [TemplatePiece] = []

    /// An error in a template.
    package enum Fault: Error, Hashable, Sendable {
        /// No column has this name.
        case unknown(String)
        /// `{{` without `}}`, and the text that follows it.
        case unclosed(String)
    }

    /// - Parameter column: returns the column with a name, or nil if there is none.
    package init(_ text: String, column: (String) throws -> Column?) throws {
        var literal = ""
        var rest = Substring(text)
        while let character = rest.popFirst() {
            if character == "\\", let escaped = rest.popFirst() {
                literal += Self.escapes[escaped] ?? "\\\(escaped)"
            } else if character == "{", rest.first == "{" {
                rest.removeFirst()
                guard let end = rest.firstRange(of: "}}") else { throw Fault.unclosed(String(rest.prefix(20))) }
                let name = rest[..<end.lowerBound].drop { $0 == " " }
                let trimmed = String(name.reversed().drop { $0 == " " }.reversed())
                guard let column = try column(trimmed) else { throw Fault.unknown(trimmed) }
                pieces += [.text(literal), .column(column)]
                literal = ""
                rest = rest[end.upperBound...]
            } else {
                literal.append(character)
            }
        }
        pieces.append(.text(literal))
    }

    private static let escapes: [Character: String] = ["t": "\t", "n": "\n", "0": "\0", "{": "{", "}": "}", "\\": "\\"]

    package var columns: [Column] { pieces.compactMap { if case .column(let column) = $0 { column } else { nil } } }

    /// Returns the record of a result, without the newline or NUL that ends it.
    ///
    /// - Parameter isExact: whether values are not escaped, because NUL rather than a newline separates records.
    func filled(_ row: ResultRow, _ around: RenderingContext, isExact: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        for piece in pieces {
            switch piece {
            case .text(let text): bytes += Array(text.utf8)
            case .column(let column):
                let value = column.bytes(row, around)
                bytes += isExact ? value : SafeText.escaped(value)
            }
        }
        return bytes
    }
}
