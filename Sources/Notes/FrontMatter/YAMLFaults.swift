internal import SourceText

/// The faults of a YAML document.
struct YAMLFaults {
    /// The first faults, in the order of their discovery.
    private var diagnostics: [Diagnostic] = []

    /// The number of faults, including those beyond `maximumDiagnostics`.
    private(set) var count = 0

    /// A bound for files that are not really front matter: these may have a fault on each of millions of lines.
    private static let maximumDiagnostics = 1000

    /// The faults in the order of their positions.
    var sorted: [Diagnostic] {
        if diagnostics.count < 2 { return diagnostics }
        return diagnostics.enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }.map(\.element)
    }

    private mutating func add(_ diagnostic: Diagnostic) {
        count += 1
        if diagnostics.count < Self.maximumDiagnostics { diagnostics.append(diagnostic) }
    }

    mutating func report(
        _ range: Range<Int>, _ message: String, help: String? = nil, severity: Diagnostic.Severity? = nil
    ) {
        add(Diagnostic(.frontMatter, at: range, message, help: help, severity: severity))
    }

    mutating func reportUnsupported(_ range: Range<Int>, _ what: String) {
        report(range, "\(what) are not supported; the value is kept but cannot be searched", severity: .warning)
    }

    mutating func reportDuplicate(_ range: Range<Int>, _ key: String) {
        report(range, "the key '\(key)' is given twice; the last one is used", severity: .warning)
    }

    mutating func reportDepth(at offset: Int) {
        report(
            offset..<(offset + 1), "this is nested too deeply; the value is kept but cannot be searched",
            severity: .warning)
    }

    /// Reports a line if tabs are in its indentation, which YAML forbids (YAML 1.2.2, section 6.1).
    mutating func reportTabs(_ line: YAMLLine, in bytes: [UInt8]) {
        let indentation = line.start..<line.first
        if bytes[indentation].contains(Byte.tab) {
            report(indentation, "this line is indented with a tab; YAML allows only spaces")
        }
    }

    /// Reports the plain scalar at `offset` if it starts with a reserved byte. The caller keeps the text, since it is
    /// unambiguous.
    ///
    /// - Parameter what: "value" or "key", for the message.
    mutating func reportReserved(at offset: Int, end: Int, in bytes: [UInt8], what: String = "value") {
        switch bytes[offset] {
        case Byte.at, Byte.backtick, Byte.percent, Byte.comma: break
        case Byte.colon where YAMLKey.endsWord(offset + 1, end, bytes: bytes): break
        default: return
        }
        let here = offset..<(offset + 1)
        report(here, "a \(what) that starts with '\(bytes.text(here))' must be in quotes")
    }

    /// Reports a fault if the text at `offset` is a comment that starts like a hashtag (`- #a`), where a value is
    /// missing. Does nothing for other text.
    mutating func reportHashtag(at offset: Int, line: Int, in text: YAMLText) {
        let comment = offset..<text.trimmedEnd(offset, text.lines[line].end)
        if let fault = Self.commentFault(comment, in: text.bytes) { add(fault) }
    }

    /// Returns the fault of a comment that starts like a hashtag, with `#` and a letter, a digit or a non-ASCII
    /// character. Returns nil for other text.
    static func commentFault(_ range: Range<Int>, in bytes: [UInt8]) -> Diagnostic? {
        guard range.count > 1, bytes[range.lowerBound] == Byte.hash else { return nil }
        let next = bytes[range.lowerBound + 1]
        guard next.isLetter || next.isDigit || next >= 0x80 else { return nil }
        return Diagnostic(
            .frontMatter, at: range, "YAML reads '\(bytes.text(range))' as a comment, not as a value",
            help: "put the value in quotes", severity: .warning)
    }
}
