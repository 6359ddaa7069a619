import Notes
import QueryLanguage
import SourceText
import VaultFiles

/// The check of `KEY=VALUE` for a key whose type the configuration declares.
struct DeclaredAssignment {
    let declaration: PropertyDeclaration
    let now: Moment
    let calendar: LocalCalendar
    /// What to do about a value that does not have the declared type.
    var remedy = "to set it anyway: --force"

    /// Returns the assignment with its values as they are written: words for dates as dates, words in the declared
    /// spelling, and names of notes as links.
    ///
    /// - Throws: `VaultError` if a value does not have the declared type.
    func resolved(_ assignment: PropertyAssignment) throws -> PropertyAssignment {
        var assignment = assignment
        assignment.action =
            switch assignment.action {
            case .set(let text): try set(text, isText: false)
            case .text(let text): try set(text, isText: true)
            case .typed(let text): .typed(try value(text, isText: false))
            case .list(let entries, let areText):
                .list(try entries.map { try value($0, isText: areText) }, areText: areText)
            case .add(let text): .add(try value(text, isText: false))
            case .take(let text): .take((try? value(text, isText: false)) ?? text)
            case .remove: assignment.action
            }
        return assignment
    }

    /// Returns what to set if a value in a template is missing and the key has a default value, or if it is not as
    /// `resolved` writes it. Nil if the value can stay.
    func actionOfTemplate(for value: YAMLValue, in bytes: [UInt8]) -> PropertyAssignment.Action? {
        if value.isEmpty { return declaration.defaultValue.map { .set($0) } }
        let items = value.items(of: declaration, in: bytes)
        func canStay(_ item: YAMLListEntry) -> Bool {
            if let place = declaration.place(of: item.text) { return declaration.values?[place] == item.text }
            return declaration.accepts(item.text, isText: item.style != .plain)
        }
        // What is not an entry of text would be lost.
        if case .sequence(let values, _) = value.content, values.count != items.count { return nil }
        if items.allSatisfy(canStay) { return nil }
        if items.count == 1, declaration.itemType == declaration.type { return .set(items[0].text) }
        return .list(items.map(\.text), areText: false)
    }

    private func set(_ text: String, isText: Bool) throws -> PropertyAssignment.Action {
        guard case .list = declaration.type else {
            let value = try value(text, isText: isText)
            switch declaration.type {
            // In the quotes of the present value it would be text.
            case .number, .bool: return .typed(value)
            // Without quotes, `true` and `5` would not be text.
            case .text: return .text(value)
            case .date, .link, .values, .list: return .set(value)
            }
        }
        if isText { return .list([try value(text, isText: true)], areText: true) }
        let entries = PropertyAssignments.entries(of: text)
        return .list(try entries.map { try value($0, isText: false) }, areText: false)
    }

    private func value(_ text: String, isText: Bool) throws -> String {
        if let place = declaration.place(of: text), let values = declaration.values { return values[place] }
        if declaration.accepts(text, isText: isText) { return text }
        switch declaration.itemType {
        case .date:
            if let day = DateWords.day(text, now: now, calendar: calendar)
                ?? DateWords.weekday(text, now: now, calendar: calendar)
            {
                return day
            }
        case .link where !text.contains(where: { "[]|\n".contains($0) }): return "[[\(text)]]"
        default: break
        }
        throw VaultError(
            "'\(declaration.key)' must be \(declaration.description), not '\(text)'",
            help: (nearest(text).map { "did you mean '\($0)'? " } ?? "") + remedy)
    }

    private func nearest(_ text: String) -> String? {
        declaration.isDate ? LenientDate.fixed(text) ?? DayWords.nearest(text) : declaration.nearest(text)
    }
}
