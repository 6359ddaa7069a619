import SourceText

/// What is wrong with a statement, in plain words, made from SQLite's message.
struct StatementFault {
    let message: String
    let help: String?

    /// - Parameter message: as SQLite writes it, such as `no such column: titel`.
    init?(_ message: String) {
        func name(after prefix: String) -> String? {
            guard message.hasPrefix(prefix) else { return nil }
            // SQLite adds advice to a name in double quotes.
            let rest = String(message.dropFirst(prefix.count))
            let end = rest.firstRange(of: " - should this be")?.lowerBound ?? rest.endIndex
            return String(rest[..<end]).filter { $0 != "\"" }
        }
        let isQuoted = message.contains(" - should this be a string literal")
        if let table = name(after: "no such table: ") {
            self.init(text: "there is no table '\(table)'", near: table, among: PublicTable.allCases.map(\.rawValue))
        } else if let column = name(after: "no such column: ") {
            let own = column.split(separator: ".").last.map(String.init) ?? column
            let columns = PublicTable.allCases.flatMap { $0.columns.map(\.name) } + TableQuery.function.columns
            self.init(
                text: "there is no column '\(column)'", near: own, among: columns,
                help: isQuoted ? "write text in single quotes: '\(column)'" : nil)
        } else if let function = name(after: "no such function: ") {
            self.init(text: "there is no function '\(function)'")
        } else if let column = name(after: "ambiguous column name: ") {
            self.init(
                text: "several tables have the column '\(column)'", help: "name the table too, such as notes.\(column)")
        } else if let word = Self.quoted(message, before: ": syntax error", after: "near ") {
            self.init(text: "the statement cannot be read at '\(word)'")
        } else if let word = Self.quoted(message, before: "", after: "unrecognized token: ") {
            let isOpen = word.hasPrefix("'") || word.hasPrefix("\"")
            self.init(text: isOpen ? "a quote is not closed: \(word)" : "the statement cannot be read at '\(word)'")
        } else if message == "incomplete input" {
            self.init(text: "the statement is incomplete")
        } else if let function = name(after: "wrong number of arguments to function ") {
            self.init(text: "'\(function)' does not take that number of values")
        } else if let function = name(after: "misuse of aggregate: ") ?? name(after: "misuse of aggregate function ") {
            self.init(text: "'\(function)' cannot be used here", help: "it belongs after SELECT, HAVING or ORDER BY")
        } else {
            return nil
        }
    }

    private init(text message: String, near name: String? = nil, among names: [String] = [], help: String? = nil) {
        self.message = message
        self.help = help ?? name.flatMap { Nearest.match($0, among: names) }.map { "did you mean '\($0)'?" }
    }

    /// Returns the text in double quotes between two parts of a message.
    private static func quoted(_ message: String, before end: String, after start: String) -> String? {
        guard message.hasPrefix(start + "\""), message.hasSuffix("\"" + end) else { return nil }
        let text = message.dropFirst(start.count + 1)
        return text.count > end.count ? String(text.dropLast(end.count + 1)) : nil
    }
}
