import SourceText

/// A reader of JSON (RFC 8259) that keeps nothing: the caller reads the values that it wants, and skips the others.
///
/// Each function throws `damaged` if the next value is invalid or is nested too deeply.
struct JSONPullReader {
    private let bytes: [UInt8]
    private var index: Int
    private var depth = 0

    /// Throws if the bytes are not UTF-8.
    init(_ bytes: [UInt8]) throws(DocumentFault) {
        if bytes.firstInvalidUTF8 != nil { throw .damaged }
        self.bytes = bytes
        index = bytes.textStart
    }

    /// Skips white space and returns the next byte, or nil at the end.
    mutating func next() -> UInt8? {
        while index < bytes.count, bytes[index].isBlank || bytes[index].isLineEnd { index += 1 }
        return index < bytes.count ? bytes[index] : nil
    }

    /// Reads an object, in which `read` must read or skip the value of each member. Skips any other value.
    mutating func members(
        _ read: (_ json: inout JSONPullReader, _ name: String) throws(DocumentFault) -> Void
    ) throws(DocumentFault) {
        guard next() == Byte.leftBrace else { return try skip() }
        try list(until: Byte.rightBrace) { json throws(DocumentFault) in
            let name = String(decoding: try json.string(), as: UTF8.self)
            try json.take(Byte.colon)
            try read(&json, name)
        }
    }

    /// Reads an array, in which `read` must read or skip each element. Skips any other value.
    mutating func elements(
        _ read: (_ json: inout JSONPullReader) throws(DocumentFault) -> Void
    ) throws(DocumentFault) {
        guard next() == Byte.leftBracket else { return try skip() }
        try list(until: Byte.rightBracket, read)
    }

    private mutating func list(
        until end: UInt8, _ read: (_ json: inout JSONPullReader) throws(DocumentFault) -> Void
    ) throws(DocumentFault) {
        index += 1
        depth += 1
        if depth > DocumentLimits.depth { throw .damaged }
        if next() != end {
            try read(&self)
            while next() == Byte.comma {
                index += 1
                try read(&self)
            }
        }
        try take(end)
        depth -= 1
    }

    /// Skips a value.
    mutating func skip() throws(DocumentFault) {
        switch next() {
        case Byte.leftBrace: try members { json, _ throws(DocumentFault) in try json.skip() }
        case Byte.leftBracket: try elements { json throws(DocumentFault) in try json.skip() }
        case Byte.quote: _ = try string()
        default: try skipWord()
        }
    }

    /// Throws if anything but white space follows.
    mutating func end() throws(DocumentFault) { if next() != nil { throw .damaged } }

    private mutating func take(_ byte: UInt8) throws(DocumentFault) {
        guard next() == byte else { throw .damaged }
        index += 1
    }

    private static let words = ["true", "false", "null"].map { Array($0.utf8) }

    /// Skips `true`, `false`, `null` or a number.
    private mutating func skipWord() throws(DocumentFault) {
        if let word = Self.words.first(where: { bytes.holds($0, at: index) }) {
            index += word.count
            return
        }
        if holds("-") { index += 1 }
        if holds("0") { index += 1 } else { try skipDigits() }
        if holds(".") {
            index += 1
            try skipDigits()
        }
        if holds("e") || holds("E") {
            index += 1
            if holds("+") || holds("-") { index += 1 }
            try skipDigits()
        }
    }

    private func holds(_ character: Unicode.Scalar) -> Bool {
        index < bytes.count && bytes[index] == UInt8(ascii: character)
    }

    private mutating func skipDigits() throws(DocumentFault) {
        let digits = bytes[index...].prefix(while: \.isDigit)
        if digits.isEmpty { throw .damaged }
        index = digits.endIndex
    }

    // MARK: Strings

    /// Reads a string as UTF-8. An unpaired surrogate is read as U+FFFD.
    mutating func string() throws(DocumentFault) -> [UInt8] {
        try take(Byte.quote)
        var text: [UInt8] = []
        while true {
            let run = bytes[index...].prefix { $0 >= Byte.space && $0 != Byte.quote && $0 != Byte.backslash }
            text += run
            index = run.endIndex + 1
            guard run.endIndex < bytes.count, bytes[run.endIndex] >= Byte.space else { throw .damaged }
            if bytes[run.endIndex] == Byte.quote { return text }
            text += try escape().utf8
        }
    }

    private static let escapes: [UInt8: String] = [
        Byte.quote: "\"", Byte.backslash: "\\", Byte.slash: "/", UInt8(ascii: "b"): "\u{8}",
        UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]

    private mutating func escape() throws(DocumentFault) -> String {
        guard index < bytes.count else { throw .damaged }
        let symbol = bytes[index]
        index += 1
        if let text = Self.escapes[symbol] { return text }
        guard symbol == UInt8(ascii: "u") else { throw .damaged }
        var units = [try unit()]
        if UTF16.isLeadSurrogate(units[0]), bytes.holds([Byte.backslash, UInt8(ascii: "u")], at: index) {
            let start = index
            index += 2
            units.append(try unit())
            // What follows an unpaired surrogate is another character.
            if !UTF16.isTrailSurrogate(units[1]) {
                units.removeLast()
                index = start
            }
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// Reads four hexadecimal digits.
    private mutating func unit() throws(DocumentFault) -> UInt16 {
        let digits = bytes[index...].prefix(4).compactMap(\.hexValue)
        guard digits.count == 4 else { throw .damaged }
        index += 4
        return digits.reduce(0) { $0 << 4 | UInt16($1) }
    }
}
