import Notes
import SourceText
import Terminal

/// The readers of settings that are mappings.
extension Configuration {
    mutating func readSeverities(_ value: YAMLValue) {
        guard case .mapping(let kinds, _) = value.content else {
            return warn(
                value.range, "'findings' must map kinds of problems to severities",
                help: "such as  duplicate-title: off")
        }
        for entry in kinds.entries {
            guard let kind = Diagnostic.Kind(ofVaults: entry.key) else {
                let names = Diagnostic.Kind.ofVaults.map(\.rawValue)
                warn(ofKey: entry, "'\(entry.key)' in 'findings' is not a kind of problem", among: names)
                continue
            }
            let word = entry.value.text?.lowercased() ?? ""
            if ["off", "false", "no"].contains(word) {
                severities[kind] = .some(nil)
            } else if let severity = Diagnostic.Severity(rawValue: word) {
                severities[kind] = severity
            } else {
                warn(entry.value.range, "'\(entry.key)' in 'findings' must be error, warning, note or off")
            }
        }
    }

    mutating func readLooks(_ value: YAMLValue) {
        guard case .mapping(let names, _) = value.content else {
            return warn(value.range, "'colors' must map names to styles", help: "such as  title: bold cyan")
        }
        for entry in names.entries {
            guard let role = Role(rawValue: entry.key) else {
                warn(ofKey: entry, "unknown key '\(entry.key)' in 'colors'", among: Role.allCases.map(\.rawValue))
                continue
            }
            guard let textStyle = entry.value.text.flatMap({ TextStyle($0) }) else {
                warn(
                    entry.value.range, "the style of '\(entry.key)' is not valid",
                    help: "such as  bold red,  \"#d04020 on black\",  dim italic,  plain")
                continue
            }
            textStyles[role] = textStyle
        }
    }

    mutating func readTaskStatuses(_ value: YAMLValue) {
        let help = "such as  {\">\": open, \"?\": cancelled}"
        guard case .mapping(let marks, _) = value.content else {
            return warn(value.range, "'task-statuses' must map characters in check boxes to statuses", help: help)
        }
        for entry in marks.entries {
            guard entry.key.count == 1, let mark = entry.key.first, !" xX".contains(mark) else {
                warn(
                    entry.keyRange, "'\(entry.key)' in 'task-statuses' must be one character, and not ' ' or 'x'",
                    help: help)
                continue
            }
            guard let status = entry.value.text.flatMap({ TaskStatus(rawValue: $0.lowercased()) }) else {
                warn(entry.value.range, "'\(entry.key)' in 'task-statuses' must be open, done or cancelled", help: help)
                continue
            }
            rules.taskStatuses[mark] = status
        }
    }

    mutating func readTaskInbox(_ value: YAMLValue) {
        guard let place = value.text, !place.isEmpty else {
            return warn(value.range, "'task-inbox' must be a place", help: "such as  Inbox.md#Tasks  or  today")
        }
        tasks.inbox = place
    }

    mutating func readTaskFormat(_ value: YAMLValue) {
        guard let notation = value.text.flatMap({ TaskNotation(rawValue: $0.lowercased()) }) else {
            return warn(
                value.range, "'task-format' must be emoji or brackets",
                help: "emoji: dates are written as 📅 2024-03-27; brackets: as [due:: 2024-03-27]")
        }
        tasks.notation = notation
    }
}
