internal import SourceText

/// Parses the YAML subset of `notes.md` by line and indentation.
///
/// It first determines the lines of an entry: from its key to the next key with no more indentation. Only then does it
/// parse them. An unclosed quote or bracket therefore never affects the next entry, and a faulty line affects only its
/// own. `deepest` bounds nesting.
///
/// Complexity: O(bytes × nesting).
struct YAMLReader {
    /// The maximum nesting depth of collections.
    static let deepest = 64

    let bytes: [UInt8]
    let lines: [YAMLLine]
    private(set) var diagnostics: [Diagnostic] = []

    /// Whether the current key is one under which `[[a, b]]` is one reference.
    var readsReferences = false

    /// The merge conflict marker lines of git. They are parsed as blank lines.
    let conflicts: [Range<Int>]

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        var lines = YAMLLine.lines(of: range, in: bytes)
        conflicts = YAMLReader.takeConflicts(from: &lines, in: bytes)
        self.lines = lines
    }

    /// Replaces merge conflict markers with blank lines and returns their ranges.
    private static func takeConflicts(from lines: inout [YAMLLine], in bytes: [UInt8]) -> [Range<Int>] {
        // YAML parses no line with this start as a key or value.
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

    /// Whether a range overlaps a conflict marker. Complexity: O(log conflicts).
    func holdsConflict(_ range: Range<Int>) -> Bool {
        let next = conflicts.indices.partitioningIndex { conflicts[$0].upperBound > range.lowerBound }
        return next < conflicts.count && conflicts[next].lowerBound < range.upperBound
    }

    /// The position where a node starts: on its own line, or after a hyphen.
    struct Position {
        let line: Int
        let offset: Int
    }

    /// A value and the index of its last line.
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

    /// A bound for files that are not really front matter: these may have a fault on each of millions of lines.
    private static let mostDiagnostics = 1000

    /// The number of faults, including those beyond `mostDiagnostics`.
    private(set) var faultCount = 0

    private mutating func add(_ diagnostic: Diagnostic) {
        faultCount += 1
        if diagnostics.count < Self.mostDiagnostics { diagnostics.append(diagnostic) }
    }

    mutating func report(_ range: Range<Int>, _ message: String, help: String? = nil) {
        add(Diagnostic(.frontMatter, at: range, message, help: help))
    }

    /// Parses all lines as one mapping.
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

    func column(_ position: Position) -> Int { position.offset - lines[position.line].start }

    func isComment(_ line: Int) -> Bool { !lines[line].isBlank && bytes[lines[line].first] == Byte.hash }

    /// Whether the line is neither blank nor a comment.
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

    /// Returns a null value with an empty range, after `offset` and at most one blank.
    func nothing(at offset: Int, line: Int) -> YAMLValue {
        let end = offset < lines[line].end && bytes[offset].isBlank ? offset + 1 : offset
        return YAMLValue(.null, end..<end)
    }

    /// Returns the index of the line that contains `offset`, searching from `line`. `offset` may be a line end.
    func line(of offset: Int, from line: Int) -> Int {
        var index = line
        while index + 1 < lines.count, lines[index + 1].start <= offset { index += 1 }
        return index
    }

    /// Returns an opaque value for the text from `offset` to the last line with content before `stop`.
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

    /// Reports lines that belong to no entry.
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

    /// Reports tabs in indentation, which YAML forbids (YAML 1.2.2, section 6.1). Each counts as one column.
    mutating func reportTabs(_ line: Int) {
        let indentation = lines[line].start..<lines[line].first
        if bytes[indentation].contains(Byte.tab) {
            report(indentation, "a tab indents this line; YAML allows only spaces there")
        }
    }

    /// Reports a comment at `offset` that was probably meant as the missing value: `- #a`.
    mutating func reportHashtag(at offset: Int, line: Int) {
        let end = lines[line].end
        guard offset < end, bytes[offset] == Byte.hash, YAMLReader.isHashtag(offset, bytes) else { return }
        add(YAMLReader.lostToComment(offset..<trimmedEnd(offset, end), bytes))
    }

    /// Whether a letter, a digit or a non-ASCII character follows the `#` at `offset`.
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

    /// Returns the name of the unsupported node property that starts with this byte, if any.
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
