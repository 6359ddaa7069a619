import QueryLanguage
import SearchIndex
package import SourceText

/// Something that could come next in a query.
package struct Suggestion: Hashable, Sendable {
    /// The term as it would stand in the query.
    package var term: String
    /// The number of notes that the query would find with it; nil where the term is not finished or decides nothing.
    package var notes: Int?
    package var summary: String?
}

extension VaultSession {
    /// What could come next in a partly typed query, best first: what begins as typed, then what has a part that does,
    /// then what holds it anywhere; of each the commonest first.
    ///
    /// What stands in the query already is left out, and each term can be taken as it is.
    ///
    /// - Parameter folder: where the person is, which is offered where nothing is typed.
    package func suggestions(_ partial: String, limit: Int, folder: VaultPath = .root) throws -> [Suggestion] {
        let query = PartialQuery(partial)
        let used = UsedTerms(query.before)
        let lister = SuggestionLister(session: self, used: used, folder: folder, limit: limit)
        var seen: Set<String> = []
        // What may be shown is counted, and only that: each count is a search.
        var first: [SuggestionCandidate] = []
        for candidate in try lister.candidates(query).sorted() where first.count < limit {
            if used.holds(candidate.term) || !seen.insert(UsedTerms.normalised(candidate.term)).inserted { continue }
            first.append(candidate)
        }
        var shown: [SuggestionCandidate] = []
        for var candidate in first {
            if candidate.isCounted, query.isAlone {
                shown.append(candidate)
                continue
            }
            if candidate.isFinished {
                candidate.notes = try count(finishing: query, with: candidate.term)
                // A word that only notes long changed had.
                if candidate.kind == .word || candidate.kind == .ready, candidate.notes == 0 { continue }
            } else if !query.negation.isEmpty || !query.before.isEmpty {
                candidate.notes = nil
            }
            shown.append(candidate)
        }
        return shown.sorted().map {
            Suggestion(term: query.negation + $0.term, notes: $0.notes, summary: $0.summary)
        }
    }

    /// The number of notes that the query finds once its last term is this one; nil where it cannot be read so, or
    /// where counting would mean to open notes.
    private func count(finishing query: PartialQuery, with term: String) throws -> Int? {
        let text = query.before + query.negation + term + String(repeating: ")", count: query.openParentheses)
        do {
            let condition = try QueryResolver.query(text, in: self).condition
            return condition.opensFiles ? nil : try index.count(condition)
        } catch is QueryError {
            return nil
        }
    }
}

/// One suggestion before it is counted.
struct SuggestionCandidate: Comparable {
    enum Kind: Int, Comparable {
        case ready, field, property, keyword, value, title, word

        static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }
    }

    var term: String
    var kind: Kind
    /// How what was typed stands in it: 0 at the start, 1 at the start of a part, 2 elsewhere.
    var tier = 0
    /// The number of notes that have it, as far as it is known before it is counted; of a word only what grows with it.
    var notes: Int?
    var summary: String?
    /// Where the order of a list says more than the numbers do.
    var order = 0
    /// Whether the term is whole, so that the query with it can be counted.
    var isFinished = true
    /// Whether `notes` is what the term alone finds.
    var isCounted = false

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
