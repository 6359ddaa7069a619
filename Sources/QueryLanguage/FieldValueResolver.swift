import RegularExpressions
import SourceText

/// A resolver for the values of fields.
struct FieldValueResolver {
    let context: ResolverContext

    private var names: NameResolver { NameResolver(context: context) }
    private var terms: TextTermResolver { TextTermResolver(context: context) }
    private var dates: DateResolver { DateResolver(context: context, readsWords: true) }
    private var numbers: NumberResolver { NumberResolver(context: context) }

    /// Returns the condition for one value of a field. The functions below are named after fields.
    func condition(_ item: ValueItem, of field: Field) throws -> Condition {
        if case .regex(let source, let ignoresCase) = item.form {
            guard field.takesRegex else { throw regexError(field, source, at: item.range) }
            return regex(field, try terms.pattern(source, ignoresCase: ignoresCase, at: item.range))
        }
        if [.by, .committed, .commits].contains(field) { try context.vault.requireHistory() }
        switch field.kind {
        case .number(let number): return .number(number, try numbers.range(item))
        case .count(let number): return try count(number, item, field: field)
        case .date, .span: return try time(item, field)
        default: break
        }
        try names.refuseThis(item, field)
        switch field {
        case .title, .body, .heading: return try text(item, field)
        case .text: return try terms.words(context.atom(item), field, part: .any)
        case .attached: return try terms.attachedWords(context.atom(item), field)
        case .name, .path, .keyword, .contains, .by, .inFolder, .folder:
            try context.refuseHyphen(context.atom(item), field)
        default: break
        }
        let atom = try context.atom(item)
        switch field {
        case .status: return .status(Folding.fold(atom.text))
        case .attachment: return .attachment(ValuePattern(atom.text))
        case .id: return .id(ValuePattern(atom.text, isPath: false))
        case .alias: return .alias(ValuePattern(atom.text, isPath: false))
        case .favorite: return try favorite(atom)
        case .vault: return try names.vault(atom)
        case .task: return try task(atom)
        case .has: return try names.feature(atom, isWanted: true)
        case .no: return .not(try names.feature(atom, isWanted: false))
        case .isState: return try names.state(atom)
        case .since: return .since(try names.commit(atom))
        case .name: return try name(atom, isWhole: item.equalText != nil)
        case .path: return try path(atom, isWhole: item.equalText != nil)
        case .keyword: return try keyword(atom, nested: item.equalText == nil)
        case .contains: return try contains(atom)
        case .by: return try by(atom)
        case .inFolder: return .folder(try names.folder(atom, field), deep: true)
        case .folder: return .folder(try names.folder(atom, field), deep: false)
        // Links and presentation are resolved elsewhere. A test asks every field for its meaning.
        default: return .nothing
        }
    }

    private func time(_ item: ValueItem, _ field: Field) throws -> Condition {
        switch field {
        case .last:
            .time(
                .created,
                TimeRange(
                    lower: try dates.moment(back: item, insteadOf: "created:>="), upper: context.vault.now.next))
        case .older:
            .time(.created, TimeRange(upper: try dates.moment(back: item, insteadOf: "created:<")))
        case .before: .time(.created, TimeRange(upper: try dates.point(context.atom(item)).lower))
        case .after: .time(.created, TimeRange(lower: try dates.point(context.atom(item)).upper))
        case .modified: .time(.modified, try dates.range(item))
        case .committed: .time(.committed, try dates.range(item))
        default: .time(.created, try dates.range(item))
        }
    }

    /// Resolves a field that counts things: `keywords:>2` is a number, `keywords:zettel` means `keyword:zettel`.
    private func count(_ number: Field.Number, _ item: ValueItem, field: Field) throws -> Condition {
        guard let atom = item.atom, atom.isQuoted || NumberResolver.number(atom.text) == nil else {
            return .number(number, try numbers.range(item))
        }
        if field != .tasks { return try condition(item, of: field == .keywords ? .keyword : .heading) }
        let task = "task:(\(QueryText.quoted(atom.text)) is:open)"
        throw context.error(
            atom.range, "'tasks:' counts the open tasks; '\(atom.text)' is not a number",
            help: "such as tasks:>2; for notes with an open task that has the word: \(task)")
    }

    private func regex(_ field: Field, _ pattern: Pattern) -> Condition {
        switch field {
        case .path: .path(.regex(pattern))
        case .headings: .matches(.heading, pattern)
        default: .matches(TextPart(rawValue: field.rawValue) ?? .any, pattern)
        }
    }

    private func regexError(_ field: Field, _ source: String, at range: Range<Int>) -> QueryError {
        let name = field.rawValue
        let help: String?
        switch field {
        case .keyword, .keywords, .attachment:
            // The runs of letters and digits are what a glob can express of a regular expression.
            let runs = Words.list(source).joined(separator: "*")
            help = runs.isEmpty ? nil : "to match any other text, use stars: \(name):*\(runs)*"
        default:
            let quoted = "\(name):\(QueryText.phrase("/\(source)/"))"
            help =
                "use it alone, or after title:, body:, heading:, name:, path: or a front matter key"
                + (context.proposal(quoted).map { "; to search for the text, quote it: \($0)" } ?? "")
        }
        return context.error(range, "'\(name):' does not accept regular expressions", help: help)
    }

    private func text(_ item: ValueItem, _ field: Field) throws -> Condition {
        let part = TextPart(rawValue: field.rawValue) ?? .any
        if let text = item.equalText { return .whole(part, Folding.fold(text)) }
        return try terms.words(context.atom(item), field, part: part)
    }

    private func contains(_ atom: Atom) throws -> Condition {
        let folded = Folding.fold(atom.text)
        if folded.isEmpty { throw context.noWords("", atom.range) }
        return .contains(folded)
    }

    private func by(_ atom: Atom) throws -> Condition {
        let isPrefix = !atom.isQuoted && atom.text.hasSuffix("*")
        let words = Words.list(isPrefix ? String(atom.text.dropLast()) : atom.text)
        if words.isEmpty { throw context.noWords(atom.text, atom.range) }
        return .by(words, isPrefix: isPrefix)
    }

    private func name(_ atom: Atom, isWhole: Bool) throws -> Condition {
        let pattern = isWhole ? .exact(Folding.fold(atom.text)) : ValuePattern(atom.text)
        if case .exact = pattern, !isWhole {
            if let file = try file(atom, Self.literal(atom)) { return file }
            return fileName(atom, try terms.words(atom, .name, part: .name))
        }
        return .name(pattern, withExtension: atom.text.contains("."))
    }

    /// Returns the condition for the complete name of a file, or nil if the value is read as words. `😀.md` has no words
    /// but those of its extension, which would match every note.
    private func file(_ atom: Atom, _ name: String) throws -> Condition? {
        let stem = VaultPath(name).stem.text
        let hasWords = !Words.list(stem).isEmpty
        // `C++` is also a complete name, whose words are those of `C`.
        let isStem = !hasWords || !Words.signs(outsideWordsOf: stem).isEmpty
        if try context.vault.isFile(name, isPath: false, stem: isStem) {
            return .name(.exact(Folding.fold(name)), withExtension: true)
        }
        if hasWords || stem.isEmpty || !name.contains(".") { return nil }
        throw noFile(atom, stem)
    }

    private func noFile(_ atom: Atom, _ stem: String) -> QueryError {
        context.error(
            atom.range, "no note is named '\(atom.text)', and '\(stem)' has no letter or digit to search for",
            help: "to match a part of the name, use stars: name:\(QueryText.quoted("*\(stem)*"))")
    }

    /// Returns the condition for words of a file name. It includes the extension if the value has one: `box.md`.
    private func fileName(_ atom: Atom, _ withoutExtension: Condition) -> Condition {
        guard let dot = atom.text.lastIndex(of: "."), !Words.list(String(atom.text[dot...])).isEmpty else {
            return withoutExtension
        }
        let words = Words.list(atom.text)
        let stem = Words.list(String(atom.text[..<dot]))
        // The index finds the words before the extension, so that few names need the test.
        let found: [Condition] =
            stem.isEmpty ? [] : [.text(TextMatch(words: stem, isPrefix: false, part: .name, range: atom.range))]
        return .or([withoutExtension, .and(found + [.fileName(words)])])
    }

    private func path(_ atom: Atom, isWhole: Bool) throws -> Condition {
        if case .glob(let glob) = ValuePattern(atom.text) { return .path(.glob(glob)) }
        let text = Self.literal(atom)
        if try isWhole || context.vault.isFile(text, isPath: true, stem: false) {
            return .path(.glob(Glob(escaping: Array(text.utf8)) { Folding.fold($0, 0..<$0.count) }))
        }
        let name = VaultPath(text).name
        if !text.contains("/"), let file = try file(atom, text) { return file }
        let stem = name.stem.text
        if stem != name.text, !stem.isEmpty, Words.list(stem).isEmpty { throw noFile(atom, stem) }
        let words = Words.list(atom.text)
        if words.isEmpty { throw context.noWords(atom.text, atom.range) }
        terms.noticeSigns(atom.text, atom.range)
        return .path(.words(words))
    }

    /// Returns the text that a value without wildcards means.
    private static func literal(_ atom: Atom) -> String {
        String(decoding: Glob.literal(Array(atom.text.utf8)), as: UTF8.self)
    }

    private func keyword(_ atom: Atom, nested: Bool) throws -> Condition {
        let name = atom.text.hasPrefix("#") ? String(atom.text.dropFirst()) : atom.text
        if name.isEmpty { throw context.error(atom.range, "expected a keyword") }
        let trimmed = name.hasSuffix("/") ? String(name.dropLast()) : name
        return .keyword(ValuePattern(trimmed), nested: nested)
    }

    private func task(_ atom: Atom) throws -> Condition {
        if let isDone = QuerySyntax.taskStates[atom.text.lowercased()] { return .task(isDone: isDone) }
        throw context.error(
            atom.range, "expected open, done or a query in parentheses, not '\(atom.text)'",
            help: "for notes with a task that has the word: task:(\(QueryText.quoted(atom.text)))")
    }

    private func favorite(_ atom: Atom) throws -> Condition {
        guard let value = PropertyTest.truth(Folding.fold(atom.text)) else {
            throw context.error(atom.range, "expected true or false, not '\(atom.text)'")
        }
        return .favorite(value)
    }
}
