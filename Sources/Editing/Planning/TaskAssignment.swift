import Notes
import QueryLanguage
package import SourceText
import VaultFiles

/// A change of one property of a task: `due=+1w`, `priority=high`, `repeat=` to remove it.
package struct TaskAssignment: Hashable, Sendable {
    package let property: TaskProperty
    /// The value as the user wrote it. Empty to remove the property.
    package let value: String

    package init(_ property: TaskProperty, _ value: String) {
        self.property = property
        self.value = value
    }

    /// Parses `key=value`. Returns nil for a text of another form.
    ///
    /// - Throws: `VaultError` if tasks have no property with the key.
    package init?(_ text: String) throws {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex,
            text[..<equals].utf8.allSatisfy({ $0.isLetter })
        else { return nil }
        let key = String(text[..<equals])
        guard let property = TaskProperty(named: key), property != .onCompletion else {
            let names = Self.names
            throw VaultError(
                "tasks have no property '\(key)'; nothing was changed",
                help: Nearest.match(key, among: names).map { "did you mean '\($0)='?" }
                    ?? "properties: \(names.joined(separator: ", "))")
        }
        self.init(property, String(text[text.index(after: equals)...]))
    }

    private static let names = TaskProperty.allCases.filter { $0 != .onCompletion }.map(\.rawValue)

    /// Returns the value to write, or nil to remove the property.
    ///
    /// - Parameters:
    ///   - line: the task. Dates such as `+1w` are counted from its present value.
    ///   - today: the day from which other dates are counted.
    /// - Throws: `VaultError` if the value is not of the property's kind.
    func written(in line: TaskLine, today: CivilTime) throws -> String? {
        if value.isEmpty { return nil }
        switch property.kind {
        case .date: return try date(in: line, today: today)
        case .priority:
            guard let priority = TaskPriority(value) else {
                throw VaultError(
                    "'\(value)' is not a priority; nothing was changed",
                    help: "one of: \(TaskPriority.names.joined(separator: ", "))")
            }
            return priority == .none ? nil : priority.name
        case .rule: return value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        case .word, .words:
            let words = value.split { $0 == "," || $0.isWhitespace }.map(String.init)
            let isValid = words.allSatisfy { word in
                word.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == Byte.hyphen || $0 == Byte.underscore }
            }
            guard isValid, !words.isEmpty, property.kind == .words || words.count == 1 else {
                throw VaultError(
                    "'\(value)' is not an id of a task; nothing was changed",
                    help: "an id consists of letters, digits, '-' and '_'")
            }
            return words.joined(separator: ",")
        }
    }

    private func date(in line: TaskLine, today: CivilTime) throws -> String {
        let isRelative = value.hasPrefix("+") || value.hasPrefix("-")
        let base = isRelative ? line.day(property) ?? today : today
        let date = DateText(value)
        if let date, date.precision > .day {
            throw VaultError(
                "'\(value)' has a time, and dates of tasks have none; nothing was changed",
                help: "write the day: \(date.civil.dayText)")
        }
        let fixed = date?.precision == .day ? date?.civil.dayText : nil
        guard let day = fixed ?? DateWords.day(value, today: base) ?? DateWords.weekday(value, today: today) else {
            let near = DayWords.nearest(value)
            throw VaultError(
                "'\(value)' is not a date; nothing was changed",
                help: near.map { "did you mean '\($0)'?" }
                    ?? "such as 2024-03-27, tomorrow, friday, 'next week', +3d or +1w")
        }
        return day
    }
}
