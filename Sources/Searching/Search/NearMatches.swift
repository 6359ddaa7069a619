package import QueryLanguage
import SearchIndex
import SourceText

extension VaultSnapshot {
    /// Returns the weights of the query's text terms in near matches, with their expansions. Empty if near matches are
    /// not requested, or the query has no text terms.
    package func termReasons(_ search: VaultSearch) throws -> [TermReasons] {
        let (texts, strict) = search.parts
        if search.minimumResults == 0 || texts.isEmpty { return [] }
        let place = NearMatchPlace(index, strict: .and([search.scopeCondition] + strict))
        return try NearMatchSearch([place], texts, findsNothing: count(search) == 0).reasons
    }
}

extension VaultSearch {
    /// With more texts, no near matches are searched.
    private static let mostTexts = 200

    /// The distinct texts of the query, and its other conditions. No texts if there are too many to expand.
    var parts: (texts: [NearMatchTerm], strict: [Condition]) {
        var texts: [NearMatchTerm] = []
        var strict: [Condition] = []
        var seen: Set<[String]> = []
        func add(_ wanted: [TextMatch], _ label: String) {
            if seen.insert(wanted.map(\.queryText)).inserted {
                texts.append(NearMatchTerm(label: label, texts: wanted))
            }
        }
        for term in query.terms {
            if let wanted = term.condition.alternatives {
                // OR without parentheses makes the whole query one term, with its options.
                let isWhole = wanted.count > 1 && !term.text.hasPrefix("(")
                add(wanted, isWhole ? wanted.map(\.queryText).joined(separator: " OR ") : term.text)
                continue
            }
            // Operands in parentheses and of saved searches count separately.
            for part in term.condition.conjuncts {
                if let wanted = part.alternatives {
                    add(wanted, wanted.map(\.queryText).joined(separator: " OR "))
                } else {
                    strict.append(part)
                }
            }
        }
        return (texts.count > Self.mostTexts ? [] : texts, strict)
    }
}

extension Condition {
    /// The texts of which one must match, or nil if the condition has other operands.
    fileprivate var alternatives: [TextMatch]? {
        let texts = disjuncts.compactMap(\.text)
        return texts.count == disjuncts.count ? texts : nil
    }
}
