import QueryLanguage
import SearchIndex
import SourceText
import VaultFiles

/// The advice that is shown when a search finds nothing: only true statements, the most helpful first.
package struct Hints: Sendable {
    package var headline: String
    package var lines: [String]

    /// The headline if near matches are listed.
    package static let nearHeadline = "No exact matches, but near ones"
}

/// Finds advice for a search that finds nothing.
package struct ZeroResultHints {
    let snapshot: VaultSnapshot
    var remedies = ScopeRemedies.options

    /// The maximum number of terms that are examined: hints must not cost more than the search.
    private static let fewTerms = 8
    private static let fewLines = 8

    package func hints(_ search: VaultSearch) throws -> Hints {
        let folders = FolderHints(snapshot: snapshot, search: search, remedies: remedies)
        if search.query.terms.isEmpty, try snapshot.count(search) == 0 {
            return Hints(headline: "This folder is empty", lines: try folders.elsewhere())
        }
        var lines: [String] = []
        // Each term costs a count of all the others.
        if (2...Self.fewTerms).contains(search.query.terms.count), let line = try withoutOneTerm(search) {
            lines.append(line)
        }
        lines += try folders.named() + folders.elsewhere()
        if let offset = search.presentation.offset, offset > 0, try snapshot.count(search) > 0 {
            let isInQuery = search.query.presentation.offset == offset
            lines.append("\(try snapshot.count(search)) without \(isInQuery ? "offset:" : "--offset ")\(offset)")
        }
        var ladder = CorrectionHints(snapshot, search)
        // `exclusionNotices` already covers excluded keywords, statuses and properties.
        let leaves = search.query.condition.leaves(limit: Self.fewTerms)
        lines += try ladder.lines(leaves.filter { !$0.isNegated || !$0.condition.hasExclusionNotice }.map(\.condition))
        var seen: Set<String> = []
        let unique = lines.filter { seen.insert($0).inserted }
        return Hints(headline: "No notes found", lines: Array(unique.prefix(Self.fewLines)))
    }

    /// Returns a hint such as `14 without status:draft` for the term that excludes most notes.
    private func withoutOneTerm(_ search: VaultSearch) throws -> String? {
        var best: (count: Int, term: String)?
        for (position, term) in search.query.terms.enumerated() {
            var others = search.query.terms.map(\.condition)
            others.remove(at: position)
            // Without this term, the others would have to open more notes.
            if others.contains(where: \.opensFiles), !term.condition.opensFiles { continue }
            let count = try snapshot.index.count(.and([search.scopeCondition] + others))
            if count > best?.count ?? 0 { best = (count, term.text) }
        }
        return best.map { "\($0.count) without \($0.term)" }
    }

    /// Returns how many more notes the query finds outside the search's place, or nil if counting must open notes.
    package func countOutside(_ search: VaultSearch) throws -> Int? {
        if search.place.coversWholeVault { return 0 }
        if search.query.condition.opensFiles { return nil }
        var everywhere = search
        everywhere.request.condition = search.query.condition
        return try snapshot.count(everywhere) - snapshot.count(search)
    }

    // MARK: Excluded values that no note has

    /// Returns notices about excluded keywords, statuses and values that no note has. Such a term excludes nothing,
    /// which is probably a mistake. Each costs a lookup. The nearest value is searched only if that fails.
    func exclusionNotices(_ condition: Condition) throws -> [Diagnostic] {
        func notice(_ term: String, _ what: String, near: String?) -> Diagnostic {
            Diagnostic(
                .query, at: 0..<0, "\(what), so '-\(term)' excludes nothing",
                help: near.map { "did you mean '\($0)'?" }, severity: .note)
        }
        var notices: [Diagnostic] = []
        for leaf in condition.leaves(limit: Self.fewTerms) where leaf.isNegated {
            switch leaf.condition {
            case .keyword(.exact(let name), _):
                if try snapshot.index.lists.hasKeyword(name) { continue }
                let near = Nearest.match(name, among: try snapshot.index.lists.keywordCounts().map(\.name))
                notices.append(
                    notice(
                        "#\(QueryText.quoted(name))", "no note has the keyword '\(name)'",
                        near: near.map { "-#\(QueryText.value($0))" }))
            case .status(let name):
                let known = snapshot.statuses + (try snapshot.index.lists.statuses().map(\.name))
                if known.contains(where: { Folding.fold($0) == name }) { continue }
                notices.append(
                    notice(
                        "status:\(QueryText.quoted(name))", "no note has the status '\(name)'",
                        near: Nearest.match(name, among: known).map { "-status:\(QueryText.quoted($0))" }))
            case .property(let key, let test):
                // The notes without a key have its default value.
                if snapshot.vault.configuration.properties[key]?.defaultValue != nil { continue }
                guard case .exact(let text)? = test.text, test.truth == nil, test.number == nil, test.time == nil,
                    try !snapshot.index.lists.hasValue(text, ofProperty: key)
                else { continue }
                let values = try ScopedCounts(snapshot.index).values(ofProperty: key).prefix(1000)
                let near = Nearest.match(text, among: values.map(\.name))
                let field = QueryText.propertyTerm(key)
                notices.append(
                    notice(
                        "\(field)\(QueryText.quoted(text))", "no note has that value of '\(key)'",
                        near: near.map { "-\(field)\(QueryText.value($0))" }))
            default: break
            }
        }
        return notices
    }
}

extension VaultSnapshot {
    package var zeroResultHints: ZeroResultHints { ZeroResultHints(snapshot: self) }
}

extension Condition {
    /// A single condition, and whether it is negated.
    struct Leaf {
        var condition: Condition
        var isNegated: Bool
    }

    /// Returns the first single conditions, at any depth of AND, OR and NOT. Conditions on linked notes are excluded.
    func leaves(limit: Int) -> [Leaf] {
        var leaves: [Leaf] = []
        func walk(_ condition: Condition, _ isNegated: Bool) {
            if leaves.count == limit { return }
            switch condition {
            case .all, .nothing: break
            case .and(let parts), .or(let parts): for part in parts { walk(part, isNegated) }
            case .not(let inner): walk(inner, !isNegated)
            default: leaves.append(Leaf(condition: condition, isNegated: isNegated))
            }
        }
        walk(self, false)
        return leaves
    }

    /// Whether `exclusionNotices` covers the condition.
    fileprivate var hasExclusionNotice: Bool {
        switch self {
        case .keyword, .status, .property: true
        default: false
        }
    }
}
