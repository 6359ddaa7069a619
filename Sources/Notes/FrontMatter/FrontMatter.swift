package import SourceText

/// The front matter of a note: its position, contents and faults.
///
/// It starts with a line `---` as the first line, after an optional byte order mark, and ends with the next line `---`
/// or `...`. Blanks may follow the marks. If it is never closed, the whole file is body, and a diagnostic reports it. If
/// an empty line follows the first line, or if no line between the marks is a key, the first line is a rule and the text
/// is body. A faulty line never affects another key.
package struct FrontMatter: Sendable {
    /// TOML or JSON, which precedes the body.
    package let foreign: ForeignFrontMatter?

    /// The bytes from the opening line to the end of the closing line, including its line end. Nil if there is no front
    /// matter.
    package let block: Range<Int>?

    /// The lines between the two marks. Empty, at the start of the body, if there is no front matter.
    package let content: Range<Int>

    /// The offset after the closing line, or after the byte order mark.
    package let bodyStart: Int

    package let mapping: YAMLMapping

    /// The faults, ordered by position and at most 1000. Merge conflicts are not included.
    package let diagnostics: [Diagnostic]

    /// The number of faults, including those beyond the limit of `diagnostics`.
    package let faultCount: Int

    /// The merge conflict marker lines of git. They are parsed as blank lines.
    package let conflicts: [Range<Int>]

    /// Parses a note. Complexity: O(bytes of the front matter), O(bytes) if it is never closed.
    package init(_ bytes: [UInt8]) {
        let start = bytes.textStart
        let opened: Int
        let closing: (start: Int, next: Int)
        switch FrontMatterPlace(bytes) {
        case .none:
            self = FrontMatter(noneFrom: start, diagnostics: FrontMatter.loneReturns(after: start, in: bytes))
            return
        case .foreign(let foreign):
            self = FrontMatter(noneFrom: foreign.range.upperBound, diagnostics: [foreign.diagnostic], foreign: foreign)
            return
        case .unclosed:
            let message = "the front matter that opens here is never closed, so the whole file is body"
            let help = "end it with a line '---'; if '---' is a horizontal rule, insert an empty line before it"
            let fault = Diagnostic(.frontMatter, at: start..<start + 3, message, help: help)
            self = FrontMatter(noneFrom: start, diagnostics: [fault])
            return
        case .block(let content, let next): (opened, closing) = (content.lowerBound, (content.upperBound, next))
        }
        foreign = nil
        block = start..<closing.next
        content = opened..<closing.start
        bodyStart = closing.next
        var reader = YAMLReader(bytes, content)
        mapping = reader.document()
        if let offset = FrontMatter.loneReturn(in: content, of: bytes.span) {
            reader.report(
                offset..<offset + 1, "YAML treats a carriage return as a line break, but here it is part of the text",
                help: "end lines with LF or CRLF")
        }
        diagnostics = reader.faults.sorted
        faultCount = reader.faults.count
        conflicts = reader.text.conflicts
    }

    /// Returns the markers of a conflict that starts here and continues in the body.
    func openConflict(in bytes: [UInt8]) -> ConflictMarkers {
        var markers = ConflictMarkers()
        for line in conflicts { _ = markers.take(line, of: bytes, isRaw: false) }
        return markers
    }

    private init(noneFrom start: Int, diagnostics: [Diagnostic], foreign: ForeignFrontMatter? = nil) {
        self.foreign = foreign
        block = nil
        content = start..<start
        bodyStart = start
        mapping = YAMLMapping()
        self.diagnostics = diagnostics
        faultCount = diagnostics.count
        conflicts = []
    }

    /// Parses a whole file, such as the configuration, as one mapping. It may start with a line `---`. Text after
    /// another `---` or `...` is not parsed, and is reported.
    package static func document(_ bytes: [UInt8]) -> (YAMLMapping, [Diagnostic]) {
        let lines = YAMLLine.lines(of: bytes.textStart..<bytes.count, in: bytes)
        var first = 0
        if let opening = lines.firstIndex(where: { !$0.isBlank && bytes[$0.first] != Byte.hash }),
            lineAfterMark(Byte.hyphen, at: lines[opening].start, in: bytes) != nil
        {
            first = opening + 1
        }
        let end = lines[first...].firstIndex { isMark($0, in: bytes) } ?? lines.count
        let from = first < lines.count ? lines[first].start : bytes.count
        var reader = YAMLReader(bytes, from..<(end < lines.count ? lines[end].start : bytes.count))
        let mapping = reader.document()
        if let conflict = reader.text.conflicts.first {
            reader.report(conflict, "a merge conflict begins here", help: "resolve the conflict and remove the markers")
        }
        if let rest = lines[end...].first(where: { !$0.isBlank && !isMark($0, in: bytes) }) {
            reader.report(rest.first..<rest.end, "a second document is not supported; the rest is ignored")
        }
        return (mapping, reader.faults.sorted)
    }

    /// Reports a file whose lines end with a carriage return only and whose first line is a front matter mark.
    private static func loneReturns(after start: Int, in bytes: [UInt8]) -> [Diagnostic] {
        guard bytes.holds([Byte.hyphen, Byte.hyphen, Byte.hyphen], at: start) else { return [] }
        var index = start + 3
        while index < bytes.count, bytes[index].isBlank { index += 1 }
        guard index < bytes.count, bytes[index] == Byte.carriageReturn, !bytes.holds([Byte.newline], at: index + 1)
        else { return [] }
        return [
            Diagnostic(
                .frontMatter, at: start..<start + 3, "the lines end with CR, so front matter is not read",
                help: "end lines with LF or CRLF")
        ]
    }

    /// Returns the offset of the first carriage return in `range` without a line feed after it.
    private static func loneReturn(in range: Range<Int>, of bytes: Span<UInt8>) -> Int? {
        var index = range.lowerBound
        while index < range.upperBound {
            if index &+ 8 <= range.upperBound {
                let found = ASCIIBlock.equal(ASCIIBlock.load(bytes, at: index), to: Byte.carriageReturn)
                if found == 0 {
                    index &+= 8
                    continue
                }
                index &+= found.trailingZeroBitCount >> 3
            }
            if bytes[index] == Byte.carriageReturn, index &+ 1 == bytes.count || bytes[index &+ 1] != Byte.newline {
                return index
            }
            index &+= 1
        }
        return nil
    }

    private static func isMark(_ line: YAMLLine, in bytes: [UInt8]) -> Bool {
        [Byte.hyphen, Byte.dot].contains { lineAfterMark($0, at: line.start, in: bytes) != nil }
    }
}
