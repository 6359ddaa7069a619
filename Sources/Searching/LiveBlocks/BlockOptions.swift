import QueryLanguage
import SourceText

/// What the query of a live block says besides its search: `view:`, `fields:` and `self:`.
struct BlockOptions {
    enum View: String, CaseIterable { case list, table, count, tasks, passages, tree, toc, backlinks }

    /// The query with blanks in place of these terms, so that the positions of errors stay.
    private(set) var query: String
    private(set) var view = View.list
    private(set) var fields: [BlockField] = []
    /// Whether the note with the block may be among its results.
    private(set) var includesItself = false
    /// The order of `view:tasks`, before that of paths and lines.
    private(set) var taskOrder: [TaskSortKey] = []
    /// The range of the last `sort:`.
    private var sort: Range<Int>?

    /// - Throws: `QueryError` for an invalid value, and for a query that the view cannot answer.
    init(_ text: String, in names: QueryNames) throws {
        query = text
        var bytes = Array(text.utf8)
        var group: Range<Int>?
        var sorts: [(term: Range<Int>, value: Range<Int>, keys: String)] = []
        for term in Self.terms(bytes) {
            let written = bytes.text(term)
            guard let colon = written.firstIndex(of: ":") else { continue }
            let start = term.lowerBound + written[...colon].utf8.count
            let value = Self.value(String(written[written.index(after: colon)...]))
            func invalid(_ message: String, help: String) -> QueryError {
                QueryError(text, at: start..<max(start, term.upperBound), message, help: help)
            }
            switch Folding.fold(String(written[..<colon])) {
            case "view":
                guard let known = View(rawValue: Folding.fold(value)) else {
                    let near = Nearest.match(Folding.fold(value), among: View.allCases.map(\.rawValue))
                    throw invalid(
                        "there is no view '\(value)'",
                        help: near.map { "did you mean 'view:\($0)'?" }
                            ?? "valid views: \(View.allCases.map(\.rawValue).joined(separator: ", "))")
                }
                view = known
            case "fields":
                fields = try BlockField.list(value, in: names) { invalid($0, help: $1) }
            case "self":
                switch Folding.fold(value) {
                case "yes", "true": includesItself = true
                case "no", "false": includesItself = false
                default: throw invalid("'self:' must be yes or no, not '\(value)'", help: "self:yes")
                }
            case "sort":
                sorts.append((term, start..<max(start, term.upperBound), value))
                continue
            case "group":
                group = term
                continue
            default: continue
            }
            for index in term { bytes[index] = Byte.space }
        }
        sort = sorts.last?.term
        if view == .tasks {
            for (term, range, keys) in sorts {
                taskOrder = try keys.split(separator: ",", omittingEmptySubsequences: false).map {
                    try TaskSortKey.parse(String($0), in: text, at: range)
                }
                for index in term { bytes[index] = Byte.space }
            }
        }
        query = String(decoding: bytes, as: UTF8.self)
        try check(text, rest: bytes.trimmed(bytes.indices), group: group)
    }

    /// Throws an error for a condition on the state of files in git, which a refresh changes.
    func refuseWorkTree(_ condition: Condition) throws {
        guard let test = condition.workTreeTest else { return }
        throw QueryError(
            query, at: 0..<query.utf8.count,
            "'\(test)' is not valid in a live block: a refresh itself changes what it finds",
            help: "remove it; slip search accepts it")
    }

    /// Throws an error for a random order, which may come from a saved search or the configuration too.
    func refuseRandomOrder(_ sort: [SortKey]) throws {
        guard sort.contains(where: { $0.by == .standard(.random) }) else { return }
        throw QueryError(
            query, at: self.sort ?? 0..<query.utf8.count,
            "'sort:random' is not valid in a live block: each refresh would change the note",
            help: "use another key, such as sort:title; for random notes: slip search --sort random")
    }

    /// Throws an error if the view cannot answer the query.
    ///
    /// - Parameters:
    ///   - rest: the range of the query without the options.
    ///   - group: the range of the last `group:`.
    private func check(_ text: String, rest: Range<Int>, group: Range<Int>?) throws {
        if view == .table, fields.isEmpty {
            throw QueryError(
                text, at: 0..<text.utf8.count, "'view:table' requires 'fields:'", help: "fields:title,modified")
        }
        if view == .tasks, let group {
            throw QueryError(text, at: group, "'view:tasks' takes no 'group:'", help: "sort the tasks: sort:due")
        }
        if view == .toc, !rest.isEmpty {
            throw QueryError(text, at: rest, "'view:toc' takes no query", help: "it lists the headings of this note")
        }
    }

    /// Returns the ranges that white space separates outside of quotes and parentheses.
    private static func terms(_ bytes: [UInt8]) -> [Range<Int>] {
        var terms: [Range<Int>] = []
        var start: Int?
        var isQuoted = false
        var depth = 0
        for (index, byte) in bytes.enumerated() {
            if byte == Byte.quote, index == 0 || bytes[index - 1] != Byte.backslash { isQuoted.toggle() }
            if !isQuoted, byte == Byte.leftParenthesis { depth += 1 }
            if !isQuoted, byte == Byte.rightParenthesis { depth -= 1 }
            if byte.isWhiteSpace, !isQuoted, depth == 0 {
                if let first = start { terms.append(first..<index) }
                start = nil
            } else if start == nil {
                start = index
            }
        }
        if let start { terms.append(start..<bytes.count) }
        return terms
    }

    private static func value(_ text: String) -> String {
        guard text.utf8.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        return String(text.dropFirst().dropLast())
    }
}
