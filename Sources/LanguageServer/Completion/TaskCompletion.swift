import Editing
import JSONRPC
import Searching
import SourceText

/// Lists the completion items for the properties of tasks.
struct TaskCompletion {
    let lister: CompletionLister

    private var snapshot: VaultSnapshot { lister.snapshot }

    func items(_ place: TypedTask) throws -> CompletionLister.Items {
        switch place {
        case .property(let typed, let range, let isInBracket):
            return (try properties(typed, range, isInBracket: isInBracket), false)
        case .value(let property, let typed, let range, let close):
            return (values(of: property, typed, range, close: close), true)
        }
    }

    private func properties(_ typed: String, _ range: Range<Int>, isInBracket: Bool) throws -> [JSONValue] {
        let notation = isInBracket ? .brackets : try TaskStyle(snapshot).notation
        var choices: [(name: String, text: String)] = []
        for property in TaskProperty.allCases where property != .onCompletion {
            if notation == .brackets {
                choices.append((property.rawValue, "\(isInBracket ? "" : "[")\(property.bracketKey):: "))
            } else if property.kind == .priority {
                choices += TaskPriority.allCases.reversed().compactMap { priority in
                    priority.emoji.map { (priority.name, "\($0) ") }
                }
            } else {
                choices.append((property.rawValue, "\(property.emoji[0]) "))
            }
        }
        return choices.filter { $0.name.hasPrefix(typed.lowercased()) }.enumerated().map { order, choice in
            lister.item(
                choice.name, .property, detail: choice.text.withoutWhiteSpaceAround, order: order, match: choice.name,
                edit: lister.edit(range, choice.text))
        }
    }

    private func values(of property: TaskProperty, _ typed: String, _ range: Range<Int>, close: String) -> [JSONValue] {
        let today = snapshot.calendar.civil(snapshot.now).startOfDay
        let choices: [(label: String, text: String)]
        switch property.kind {
        case .date:
            var words = ["today", "tomorrow", "next monday", "next friday", "+1w", "+1mo"]
            if !typed.isEmpty, !words.contains(typed.lowercased()) { words.append(typed) }
            choices = words.compactMap { word in DateWords.day(word, today: today).map { (word, $0) } }
        case .priority: choices = TaskPriority.names.filter { $0 != "none" }.map { ($0, $0) }
        case .rule:
            choices = [
                "every day", "every weekday", "every week", "every 2 weeks", "every month", "every month on the last",
                "every year", "every week when done",
            ].map { ($0, $0) }
        case .word, .words: choices = []
        }
        return choices.filter { typed.isEmpty || $0.label.hasPrefix(typed.lowercased()) || $0.text.hasPrefix(typed) }
            .enumerated().map { order, choice in
                lister.item(
                    choice.label, .value, detail: choice.text == choice.label ? nil : choice.text, order: order,
                    match: typed.isEmpty ? nil : typed, edit: lister.edit(range, choice.text + close))
            }
    }
}
