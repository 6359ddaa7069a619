import Foundation
import TestSupport

/// Generates random queries for a vault, each with the notes that it finds.
struct QueryGenerator {
    var random: FixedGenerator
    let vault: OracleVault
    /// The depth up to which a tree branches as often as at its root.
    var depth = 2
    var calendar: OracleCalendar { vault.calendar }

    mutating func tree(depth: Int = 0) -> QueryTree {
        switch random.below(depth > self.depth ? 4 : 10) {
        case 0..<4: return .leaf(leaf())
        case 4..<7:
            var parts = (0..<(2 + random.below(2))).map { _ in tree(depth: depth + 1) }
            if random.once(in: 12) {
                // Next to a text. Alone, negated or under OR it would be refused.
                parts.append(.leaf(text()))
                parts.append(.leaf(.init(text: random.pick(["!!!", "…", "&", "=>"]), found: nil, isSkipped: true)))
            }
            return .and(parts)
        case 7: return .or((0..<(2 + random.below(2))).map { _ in tree(depth: depth + 1) })
        case 8:
            let inner = tree(depth: depth + 1)
            if case .not = inner { return .not(.parentheses(inner)) }
            return .not(inner)
        default:
            let inner = tree(depth: depth + 1)
            if case .leaf(let leaf) = inner, leaf.isStatus { return inner }
            return .parentheses(inner)
        }
    }

    mutating func leaf() -> QueryTree.Leaf {
        switch random.below(24) {
        case 0..<5: return text()
        case 5: return contains()
        case 6: return random.once(in: 2) ? regex() : fieldRegex()
        case 7: return field()
        case 8, 9: return keyword()
        case 10: return status()
        case 11, 12, 13: return dates()
        case 14: return folder()
        case 15, 16: return state()
        case 17, 18: return links()
        case 19: return number()
        case 20, 21, 22: return property()
        default: return saved()
        }
    }

    // MARK: Spellings

    /// Returns a text in another spelling that matches too.
    mutating func respelled(_ text: String) -> String {
        switch random.below(9) {
        case 8 where text.unicodeScalars.allSatisfy { $0.isASCII && OracleText.isWord($0) }:
            // Full-width forms.
            String(String.UnicodeScalarView(text.unicodeScalars.compactMap { Unicode.Scalar($0.value + 0xFEE0) }))
        case 0: text.uppercased()
        case 1: text.lowercased()
        case 2: OracleText.fold(text)
        case 3: text.decomposedStringWithCanonicalMapping
        case 4: text.precomposedStringWithCanonicalMapping
        default: text
        }
    }

    mutating func quoted(_ text: String) -> String {
        let escaped = text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
        if random.once(in: 6) && escaped == text { return random.pick(["“\(text)”", "„\(text)”", "„\(text)“"]) }
        return "\"\(escaped)\""
    }

    static func needsQuotes(_ text: String, inValue: Bool) -> Bool {
        if text.isEmpty || ["AND", "OR", "NOT"].contains(text) { return true }
        if text.unicodeScalars.contains(where: { " \"“”„()*?\\".unicodeScalars.contains($0) }) { return true }
        if inValue && (text.contains(",") || text.contains("..")) { return true }
        return "-=<>#@/".contains(text.prefix(1))
    }

    /// Returns a text as a word if possible, else or sometimes as a phrase.
    mutating func atom(_ text: String, inValue: Bool) -> String {
        Self.needsQuotes(text, inValue: inValue) || random.once(in: 5) ? quoted(text) : text
    }

    /// Returns a field's name in any case, with its colon.
    mutating func name(_ names: String...) -> String {
        let name = random.pick(names)
        return (random.once(in: 6) ? random.pick([name.uppercased(), name.capitalized]) : name) + ":"
    }

    /// Returns `field:` with one value, several, or a group.
    mutating func values(
        _ field: String, isStatus: Bool = false, plain: Bool = true,
        _ one: (inout Self) -> (text: String, found: Set<Int>)
    ) -> QueryTree.Leaf {
        func other(_ generator: inout Self) -> (text: String, found: Set<Int>) {
            var other = one(&generator)
            while other.text.hasPrefix("-") { other = one(&generator) }
            return other
        }
        let first = one(&self)
        // In a group a `-` negates.
        if first.text.hasPrefix("-") { return .init(text: field + first.text, found: first.found, isStatus: isStatus) }
        switch random.below(8) {
        case 0, 1:
            let second = other(&self)
            return .init(
                text: "\(field)\(first.text),\(second.text)", found: first.found.union(second.found), isStatus: isStatus
            )
        case 2:
            let second = other(&self)
            return .init(
                text: "\(field)(\(first.text) OR \(second.text))", found: first.found.union(second.found),
                isStatus: isStatus)
        case 3 where !isStatus:
            let second = other(&self)
            let link = random.pick([" ", " AND "])
            return .init(
                text: "\(field)(\(first.text)\(link)\(second.text))", found: first.found.intersection(second.found))
        case 4 where !isStatus:
            let second = other(&self)
            // Before a digit or an operator a `-` may be the number's sign.
            let isNumeric =
                second.text.unicodeScalars.first.map { "0123456789<>=.+-".unicodeScalars.contains($0) } ?? false
            let sign = isNumeric || random.once(in: 2) ? "NOT " : "-"
            return .init(
                text: "\(field)(\(first.text) \(sign)\(second.text))",
                found: first.found.subtracting(second.found))
        default: return .init(text: field + first.text, found: first.found, isStatus: isStatus)
        }
    }

    // MARK: Text

    mutating func someText() -> String {
        if random.once(in: 3) {
            // Words that are adjacent in a note, or almost.
            let words = random.pick(random.pick(vault.notes).texts).split(whereSeparator: \.isWhitespace)
            if !words.isEmpty {
                let start = random.below(words.count)
                let text = words[start..<min(words.count, start + 1 + random.below(3))].joined(separator: " ")
                if !OracleText.words(text).isEmpty && text.unicodeScalars.count < 60 { return text }
            }
        }
        return random.some(Vocabulary.words, 1...(random.once(in: 4) ? 2 : 1)).joined(separator: " ")
    }

    /// Returns the text of a word, phrase or prefix, and its words.
    mutating func wording(inValue: Bool) -> (text: String, words: [String], isPrefix: Bool) {
        let text = respelled(someText())
        var words = OracleText.words(text)
        if words.count == 1, random.once(in: 4), let word = words.first {
            let prefix = String(word.prefix(1 + random.below(max(1, word.count))))
            words = OracleText.words(prefix)
            if !words.isEmpty && !Self.needsQuotes(prefix, inValue: inValue) { return (prefix + "*", words, true) }
        }
        words = OracleText.words(text)
        if !inValue && text.contains(":") { return (quoted(text), words, false) }
        return (atom(text, inValue: inValue), words, false)
    }

    /// Words that look like syntax.
    private static let oddWords = [
        "https://example.com/slip", "http://x", "std::slip", "C:\\slip", "12:30", "/usr/bin", "slip/box", "f(x)",
        "slip(box)", "slip,box", "slip.box", "slip;box", "box!", "box…", "over-view", "state-of", "of-the-art", "C++",
        "or", "and", "not", "x#nohashtag", "1no", "example.com/slip#box", "see", "don't", "don`t", "foo_bar", "foo",
        "note=2", "v1.2", "1.2.3", "+slip", "~slip", "$slip", "slip&box", "slip|box", "<slip", "=slip", "{slip}",
        "[slip]", "[[slip", "slip..box",
    ]

    mutating func text() -> QueryTree.Leaf {
        if random.once(in: 8) {
            let odd = random.pick(Self.oddWords)
            let words = OracleText.words(odd)
            return .init(
                text: odd, found: vault.found { $0.textWords.contains { OracleText.finds(words, false, in: $0) } })
        }
        let (text, words, isPrefix) = wording(inValue: false)
        return .init(
            text: text,
            found: vault.found { $0.textWords.contains { OracleText.finds(words, isPrefix, in: $0) } })
    }

    private mutating func contains() -> QueryTree.Leaf {
        let note = random.pick(vault.notes)
        let source = Array(random.pick(note.texts).split(separator: "\n").first ?? "slip box")
        let start = random.below(max(1, source.count))
        var part = String(source[start..<min(source.count, start + 2 + random.below(6))])
        if OracleText.words(part).isEmpty { part = "ox" }
        part = respelled(part)
        let folded = OracleText.fold(part)
        return .init(
            text: name("contains") + quoted(part),
            found: vault.found { $0.foldedTexts.contains { OracleText.contains($0, folded) } })
    }

    /// Returns a regular expression, and a test whether a text has a match.
    private mutating func expression() -> (text: String, matches: (String) -> Bool) {
        let pattern = random.pick([
            "sl.p", "^# ", "box$", "[a-f]oo_b[^x]r", "(slip|zettel)box?", "st+ras", "note [0-9]+", "v1\\.2",
            "\\bover\\b",
            "Łód.", "日.語", "over(view)?", "^see", "C\\++", "^- \\[x\\]", "zzz", "^[0-9]", "^.+/.+$", "e{1,2}",
        ]).replacingOccurrences(of: "/", with: "\\/")
        let ignoresCase = random.once(in: 2)
        let options: NSRegularExpression.Options =
            ignoresCase ? [.anchorsMatchLines, .caseInsensitive] : [.anchorsMatchLines]
        let expression = try? NSRegularExpression(pattern: pattern, options: options)
        return (
            "/\(pattern)/\(ignoresCase ? "i" : "")",
            { text in expression?.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil }
        )
    }

    private mutating func regex() -> QueryTree.Leaf {
        let (text, matches) = expression()
        return .init(
            text: text,
            found: vault.found { note in
                ([note.title, note.stem, note.body] + note.aliases + note.keywords).contains(where: matches)
            })
    }

    /// Returns a regular expression in a field that accepts one or not.
    private mutating func fieldRegex() -> QueryTree.Leaf {
        let vault = vault
        if random.once(in: 12) {
            let field = name("keyword", "status", "created", "words", "has", "is", "favorite", "attachment", "tasks")
            return .init(text: field + expression().text, found: nil)
        }
        let fields: [(name: String, part: (OracleNote) -> [String])] = [
            (name("title", "subject"), { [$0.title] }), (name("body", "content"), { [$0.body] }),
            (name("heading", "headings"), { $0.headings }), (name("name", "file"), { [$0.stem] }),
            (name("path"), { [$0.path] }),
        ]
        var (field, part) = random.pick(fields)
        if random.once(in: 3) {
            let keys = ["author", "priority", "due", "mixed", "source.isbn"].filter { key in
                vault.notes.contains { $0.properties[key] != nil }
            }
            if !keys.isEmpty {
                let key = random.pick(keys)
                field = key + ":"
                part = { ($0.properties[key]?.entries ?? []).compactMap(\.text) }
            }
        }
        return values(field) { generator in
            let (text, matches) = generator.expression()
            return (text, vault.found { part($0).contains(where: matches) })
        }
    }

    private mutating func field() -> QueryTree.Leaf {
        let part: (OracleNote) -> [String]
        let field: String
        switch random.below(7) {
        case 0: (field, part) = (name("title", "subject"), { [$0.title] })
        case 1: (field, part) = (name("body", "content"), { $0.bodyTexts })
        case 2: (field, part) = (name("heading"), { $0.headings })
        case 3:
            field = name("name", "file")
            if random.once(in: 2) {
                // With the extension only if the pattern contains one.
                return glob(field) { note, pattern in pattern.contains(".") ? [note.stem, note.name] : [note.stem] }
            }
            if random.once(in: 3) {
                let vault = vault
                return values(field) { generator in
                    let name = generator.random.pick(vault.notes).name
                    let text = String(name.suffix(1 + generator.random.below(name.count)))
                    guard text.contains("."), !text.contains("*"), !Self.isWordless(text) else { return ("zzzz", []) }
                    return generator.fileValue(text, isPath: false) { [$0.stem] }
                }
            }
            part = { [$0.stem] }
        case 4:
            field = name("path")
            if random.once(in: 2) { return glob(field) { note, _ in [note.path] } }
            part = { [$0.path] }
        default: return alias()
        }
        let vault = vault
        if field.lowercased() != "body:", field.lowercased() != "content:", random.once(in: 6) {
            let texts = vault.notes.flatMap(part).filter { !$0.contains("*") }
            if !texts.isEmpty {
                let text = respelled(random.pick(texts))
                let folded = OracleText.fold(text)
                return .init(
                    text: field + "=" + atom(text, inValue: true),
                    found: vault.found { part($0).contains { OracleText.fold($0) == folded } })
            }
        }
        let isFile = ["name:", "file:", "path:"].contains(field.lowercased())
        return values(field) { generator in
            if isFile {
                var value = generator.respelled(generator.someText())
                while Self.isWordless(value) { value = generator.respelled(generator.someText()) }
                return generator.fileValue(value, isPath: field.lowercased() == "path:", part)
            }
            let (text, words, isPrefix) = generator.wording(inValue: true)
            return (
                text,
                vault.found { part($0).contains { OracleText.finds(words, isPrefix, in: OracleText.words($0)) } }
            )
        }
    }

    /// Whether a file name has no letter or digit before its extension, so that it must be the name of a file.
    private static func isWordless(_ name: String) -> Bool {
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        return !stem.isEmpty && OracleText.words(stem).isEmpty || OracleText.words(name).isEmpty
    }

    /// Returns the notes that a value of `name:` or `path:` finds: those with that complete name, or with the words.
    private mutating func fileValue(
        _ value: String, isPath: Bool, _ part: (OracleNote) -> [String]
    ) -> (text: String, found: Set<Int>) {
        let words = OracleText.words(value)
        let folded = OracleText.fold(value)
        let hasSigns = value.unicodeScalars.contains {
            [.mathSymbol, .currencySymbol, .otherSymbol].contains($0.properties.generalCategory)
        }
        let text = atom(value, inValue: true)
        let paths = vault.found { isPath && OracleText.fold($0.path) == folded }
        if !paths.isEmpty { return (text, paths) }
        let names = vault.found { note in
            [note.name, hasSigns ? note.stem : note.name].contains { OracleText.fold($0) == folded }
        }
        if !names.isEmpty, !isPath || !value.contains("/") { return (text, names) }
        let withExtension = value.contains(".") && !isPath
        return (
            text,
            vault.found {
                (part($0) + (withExtension ? [$0.name] : []))
                    .contains { OracleText.finds(words, false, in: OracleText.words($0)) }
            }
        )
    }

    private mutating func alias() -> QueryTree.Leaf {
        let vault = vault
        let texts = vault.notes.flatMap(\.aliases)
        let field = name("alias", "aliases")
        guard !texts.isEmpty else { return text() }
        if random.once(in: 3) {
            let pattern = pattern(random.pick(texts))
            return .init(
                text: field + quoted(pattern),
                found: vault.found { $0.aliases.contains { OracleText.glob(pattern, matches: $0) } })
        }
        return values(field) { generator in
            let text = generator.random.pick(texts)
            let folded = OracleText.fold(text)
            return (
                generator.atom(generator.respelled(text), inValue: true),
                vault.found { $0.aliases.contains { OracleText.fold($0) == folded } }
            )
        }
    }

    /// Returns a pattern made from a text.
    mutating func pattern(_ text: String) -> String {
        var parts = Array(text)
        if parts.isEmpty { return "*" }
        switch random.below(5) {
        case 0: return String(parts.prefix(1 + random.below(parts.count))) + "*"
        case 1: return "*" + String(parts.suffix(1 + random.below(parts.count)))
        case 2: return String(parts.prefix(1 + random.below(parts.count))) + "**"
        case 3:
            parts[random.below(parts.count)] = "?"
            return String(parts)
        default: return "*" + String(parts[parts.count / 2]) + "*"
        }
    }

    private mutating func glob(_ field: String, _ part: (OracleNote, _ pattern: String) -> [String]) -> QueryTree.Leaf {
        let pattern = respelled(pattern(part(random.pick(vault.notes), "")[0]))
        let text =
            pattern.contains(where: { " ,()“”\"".contains($0) }) || pattern.hasPrefix("-") ? quoted(pattern) : pattern
        return .init(
            text: field + text,
            found: vault.found { part($0, pattern).contains { OracleText.glob(pattern, matches: $0) } })
    }
}
