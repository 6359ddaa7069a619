import QueryLanguage
import SearchIndex
import SourceText
import VaultFiles

/// Hints for a term that no note satisfies: the nearest value, a longer one that contains it, the same word elsewhere.
///
/// Each hint is a count by the index or a scan of a list of names. No note is opened.
struct CorrectionHints {
    let snapshot: VaultSnapshot
    let search: VaultSearch
    /// The similar words of the vocabulary, by the word of the query.
    private var vocabulary: [String: SimilarWords] = [:]

    /// Words of the vocabulary that contain a word of the query or are near it.
    private struct SimilarWords {
        var containing: [String] = []
        /// False if `containing` was cut because there are too many such words.
        var isWhole = true
        var near: [String] = []
    }

    /// The maximum number of words that are counted together.
    private static let manyWords = 2000
    /// A longer word is not treated as a typo.
    private static let longWord = 64

    init(_ snapshot: VaultSnapshot, _ search: VaultSearch) {
        self.snapshot = snapshot
        self.search = search
    }

    private var index: NoteIndex { snapshot.index }

    /// Returns hints for those of the terms that no note satisfies.
    mutating func lines(_ terms: [Condition]) throws -> [String] {
        let unmet = try terms.filter { try !$0.opensFiles && !index.hasNotes($0) }
        try readVocabulary(unmet)
        return try unmet.flatMap { try lines(for: $0) }
    }

    private func lines(for term: Condition) throws -> [String] {
        switch term {
        case .text(let match) where match.words.count == 1: return try lines(forWord: match)
        case .text(let match): return try lines(forPhrase: match)
        case .keyword(.exact(let name), _): return try lines(forKeyword: name)
        case .status(let name): return lines(forStatus: name, try index.lists.statuses().map(\.name))
        case .property(let key, let test): return try lines(forProperty: key, test)
        case .path(.words(let words)): return try lines(forPath: words)
        case .name(.exact(let name), _):
            let stems = try index.links.paths(of: .note).map(\.stem.text)
            return try values(name, "name:", known: stems) { .name($0, withExtension: false) }
        case .attachment(.exact(let name)):
            return try values(name, "attachment:", known: try index.lists.attachmentNames().map(\.name)) {
                .attachment($0)
            }
        case .alias(.exact(let name)):
            return try values(name, "alias:", known: try index.names.aliases()) { .alias($0) }
        case .id(.exact(let name)): return try values(name, "id:", known: try index.names.ids()) { .id($0) }
        case .by(let words, _):
            let near = Nearest.match(words.joined(separator: " "), among: try index.history.authors())
            return near.map { ["did you mean by:\(QueryText.quoted($0))?"] } ?? []
        case .time(let field, let range): return try lines(forDates: field, range)
        case .number(let field, _): return try lines(forNumber: field)
        case .folder(let folder, false):
            let below = try index.count(.folder(folder, deep: true))
            return below > 0 ? ["in:\(quoted(folder)) finds \(below) in its subfolders"] : []
        case .linksTo(.note(let path)):
            let words = Words.list(path.stem.text)
            if words.isEmpty { return [] }
            let found = try count(.text(TextMatch(words: words, isPrefix: false, part: .any, range: 0..<0)))
            return found > 0
                ? ["there are no links to it; \(have(found)) its name: \(QueryText.phrase(path.stem.text))"] : []
        default: return []
        }
    }

    // MARK: Counting

    /// Returns the number of notes in the search's scope that satisfy a condition.
    private func count(_ condition: Condition) throws -> Int {
        try index.count(.and([search.scopeCondition, condition]))
    }

    /// Returns the number of notes in the search's scope that a query finds, or 0 if it cannot be parsed.
    private func count(query: String) throws -> Int {
        do {
            return try count(QueryResolver.query(query, in: snapshot.queryNames).condition)
        } catch is QueryError {
            return 0
        }
    }

    private func have(_ count: Int) -> String { count == 1 ? "1 has" : "\(count) have" }

    private func quoted(_ folder: VaultPath) -> String { folder.isRoot ? "/" : QueryText.quoted(folder.text) }

    private func text(_ words: [String], _ part: TextPart, isPrefix: Bool = false) -> Condition {
        .text(TextMatch(words: words, isPrefix: isPrefix, part: part, range: 0..<0))
    }

    private func any(of words: [String], _ part: TextPart) -> Condition {
        .or(words.map { text([$0], part) })
    }

    // MARK: Words

    /// Looks up the words of the terms in the vocabulary.
    private mutating func readVocabulary(_ terms: [Condition]) throws {
        for case .text(let match) in terms {
            for word in match.words where word.utf8.count <= Self.longWord && vocabulary[word] == nil {
                let like = try index.words.words(like: word, limit: Self.manyWords)
                vocabulary[word] = SimilarWords(containing: like.containing, isWhole: like.isWhole, near: like.near)
            }
        }
    }

    private func lines(forWord match: TextMatch) throws -> [String] {
        let word = match.words[0]
        guard let kin = vocabulary[word] else { return [] }
        let field = match.part == .any ? "" : "\(match.part.rawValue):"
        var lines: [String] = []
        var ways: [String] = []
        let longer = match.isPrefix ? 0 : try count(text([word], match.part, isPrefix: true))
        if longer > 0 { ways.append("\(field)\(word)* finds \(longer)") }
        if match.part == .name {
            let glob = Self.glob(containing: word, wildcard: "*")
            let inside = try count(.name(ValuePattern(glob), withExtension: false))
            if inside > longer { ways.append("name:\(pattern(word)) finds \(inside)") }
        } else {
            let inside = kin.containing.isEmpty ? 0 : try count(any(of: kin.containing, match.part))
            if inside > longer || (match.part == .any && !kin.isWhole) {
                // `contains:` searches all parts.
                let found = match.part == .any ? inside : try count(any(of: kin.containing, .any))
                ways.append("contains:\(word) finds \(kin.isWhole ? "" : "at least ")\(found)")
            }
        }
        if match.part != .any {
            let elsewhere = try count(text([word], .any, isPrefix: match.isPrefix))
            if elsewhere > 0 { lines.append("\(have(elsewhere)) it elsewhere: \(word)\(match.isPrefix ? "*" : "")") }
        }
        if !ways.isEmpty {
            let holder =
                match.part == .any ? "no note" : "no \(match.part == .name ? "file name" : match.part.rawValue)"
            lines.insert("\(holder) contains the word '\(word)'; \(ways.joined(separator: ", "))", at: 0)
        }
        if match.part == .any, let line = try inProperty([word]) { lines.append(line) }
        // Words that no note contains there are skipped. Every short word is near a single letter.
        var candidates = word.unicodeScalars.count > 1 ? kin.near : []
        var tried = 0
        while tried < 3, let near = Nearest.match(word, among: candidates) {
            if near != word, try count(text([near], match.part)) > 0 {
                lines.append("did you mean '\(field)\(near)'?")
                break
            }
            if try near == word || index.isInUse(near) { tried += 1 }
            candidates.removeAll { $0 == near }
        }
        return lines
    }

    private func lines(forPhrase match: TextMatch) throws -> [String] {
        if match.words.count > 20 { return [] }
        let field = match.part == .any ? "" : "\(match.part.rawValue):"
        // Characters that form a word together have no meaning apart.
        let isWord = match.words.contains(where: Words.isCharacter)
        let apart = isWord ? 0 : try count(.and(match.words.map { text([$0], match.part) }))
        let words = match.words.map { "\(field)\($0)" }.joined(separator: " ")
        if apart > 0 { return ["\(have(apart)) these words, but not as a phrase: \(words)"] }
        if match.part == .any, let line = try inProperty(match.words) { return [line] }
        // The cause is the words that no note contains.
        return try match.words.prefix(4).flatMap { word -> [String] in
            if try index.hasNotes(text([word], match.part)) { return [] }
            return try lines(forWord: TextMatch(words: [word], isPrefix: false, part: match.part, range: match.range))
        }
    }

    /// Returns a hint such as `3 have it in a property: author:luhmann`.
    private func inProperty(_ words: [String]) throws -> String? {
        guard let property = try index.words.property(containing: words, in: search.scopeCondition) else { return nil }
        let text = words.joined(separator: " ")
        let field = QueryText.propertyTerm(property.key)
        let value = Folding.fold(property.value)
        // The value may contain the words in another form than the query.
        let isInside = value != text && value.contains(text)
        let query = field + (isInside ? pattern(text) : QueryText.value(property.value))
        // The query for the value may find more notes than contain the words, or fewer.
        let found = try count(query: query)
        return found > 0 ? "\(have(found)) it in a property: \(query)" : nil
    }

    /// Returns `*text*`, quoted if necessary.
    private func pattern(_ text: String, _ wildcard: String = "*") -> String {
        let glob = Self.glob(containing: text, wildcard: wildcard)
        // A star alone needs no quotes.
        return QueryText.quoted(text) == text ? glob : QueryText.phrase(glob)
    }

    /// Returns a glob that matches every value containing `text` literally.
    ///
    /// - Parameter wildcard: `*`, or `**` to match slashes too.
    private static func glob(containing text: String, wildcard: String) -> String {
        var literal = ""
        for character in text {
            if character == "*" || character == "?" || character == "\\" { literal += "\\" }
            literal.append(character)
        }
        return wildcard + literal + wildcard
    }

    // MARK: Values

    /// Returns hints for a longer value that contains `wanted`, and for the nearest one.
    private func values(
        _ wanted: String, _ field: String, known: [String], condition: (ValuePattern) -> Condition
    ) throws -> [String] {
        guard !wanted.isEmpty, wanted.utf8.count <= 255 else { return [] }
        var lines: [String] = []
        // `**` also matches slashes, which few values contain.
        for wildcard in ["*", "**"] {
            let holding = try count(condition(ValuePattern(Self.glob(containing: wanted, wildcard: wildcard))))
            if holding > 0 {
                lines.append("\(field)\(pattern(wanted, wildcard)) finds \(holding)")
                break
            }
        }
        if let near = Nearest.match(wanted, among: known), Folding.fold(near) != wanted {
            let query = field + QueryText.value(near)
            let found = try count(query: query)
            if found > 0 { lines.append("did you mean '\(query)'? \(have(found)) it") }
        }
        return lines
    }

    /// Returns a hint such as `4 have the word in the text: luhmann`.
    private func inText(_ wanted: String) throws -> [String] {
        let words = Words.list(wanted)
        if words.isEmpty { return [] }
        let found = try count(text(words, .any))
        if found == 0 { return [] }
        let query = words.count == 1 ? words[0] : "\"\(words.joined(separator: " "))\""
        return ["\(have(found)) \(words.count == 1 ? "the word" : "the words") in the text: \(query)"]
    }

    private func lines(forKeyword name: String) throws -> [String] {
        let keywords = try index.lists.keywordCounts().map(\.name)
        let lines = try values(name, "#", known: keywords) { .keyword($0, nested: true) }
        let all = lines + (try inText(name))
        let isKnown = keywords.contains { Folding.fold($0) == Folding.fold(name) }
        return all.isEmpty && !isKnown
            ? ["no note has the keyword '\(name)'; to list keywords: slip keyword list"] : all
    }

    private func lines(forStatus name: String, _ used: [String]) -> [String] {
        let known = snapshot.statuses + used
        // A status of the configuration is spelled correctly, but no note has it.
        if known.contains(where: { Folding.fold($0) == name }) { return [] }
        let near = Nearest.match(name, among: known)
        return [
            near.map { "did you mean 'status:\(QueryText.quoted($0))'?" }
                ?? "valid statuses: \(snapshot.statuses.joined(separator: ", "))"
        ]
    }

    private func lines(forProperty key: String, _ test: PropertyTest) throws -> [String] {
        let known = try ScopedCounts(index).values(ofProperty: key)
        let field = QueryText.propertyTerm(key)
        if known.isEmpty { return ["'\(key)' has no value in any note"] }
        var lines = try lines(forQuotedNumbers: key, test, known)
        if case .exact(let wanted)? = test.text {
            lines = try values(wanted, field, known: known.prefix(2000).map(\.name)) {
                .property(key, PropertyTest(text: $0))
            }
            if lines.isEmpty {
                let words = Words.list(wanted)
                if !words.isEmpty, let line = try inProperty(words) { lines.append(line) }
                lines += try inText(wanted)
            }
        }
        if case .exact(let wanted)? = test.text, test.time == nil, known.contains(where: { DateText($0.name) != nil }) {
            let today = snapshot.calendar.civil(snapshot.now)
            if let meant = LenientDate.read(wanted, today: today) { lines.append("did you mean '\(field)\(meant)'?") }
        }
        let isFound = lines.contains { $0.hasPrefix(field) || $0.hasPrefix("did you mean") }
        if !isFound {
            let some = known.prefix(5).map { QueryText.value(Self.short($0.name)) }
            let more = known.count > some.count ? " …" : ""
            lines.append("values of '\(key)' are: \(some.joined(separator: ", "))\(more)")
        }
        return lines
    }

    /// Returns a hint if texts like `"8"` would satisfy a comparison if they were numbers.
    private func lines(forQuotedNumbers key: String, _ test: PropertyTest, _ known: [NameCount]) throws -> [String] {
        guard let range = test.number, test.text == nil else { return [] }
        let texts = known.map(\.name).filter { DecimalNumber.isValid($0) && Double($0).map(range.contains) ?? false }
        guard let first = texts.first else { return [] }
        let tests = texts.map { Condition.property(key, PropertyTest(text: .exact(Folding.fold($0)))) }
        return ["\(have(try count(.or(tests)))) a quoted number, which is text and is not compared: \"\(first)\""]
    }

    private static func short(_ text: String) -> String {
        text.unicodeScalars.count <= 30 ? text : String(text.prefix(29)) + "…"
    }

    private func lines(forPath words: [String]) throws -> [String] {
        let wanted = words.joined(separator: " ")
        if wanted.utf8.count > 255 { return [] }
        var lines: [String] = []
        let stars = "**\(words.joined(separator: "?"))**"
        if case .glob(let glob) = ValuePattern(stars) {
            let holding = try count(.path(.glob(glob)))
            if holding > 0 { lines.append("path:\(stars) finds \(holding)") }
        }
        var names = try index.lists.folders().map(\.path.name.text)
        names += try index.links.paths(of: .note).map(\.stem.text)
        if let near = Nearest.match(wanted, among: names) {
            let found = try count(.path(.words(Words.list(near))))
            if found > 0 { lines.append("did you mean 'path:\(QueryText.value(near))'? \(have(found)) it") }
        }
        return lines
    }

    // MARK: Dates and numbers

    private func lines(forDates field: Condition.TimeField, _ range: TimeRange) throws -> [String] {
        var lines: [String] = []
        if field == .committed { return [] }
        if field == .created, let value = dateValue(range) {
            let changed = try count(.time(.modified, range))
            if changed > 0 { lines.append("modified:\(value) finds \(changed)") }
        }
        let name = field == .created ? "created" : "modified"
        let source = snapshot.vault.configuration.takesDatesFromGit ? "git's date" : "the file's time"
        let undated = try index.lists.undated(field)
        if undated > 0 {
            lines.append(
                "\(undated) of \(try index.noteCount()) notes have no '\(name)' key: \(source) is used")
        }
        let unreadable = try UnreadableDates(index).count(field)
        if unreadable > 0 {
            lines.append("\(have(unreadable)) a '\(name)' that is no date: \(source) is used; see: slip check")
        }
        for key in try index.lists.dateKeys(limit: 3) {
            let term = QueryText.propertyTerm(key.name)
            let query = dateValue(range).map { term + $0 }
            let found = try query.map { try count(query: $0) } ?? 0
            let how = found > 0 ? query.map { ": \($0) finds \(found)" } ?? "" : ""
            lines.append("'\(term)' contains dates in \(key.notes) \(key.notes == 1 ? "note" : "notes")\(how)")
        }
        return lines
    }

    /// Returns a time range as the query writes it for its field, for use with another field.
    private func dateValue(_ range: TimeRange) -> String? {
        for term in search.query.terms {
            guard case .time(_, let asked) = term.condition, asked == range,
                let colon = term.text.firstIndex(of: ":")
            else { continue }
            let value = String(term.text[term.text.index(after: colon)...])
            switch Field(named: String(term.text[..<colon])) {
            case .before?, .older?: return "<\(value)"
            case .after?: return ">\(value)"
            default: return value
            }
        }
        return nil
    }

    private func lines(forNumber field: Field.Number) throws -> [String] {
        guard let (least, most) = try index.lists.extremes(field) else { return [] }
        return ["values of '\(field):' range from \(least) to \(most)"]
    }
}
