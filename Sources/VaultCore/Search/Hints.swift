import QueryLanguage
import SearchIndex
import SourceText

/// What a person is told where a search finds nothing: only what is true, the most helpful first.
package struct Hints: Sendable {
    package var headline: String
    package var lines: [String]
}

extension VaultSession {
    package func hints(_ search: VaultSearch) throws -> Hints {
        if search.query.terms.isEmpty, try count(search) == 0 {
            return Hints(headline: "This folder is empty", lines: try outside(search))
        }
        var lines: [String] = []
        // Each term costs a count of all the others.
        if (2...Self.fewTerms).contains(search.query.terms.count), let line = try withoutOneTerm(search) {
            lines.append(line)
        }
        lines += try outside(search)
        if search.request.offset > 0, try count(search) > 0 {
            lines.append("\(try count(search)) without --offset \(search.request.offset)")
        }
        let words = search.query.condition.positiveText.filter { $0.part == .any && $0.words.count == 1 }
        if words.count <= Self.fewTerms {
            for match in words { lines += try hints(forWord: match, search) }
        }
        lines += try valueHints(search.query.condition)
        return Hints(headline: "No notes found", lines: lines)
    }

    /// Hints look closely at so many terms, no more: they may not cost more than the search.
    private static let fewTerms = 8

    /// `14 without status:draft`: the term that excludes most.
    private func withoutOneTerm(_ search: VaultSearch) throws -> String? {
        var best: (count: Int, term: String)?
        for (position, term) in search.query.terms.enumerated() {
            var others = search.query.terms.map(\.condition)
            others.remove(at: position)
            // Not at the price of opening the notes that this term kept closed.
            if others.contains(where: \.opensFiles), !term.condition.opensFiles { continue }
            let count = try index.count(.and([search.scopeCondition] + others))
            if count > best?.count ?? 0 { best = (count, term.text) }
        }
        return best.map { "\($0.count) without \($0.term)" }
    }

    /// `9 outside this folder: --scope all`.
    private func outside(_ search: VaultSearch) throws -> [String] {
        if search.scope == .all || (search.scope == .folder && search.folder.isRoot) { return [] }
        let count = try index.count(search.query.condition)
        return count > 0 ? ["\(count) outside this folder: --scope all"] : []
    }

    /// What is near to a word that no note has: longer words that hold it, properties, and words like it.
    private func hints(forWord match: TextMatch, _ search: VaultSearch) throws -> [String] {
        let word = match.words[0]
        // Longer than any word that somebody mistyped.
        if word.utf8.count > 64 { return [] }
        if try index.count(.text(match)) > 0 { return [] }
        var lines: [String] = []
        var holding: [String] = []
        var candidates: [String] = []
        let length = word.unicodeScalars.count
        try index.forEachWord { other in
            if other.contains(word) { holding.append(other) }
            let distance = other.unicodeScalars.count - length
            if distance >= -3, distance <= 3 { candidates.append(other) }
            return true
        }
        let inside = try count(holding.prefix(2000).map { $0 }, search)
        if inside > 0 {
            lines.append("'\(word)' is in no note as a word; contains:\(word) finds \(inside)")
        }
        if let property = try index.property(holding: [word], in: search.scopeCondition) {
            let value = Folding.fold(property.value)
            let query = value == word ? "\(property.key):\(word)" : "\(property.key):*\(word)*"
            lines.append("\(property.notes) have it in a property: \(query)")
        }
        // Words that no living note has are left out.
        for _ in 0..<3 {
            guard let near = Nearest.match(word, among: candidates) else { break }
            if try count([near], search) > 0 {
                lines.append("did you mean '\(near)'?")
                break
            }
            candidates.removeAll { $0 == near }
        }
        return lines
    }

    /// The number of notes, where the search looks, that have one of these words.
    private func count(_ words: [String], _ search: VaultSearch) throws -> Int {
        let any = words.map { Condition.text(TextMatch(words: [$0], isPrefix: false, part: .any, range: 0..<0)) }
        return any.isEmpty ? 0 : try index.count(.and([search.scopeCondition, .or(any)]))
    }

    /// Keywords and statuses that no note has, with the nearest that some note has.
    private func valueHints(_ condition: Condition) throws -> [String] {
        switch condition {
        case .and(let parts), .or(let parts): return try parts.flatMap { try valueHints($0) }
        case .keyword(.exact(let name), _):
            if try index.count(condition) > 0 { return [] }
            let keywords = try index.keywords(lastStatus: nil).map(\.name)
            return Nearest.match(name, among: keywords).map { ["did you mean '#\($0)'?"] } ?? []
        case .status(let name):
            if try index.count(condition) > 0 { return [] }
            let known = statuses + (try index.statuses().map(\.name))
            guard !known.contains(where: { Folding.fold($0) == name }) else { return [] }
            return [
                Nearest.match(name, among: known).map { "did you mean 'status:\($0)'?" }
                    ?? "statuses are: \(statuses.joined(separator: ", "))"
            ]
        default: return []
        }
    }
}
