import SourceText

/// The text of a heading or paragraph: its lines without container markers and indentation, joined by line feeds. It
/// maps offsets in the text to offsets in the file.
struct LeafText {
    private(set) var bytes: [UInt8] = []
    private var starts: [(text: Int, file: Int)] = []

    init(_ file: [UInt8], _ lines: [Range<Int>]) {
        bytes.reserveCapacity(lines.reduce(0) { $0 + $1.count + 1 })
        starts.reserveCapacity(lines.count)
        for line in lines {
            if !starts.isEmpty { bytes.append(Byte.newline) }
            starts.append((bytes.count, line.lowerBound))
            bytes.append(contentsOf: file[line])
        }
    }

    /// Returns the file offset of a byte of the text. A line feed maps to the end of its line.
    /// Complexity: O(log lines).
    func fileOffset(_ offset: Int) -> Int {
        if starts.isEmpty { return offset }
        let line = starts[max(0, starts.indices.partitioningIndex { starts[$0].text > offset } - 1)]
        return line.file + offset - line.text
    }

    /// Returns the text offset of a byte of the file that the text contains. Complexity: O(log lines).
    func offset(ofFile offset: Int) -> Int {
        if starts.isEmpty { return offset }
        let line = starts[max(0, starts.indices.partitioningIndex { starts[$0].file > offset } - 1)]
        return min(line.text + offset - line.file, bytes.count)
    }

    /// Whether a line of a file ends with a soft hyphen, white space aside.
    static func endsInSoftHyphen(_ file: [UInt8], _ line: Range<Int>) -> Bool {
        softHyphenStart(file, line) != nil
    }

    private static func softHyphenStart(_ bytes: [UInt8], _ line: Range<Int>) -> Int? {
        var end = line.upperBound
        while end > line.lowerBound, bytes[end - 1].isBlank { end -= 1 }
        return end - line.lowerBound > 2 && bytes.holds([0xC2, 0xAD], at: end - 2) ? end - 2 : nil
    }

    /// The file ranges of the line breaks inside words: a soft hyphen with what follows it before the next line's text.
    var breaksInWords: [Range<Int>] {
        starts.indices.dropFirst().compactMap { line in
            Self.softHyphenStart(bytes, starts[line - 1].text..<starts[line].text - 1).map {
                fileOffset($0)..<starts[line].file
            }
        }
    }

    /// Returns the file range from the first to the last byte of `range`.
    func fileRange(_ range: Range<Int>) -> Range<Int> {
        let lower = fileOffset(range.lowerBound)
        return range.isEmpty ? lower..<lower : lower..<fileOffset(range.upperBound - 1) + 1
    }

    /// Returns the file range between the bytes of the text at `lower` and `upper`, such as two brackets, without them.
    func fileRange(between lower: Int, and upper: Int) -> Range<Int> { fileOffset(lower) + 1..<fileOffset(upper) }

    /// Returns the scalar that starts at `offset`, or nil at the end or if the bytes are not UTF-8.
    func scalar(at offset: Int) -> Unicode.Scalar? {
        offset < bytes.count ? bytes.scalar(at: offset, before: bytes.count).value : nil
    }

    /// Returns the scalar that ends before `offset`, or nil at the start or if the bytes are not UTF-8.
    func scalar(before offset: Int) -> Unicode.Scalar? { bytes.scalar(endingAt: offset, after: 0).value }
}
