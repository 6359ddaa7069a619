import SourceText

/// A part of a word: letters and digits in a row, with their marks.
package struct WordPart: Hashable, Sendable {
    /// The maximum length of a part, in bytes. Longer ones are cut, since a shorter part is contained too.
    package static let maximumLength = 24

    /// Folded, never empty.
    package let text: [UInt8]
    /// Whether the part is at the start of its word, or at its end.
    package let startsWord: Bool
    package let endsWord: Bool

    /// Cuts `text` between scalars if it is too long.
    package init(_ text: [UInt8], startsWord: Bool, endsWord: Bool) {
        var end = min(text.count, Self.maximumLength)
        while end < text.count, end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
        self.text = Array(text[..<end])
        self.startsWord = startsWord
        self.endsWord = endsWord && end == text.count
    }
}

/// What the folding of a text must contain so that the text can pass a test. A text that contains it need not pass.
///
/// The parts count in the words of the text (`Words`): each part is in one of them.
package indirect enum RequiredText: Hashable, Sendable {
    /// Any text may pass.
    case unknown
    case part(WordPart)
    case all([RequiredText])
    case any([RequiredText])

    /// Creates the requirement for texts whose folding contains `folded`.
    package init(containing folded: String) {
        let bytes = Array(folded.utf8)
        // Folding must not change the text, so that the offsets of its words are those in the text.
        guard Folding.fold(bytes, bytes.indices) == bytes else {
            self = .unknown
            return
        }
        func isSeparator(_ index: Int) -> Bool {
            bytes.indices.contains(index) && bytes[index] < 0x80 && !bytes[index].isLetter && !bytes[index].isDigit
        }
        self = .combined(
            Words.tokens(of: bytes, in: bytes.indices).map { word in
                let part = Array(bytes[word.source])
                guard part == word.text, let first = String(decoding: part, as: UTF8.self).unicodeScalars.first else {
                    return .unknown
                }
                if Words.isCharacter(String(first)) { return .part(Self.character(first)) }
                return .part(
                    WordPart(
                        part, startsWord: isSeparator(word.source.lowerBound - 1),
                        endsWord: isSeparator(word.source.upperBound)))
            })
    }

    /// Returns the part for a character of a script without spaces. Its word may have more marks than the text.
    private static func character(_ scalar: Unicode.Scalar) -> WordPart {
        WordPart(Array(String(scalar).utf8), startsWord: false, endsWord: false)
    }

    /// Returns the requirement of all the others.
    static func combined(_ requirements: [RequiredText]) -> RequiredText {
        var seen: Set<RequiredText> = []
        let all = requirements.filter { $0 != .unknown && seen.insert($0).inserted }
        return all.isEmpty ? .unknown : all.count == 1 ? all[0] : .all(all)
    }

    /// The parts of words in the requirement, each once.
    package var parts: Set<WordPart> {
        switch self {
        case .unknown: []
        case .part(let part): [part]
        case .all(let inner), .any(let inner): inner.reduce(into: []) { $0.formUnion($1.parts) }
        }
    }
}

/// Derives the required text of a pattern from its syntax tree.
///
/// A pattern matches text as written, and the parts are in its folding. Only scalars count whose folding does not
/// depend on the text around them (`folding(of:)`).
struct RequiredTextReader {
    /// The maximum number of members of a set that is examined. Larger sets fold to many texts.
    private static let maximumMembers: UInt32 = 64

    private let sets: [ScalarSet]
    private var foldings: [Int: Folded] = [:]
    private var found: [RequiredText] = []
    /// The folded letters that were read last, and whether a separator is before them.
    private var run: [UInt8] = []
    private var startsWord = false

    /// The folding of the scalars of a set.
    private enum Folded {
        /// The same letters and digits for all.
        case letters([UInt8])
        /// A character of a script without spaces.
        case character([UInt8])
        /// An ASCII separator.
        case separator
        case unknown
    }

    /// - Parameter sets: the sets of the nodes.
    init(sets: [ScalarSet]) { self.sets = sets }

    /// Returns the required text of the matches of a node.
    mutating func read(_ node: Node) -> RequiredText {
        (found, run, startsWord) = ([], [], false)
        add(node)
        endRun(atSeparator: false)
        return .combined(found)
    }

    private mutating func add(_ node: Node) {
        switch node {
        case .empty, .assertion: return
        case .set(let number): add(folding(ofSet: number))
        case .concatenation(let nodes): for node in nodes { add(node) }
        case .alternation(let nodes):
            endRun(atSeparator: false)
            let parts = nodes.map { other($0) }
            if !parts.contains(.unknown) { found.append(.any(parts)) }
        case .repetition(let node, let minimum, let maximum, _):
            if minimum == 0 { return endRun(atSeparator: false) }
            // Further copies require nothing else, except that one more letter may follow the first ones.
            let copies = min(minimum, WordPart.maximumLength)
            for _ in 0..<copies { add(node) }
            if maximum != copies, !isSeparator(node) { endRun(atSeparator: false) }
        }
    }

    /// Returns the required text of another node, without the text around it.
    private mutating func other(_ node: Node) -> RequiredText {
        let (outer, outerRun, outerStart) = (found, run, startsWord)
        defer { (found, run, startsWord) = (outer, outerRun, outerStart) }
        return read(node)
    }

    private mutating func add(_ folded: Folded) {
        switch folded {
        case .letters(let letters): run += letters
        case .character(let character):
            endRun(atSeparator: false)
            found.append(.part(WordPart(character, startsWord: false, endsWord: false)))
        case .separator:
            endRun(atSeparator: true)
            startsWord = true
        case .unknown: endRun(atSeparator: false)
        }
    }

    /// Adds the run as a part, and starts another one that is in an unknown place of its word.
    private mutating func endRun(atSeparator: Bool) {
        if !run.isEmpty { found.append(.part(WordPart(run, startsWord: startsWord, endsWord: atSeparator))) }
        run = []
        startsWord = false
    }

    private mutating func isSeparator(_ node: Node) -> Bool {
        guard case .set(let number) = node, case .separator = folding(ofSet: number) else { return false }
        return true
    }

    // MARK: Folding

    private mutating func folding(ofSet number: Int) -> Folded {
        if let known = foldings[number] { return known }
        let folded = Self.folding(of: sets[number])
        foldings[number] = folded
        return folded
    }

    private static func folding(of set: ScalarSet) -> Folded {
        var common: Folded?
        for range in set.ranges {
            guard range.upperBound - range.lowerBound < maximumMembers, set.ranges.count < 8 else { return .unknown }
            for value in range {
                guard let scalar = Unicode.Scalar(value) else { return .unknown }
                switch (common, folding(of: scalar)) {
                case (nil, let folded): common = folded
                case (.letters(let first), .letters(let next)) where first == next: continue
                case (.separator, .separator): continue
                default: return .unknown
                }
            }
        }
        return common ?? .unknown
    }

    /// Returns the folding of a scalar if it is the same in every text: of ASCII, of letters after which all marks are
    /// removed, and of Han characters.
    private static func folding(of scalar: Unicode.Scalar) -> Folded {
        if scalar.isASCII {
            let byte = UInt8(truncatingIfNeeded: scalar.value).lowercased
            return byte.isLetter || byte.isDigit ? .letters([byte]) : .separator
        }
        let text = String(scalar)
        let folded = Folding.fold(text)
        if Words.isIdeograph(scalar) { return folded == text ? .character(Array(text.utf8)) : .unknown }
        // Marks of two kinds, of which и keeps the second.
        guard Folding.fold("\(text)\u{302}\u{306}") == folded, Folding.fold("\(text)\u{306}") == folded else {
            return .unknown
        }
        let words = Words.list(text)
        // A mark or an invisible character alone is no word, and a sign for a letter has spaces around it.
        guard words == [folded], !Words.isCharacter(folded), Folding.fold("a\(text)b") == "a\(folded)b",
            Words.list("a\(text)b") == ["a\(folded)b"]
        else { return .unknown }
        return .letters(Array(folded.utf8))
    }
}
