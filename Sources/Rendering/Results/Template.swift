import SourceText

/// A line made for each result: text with `{{field}}` in it, and `\t`, `\n`, `\0`, `\{` and `\\` for tab, line end,
/// NUL, brace and backslash.
package struct Template: Sendable {
    private enum Piece: Sendable {
        case text(String)
        case column(Column)
    }

    private var pieces: [Piece] = []

    /// A template that cannot be read.
    package enum Fault: Error, Hashable, Sendable {
        /// There is nothing of that name.
        case unknown(String)
        /// `{{` without `}}`; what follows it.
        case unclosed(String)
    }

    /// - Parameter column: what a name means; nil where it means nothing.
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

    /// What it shows.
    package var columns: [Column] { pieces.compactMap { if case .column(let column) = $0 { column } else { nil } } }

    /// The record of a result, without an end.
    ///
    /// - Parameter isExact: whether values stand as they are, where an end that is no line end keeps records apart.
    func filled(_ row: ResultRow, _ around: Surroundings, isExact: Bool) -> [UInt8] {
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
