import SourceText

/// An error in a template.
package enum TemplateFault: Error, Hashable, Sendable {
    /// No column has this name.
    case unknown(String)
    /// `{{` without `}}`, and the text that follows it.
    case unclosed(String)
}

/// The template of a record per result: text with `{{field}}`, and `\t`, `\n`, `\0`, `\{` and `\\` for tab, newline,
/// NUL, brace and backslash.
///
/// `Field` is the type of a field: `Column` for notes, `TaskColumn` for tasks.
package struct Template<Field: Sendable>: Sendable {
    private enum TemplatePiece: Sendable {
        case text(String)
        case column(Field)
    }

    private var pieces: [TemplatePiece] = []

    /// - Parameter column: returns the column with a name, or nil if there is none.
    package init(_ text: String, column: (String) throws -> Field?) throws {
        var literal = ""
        var rest = Substring(text)
        while let character = rest.popFirst() {
            if character == "\\", let escaped = rest.popFirst() {
                literal += Self.escapes[escaped] ?? "\\\(escaped)"
            } else if character == "{", rest.first == "{" {
                rest.removeFirst()
                guard let end = rest.firstRange(of: "}}") else { throw TemplateFault.unclosed(String(rest.prefix(20))) }
                let name = rest[..<end.lowerBound].drop { $0 == " " }
                let trimmed = String(name.reversed().drop { $0 == " " }.reversed())
                guard let column = try column(trimmed) else { throw TemplateFault.unknown(trimmed) }
                pieces += [.text(literal), .column(column)]
                literal = ""
                rest = rest[end.upperBound...]
            } else {
                literal.append(character)
            }
        }
        pieces.append(.text(literal))
    }

    private static var escapes: [Character: String] {
        ["t": "\t", "n": "\n", "0": "\0", "{": "{", "}": "}", "\\": "\\"]
    }

    package var columns: [Field] { pieces.compactMap { if case .column(let column) = $0 { column } else { nil } } }

    /// Returns the record of a result, without the newline or NUL that ends it.
    ///
    /// - Parameters:
    ///   - isExact: whether values are not escaped, because NUL rather than a newline separates records.
    ///   - value: returns the value of a field, not escaped.
    func filled(isExact: Bool, value: (Field) -> [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        for piece in pieces {
            switch piece {
            case .text(let text): bytes += Array(text.utf8)
            case .column(let column):
                let value = value(column)
                bytes += isExact ? value : SafeText.escaped(value)
            }
        }
        return bytes
    }
}
