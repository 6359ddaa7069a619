package import SourceText

/// The meaning of the character in a check box: `task-statuses:` of the configuration over the defaults.
package struct TaskStatuses: Hashable, Sendable {
    /// The characters that do not mean open.
    private var marks = Self.usual
    private static let usual: [Character: TaskStatus] = ["x": .done, "X": .done, "-": .cancelled]

    package init() {}

    package subscript(mark: Character) -> TaskStatus {
        get { marks[mark] ?? .open }
        set { marks[mark] = newValue }
    }

    /// A text that differs if the statuses differ. Empty for the usual ones, so that most commands need not make it.
    package var signature: String {
        marks == Self.usual ? "" : marks.map { "\($0.key)\($0.value.rawValue)" }.sorted().joined(separator: " ")
    }
}
