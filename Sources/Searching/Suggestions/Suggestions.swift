package import QueryLanguage
import SearchIndex
import SourceText

/// One way to complete a partial query.
package struct Suggestion: Hashable, Sendable {
    /// The term as written in the query.
    package var term: String
    /// The number of notes that the query finds with the term. Nil for an incomplete term or one without effect.
    package var notes: Int?
    package var summary: String?
    /// Whether it is a token a part of which begins as typed: no word, no title, and no text inside of a word.
    package var beginsToken = false
}

/// The completion of partial queries.
package struct Suggestions {
    private let snapshot: VaultSnapshot
    private let place: SearchPlace
    private let subject: QuerySubject
    private let counts: ScopedCounts

    /// - Parameters:
    ///   - place: the notes that the query searches. Every count is that of a search there.
    ///   - subject: what the query finds. Suggestions for a query over tasks have no counts.
    package init(
        _ snapshot: VaultSnapshot, in place: SearchPlace = .wholeVault, of subject: QuerySubject = .notes
    ) throws {
        self.snapshot = snapshot
        self.place = place
        self.subject = subject
        counts = try ScopedCounts(snapshot.index, place.condition)
    }

    /// Returns suggestions, best first: those that begin as typed, then those with a part that does, then those that
    /// contain the text. Within each group, the most frequent come first.
    ///
    /// Terms that the query already contains are left out. Each term can be used as it is.
    package func list(_ partial: String, limit: Int) throws -> [Suggestion] {
        let query = PartialQuery(partial, of: subject)
        let used = UsedTerms(query.before)
        let lister = SuggestionLister(snapshot: snapshot, counts: counts, used: used, place: place, limit: limit)
        var seen: Set<String> = []
        var first: [SuggestionCandidate] = []
        // Each count is a search, so only candidates that may be shown are counted.
        var left = limit * 4
        for candidate in try lister.candidates(query).sorted() where first.count < limit && left > 0 {
            if used.contains(candidate.term) || query.containsValue(of: candidate.term) { continue }
            if !seen.insert(UsedTerms.normalised(candidate.term)).inserted { continue }
            left -= 1
            if let counted = try counted(candidate, query) { first.append(counted) }
        }
        return first.sorted().map {
            Suggestion(
                term: query.negation + $0.term, notes: $0.notes, summary: $0.summary,
                beginsToken: $0.kind < .title && $0.tier < 2)
        }
    }

    /// Returns the candidate with its count. Nil if it has to find a note and finds none.
    private func counted(_ candidate: SuggestionCandidate, _ query: PartialQuery) throws -> SuggestionCandidate? {
        var candidate = candidate
        if subject == .tasks {
            candidate.notes = nil
            return candidate
        }
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

    /// Returns the number of notes that the query finds with `term` as its last term. Nil if it cannot be parsed or
    /// must open notes.
    private func count(finishing query: PartialQuery, with term: String) throws -> Int? {
        let text = query.before + query.negation + term + String(repeating: ")", count: query.openParentheses)
        do {
            let condition = try QueryResolver.query(text, in: snapshot.queryNames).condition
            return condition.opensFiles ? nil : try counts.count(condition)
        } catch is QueryError {
            return nil
        }
    }
}

/// A suggestion before it is counted.
struct SuggestionCandidate: Comparable {
    /// The kind of completion. Candidates with the same `tier` are listed in this order.
    enum Kind: Int, Comparable {
        case ready, field, property, term, keyword, value, title, word

        static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }
    }

    var term: String
    var kind: Kind
    /// The property that an incomplete term names.
    var property: String?
    /// Where the typed text occurs in it: 0 at the start, 1 at the start of a part, 2 elsewhere.
    var tier = 0
    /// The number of notes that have it, if known before the count. For a word, a weight that grows with it.
    var notes: Int?
    var summary: String?
    /// The position in a list whose order matters more than the counts.
    var order = 0
    /// Whether the term is complete, so that the query with it can be counted.
    var isFinished = true
    /// Whether `notes` is the number that the term alone finds in the whole vault.
    var isCounted = false
    /// Whether it is shown only if the completed query finds a note.
    var hasToFind = false

    static func < (a: Self, b: Self) -> Bool {
        if (a.tier, a.kind, a.order) != (b.tier, b.kind, b.order) {
            return (a.tier, a.kind, a.order) < (b.tier, b.kind, b.order)
        }
        return (-(a.notes ?? 0), a.term) < (-(b.notes ?? 0), b.term)
    }
}

/// The terms that a query already contains.
struct UsedTerms {
    private let terms: Set<String>
    /// Fields that apply once to the whole query, or of which the last applies.
    private(set) var single: Set<Field> = []
    /// Whether the query contains `last:`.
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
            if [.sort, .group, .limit, .offset].contains(field) { single.insert(field) }
            if field == .last { hasLast = true }
        }
        self.terms = Set(terms.filter { !$0.isEmpty }.map(Self.normalised))
    }

    func contains(_ term: String) -> Bool { terms.contains(Self.normalised(term)) }

    /// Returns the normalized spelling of a term, without negation: `tag:x` becomes `#x`.
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
