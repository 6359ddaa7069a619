import Arguments
import Editing
import QueryLanguage
import Rendering
import Searching
import SourceText
import VaultFiles

/// `slip task add`: adds a task to a note.
enum TaskAddCommand {
    struct OptionValues: Sendable {
        var due: String?
        var scheduled: String?
        var priority: String?
        var rule: String?
        var change = ChangeOptions()

        var assignments: [TaskAssignment] {
            let values: [(TaskProperty, String?)] = [
                (.priority, priority), (.repeat, rule), (.scheduled, scheduled), (.due, due),
            ]
            return values.compactMap { property, value in value.map { TaskAssignment(property, $0) } }
        }
    }

    static let command = SlipCommand(
        "add", "Add a task.", operands: ["[PLACE]", "TEXT…"],
        options: [
            .value("due", "DATE", \.due, "Set the due date: 2024-03-27, friday, +3d."),
            .value("scheduled", "DATE", \.scheduled, "Set the date on which to work on it."),
            .value("priority", "PRIORITY", \.priority, "Set the priority: highest, high, medium, low or lowest."),
            .value("repeat", "RULE", \.rule, "Set the recurrence rule, such as 'every week'."),
        ] + ChangeOptions.ofNotes.map { $0.on(\OptionValues.change) },
        discussion: """
            PLACE is a note, note#Heading, or a daily note such as today; see 'slip help places'. If the first of several
            words is none, the task is added to task-inbox: of the configuration, else to today's daily note. The task
            becomes an item of the list at the end of PLACE. The place of its line is printed.
            """,
        values: { OptionValues() },
        run: { values, operands, context in
            let title = "task add \(PlanTitle.arguments(operands.map(\.shown)))"
            try values.change.change(context) { snapshot in
                let (target, position, words) = try split(operands, snapshot, in: context)
                let text = try words.map { try $0.asText() }.joined(separator: " ")
                let capture = try TaskPlanner(snapshot).add(
                    text, values.assignments, to: target, at: position, title: title)
                var change = PlannedChange(capture.plan, of: [capture.path]) { _ in
                    "task added to '\(capture.path.text)'"
                }
                change.details = hint(about: text, values, TaskPlanner(snapshot)).map { [$0] } ?? []
                change.capture = capture
                return change
            }
        })

    /// Returns a hint about a part of the text that looks like a property, but sets none: `due:tomorrow` as in a query, or
    /// a date at the end.
    private static func hint(about text: String, _ values: OptionValues, _ planner: TaskPlanner) -> String? {
        let options: [TaskProperty] = [.due, .scheduled, .priority, .repeat]
        let unset = Set(options).subtracting(values.assignments.map(\.property))
        if let (word, property, value) = planner.queryField(in: text, of: unset) {
            let option = property.rawValue
            let name = property == .repeat ? "rule" : property.kind == .date ? "\(option) date" : option
            return "'\(word)' is a part of the text; to set the \(name): --\(option) \(Style.shellWord(value))"
        }
        guard let day = planner.dateAtEnd(of: text), values.due == nil, values.scheduled == nil else { return nil }
        return "'\(day)' is a part of the text; to set the due date: --due \(Style.shellWord(day))"
    }

    /// Returns the place and the words of the text. The first of several words is the place if it names one.
    private static func split(
        _ operands: [Argument], _ snapshot: VaultSnapshot, in context: CommandContext
    ) throws -> (target: CaptureTarget, position: NotePosition, words: [Argument]) {
        guard let first = operands.first else { throw UsageError.missingOperand("TEXT") }
        let resolver = context.arguments(snapshot)
        if let place = try resolver.knownPlace(first, isAlone: operands.count == 1) {
            return (place.target, place.position, Array(operands.dropFirst()))
        }
        let inbox = snapshot.vault.configuration.tasks.inbox ?? "today"
        do {
            let (target, position) = try resolver.place(Argument(inbox), changes: false)
            return (target, position, operands)
        } catch var error as VaultError where snapshot.vault.configuration.tasks.inbox != nil {
            error.help = ["the place is 'task-inbox' of .slipbox/config.yaml", error.help].compactMap { $0 }
                .joined(separator: "; ")
            throw error
        }
    }
}

extension ArgumentResolver {
    /// Returns the place that an argument names, or nil if it looks like no place and names none: `call` of `task add
    /// call Ada`.
    ///
    /// - Parameter isAlone: whether it is the only one. It is then the text, unless it is the file name of a note.
    fileprivate func knownPlace(
        _ argument: Argument, isAlone: Bool
    ) throws -> (target: CaptureTarget, position: NotePosition)? {
        let text = argument.shown
        if text.hasPrefix("#") || text.hasPrefix("-") { return nil }
        let hasExtension = snapshot.vault.configuration.extensions.contains { text.lowercased().contains(".\($0)") }
        if isAlone { return hasExtension ? try existingPlace(argument, changes: true) : nil }
        let isMeant = text.contains("#") || text.hasPrefix("%") || hasExtension
        if isMeant { return try place(argument, changes: true) }
        return try existingPlace(argument, changes: true)
    }
}
