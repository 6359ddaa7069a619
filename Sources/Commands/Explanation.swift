import QueryLanguage
import Rendering
import SearchIndex
import SourceText
import VaultCore

/// `--explain`: how a query was read, and in what steps it is answered.
enum Explanation {
    static func print(_ search: VaultSearch, _ session: VaultSession, _ context: CommandContext) throws {
        var lines: [(String, String)] = []
        lines.append(("query", search.query.text.isEmpty ? "(empty: every note)" : search.query.text))
        lines.append(("read as", ConditionText.describe(search.query.condition, context.environment.calendar)))
        switch search.scope {
        case .all: lines.append(("scope", "the whole vault"))
        case .folder: lines.append(("scope", search.folder.isRoot ? "the whole vault" : "'\(search.folder)' and below"))
        case .here: lines.append(("scope", "'\(search.folder.isRoot ? "/" : search.folder.text)' alone"))
        }
        lines.append(("sort", search.request.sort.map(sortText).joined(separator: ", ") + ", then newest first, path"))
        if let group = search.request.group { lines.append(("sections", "\(group)")) }
        if let limit = search.request.limit { lines.append(("limit", String(limit))) }
        if search.request.offset > 0 { lines.append(("offset", String(search.request.offset))) }
        for (name, text) in lines {
            try context.print(name + String(repeating: " ", count: 10 - name.count) + Style.escaped(text))
        }
        try context.print("plan")
        for (number, step) in try steps(search, session).enumerated() {
            try context.print("  \(number + 1). \(Style.escaped(step))")
        }
    }

    private static func sortText(_ key: SortKey) -> String {
        let name: String = if case .property(let name) = key.by { name } else { "\(key.by)" }
        return key.descends.map { name + ($0 ? " descending" : " ascending") } ?? name
    }

    private static func steps(_ search: VaultSearch, _ session: VaultSession) throws -> [String] {
        var steps: [String] = []
        for term in search.query.terms where !term.condition.opensFiles {
            steps.append("index: \(term.text) (\(Counted.notes(try session.index.count(term.condition))))")
        }
        if search.query.terms.isEmpty {
            steps.append("index: every note (\(Counted.notes(try session.index.noteCount())))")
        }
        let files = search.query.terms.filter(\.condition.opensFiles)
        if !files.isEmpty {
            let narrow = Condition.and(
                [search.scopeCondition] + search.query.terms.map(\.condition).filter { !$0.opensFiles })
            let terms = files.map(\.text).joined(separator: " ")
            steps.append("files: \(terms), read in the notes that pass the rest: \(try session.index.count(narrow))")
        }
        if search.request.sort.contains(where: { $0.by == .relevance }) {
            steps.append("rank: BM25 with title, alias and name 10, keyword 6, heading 3, body 1")
        }
        return steps
    }
}
