import Foundation

/// Folding and words by the specification, with Foundation's tables instead of the project's.
enum OracleText {
    private static let letters: [Unicode.Scalar: String] = [
        "’": "'", "ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i",
        "ß": "ss", "ς": "σ",
    ]

    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }

    private static func losesMarks(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x41...0x24F, 0x370...0x3FF, 0x400...0x52F, 0x1E00...0x1FFF: true
        default: false
        }
    }

    private static func isPoint(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x591...0x5C7, 0x610...0x61A, 0x64B...0x65F, 0x670, 0x6D6...0x6ED: isMark(scalar)
        default: false
        }
    }

    static func fold(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var base: Unicode.Scalar = " "
        for scalar in text.decomposedStringWithCompatibilityMapping.lowercased()
            .decomposedStringWithCompatibilityMapping.unicodeScalars
        {
            if isMark(scalar) {
                if isPoint(scalar) { continue }
                if base == "и" && scalar.value == 0x306 {
                    result.append(scalar)
                    continue
                }
                if losesMarks(base) { continue }
                result.append(scalar)
                continue
            }
            base = scalar
            if let letters = letters[scalar] {
                result.append(contentsOf: letters.unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result).precomposedStringWithCanonicalMapping
    }

    static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .enclosingMark, .spacingMark:
            true
        default: false
        }
    }

    static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3041...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF: true
        default: false
        }
    }

    /// Returns the folded words of a text. Each Chinese, Japanese or Korean character is a word.
    static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        func end() {
            if !word.isEmpty { words.append(String(word)) }
            word = .init()
        }
        for scalar in fold(text).unicodeScalars {
            if standsAlone(scalar) {
                end()
                words.append(String(scalar))
            } else if isWord(scalar) {
                word.append(scalar)
            } else {
                end()
            }
        }
        end()
        return words
    }

    /// Returns the number of runs of letters and digits.
    static func runs(_ text: String) -> Int {
        var count = 0
        var inside = false
        for scalar in text.unicodeScalars {
            let isWord = isWord(scalar)
            if isWord && !inside { count += 1 }
            inside = isWord
        }
        return count
    }

    /// Returns whether the words contain a phrase, whose last word may be a prefix.
    static func finds(_ phrase: [String], _ isPrefix: Bool, in words: [String]) -> Bool {
        guard !phrase.isEmpty, phrase.count <= words.count else { return false }
        return (0...(words.count - phrase.count)).contains { start in
            phrase.indices.allSatisfy { index in
                let word = words[start + index]
                return isPrefix && index == phrase.count - 1
                    ? word.unicodeScalars.starts(with: phrase[index].unicodeScalars) : word == phrase[index]
            }
        }
    }

    /// Returns whether folded `text` contains folded `part` at any scalar.
    static func contains(_ text: String, _ part: String) -> Bool {
        let part = Array(part.utf8)
        let text = Array(text.utf8)
        guard part.count <= text.count else { return false }
        return (0...(text.count - part.count)).contains { text[$0..<($0 + part.count)].elementsEqual(part) }
    }

    /// Returns whether a pattern matches the whole text, both folded. `*` matches within a path component, `**` across
    /// them.
    static func glob(_ pattern: String, matches text: String) -> Bool {
        let pattern = Array(fold(pattern).unicodeScalars)
        let text = Array(fold(text).unicodeScalars)
        func match(_ p: Int, _ t: Int) -> Bool {
            guard p < pattern.count else { return t == text.count }
            if pattern[p] == "*" {
                let crosses = p + 1 < pattern.count && pattern[p + 1] == "*"
                let next = crosses ? p + 2 : p + 1
                var end = t
                while true {
                    if match(next, end) { return true }
                    guard end < text.count, crosses || text[end] != "/" else { return false }
                    end += 1
                }
            }
            guard t < text.count else { return false }
            if pattern[p] == "?" { return text[t] != "/" && match(p + 1, t + 1) }
            if pattern[p] == "\\", p + 1 < pattern.count { return pattern[p + 1] == text[t] && match(p + 2, t + 1) }
            return pattern[p] == text[t] && match(p + 1, t + 1)
        }
        return match(0, 0)
    }

    /// Compares texts, folded and with numbers by value.
    static func precedes(_ a: String, _ b: String) -> Bool? {
        let a = chunks(a)
        let b = chunks(b)
        for (x, y) in zip(a, b) where x != y {
            if let x = Int(x), let y = Int(y) {
                if x == y { continue }
                return x < y
            }
            return x.unicodeScalars.lexicographicallyPrecedes(y.unicodeScalars)
        }
        return a.count == b.count ? nil : a.count < b.count
    }

    private static func chunks(_ text: String) -> [String] {
        var chunks: [String] = []
        var isNumber = false
        for scalar in fold(text).unicodeScalars {
            let isDigit = scalar.properties.generalCategory == .decimalNumber
            if isDigit && isNumber {
                chunks[chunks.count - 1].unicodeScalars.append(scalar)
            } else {
                chunks.append(String(scalar))
            }
            isNumber = isDigit
        }
        return chunks
    }

    /// Returns the displayed parts of a body, for the syntax that the generator writes.
    static func reading(_ body: String) -> [String] {
        var running = body
        var others: [String] = []
        func take(_ pattern: String, leaving group: Int?, apart other: Int) {
            guard let expression = try? NSRegularExpression(pattern: pattern) else { return }
            while let match = expression.firstMatch(
                in: running, range: NSRange(running.startIndex..., in: running)),
                let whole = Range(match.range, in: running), let out = Range(match.range(at: other), in: running)
            {
                others.append(String(running[out]))
                let left = group.flatMap { Range(match.range(at: $0), in: running) }.map { String(running[$0]) }
                running.replaceSubrange(whole, with: left ?? "\u{0}")
            }
        }
        // Links do not extend into code.
        take("```\\n([^`]*)\\n```", leaving: nil, apart: 1)
        take("(`[^`\\n]*`)", leaving: nil, apart: 1)
        var comments: [String] = []
        while let open = running.range(of: "<!--"), let close = running.range(of: "-->"),
            open.lowerBound < close.lowerBound
        {
            comments.append(String(running[open.lowerBound..<close.upperBound]))
            running.replaceSubrange(open.lowerBound..<close.upperBound, with: "\u{1}")
        }
        take("(https://\\S*)", leaving: nil, apart: 1)
        take("!?\\[([^\\[\\]\\n]*)\\]\\((<[^<>\\n]*>|[^()\\s]*)\\)", leaving: 1, apart: 2)
        take("\\[\\[([^|\\[\\]\\n]*)\\|([^\\[\\]\\n]*)\\]\\]", leaving: 2, apart: 1)
        for comment in comments {
            if let place = running.range(of: "\u{1}") { running.replaceSubrange(place, with: comment) }
        }
        return running.split(separator: "\u{0}").map(String.init) + others
    }
}
