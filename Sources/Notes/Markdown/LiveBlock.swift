import SourceText

/// A live block: a query with its results in the note, between two comments.
///
///     <!-- slip: #book sort:title -->
///     - [[Emma]]
///     <!-- /slip 5f21c9e0 -->
///
/// Each comment is the only text of its line, and both are in the same containers. Without the second one the block is new. The text
/// after the first comment, with the second one, is generated: it is no content of the note.
package struct LiveBlock: Hashable, Sendable {
    /// The first comment, from `<` to `>`.
    package var mark: Range<Int>
    /// The query, without white space around it. May be empty.
    package var query: Range<Int>
    /// The lines between the comments, with their line ends. Nil for a new block.
    package var content: Range<Int>?
    /// The second comment, from `<` to `>`.
    package var end: Range<Int>?
    /// What the second comment says after `/slip`.
    package var hash: Range<Int>?
    /// What each generated line begins with: the indentation of list items and footnotes, and the `>` of quotes.
    package var prefix: [UInt8]

    /// The generated text: from the end of the first line to the end of the second comment. Empty for a new block.
    package var generated: Range<Int> { lineEnd..<max(lineEnd, end?.upperBound ?? lineEnd) }
    /// The end of the line of the first comment.
    package var lineEnd: Int
}

extension LiveBlock {
    /// Creates the block of the line that is a comment like `<!-- slip: query -->`, without its end. Returns nil for
    /// another line.
    ///
    /// - Parameters:
    ///   - line: the line from its first byte, without the line end.
    ///   - start: the offset of the `<`.
    init?(_ bytes: [UInt8], line: Range<Int>, at start: Int) {
        guard bytes.holds(Array("<!--".utf8), at: start) else { return nil }
        let comment = bytes.trimmed(start..<line.upperBound)
        guard let inside = Self.inside(comment, of: bytes), bytes.holds(Array("slip:".utf8), at: inside.lowerBound)
        else { return nil }
        mark = comment
        query = bytes.trimmed(inside.lowerBound + 5..<inside.upperBound)
        lineEnd = line.upperBound
        // A list marker takes as many columns as the indentation of its content.
        prefix = bytes[line.lowerBound..<start].map { $0 == Byte.greater || $0 == Byte.tab ? $0 : Byte.space }
    }

    /// Changes the prefix if lines that begin with it are not in the containers of the block, as after `>-`, or are indented
    /// code. It is then `> ` for a quote, and the indentation of an item or a footnote.
    mutating func fitPrefix(to containers: [BlockScanner.Container]) {
        var scanner = BlockScanner(prefix + [Byte.less])
        scanner.containers = containers
        _ = scanner.cursor.readLine(from: 0)
        let depth = scanner.matchContainers()
        scanner.cursor.findNext()
        if depth == containers.count, scanner.cursor.indent < 4, scanner.cursor.next == prefix.count { return }
        prefix = containers.flatMap { container in
            switch container {
            case .quote: [Byte.greater, Byte.space]
            case .item(let width, _): [UInt8](repeating: Byte.space, count: width)
            }
        }
    }

    /// Whether a live block begins on a line, also behind the signs of lists and quotes.
    static func begins(on line: Range<Int>, of bytes: [UInt8]) -> Bool {
        let first = bytes[line].firstIndex { !$0.isBlank && !$0.isDigit && !containerSigns.contains($0) }
        return first.map { LiveBlock(bytes, line: line, at: $0) != nil } ?? false
    }

    private static let containerSigns = Array(">-*+.)".utf8)

    /// Returns the hash in a comment like `<!-- /slip 5f21c9e0 -->`, which may be empty, or nil for another line.
    static func hash(inEnd line: Range<Int>, of bytes: [UInt8]) -> Range<Int>? {
        guard let inside = inside(bytes.trimmed(line), of: bytes),
            bytes.holds(Array("/slip".utf8), at: inside.lowerBound)
        else { return nil }
        let rest = inside.lowerBound + 5..<inside.upperBound
        guard rest.isEmpty || bytes[rest.lowerBound].isBlank else { return nil }
        return bytes.trimmed(rest)
    }

    /// Returns the text of a comment without white space around it, or nil if the bytes are not exactly one comment.
    private static func inside(_ comment: Range<Int>, of bytes: [UInt8]) -> Range<Int>? {
        let (open, close) = (Array("<!--".utf8), Array("-->".utf8))
        guard comment.count >= open.count + close.count, bytes.holds(open, at: comment.lowerBound),
            bytes.holds(close, at: comment.upperBound - close.count)
        else { return nil }
        let inside = comment.lowerBound + open.count..<comment.upperBound - close.count
        return bytes[inside].firstRange(of: close) == nil ? bytes.trimmed(inside) : nil
    }

    /// Returns the hash of generated lines. Line ends, and what the lines begin with, do not count.
    package static func hash(of lines: [String]) -> String {
        var text: [UInt8] = []
        for line in lines {
            text += line.utf8
            while text.last?.isBlank == true { text.removeLast() }
            text.append(Byte.newline)
        }
        let hash = UInt64(bitPattern: ContentHash.hash(text))
        return String(hash & 0xFFFF_FFFF, width: 8, radix: 16)
    }

    /// Returns the generated lines of the note, without line ends and prefixes.
    package func lines(in bytes: [UInt8]) -> [String] {
        guard let content else { return [] }
        var lines: [String] = []
        var start = content.lowerBound
        while start < content.upperBound {
            let end = bytes[start..<content.upperBound].firstIndex(where: \.isLineEnd) ?? content.upperBound
            var first = start
            for byte in prefix {
                guard first < end, bytes[first] == byte else { break }
                first += 1
            }
            lines.append(bytes.text(first..<end))
            start = bytes.holds([Byte.carriageReturn, Byte.newline], at: end) ? end + 2 : end + 1
        }
        return lines
    }

    /// Whether the generated lines are not those for which the hash was written: they were edited by hand.
    package func isEdited(in bytes: [UInt8]) -> Bool {
        let lines = lines(in: bytes)
        if lines.isEmpty, hash?.isEmpty ?? true { return false }
        return hash.map { bytes.text($0) } != Self.hash(of: lines)
    }
}
