import SourceText

/// `field:value`.
extension QueryResolver {
    mutating func condition(of field: FieldSyntax) throws -> Condition {
        switch field.name {
        case .property(let name, let isExplicit):
            return try property(name, isExplicit: isExplicit, field)
        case .field(let token):
            if token.kind == .presentation {
                throw error(
                    field.range, "'\(token.rawValue):' belongs to the whole query, not to a part of it",
                    help: "move it out of the parentheses, without '-'")
            }
            if token == .linksTo || token == .linkedFrom { return try linkEnd(token, field) }
            return try combine(field.value) { (resolver: inout QueryResolver, item) throws in
                try resolver.value(item, token, whole: field)
            }
        }
    }

    private mutating func combine(
        _ value: ValueSyntax, _ leaf: (inout QueryResolver, ValueItem) throws -> Condition
    ) throws -> Condition {
        switch value {
        case .one(let item): return try leaf(&self, item)
        case .and(let values): return .and(try values.map { try combine($0, leaf) })
        case .or(let values): return .or(try values.map { try combine($0, leaf) })
        case .not(let value): return .not(try combine(value, leaf))
        case .query: return .nothing  // only links-to and linked-from hold one, and they are read elsewhere
        }
    }

    private mutating func value(_ item: ValueItem, _ field: Field, whole: FieldSyntax) throws -> Condition {
        if case .regex(let source, let ignoresCase) = item.form {
            guard field.takesRegex else { throw noRegex(field.rawValue, item) }
            let pattern = try pattern(source, ignoresCase: ignoresCase, item.range)
            switch field {
            case .path: return .path(.regex(pattern))
            case .headings: return .matches(.heading, pattern)
            default: return .matches(TextPart(rawValue: field.rawValue) ?? .any, pattern)
            }
        }
        if [.by, .committed, .commits].contains(field) { try context.requireHistory() }
        switch field.kind {
        case .number(let number): return .number(number, try self.number(item))
        case .count(let number): return try counted(number, item, field: field, whole: whole)
        default: break
        }
        switch field {
        case .title, .body, .heading:
            let part = TextPart(rawValue: field.rawValue) ?? .any
            if let text = try equal(item) { return .whole(part, Folding.fold(text)) }
            return try words(atom(item), field, part: part)
        case .name:
            let atom = try atom(item)
            try refuseHyphen(atom, field)
            if try equal(item) != nil {
                return .name(.exact(Folding.fold(atom.text)), withExtension: atom.text.contains("."))
            }
            let pattern = ValuePattern(atom.text)
            if case .glob = pattern { return .name(pattern, withExtension: atom.text.contains(".")) }
            return fileName(atom, try words(atom, field, part: .name))
        case .path:
            let atom = try atom(item)
            try refuseHyphen(atom, field)
            if case .glob(let glob) = ValuePattern(atom.text) { return .path(.glob(glob)) }
            if try equal(item) != nil {
                let text = Glob.literal(Array(atom.text.utf8))
                return .path(.glob(Glob(escaping: text) { Folding.fold($0, 0..<$0.count) }))
            }
            let words = Words.list(atom.text)
            if words.isEmpty { throw noWords(atom.text, atom.range) }
            return .path(.words(words))
        case .keyword:
            let atom = try atom(item)
            try refuseHyphen(atom, field)
            let name = atom.text.hasPrefix("#") ? String(atom.text.dropFirst()) : atom.text
            if name.isEmpty { throw error(atom.range, "expected a keyword") }
            let trimmed = name.hasSuffix("/") ? String(name.dropLast()) : name
            return .keyword(ValuePattern(trimmed), nested: try equal(item) == nil)
        case .status: return .status(Folding.fold(try atom(item).text))
        case .favorite:
            let atom = try atom(item)
            guard let value = PropertyTest.truth(Folding.fold(atom.text)) else {
                throw error(atom.range, "expected true or false, not '\(atom.text)'")
            }
            return .favorite(value)
        case .last: return .time(.created, TimeRange(try back(item), after(context.now)))
        case .older: return .time(.created, TimeRange(nil, try back(item)))
        case .created: return .time(.created, try time(item))
        case .modified: return .time(.modified, try time(item))
        case .committed: return .time(.committed, try time(item))
        case .since: return try since(atom(item))
        case .by: return try by(atom(item), field)
        case .before: return .time(.created, TimeRange(nil, try point(atom(item)).lower))
        case .after: return .time(.created, TimeRange(try point(atom(item)).upper, nil))
        case .inFolder: return .folder(try folder(item, field, whole: whole), deep: true)
        case .folder: return .folder(try folder(item, field, whole: whole), deep: false)
        case .has: return try feature(atom(item), isWanted: true)
        case .no: return .not(try feature(atom(item), isWanted: false))
        case .isState: return try state(atom(item))
        case .task:
            let atom = try atom(item)
            switch atom.text.lowercased() {
            case "open", "todo": return .task(isDone: false)
            case "done": return .task(isDone: true)
            default:
                throw error(
                    atom.range, "a task is open or done, not '\(atom.text)'",
                    help: "notes with an open task and the word: task:open \(quoted(atom.text))")
            }
        case .attachment: return .attachment(ValuePattern(try atom(item).text))
        case .id: return .id(ValuePattern(try atom(item).text))
        case .alias: return .alias(ValuePattern(try atom(item).text))
        case .contains:
            let atom = try atom(item)
            try refuseHyphen(atom, field)
            let folded = Folding.fold(atom.text)
            if folded.isEmpty { throw noWords("", atom.range) }
            return .contains(folded)
        // Numbers, links and what belongs to the whole query were read before; a test asks every field for its meaning.
        default: return .nothing
        }
    }

    /// `keywords:>2` counts, `keywords:zettel` is `keyword:zettel`.
    private mutating func counted(
        _ number: Field.Number, _ item: ValueItem, field: Field, whole: FieldSyntax
    ) throws -> Condition {
        switch item.form {
        case .plain(let atom), .compared(.equals, let atom):
            if !atom.isQuoted, Self.number(atom.text) != nil { return .number(number, try self.number(item)) }
            if field == .tasks {
                throw error(
                    atom.range, "'tasks:' counts the open tasks; '\(atom.text)' is not a number",
                    help: "such as tasks:>2; notes with an open task and the word: task:open \(quoted(atom.text))")
            }
            return try value(item, field == .keywords ? .keyword : .heading, whole: whole)
        default: return .number(number, try self.number(item))
        }
    }

    /// A regular expression where none can stand.
    func noRegex(_ name: String, _ item: ValueItem) -> QueryError {
        guard case .regex(let source, _) = item.form else { return error(item.range, "'\(name):' takes no such value") }
        let help =
            switch name {
            case "keyword", "keywords", "attachment": "stars stand for any part: \(name):*\(source)*"
            default:
                "one stands by itself, or after title:, body:, heading:, name:, path: or a front matter key; for the "
                    + "text itself quote it: \(name):\"/\(source)/\""
            }
        return error(item.range, "'\(name):' takes no regular expression", help: help)
    }

    /// A file name: its words without the extension, or with it where the value has one (`name:box.md`).
    private func fileName(_ atom: Atom, _ withoutExtension: Condition) -> Condition {
        guard let dot = atom.text.lastIndex(of: "."), !Words.list(String(atom.text[dot...])).isEmpty else {
            return withoutExtension
        }
        let words = Words.list(atom.text)
        let stem = Words.list(String(atom.text[..<dot]))
        // The words before the extension are looked up, so that few names are tested.
        let found: [Condition] =
            stem.isEmpty ? [] : [.text(TextMatch(words: stem, isPrefix: false, part: .name, range: atom.range))]
        return .or([withoutExtension, .and(found + [.fileName(words)])])
    }

    // MARK: Parts of a value

    /// The one atom of a value that is neither compared nor a range; a leading `=` is allowed.
    func atom(_ item: ValueItem) throws -> Atom {
        switch item.form {
        case .plain(let atom), .compared(.equals, let atom): return atom
        default: throw error(item.range, "a comparison or a range means nothing here")
        }
    }

    /// The text after a leading `=`, or nil where there is none.
    private func equal(_ item: ValueItem) throws -> String? {
        if case .compared(.equals, let atom) = item.form { return atom.text }
        return nil
    }

    private mutating func linkEnd(_ token: Field, _ field: FieldSyntax) throws -> Condition {
        func condition(_ end: Condition.LinkEnd) -> Condition {
            token == .linksTo ? .linksTo(end) : .linkedFrom(end)
        }
        if case .query(let inner) = field.value { return condition(.query(try self.condition(inner))) }
        return try combine(field.value) { (resolver: inout QueryResolver, item) throws in
            let atom = try resolver.atom(item)
            let found = try resolver.context.notes(named: atom.text)
            if found.count == 1 { return condition(.note(found[0])) }
            if found.isEmpty {
                let near = try resolver.context.nearestNote(to: atom.text)
                throw resolver.error(
                    atom.range, "there is no note '\(atom.text)'",
                    help: near.map { "did you mean \(token.rawValue):\(resolver.quoted($0))?" })
            }
            throw resolver.error(
                atom.range, "'\(atom.text)' could be several notes: \(found.map(\.text).joined(separator: ", "))",
                help: "give the path: \(token.rawValue):\(resolver.quoted(found[0].text))")
        }
    }

    /// The folder that a value names: exactly, else ignoring case and diacritics.
    private func folder(_ item: ValueItem, _ field: Field, whole: FieldSyntax) throws -> VaultPath {
        let atom = try atom(item)
        try refuseHyphen(atom, field)
        let name = VaultPath(bytes: Array(VaultPath(atom.text).parts.map(\.bytes).joined(separator: [Byte.slash])))
        if name.isRoot { return .root }
        if try context.isFolder(name) { return name }
        let folders = try context.folders()
        let folded = Folding.fold(name.text)
        if let found = folders.first(where: { Folding.fold($0.text) == folded }) { return found }
        // The shell eats quotes: perhaps the words that follow belong to the name.
        let rest = slice(atom.range.lowerBound..<text.utf8.count)
        if !atom.isQuoted,
            let meant = folders.first(where: {
                $0.text.contains(" ") && rest.lowercased().hasPrefix($0.text.lowercased())
            })
        {
            throw error(
                atom.range, "there is no folder '\(atom.text)'",
                help: "did you mean '\(field.rawValue):\(quoted(meant.text))'? Quote the whole term for the shell")
        }
        let near =
            Nearest.match(name.text, among: folders.map(\.text))
            ?? folders.first { Folding.fold($0.name.text) == folded }?.text
        throw error(
            atom.range, "there is no folder '\(atom.text)'",
            help: near.map { "did you mean '\(field.rawValue):\(quoted($0))'?" })
    }

    private func since(_ atom: Atom) throws -> Condition {
        guard context.isVersioned else {
            throw error(
                atom.range, "'since:' asks git, and this vault is not in a git repository",
                help: "for dates of notes: after:2024-03-01, or created:>=2024-03-01")
        }
        if let commit = try context.commit(of: atom.text) { return .since(commit) }
        let near = try context.nearestRevision(to: atom.text)
        throw error(
            atom.range, "git knows no commit '\(atom.text)'",
            help: near.map { "did you mean since:\(quoted($0))?" }
                ?? "a branch, a tag, HEAD~20 or a date; for dates of notes: after:2024-03-01")
    }

    private func by(_ atom: Atom, _ field: Field) throws -> Condition {
        try refuseHyphen(atom, field)
        let isPrefix = !atom.isQuoted && atom.text.hasSuffix("*")
        let words = Words.list(isPrefix ? String(atom.text.dropLast()) : atom.text)
        if words.isEmpty { throw noWords(atom.text, atom.range) }
        return .by(words, isPrefix: isPrefix)
    }

    private func feature(_ atom: Atom, isWanted: Bool) throws -> Condition {
        let word = atom.text.lowercased()
        if let feature = Condition.Feature(rawValue: word) { return .has(feature) }
        switch word {
        case "attachments": return .has(.attachment)
        case "images": return .has(.image)
        case "keywords", "tag", "tags", "label": return .has(.keyword)
        case "links", "related": return .has(.link)
        case "backlinks": return .has(.backlink)
        case "tasks": return .has(.task)
        case "headings": return .has(.heading)
        case "aliases": return .has(.alias)
        default: break
        }
        if let key = context.keyNames.name(atom.text)?.key { return .key(key.rawValue) }
        var name = Folding.fold(atom.text)
        if name.hasPrefix("prop.") { name.removeFirst(5) }
        if try context.isProperty(name) { return .key(name) }
        let form = isWanted ? foreign("has", atom) : foreign("no", atom) ?? foreign("has", atom, isNegated: true)
        if let meant = form {
            throw error(atom.range, "no note has '\(atom.text)', nor is it a thing that notes have", help: meant)
        }
        let known = try context.propertyNames()
        let words = Condition.Feature.allCases.map(\.rawValue) + FrontMatterKey.allCases.map(\.rawValue)
        let near = Nearest.match(word, among: words + known)
        throw error(
            atom.range, "no note has '\(atom.text)', nor is it a thing that notes have",
            help: near.map { "did you mean '\(quoted($0))'?" }
                ?? "one of: \(Condition.Feature.allCases.map(\.rawValue).joined(separator: ", ")), or a front matter key"
        )
    }

    private func state(_ atom: Atom) throws -> Condition {
        let word = Folding.fold(atom.text)
        if context.statuses.contains(where: { Folding.fold($0) == word }) { return .status(word) }
        if word == "favorite" || word == "favourite" { return .favorite(true) }
        if let state = Condition.State(rawValue: word) {
            if state.isOfGit { try context.requireWorkTree() }
            return .state(state)
        }
        if try context.statusesInUse().contains(word) { return .status(word) }
        if let meant = foreign("is", atom) {
            throw error(atom.range, "a note cannot be '\(atom.text)'", help: meant)
        }
        let words = context.statuses + Condition.State.allCases.map(\.rawValue)
        let near = Nearest.match(word, among: words)
        throw error(
            atom.range, "a note cannot be '\(atom.text)'",
            help: near.map { "did you mean '\($0)'?" } ?? "one of: \(words.joined(separator: ", "))")
    }

    /// Help with a term that another program knows: `is:starred`, `type:image`.
    func foreign(_ field: String, _ atom: Atom, isNegated: Bool = false) -> String? {
        let names = ForeignTerms.Names(
            statuses: context.statuses, noteExtensions: context.noteExtensions,
            attachmentExtensions: context.attachmentExtensions)
        let written = slice(atom.range)
        return ForeignTerms.meant(field, Folding.fold(atom.text), written: written, names: names).map {
            "did you mean \(isNegated ? ForeignTerms.negated($0) : $0)?"
        }
    }

    // MARK: Properties

    private mutating func property(_ name: String, isExplicit: Bool, _ field: FieldSyntax) throws -> Condition {
        let folded = Folding.fold(name)
        if let token = context.keyNames.name(name).flatMap({ Field($0.key) }) {
            var plain = field
            // 'keywords:' itself counts too; its other names are 'keyword:'.
            plain.name = .field(token == .keywords ? .keyword : token)
            return try condition(of: plain)
        }
        guard try context.isProperty(folded) else {
            if let meant = foreignField(folded, field.value) ?? ForeignTerms.advice(folded) {
                throw error(field.nameRange, "there is no field or front matter key '\(name)'", help: meant)
            }
            let known = try context.propertyNames()
            let near = Self.nearest(name, among: Field.names + known + Field.allNames)
            throw error(
                field.nameRange, "there is no field or front matter key '\(name)'",
                help: near.map { "did you mean '\(Field(named: $0) == nil ? QueryText.propertyTerm($0) : "\($0):")'?" }
                    ?? "to search for the text, quote it: \(quoted(slice(field.range) + " ").replacing(" \"", with: "\""))"
            )
        }
        return try combine(field.value) { (resolver: inout QueryResolver, item) throws in
            try resolver.refuseMissingDate(item, folded)
            return .property(folded, try resolver.propertyTest(item))
        }
    }

    private func foreignField(_ name: String, _ value: ValueSyntax) -> String? {
        guard case .one(let item) = value, case .plain(let atom) = item.form else { return nil }
        return foreign(name, atom)
    }

    /// The nearest of some names; more than one letter may be wrong only in a long one.
    static func nearest(_ name: String, among names: [String]) -> String? {
        guard let near = Nearest.match(name, among: names) else { return nil }
        let (wanted, found) = (Folding.fold(name), Folding.fold(near))
        if found.hasPrefix(wanted) { return near }
        let limit = wanted.unicodeScalars.count <= 5 ? 1 : wanted.unicodeScalars.count <= 8 ? 2 : 3
        return Nearest.distance(Array(wanted.utf8), Array(found.utf8), atMost: limit) == nil ? nil : near
    }
}
