import SourceText

/// A resolver for queries. It walks the syntax tree and expands saved searches. Other resolvers handle the leaves.
package struct QueryResolver {
    private let context: ResolverContext
    /// The saved searches that contain this query, outermost first.
    private let enclosing: [String]
    private let savedSearches: SavedSearches
    /// Whether the query is itself proposed by help. Its own proposals are not checked.
    private let isProposal: Bool
    /// What the part of the query finds that is being resolved.
    private var subject: QuerySubject

    private init(
        _ text: String, in vault: any QueryContext, enclosing: [String], savedSearches: SavedSearches,
        subject: QuerySubject = .notes, isProposal: Bool = false
    ) {
        context = ResolverContext(text: text, vault: vault) {
            isProposal || Self.isValid($0, subject, in: vault)
        }
        self.isProposal = isProposal
        self.subject = subject
        self.enclosing = enclosing
        self.savedSearches = savedSearches
    }

    /// Resolves a query. Throws `QueryError` if the query is not valid, and the errors of `context`.
    package static func query(_ text: String, in context: any QueryContext) throws -> Query {
        try QueryResolver(text, in: context, enclosing: [], savedSearches: SavedSearches()).resolve()
    }

    /// Resolves a query over tasks. Throws as `query`.
    package static func tasks(_ text: String, in context: any QueryContext) throws -> TaskQuery {
        try QueryResolver(text, in: context, enclosing: [], savedSearches: SavedSearches(), subject: .tasks)
            .resolveTasks()
    }

    /// Returns whether a query is no error. Errors of the vault count as valid, because they are not about the query.
    private static func isValid(_ text: String, _ subject: QuerySubject, in context: any QueryContext) -> Bool {
        let resolver = QueryResolver(
            text, in: context, enclosing: [], savedSearches: SavedSearches(), subject: subject, isProposal: true)
        do {
            if subject == .tasks { _ = try resolver.resolveTasks() } else { _ = try resolver.resolve() }
            return true
        } catch {
            return !(error is QueryError)
        }
    }

    private func resolveTasks() throws -> TaskQuery {
        let syntax = try QueryParser.parse(context.text, subject: .tasks, isKey: isKey)
        let presentation = PresentationResolver(context: context)
        let (rest, options) = try presentation.split(syntax)
        let condition = try condition(rest)
        try checkTermCount(rest)
        return TaskQuery(
            text: context.text, condition: condition, presentation: try presentation.taskPresentation(options),
            notices: context.notices.notices, choosesStatus: rest.choosesTaskStatus)
    }

    private func checkTermCount(_ syntax: QuerySyntax) throws {
        if try termCount(syntax) > QueryParser.maximumTerms {
            throw context.error(
                syntax.range, "with its saved searches, the query has more than \(QueryParser.maximumTerms) terms")
        }
    }

    private func resolve() throws -> Query {
        let (syntax, presentation) = try parse()
        let condition = try condition(syntax)
        try checkTermCount(syntax)
        return Query(
            text: context.text, condition: condition, terms: try conjuncts(syntax), presentation: presentation,
            titleWords: syntax.titleWords, notices: context.notices.notices,
            replacesStatus: context.notices.replacesStatus)
    }

    /// Returns the query without its presentation fields, and the presentation that these fields choose.
    private func parse() throws -> (QuerySyntax, Presentation) {
        let syntax = try QueryParser.parse(context.text, isKey: isKey)
        let resolver = PresentationResolver(context: context)
        let (rest, options) = try resolver.split(syntax)
        let presentation = try resolver.presentation(options)
        guard case .saved(let name, let range) = rest else { return (rest, presentation) }
        return (rest, presentation.over(try saved(name, range).presentation))
    }

    private var isKey: (String) -> Bool {
        // The parser calls this only to explain an error. If the vault is not readable, true is the better guess.
        { [vault = context.vault] name in
            vault.keyNames.name(name) != nil || (try? vault.isProperty(Folding.fold(name))) ?? true
        }
    }

    /// Returns the conjuncts with their text. A hint names the one that excludes most notes.
    private func conjuncts(_ syntax: QuerySyntax) throws -> [Query.Term] {
        let parts =
            if case .and(let parts, _) = syntax { try effective(parts) } else { syntax == .empty ? [] : [syntax] }
        return try parts.map { Query.Term(condition: try condition($0), text: context.slice($0.range)) }
    }

    private func effective(_ operands: [QuerySyntax]) throws -> [QuerySyntax] {
        try OperandFilter(context: context).effective(operands)
    }

    private func condition(_ syntax: QuerySyntax) throws -> Condition {
        switch syntax {
        case .empty: return .all
        case .and(let parts, _):
            let operands = try effective(parts)
            return operands.count == 1 ? try condition(operands[0]) : .and(try operands.map { try condition($0) })
        case .or(let branches, _): return .or(try branches.map { try condition($0) })
        case .not(let inner, _): return .not(try condition(inner))
        case .group(let inner, _): return try condition(inner)
        default: return try leaf(syntax)
        }
    }

    /// Resolves a single term. This is a separate function to keep the frames of the recursion small.
    private func leaf(_ syntax: QuerySyntax) throws -> Condition {
        switch syntax {
        case .word(let word, let range) where subject == .tasks:
            return try TaskFieldResolver(context: context).word(word, range)
        case .phrase(let phrase, let range) where subject == .tasks:
            return try TaskFieldResolver(context: context).phrase(phrase, range)
        case .regex(let source, let ignoresCase, let range) where subject == .tasks:
            return try TaskFieldResolver(context: context).regex(source, ignoresCase: ignoresCase, at: range)
        case .word(let word, let range):
            try ForeignSyntax(context: context).refuseAssignment(word, range)
            return try TextTermResolver(context: context).word(word, range)
        case .phrase(let phrase, let range):
            return try TextTermResolver(context: context).phrase(phrase, range)
        case .regex(let source, let ignoresCase, let range):
            return .regex(
                try TextTermResolver(context: context).pattern(source, ignoresCase: ignoresCase, at: range))
        case .saved(let name, let range): return ofSubject(try saved(name, range).condition)
        case .field(let field): return try condition(of: field)
        default: return try condition(syntax)
        }
    }

    /// Returns a condition on notes as one on what the query finds.
    private func ofSubject(_ condition: Condition) -> Condition {
        subject == .tasks ? .ofNote(condition) : condition
    }

    /// Returns the condition for a query in parentheses.
    private func condition(_ syntax: QuerySyntax, on subject: QuerySubject) throws -> Condition {
        var inner = self
        inner.subject = subject
        return try inner.condition(syntax)
    }

    private func condition(of syntax: FieldSyntax) throws -> Condition {
        guard case .task(let field) = syntax.name else { return ofSubject(try noteCondition(of: syntax)) }
        if case .query(let inner) = syntax.value { return .ofNote(try condition(inner, on: .notes)) }
        let resolver = TaskFieldResolver(context: context)
        return try syntax.value.condition { try resolver.condition($0, of: field) }
    }

    private func noteCondition(of syntax: FieldSyntax) throws -> Condition {
        if syntax.name == .field(.task), case .query(let inner) = syntax.value {
            return try inner.taskState ?? .hasTask(condition(inner, on: .tasks))
        }
        let field: Field
        switch syntax.name {
        case .task: return .nothing
        case .field(let name): field = name
        case .property(let name, _):
            guard let known = context.vault.keyNames.name(name).flatMap({ Field($0.key) }) else {
                return try PropertyResolver(context: context).condition(name, syntax)
            }
            // `keywords:` is a field that also counts. The other names of that key mean `keyword:`.
            field = known == .keywords ? .keyword : known
        }
        switch field.kind {
        case .presentation:
            throw context.error(
                syntax.range, "'\(field.rawValue):' applies to the whole query, and cannot be in a part of it",
                help: "move it out of the parentheses, without '-'")
        case .note: return try link(field, syntax.value, steps: syntax.steps ?? 1)
        default:
            let resolver = FieldValueResolver(context: context)
            return try syntax.value.condition { try resolver.condition($0, of: field) }
        }
    }

    /// Returns the condition for `links-to:`, `linked-from:` or `like:`.
    private func link(_ field: Field, _ value: ValueSyntax, steps: Int) throws -> Condition {
        if field == .like {
            if case .query(let inner) = value {
                throw context.error(inner.range, "'like:' takes a note, not a query", help: "such as like:note")
            }
            return try value.condition {
                .like(try context.vault.related(to: NameResolver(context: context).note($0, field)))
            }
        }
        func condition(_ end: Condition.LinkedNotes) -> Condition {
            if steps > 1 {
                let direction: LinkWalk.Direction = field == .linksTo ? .linksTo : .linkedFrom
                return .linkWalk(LinkWalk(direction: direction, ends: end, steps: steps))
            }
            return field == .linksTo ? .linksTo(end) : .linkedFrom(end)
        }
        if case .query(let inner) = value { return condition(.query(try self.condition(inner, on: .notes))) }
        return try value.condition { condition(.note(try NameResolver(context: context).note($0, field))) }
    }

    /// Returns the saved search `@name`, resolved on first use. Throws if it is unknown or not valid, refers to itself,
    /// or is nested too deep.
    ///
    /// `parse` applies its presentation only if the query contains nothing else but presentation fields:
    /// `@name limit:5`. Those in the query take precedence.
    private func saved(_ name: String, _ range: Range<Int>) throws -> SavedSearches.ResolvedSearch {
        let (key, text) = try savedSearch(name, range)
        if enclosing.contains(key) {
            throw context.error(
                range, "the saved search '@\(key)' refers to itself", help: "see searches: in .slipbox/config.yaml")
        }
        if let known = savedSearches.byName[key] { return known }
        if enclosing.count >= Self.maximumNesting {
            throw context.error(range, "saved searches are nested more than \(Self.maximumNesting) deep")
        }
        let resolver = QueryResolver(
            text, in: context.vault, enclosing: enclosing + [key], savedSearches: savedSearches,
            isProposal: isProposal)
        do {
            let (syntax, presentation) = try resolver.parse()
            let search = SavedSearches.ResolvedSearch(
                condition: try resolver.condition(syntax), presentation: presentation,
                termCount: try resolver.termCount(syntax))
            if search.termCount > QueryParser.maximumTerms {
                throw resolver.context.error(syntax.range, "the query has more than \(QueryParser.maximumTerms) terms")
            }
            if resolver.context.notices.replacesStatus { context.notices.replacesStatus = true }
            savedSearches.byName[key] = search
            return search
        } catch let error as QueryError {
            throw context.error(
                range, "the saved search '@\(key)' is not a valid query: \(error.diagnostic.message)",
                help: error.diagnostic.help)
        }
    }

    /// Returns the configured name and the text of the saved search `@name`, ignoring case and diacritics.
    private func savedSearch(_ name: String, _ range: Range<Int>) throws -> (key: String, text: String) {
        let searches = context.vault.savedSearches
        let names = searches.keys.sorted()
        let folded = Folding.fold(name)
        if let key = names.first(where: { Folding.fold($0) == folded }), let text = searches[key] {
            return (key, text)
        }
        let help =
            Nearest.match(name, among: names).map { "did you mean '@\(QueryText.quoted($0))'?" }
            ?? context.foreignForm("@", Atom(text: name, isQuoted: false, range: range))
            ?? "saved searches: \(names.map { "@\(QueryText.quoted($0))" }.joined(separator: ", "))"
        throw context.error(
            range, "there is no saved search '@\(name)'",
            help: "\(help); to search for the text: \(context.textQuery("@\(name)"))")
    }

    private static let maximumNesting = 50

    /// Returns the number of terms. Those of a saved search count each time that it occurs.
    private func termCount(_ syntax: QuerySyntax) throws -> Int {
        switch syntax {
        case .and(let parts, _), .or(let parts, _):
            var count = 0
            for part in parts { count = min(count + (try termCount(part)), 1 << 30) }
            return count
        case .not(let inner, _), .group(let inner, _): return try termCount(inner)
        case .saved(let name, let range): return try saved(name, range).termCount
        case .field(let field):
            if case .query(let inner) = field.value { return try termCount(inner) + 1 }
            return 1
        default: return 1
        }
    }
}

/// The saved searches that one query has resolved so far. Each is resolved once, however often it occurs.
private final class SavedSearches {
    /// A resolved saved search. `termCount` includes the terms of the saved searches in it.
    struct ResolvedSearch {
        var condition: Condition
        var presentation: Presentation
        var termCount: Int
    }

    var byName: [String: ResolvedSearch] = [:]
}
