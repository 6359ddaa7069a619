internal import SourceText

/// Reads the YAML subset of `notes.md` from bytes, by line and indentation.
///
/// What makes one bad line cost nothing else is the order of work: the lines of an entry are fixed first, from its key
/// to the next line that starts a key no further in, and only then are they read. A quote or bracket left open can
/// therefore never reach into the next entry. Nesting is bounded by `deepest`.
///
/// Complexity: O(bytes × nesting).
struct YAMLReader {
    /// How many collections may lie inside one another.
    static let deepest = 64

    let bytes: [UInt8]
    let lines: [YAMLLine]
    private(set) var diagnostics: [Diagnostic] = []

    /// Whether what is read stands under a key whose `[[a, b]]` is one reference.
    var readsReferences = false

    /// The lines that git leaves around the sides of a merge conflict; they are read as blank ones.
    let conflicts: [Range<Int>]

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        var lines = YAMLLine.lines(of: range, in: bytes)
        conflicts = YAMLReader.takeConflicts(from: &lines, in: bytes)
        self.lines = lines
    }

    /// Makes markers of merge conflicts blank lines; gives where they stand.
    private static func takeConflicts(from lines: inout [YAMLLine], in bytes: [UInt8]) -> [Range<Int>] {
        // No line that YAML can read as a key or value begins so.
        func isSure(_ line: YAMLLine) -> Bool {
            line.first == line.start && line.end - line.start >= 7
                && (bytes[line.start] == Byte.less || bytes[line.start] == Byte.greater)
                && ConflictMarkers.isMarker(line.start..<line.end, of: bytes)
        }
        guard lines.contains(where: isSure) else { return [] }
        var found: [Range<Int>] = []
        for (index, line) in lines.enumerated()
        where line.first == line.start && ConflictMarkers.isMarker(line.start..<line.end, of: bytes) {
            found.append(line.start..<line.end)
            lines[index] = YAMLLine(start: line.start, first: line.start, end: line.start, next: line.next)
        }
        return found
    }

    /// Whether a marker of a conflict stands in a range. Complexity: O(log of their number).
    func holdsConflict(_ range: Range<Int>) -> Bool {
        let next = conflicts.indices.partitioningIndex { conflicts[$0].upperBound > range.lowerBound }
        return next < conflicts.count && conflicts[next].lowerBound < range.upperBound
    }

    /// A place where a node starts: on its own line, or behind a hyphen.
    struct Position {
        let line: Int
        let offset: Int
    }

    /// A value and the index of the last line that it takes in.
    struct Reading {
        let value: YAMLValue
        let last: Int
    }

    var sortedDiagnostics: [Diagnostic] {
        if diagnostics.count < 2 { return diagnostics }
        return diagnostics.enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }.map(\.element)
    }

    /// More than anybody mends: front matter that is none at all may have one for each of millions of lines.
    private static let mostDiagnostics = 1000

    /// How many faults there are, those among them that nobody is told of.
    private(set) var faultCount = 0

    private mutating func add(_ diagnostic: Diagnostic) {
        faultCount += 1
        if diagnostics.count < Self.mostDiagnostics { diagnostics.append(diagnostic) }
    }

    mutating func report(_ range: Range<Int>, _ message: String, help: String? = nil) {
        add(Diagnostic(.frontMatter, at: range, message, help: help))
    }

    /// Reads all lines as one mapping.
    mutating func document() -> YAMLMapping {
        guard let first = lines.indices.first(where: { isKey(at: lines[$0].first, line: $0) }) else {
            reportStray(lines.indices)
            return YAMLMapping()
        }
        reportStray(0..<first)
        let position = Position(line: first, offset: lines[first].first)
        return mapping(from: position, to: lines.count, depth: 0).0
    }

    // MARK: Lines

    /// The place of the first text in a line, the column of a place, and what stands there.
    func column(_ position: Position) -> Int { position.offset - lines[position.line].start }

    func isComment(_ line: Int) -> Bool { !lines[line].isBlank && bytes[lines[line].first] == Byte.hash }

    /// Whether the line has something to say: neither blank nor a comment.
    func isContent(_ line: Int) -> Bool { !lines[line].isBlank && bytes[lines[line].first] != Byte.hash }

    func isKey(at offset: Int, line: Int) -> Bool {
        YAMLKey.colon(from: offset, end: lines[line].end, in: bytes) != nil
    }

    func isHyphen(at offset: Int, line: Int) -> Bool {
        let end = lines[line].end
        return offset < end && bytes[offset] == Byte.hyphen && YAMLKey.endsWord(offset + 1, end, bytes: bytes)
    }

    func skipBlanks(_ offset: Int, _ end: Int) -> Int {
        var index = offset
        while index < end, bytes[index].isBlank { index += 1 }
        return index
    }

    /// The empty range for a value that is not written: behind `offset` and one blank, if there is one.
    func nothing(at offset: Int, line: Int) -> YAMLValue {
        let end = offset < lines[line].end && bytes[offset].isBlank ? offset + 1 : offset
        return YAMLValue(.null, end..<end)
    }

    /// The line, from `line` on, that holds `offset`, which may be a line's end.
    func line(of offset: Int, from line: Int) -> Int {
        var index = line
        while index + 1 < lines.count, lines[index + 1].start <= offset { index += 1 }
        return index
    }

    /// Everything from `offset` to the last line before `stop` that says something, as a value that cannot be read.
    func opaque(from offset: Int, line: Int, to stop: Int) -> Reading {
        var last = max(line, stop - 1)
        while last > line, !isContent(last) { last -= 1 }
        let end = lines[last].end
        return Reading(value: YAMLValue(.opaque, offset..<max(offset, trimmedEnd(offset, end))), last: last)
    }

    func trimmedEnd(_ start: Int, _ end: Int) -> Int {
        var end = end
        while end > start, bytes[end - 1].isWhiteSpace { end -= 1 }
        return end
    }

    // MARK: Faults

    /// Reports the lines that belong to nothing.
    mutating func reportStray(_ range: Range<Int>) {
        for line in range where isContent(line) {
            let text = lines[line].first..<trimmedEnd(lines[line].first, lines[line].end)
            if bytes[text.lowerBound] == Byte.percent {
                report(text, "directives are not supported; this line is not read")
            } else if isHyphen(at: text.lowerBound, line: line) {
                report(text, "this list entry belongs to no key")
            } else if isKey(at: text.lowerBound, line: line) {
                report(text, "this line is indented as if it belonged to the value above, which is complete")
            } else {
                report(text, "this line is no 'key: value'")
            }
        }
    }

    /// Tabs may not indent YAML (YAML 1.2.2, section 6.1). They are counted as one column and reported.
    mutating func reportTabs(_ line: Int) {
        let indentation = lines[line].start..<lines[line].first
        if bytes[indentation].contains(Byte.tab) {
            report(indentation, "a tab indents this line; YAML allows only spaces there")
        }
    }

    /// Reports the comment at `offset` where it looks as if it were meant for the value that is missing: `- #a`.
    mutating func reportHashtag(at offset: Int, line: Int) {
        let end = lines[line].end
        guard offset < end, bytes[offset] == Byte.hash, YAMLReader.isHashtag(offset, bytes) else { return }
        add(YAMLReader.lostToComment(offset..<trimmedEnd(offset, end), bytes))
    }

    /// Whether a letter, digit or sign of another script follows the `#` at `offset`.
    static func isHashtag(_ offset: Int, _ bytes: [UInt8]) -> Bool {
        guard offset + 1 < bytes.count else { return false }
        let next = bytes[offset + 1]
        return next.isLetter || next.isDigit || next >= 0x80
    }

    static func lostToComment(_ range: Range<Int>, _ bytes: [UInt8]) -> Diagnostic {
        Diagnostic(
            .frontMatter, at: range, "'\(bytes.text(range))' is a comment to YAML, and no value",
            help: "put what is meant in quotes")
    }

    /// What a value, entry or key that starts with this byte has before it, for what the subset leaves out.
    static func propertyName(_ byte: UInt8) -> String? {
        switch byte {
        case Byte.ampersand: "anchors"
        case Byte.star: "aliases (a value that starts with '*')"
        case Byte.bang: "tags (a value that starts with '!')"
        default: nil
        }
    }

    mutating func reportUnsupported(_ range: Range<Int>, _ what: String) {
        report(range, "\(what) are not supported; the value is kept but cannot be searched")
    }
}
