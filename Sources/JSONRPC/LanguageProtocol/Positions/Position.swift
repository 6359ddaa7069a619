package import SourceText

/// A position in a document: a line and an offset in that line, both counted from 0. The unit of the offset is
/// negotiated.
package struct Position: Hashable, Sendable, Comparable {
    package var line: Int
    package var character: Int

    package init(line: Int, character: Int) {
        self.line = line
        self.character = character
    }

    package init(_ value: JSONValue?) throws(ResponseError) {
        guard let line = value?["line"]?.int, let character = value?["character"]?.int else {
            throw .missing("position")
        }
        self.init(line: line, character: character)
    }

    package static func < (a: Position, b: Position) -> Bool { (a.line, a.character) < (b.line, b.character) }

    package var json: JSONValue { ["line": .int(line), "character": .int(character)] }
}

/// A half-open range of positions.
package struct PositionRange: Hashable, Sendable {
    package var start: Position
    package var end: Position

    package init(start: Position, end: Position) {
        self.start = start
        self.end = end
    }

    package init(_ value: JSONValue?) throws(ResponseError) {
        start = try Position(value?["start"])
        end = try Position(value?["end"])
    }

    package static let documentStart = PositionRange(
        start: Position(line: 0, character: 0), end: Position(line: 0, character: 0))

    package var json: JSONValue { ["start": start.json, "end": end.json] }
}

/// The unit in which characters are counted (LSP 3.17, PositionEncodingKind).
package enum PositionEncoding: String, Sendable, CaseIterable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
    case utf32 = "utf-32"

    /// Returns the number of units that `byte` adds to the length of a UTF-8 text. In `utf8` it is always 1. Otherwise
    /// it is the units of the character that the byte begins, and 0 for a continuation byte.
    func units(_ byte: UInt8) -> Int {
        switch self {
        case .utf8: 1
        case .utf16: byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
        case .utf32: byte & 0xC0 == 0x80 ? 0 : 1
        }
    }
}
