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

    /// Returns the character to write for a status: a space, `x` or `-` if it has that meaning, else the first one that
    /// the configuration gives it. Nil if there is none.
    package func mark(for status: TaskStatus) -> Character? {
        let usual: Character =
            switch status {
            case .open: " "
            case .done: "x"
            case .cancelled: "-"
            }
        return self[usual] == status ? usual : marks.filter { $0.value == status }.keys.min()
    }
}
