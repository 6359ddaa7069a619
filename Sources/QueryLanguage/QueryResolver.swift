import RegularExpressions
import SourceText

/// Turns a query as written into conditions: looks up names, reads dates and numbers, opens saved searches.
package struct QueryResolver {
    let context: any QueryContext
    let text: String
    /// The saved searches that are open, from the outermost.
    var opened: [String] = []
    /// What the saved searches of this query stand for, shared by all that is nested in it.
    let expansion: Expansion
    var remarks: [Diagnostic] = []
    var presentation = Presentation()
    var replacesStatus = false

    /// Each saved search is read once for a query, however often it stands there; its terms count each time.
    final class Expansion {
        struct Saved {
            var condition: Condition
            var presentation: Presentation
            var terms: Int
        }

        var saved: [String: Saved] = [:]
    }

    private init(_ text: String, _ context: any QueryContext, expansion: Expansion) {
        self.text = text
        self.context = context
        self.expansion = expansion
    }

    /// Reads a query.
    ///
    /// - Throws: `QueryError` for a query that cannot be read; whatever the context throws.
    package static func query(_ text: String, in context: any QueryContext) throws -> Query {
        var resolver = QueryResolver(text, context, expansion: Expansion())
        return try resolver.resolve()
    }

    private mutating func resolve() throws -> Query {
        let syntax = try QueryParser.parse(text, isKey: isKey)
        let (rest, options) = try withoutPresentation(syntax)
        for option in options { try presentation(option) }
        if case .saved(let name, let range) = rest {
            presentation = presentation.over(try saved(name, range).presentation)
        }
        let condition = try condition(rest)
        if try terms(in: rest) > QueryParser.maximumTerms {
            throw error(rest.range, "with its saved searches this is more than \(QueryParser.maximumTerms) terms")
        }
        return Query(
            text: text, condition: condition, terms: try terms(rest), presentation: presentation,
            titleWords: titleWords(rest), remarks: unique(remarks), replacesStatus: replacesStatus)
    }

    private var isKey: (String) -> Bool {
        // The parser asks only to say more about an error that it has found; there is no better answer than yes.
        { [context] name in
            context.keyNames.name(name) != nil || (try? context.isProperty(Folding.fold(name))) ?? true
        }
    }

    private func unique(_ remarks: [Diagnostic]) -> [Diagnostic] {
        var seen: Set<Diagnostic> = []
        return remarks.filter { seen.insert($0).inserted }
    }

    /// The conjuncts with their text, for the hint which of them excludes most.
    private mutating func terms(_ syntax: QuerySyntax) throws -> [Query.Term] {
        guard case .and(let parts, _) = syntax else {
            return syntax == .empty ? [] : [Query.Term(condition: try condition(syntax), text: slice(syntax.range))]
        }
        return try effective(parts).map { Query.Term(condition: try condition($0), text: slice($0.range)) }
    }

    private func titleWords(_ syntax: QuerySyntax) -> [String] {
        switch syntax {
        case .word(let text, _) where !text.hasSuffix("*"): return Words.list(text)
        case .phrase(let text, _): return Words.list(text)
        case .and(let parts, _): return parts.flatMap { titleWords($0) }
        case .group(let inner, _): return titleWords(inner)
        default: return []
        }
    }

    func slice(_ range: Range<Int>) -> String { String(decoding: Array(text.utf8)[range], as: UTF8.self) }

    func error(_ range: Range<Int>, _ message: String, help: String? = nil) -> QueryError {
        QueryError(text, at: range, message, help: help)
    }

    // MARK: Conditions

    mutating func condition(_ syntax: QuerySyntax) throws -> Condition {
        switch syntax {
        case .empty: return .all
        case .and(let parts, _):
            let kept = try effective(parts)
            var conditions: [Condition] = []
            for part in kept { conditions.append(try condition(part)) }
            return conditions.count == 1 ? conditions[0] : .and(conditions)
        case .or(let branches, _):
            var conditions: [Condition] = []
            for branch in branches { conditions.append(try condition(branch)) }
            return .or(conditions)
        case .not(let inner, _): return .not(try condition(inner))
        case .group(let inner, _): return try condition(inner)
        case .word(let word, let range):
            try refuseAssignment(word, range)
            return try self.word(word, range)
        case .phrase(let phrase, let range): return try self.phrase(phrase, range, part: .any)
        case .regex(let pattern, let ignoresCase, let range):
            return try regex(pattern, ignoresCase: ignoresCase, range)
        case .saved(let name, let range): return try saved(name, range).condition
        case .field(let field): return try condition(of: field)
        }
    }

    /// The parts of an AND that count: without words that hold no letter or digit, and of several positive `status:`
    /// the last alone, each with a note.
    private mutating func effective(_ parts: [QuerySyntax]) throws -> [QuerySyntax] {
        let statuses = parts.indices.filter { Self.isStatus(parts[$0], context.statuses) }
        var kept: [QuerySyntax] = []
        remarkOnSmallOperators(parts)
        for (index, part) in parts.enumerated() {
            if let last = statuses.last, index != last, statuses.contains(index) {
                replacesStatus = true
                remarks.append(
                    Diagnostic(
                        .query, at: part.range,
                        "'\(slice(part.range))' is replaced by the later '\(slice(parts[last].range))'",
                        help: "for either of them write status:a,b", severity: .note))
                continue
            }
            if let (word, range) = Self.wordless(part) {
                remarks.append(
                    Diagnostic(
                        .query, at: range, "'\(word)' has no letter or digit and is skipped",
                        help: try foreignReading(word, range) ?? "to search for it: \(Self.containsForm(word))",
                        severity: .note))
                continue
            }
            kept.append(part)
        }
        // Nothing but such words: the first of them is the error.
        return kept.isEmpty ? [parts[0]] : kept
    }

    /// A word or phrase that holds no letter or digit, and something.
    private static func wordless(_ syntax: QuerySyntax) -> (text: String, range: Range<Int>)? {
        switch syntax {
        case .word(let text, let range) where Words.list(text).isEmpty && !text.contains("*"): (text, range)
        case .phrase(let text, let range) where Words.list(text).isEmpty && !text.isEmpty: (text, range)
        default: nil
        }
    }

    private static func isStatus(_ syntax: QuerySyntax, _ statuses: [String]) -> Bool {
        guard case .field(let field) = syntax else { return false }
        if field.name == .field(.status) { return true }
        guard field.name == .field(.isState), case .one(let item) = field.value, case .plain(let atom) = item.form
        else { return false }
        return statuses.contains { Folding.fold($0) == Folding.fold(atom.text) }
    }

    private mutating func regex(_ source: String, ignoresCase: Bool, _ range: Range<Int>) throws -> Condition {
        .regex(try pattern(source, ignoresCase: ignoresCase, range))
    }

    /// A regular expression that stands in `range` with its slashes.
    func pattern(_ source: String, ignoresCase: Bool, _ range: Range<Int>) throws -> Pattern {
        do {
            return try Pattern(source, ignoresCase: ignoresCase)
        } catch {
            let start = range.lowerBound + 1 + error.range.lowerBound
            let end = min(max(range.lowerBound + 1 + error.range.upperBound, start), range.upperBound)
            throw self.error(
                min(start, range.upperBound)..<end, error.message,
                help: error.help ?? "a word that starts with a slash can be quoted: \"/\(source)\"")
        }
    }

    // MARK: Saved searches

    /// What `@name` stands for. Its own order and limit are kept apart; they count only where it stands alone.
    mutating func saved(_ name: String, _ range: Range<Int>) throws -> Expansion.Saved {
        let searches = context.savedSearches
        let folded = Folding.fold(name)
        guard let key = searches.keys.sorted().first(where: { Folding.fold($0) == folded }),
            let inner = searches[key]
        else {
            let near = Nearest.match(name, among: searches.keys.sorted())
            throw error(
                range, "there is no saved search '@\(name)'",
                help: near.map { "did you mean '@\(quoted($0))'?" }
                    ?? foreign("@", Atom(text: name, isQuoted: false, range: range))
                    ?? "saved searches: \(searches.keys.sorted().map { "@\(quoted($0))" }.joined(separator: ", "))")
        }
        if opened.contains(key) {
            throw error(range, "the saved search '@\(key)' names itself", help: "see searches: in .slipbox/config.yaml")
        }
        if let known = expansion.saved[key] { return known }
        if opened.count >= Self.maximumNesting {
            throw error(range, "saved searches are nested more than \(Self.maximumNesting) deep")
        }
        var resolver = QueryResolver(inner, context, expansion: expansion)
        resolver.opened = opened + [key]
        do {
            let syntax = try QueryParser.parse(inner, isKey: isKey)
            let (rest, options) = try resolver.withoutPresentation(syntax)
            for option in options { try resolver.presentation(option) }
            if case .saved(let name, let range) = rest {
                resolver.presentation = resolver.presentation.over(try resolver.saved(name, range).presentation)
            }
            let saved = Expansion.Saved(
                condition: try resolver.condition(rest), presentation: resolver.presentation,
                terms: try resolver.terms(in: rest))
            if saved.terms > QueryParser.maximumTerms {
                throw resolver.error(rest.range, "this is more than \(QueryParser.maximumTerms) terms")
            }
            replacesStatus = replacesStatus || resolver.replacesStatus
            expansion.saved[key] = saved
            return saved
        } catch let error as QueryError {
            throw self.error(
                range, "the saved search '@\(key)' cannot be read: \(error.diagnostic.message)",
                help: error.diagnostic.help)
        }
    }

    private static let maximumNesting = 50

    /// The number of terms, those of saved searches counted wherever they stand.
    private mutating func terms(in syntax: QuerySyntax) throws -> Int {
        switch syntax {
        case .and(let parts, _), .or(let parts, _):
            var count = 0
            for part in parts { count = min(count + (try terms(in: part)), 1 << 30) }
            return count
        case .not(let inner, _), .group(let inner, _): return try terms(in: inner)
        case .saved(let name, let range): return try saved(name, range).terms
        case .field(let field):
            if case .query(let inner) = field.value { return try terms(in: inner) + 1 }
            return 1
        default: return 1
        }
    }
}
