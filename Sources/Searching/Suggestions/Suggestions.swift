import QueryLanguage
import SearchIndex
import SourceText

/// Something that could come next in a query.
package struct Suggestion: Hashable, Sendable {
    /// The term as it would stand in the query.
    package var term: String
    /// The number of notes that the query would find with it; nil where the term is not finished or decides nothing.
    package var notes: Int?
    package var summary: String?
}

/// Completes a partly typed query.
package struct Suggestions {
    private let session: VaultSession
    private let place: SearchPlace
    private let counts: ScopedCounts

    /// - Parameter place: the notes that the query will be asked of: every count is that of a search there.
    package init(_ session: VaultSession, in place: SearchPlace = .wholeVault) throws {
        self.session = session
        self.place = place
        counts = try ScopedCounts(session.index, place.condition)
    }

    /// Returns what could come next, best first: what begins as typed, then what has a part that does, then what
    /// contains it anywhere; within each, the most frequent first.
    ///
    /// Terms that the query already contains are left out. Each term can be taken as it is.
    package func list(_ partial: String, limit: Int) throws -> [Suggestion] {
        let query = PartialQuery(partial)
        let used = UsedTerms(query.before)
        let lister = SuggestionLister(session: session, counts: counts, used: used, place: place, limit: limit)
        var seen: Set<String> = []
        var first: [SuggestionCandidate] = []
        // Each count is a search: only what may be shown is counted.
        var left = limit * 4
        for candidate in try lister.candidates(query).sorted() where first.count < limit && left > 0 {
            if used.holds(candidate.term) || query.containsValue(of: candidate.term) { continue }
            if !seen.insert(UsedTerms.normalised(candidate.term)).inserted { continue }
            left -= 1
            if let counted = try counted(candidate, query) { first.append(counted) }
        }
        return first.sorted().map {
            Suggestion(term: query.negation + $0.term, notes: $0.notes, summary: $0.summary)
        }
    }

    /// The candidate with its count; nil where it is shown only if it finds something, and it finds nothing.
    private func counted(_ candidate: SuggestionCandidate, _ query: PartialQuery) throws -> SuggestionCandidate? {
        var candidate = candidate
        if candidate.isFinished {
            if candidate.isCounted, query.isAlone, counts.coversWholeVault { return candidate }
            candidate.notes = try count(finishing: query, with: candidate.term)
            return candidate.notes == 0 && candidate.hasToFind ? nil : candidate
        }
        if !query.negation.isEmpty || !query.before.isEmpty {
            candidate.notes = nil
        } else if let property = candidate.property, !counts.coversWholeVault {
            candidate.notes = try counts.count(.key(Folding.fold(property)))
        }
        return candidate
    }

    /// The number of notes that the query finds once its last term is this one; nil if it cannot be read that way, or
    /// if counting would have to open notes.
    private func count(finishing query: PartialQuery, with term: String) throws -> Int? {
        let text = query.before + query.negation + term + String(repeating: ")", count: query.openParentheses)
        do {
            let condition = try QueryResolver.query(text, in: session).condition
            return condition.opensFiles ? nil : try counts.count(condition)
        } catch is QueryError {
            return nil
        }
    }
}

/// One suggestion before it is counted.
struct SuggestionCandidate: Comparable {
    enum Kind: Int, Comparable {
        case ready, field, property, term, keyword, value, title, word

        static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }
    }

    var term: String
    var kind: Kind
    /// The property that an unfinished term names.
    var property: String?
    /// How what was typed stands in it: 0 at the start, 1 at the start of a part, 2 elsewhere.
    var tier = 0
    /// The number of notes that have it, as far as it is known before it is counted; of a word only what grows with it.
    var notes: Int?
    var summary: String?
    /// Where the order of a list says more than the numbers do.
    var order = 0
    /// Whether the term is whole, so that the query with it can be counted.
    var isFinished = true
    /// Whether `notes` is what the term alone finds in the whole vault.
    var isCounted = false
    /// Whether it is shown only where the finished query finds a note.
    var hasToFind = false

    static func < (a: Self, b: Self) -> Bool {
        if (a.tier, a.kind, a.order) != (b.tier, b.kind, b.order) {
            return (a.tier, a.kind, a.order) < (b.tier, b.kind, b.order)
        }
        return (-(a.notes ?? 0), a.term) < (-(b.notes ?? 0), b.term)
    }
}

/// The terms that a query has already.
struct UsedTerms {
    private let terms: Set<String>
    /// Tokens that count once for the whole query, or of which the last counts.
    private(set) var single: Set<Field> = []
    /// Whether the query limits the time of creation to the last hours or days.
    private(set) var hasLast = false

    init(_ text: String) {
        var terms: [String] = []
        var term = ""
        var isQuoted = false
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if !isQuoted, character.isWhitespace || character == "(" || character == ")" {
                terms.append(term)
                term = ""
            } else {
                term.append(character)
            }
        }
        terms.append(term)
        for term in terms where !term.hasPrefix("-") {
            guard let colon = term.firstIndex(of: ":"), let field = Field(named: String(term[..<colon])) else {
                continue
            }
            if [.status, .sort, .group, .limit, .offset].contains(field) { single.insert(field) }
            if field == .last { hasLast = true }
        }
        self.terms = Set(terms.filter { !$0.isEmpty }.map(Self.normalised))
    }

    func holds(_ term: String) -> Bool { terms.contains(Self.normalised(term)) }

    /// One spelling of a term, whether negated or not; `tag:x` is `#x`.
    static func normalised(_ term: String) -> String {
        var folded = Folding.fold(term)
        while folded.hasPrefix("-") { folded.removeFirst() }
        guard let colon = folded.firstIndex(of: ":"), let field = Field(named: String(folded[..<colon])) else {
            return folded
        }
        let value = folded[folded.index(after: colon)...]
        return field == .keyword || field == .keywords ? "#\(value)" : "\(field.rawValue):\(value)"
    }
}
