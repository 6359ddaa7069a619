import QueryLanguage
import SourceText
import VaultFiles

/// The check of `KEY=VALUE` for a key whose type the configuration declares.
struct DeclaredAssignment {
    let declaration: PropertyDeclaration
    let now: Moment
    let calendar: LocalCalendar

    /// Returns the assignment with its values as they are written: words for dates as dates, words in the declared
    /// spelling, and names of notes as links.
    ///
    /// - Throws: `VaultError` if a value does not have the declared type.
    func resolved(_ assignment: PropertyAssignment) throws -> PropertyAssignment {
        var assignment = assignment
        assignment.action =
            switch assignment.action {
            case .set(let text): try set(text)
            case .typed(let text): .typed(try value(text, isText: false))
            case .list(let entries, let areText):
                .list(try entries.map { try value($0, isText: areText) }, areText: areText)
            case .add(let text): .add(try value(text, isText: false))
            case .take(let text): .take((try? value(text, isText: false)) ?? text)
            case .remove: assignment.action
            }
        return assignment
    }

    private func set(_ text: String) throws -> PropertyAssignment.Action {
        // "2" in quotes is the text 2.
        if text.utf8.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") {
            _ = try value(String(text.dropFirst().dropLast()), isText: true)
            return .set(text)
        }
        guard case .list = declaration.type else {
            let value = try value(text, isText: false)
            switch declaration.type {
            // In the quotes of the present value it would be text.
            case .number, .bool: return .typed(value)
            // Without quotes, `true` and `5` would not be text.
            case .text: return .set(value.contains("\"") ? value : "\"\(value)\"")
            case .date, .link, .values, .list: return .set(value)
            }
        }
        // As notes are read: commas separate the entries of a list.
        let entries = text.split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty }
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
            help: (nearest(text).map { "did you mean '\($0)'? " } ?? "") + "to set it anyway: --force")
    }

    private func nearest(_ text: String) -> String? {
        declaration.isDate ? LenientDate.fixed(text) ?? DayWords.nearest(text) : declaration.nearest(text)
    }
}

extension Substring {
    /// The text without blanks at both ends.
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
