/// A property that the text of a task can have in emoji (`📅 2026-03-01`) or in brackets (`[due:: 2026-03-01]`).
package enum TaskProperty: String, CaseIterable, Hashable, Sendable {
    case due, scheduled, start, created, done, cancelled, priority, `repeat`, id, after
    /// The action of another program when the task is done. It is read so that it is no part of the text.
    case onCompletion

    /// The kind of value.
    package enum Kind: Hashable, Sendable {
        case date
        case priority
        /// A recurrence rule: `every week`.
        case rule
        case word
        /// Words separated by commas.
        case words
    }

    private struct Info {
        let kind: Kind
        /// The key in brackets.
        let key: String
        /// The emoji, preferred one first. Those of `priority` are in `TaskPriority`.
        let emoji: [String]
    }

    /// The table of properties. A new one needs only a case and a row here.
    private var info: Info {
        switch self {
        case .due: Info(kind: .date, key: "due", emoji: ["📅", "📆", "🗓"])
        case .scheduled: Info(kind: .date, key: "scheduled", emoji: ["⏳", "⌛"])
        case .start: Info(kind: .date, key: "start", emoji: ["🛫"])
        case .created: Info(kind: .date, key: "created", emoji: ["➕"])
        case .done: Info(kind: .date, key: "completion", emoji: ["✅"])
        case .cancelled: Info(kind: .date, key: "cancelled", emoji: ["❌"])
        case .priority: Info(kind: .priority, key: "priority", emoji: TaskPriority.allCases.compactMap(\.emoji))
        case .repeat: Info(kind: .rule, key: "repeat", emoji: ["🔁"])
        case .id: Info(kind: .word, key: "id", emoji: ["🆔"])
        case .after: Info(kind: .words, key: "dependsOn", emoji: ["⛔"])
        case .onCompletion: Info(kind: .word, key: "onCompletion", emoji: ["🏁"])
        }
    }

    package var kind: Kind { info.kind }
    package var bracketKey: String { info.key }
    /// The emoji, preferred one first.
    package var emoji: [String] { info.emoji }

    package static let dates = allCases.filter { $0.kind == .date }
    /// The dates on which a task is to be done, the one that counts first.
    package static let planned: [TaskProperty] = [.due, .scheduled, .start]

    private static let bracketKeys = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.bracketKey.lowercased(), $0) })

    /// Creates the property with a bracket key, ignoring case.
    package init?(bracketKey: String) {
        guard let property = Self.bracketKeys[bracketKey.lowercased()] else { return nil }
        self = property
    }

    /// Creates the property with a name or bracket key, ignoring case.
    package init?(named name: String) {
        if let property = Self(rawValue: name.lowercased()) ?? Self(bracketKey: name) {
            self = property
        } else {
            return nil
        }
    }
}

/// The priority of a task, from the lowest. A task without the property has `none`.
package enum TaskPriority: Int, CaseIterable, Hashable, Comparable, Sendable {
    case lowest, low, none, medium, high, highest

    package var emoji: String? {
        switch self {
        case .lowest: "⏬"
        case .low: "🔽"
        case .none: nil
        case .medium: "🔼"
        case .high: "⏫"
        case .highest: "🔺"
        }
    }

    /// By raw value. Each text is made by reflection, which takes as long as parsing a task.
    private static let texts = allCases.map { "\($0)" }

    package var name: String { Self.texts[rawValue] }

    package static let names: [String] = texts.reversed()

    private static let priorities = Dictionary(
        uniqueKeysWithValues: allCases.flatMap { priority in
            [priority.name, priority.emoji].compactMap { $0 }.map { ($0, priority) }
        })

    /// Creates the priority with a name, ignoring case, or with an emoji.
    package init?(_ text: String) {
        guard let priority = Self.priorities[text] ?? Self.priorities[text.lowercased()] else { return nil }
        self = priority
    }

    package static func < (a: TaskPriority, b: TaskPriority) -> Bool { a.rawValue < b.rawValue }
}

/// Whether a task is open, done or cancelled.
package enum TaskStatus: String, CaseIterable, Hashable, Sendable {
    case open, done, cancelled
}

/// The notation of task properties.
package enum TaskNotation: String, CaseIterable, Hashable, Sendable {
    case emoji, brackets
}
