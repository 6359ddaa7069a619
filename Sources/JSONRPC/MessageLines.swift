import SourceText

/// Splits the input from a client into messages, one per line (MCP 2026-07-28, stdio).
package struct MessageLines: Sendable {
    /// The longest message, in bytes. A longer one is skipped.
    package static let longest = 4 << 20

    /// A line of the input, or an overlong one that was skipped.
    package enum Line: Hashable { case message([UInt8]), tooLong }

    private var buffer: [UInt8] = []
    private var isSkipping = false

    package init() {}

    /// Adds input, and returns the lines that are complete now, without empty ones.
    package mutating func add(_ bytes: [UInt8]) -> [Line] {
        var lines: [Line] = []
        var start = 0
        while let end = bytes[start...].firstIndex(of: Byte.newline) {
            append(bytes[start..<end], to: &lines)
            start = end + 1
            if !isSkipping, buffer.contains(where: { !$0.isWhiteSpace }) { lines.append(.message(buffer)) }
            isSkipping = false
            buffer = []
        }
        append(bytes[start...], to: &lines)
        return lines
    }

    private mutating func append(_ piece: ArraySlice<UInt8>, to lines: inout [Line]) {
        if isSkipping { return }
        buffer += piece
        if buffer.count > Self.longest {
            buffer = []
            isSkipping = true
            lines.append(.tooLong)
        }
    }
}
