import SourceText

/// A reader of Rich Text Format 1.9.1.
struct RichText {
    /// The state of a group, which its end restores.
    private struct Group {
        var isSkipped = false
        /// Whether the group is an inset.
        var isInset = false
        /// The number of characters after a `\u` that repeat it for older programs.
        var fallback = 1
    }

    /// Groups that are not text of the document. `nonesttables` and `shprslt` are for programs that do not know nested
    /// tables and shapes.
    private static let hidden: Set<String> = [
        "fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "listtable", "listoverridetable", "rsidtbl",
        "generator", "themedata", "datastore", "latentstyles", "xmlnstbl", "fldinst", "bkmkstart", "bkmkend",
        "nonesttables", "shprslt", "sp", "tc", "xe",
    ]

    /// Groups whose text follows the paragraph that they are in.
    private static let insets: Set<String> = [
        "annotation", "footnote", "shptxt", "header", "headerf", "headerl", "headerr", "footer", "footerf", "footerl",
        "footerr",
    ]

    /// Other groups that are read although `\*` is before their names.
    private static let known: Set<String> = ["nesttableprops", "shpinst"]

    private static let characters: [String: String] = [
        "tab": "\t", "line": "\n", "cell": "\t", "nestcell": "\t", "emdash": "—", "endash": "–", "lquote": "‘",
        "rquote": "’", "ldblquote": "“", "rdblquote": "”", "bullet": "•", "emspace": " ", "enspace": " ",
    ]

    private static let paragraphs: Set<String> = ["par", "row", "nestrow", "sect", "page"]

    private let bytes: [UInt8]
    private var index = 0
    private var builder = TextBuilder()
    private var codePage = CodePage.windows1252
    private var group = Group()
    /// The groups around the current one.
    private var outer: [Group] = []
    /// The number of characters that are still to be skipped after a `\u`. Control words such as `\tab` do not count,
    /// against the specification: some programs write `\u8226\tab` without a character between them.
    private var skipped = 0
    /// The first half of a surrogate pair.
    private var lead: [UInt16] = []

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    static func text(of bytes: [UInt8]) throws(DocumentFault) -> DocumentText {
        guard bytes.starts(with: "{\\rtf".utf8) else { throw .damaged }
        var reader = RichText(bytes)
        try reader.read()
        return reader.builder.unpaged()
    }

    private mutating func read() throws(DocumentFault) {
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case Byte.leftBrace:
                if outer.count == DocumentLimits.parts { throw .damaged }
                outer.append(group)
                group.isInset = false
                skipped = 0
            case Byte.rightBrace:
                if group.isInset { builder.endInset() }
                group = outer.popLast() ?? Group()
                skipped = 0
            case Byte.newline, Byte.carriageReturn: break
            case Byte.backslash: try readControl()
            default: try add(String(codePage.character(byte)))
            }
        }
    }

    private mutating func add(_ text: String) throws(DocumentFault) {
        if skipped > 0 { skipped -= 1 } else if !group.isSkipped { try builder.add(text) }
    }

    /// Reads a control word or symbol after its backslash.
    private mutating func readControl() throws(DocumentFault) {
        let word = bytes[index...].prefix(while: \.isLetter)
        if word.isEmpty { return try readSymbol() }
        index = word.endIndex
        let number = readNumber()
        let name = String(decoding: word, as: UTF8.self)
        switch (name, number) {
        case ("uc", let number?): group.fallback = max(0, min(number, 16))
        case ("u", let number?): try addUnit(UInt16(truncatingIfNeeded: number))
        case ("ansicpg", let number?): codePage = .numbered(number)
        case ("bin", let number?): index = min(bytes.count, index + max(0, min(number, bytes.count)))
        case _ where Self.hidden.contains(name): group.isSkipped = true
        case _ where Self.known.contains(name): showGroup()
        case _ where Self.insets.contains(name):
            showGroup()
            guard !group.isSkipped, !group.isInset else { return }
            group.isInset = true
            try builder.beginInset()
        case _ where Self.paragraphs.contains(name): endParagraph()
        default:
            guard let text = Self.characters[name] else { return }
            skipped = 0
            try add(text)
        }
    }

    private mutating func endParagraph() {
        skipped = 0
        if !group.isSkipped { builder.endParagraph() }
    }

    /// Reads the current group, even if it began with `\*`, unless the group around it is skipped.
    private mutating func showGroup() { group.isSkipped = outer.last?.isSkipped ?? false }

    /// Reads the number of a control word, if it has one, and the space that ends the word.
    private mutating func readNumber() -> Int? {
        let sign = bytes[index...].prefix { $0 == Byte.hyphen }.prefix(1)
        let digits = bytes[sign.endIndex...].prefix(while: \.isDigit)
        if !digits.isEmpty { index = digits.endIndex }
        if index < bytes.count, bytes[index] == Byte.space { index += 1 }
        return Int(String(decoding: Array(sign) + Array(digits), as: UTF8.self))
    }

    /// Adds a character in UTF-16. If it is outside the Basic Multilingual Plane, it takes two units.
    private mutating func addUnit(_ unit: UInt16) throws(DocumentFault) {
        skipped = 0
        if UTF16.isLeadSurrogate(unit) {
            lead = [unit]
        } else {
            try add(String(decoding: lead + [unit], as: UTF16.self))
            lead = []
        }
        skipped = group.fallback
    }

    /// Reads a control symbol, such as `\~` or `\'e9`.
    private mutating func readSymbol() throws(DocumentFault) {
        guard index < bytes.count else { return }
        let symbol = bytes[index]
        index += 1
        switch symbol {
        case Byte.star: group.isSkipped = true
        case Byte.apostrophe:
            let digits = bytes[index...].prefix(2).compactMap(\.hexValue)
            guard digits.count == 2 else { return }
            index += 2
            try add(String(codePage.character(digits[0] << 4 | digits[1])))
        case Byte.tilde: try add(" ")
        case Byte.underscore: try add("-")
        case Byte.backslash, Byte.leftBrace, Byte.rightBrace: try add(String(Unicode.Scalar(symbol)))
        // `\` before a line end is `\par`.
        case Byte.newline, Byte.carriageReturn: endParagraph()
        default: break
        }
    }
}
