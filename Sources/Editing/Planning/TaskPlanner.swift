import Notes
package import Searching
package import SourceText
package import VaultFiles

/// Plans that change, add and move tasks.
package struct TaskPlanner {
    private let context: PlanContext
    private var today: CivilTime { context.snapshot.calendar.civil(context.snapshot.now).startOfDay }

    package init(_ snapshot: VaultSnapshot) { context = PlanContext(snapshot: snapshot) }

    /// A changed task, and its note.
    package typealias ChangedTask = (path: VaultPath, task: TaskEditor.Outcome)

    /// Returns a plan that changes tasks. Only the bytes of boxes and properties change.
    ///
    /// - Throws: `VaultError` if a line has no task, if a listed task is not found, or if a value is not valid.
    package func change(_ tasks: [TaskPlace], _ change: TaskChange, title: String) throws -> ChangePlan {
        try outcome(tasks, change, title: title).plan
    }

    /// Returns the plan of `change`, and the tasks that change.
    package func outcome(
        _ tasks: [TaskPlace], _ change: TaskChange, title: String
    ) throws -> (plan: ChangePlan, changed: [ChangedTask]) {
        let places = Dictionary(grouping: tasks, by: \.path)
        let style = try TaskStyle(context.snapshot)
        var notices: [String] = []
        var changed: [ChangedTask] = []
        var plan = try context.editing(places.keys.sorted(), title: title) { note in
            let open = OpenNote(path: note.path, bytes: note.before, rules: context.rules)
            let lines = try open.lines(of: places[note.path] ?? [])
            let result = try TaskEditor(open, style, today: today).edits(of: lines, change)
            note.apply(result.edits)
            notices += result.notices
            changed += result.changed.map { (note.path, $0) }
        }
        var seen: Set<String> = []
        plan.notices += notices.filter { seen.insert($0).inserted }
        return (plan, changed)
    }

    // MARK: Adding

    /// Returns the sign in the box with which a text begins, and the text after it: `- [x] call` is a task that is done.
    /// Without a list marker, other signs are text: `[1] is a reference`.
    private static func box(of text: String) -> (mark: Character, rest: String) {
        var rest = text.drop { $0 == " " }
        var signs: String? = " xX-/"
        if let marker = rest.first, "-*+".contains(marker), rest.dropFirst().first == " " {
            rest = rest.dropFirst().drop { $0 == " " }
            signs = nil
        }
        guard rest.first == "[", let mark = rest.dropFirst().first, rest.dropFirst(2).hasPrefix("] "),
            signs?.contains(mark) ?? true
        else {
            return (" ", text)
        }
        return (mark, String(rest.dropFirst(4).drop { $0 == " " }))
    }

    /// Returns a plan that adds a task at the end of a note or section: as an item of the list there, else as a list.
    ///
    /// - Throws: `VaultError` if the text is empty or has several lines, or if a value is not valid.
    package func add(
        _ text: String, _ assignments: [TaskAssignment], to target: CaptureTarget, at position: NotePosition,
        title: String
    ) throws -> CapturePlan {
        let text = text.split(whereSeparator: \.isNewline).map(String.init)
        guard text.count == 1, let line = text.first, !line.allSatisfy(\.isWhitespace) else {
            throw VaultError(
                text.count > 1
                    ? "a task has one line; nothing was changed" : "the task has no text; nothing was changed",
                help: "example: slip task add call Ada --due friday")
        }
        let (mark, rest) = Self.box(of: line)
        var written = TaskText(TaskLine(rest), try TaskStyle(context.snapshot))
        let notices = try written.set(assignments, today: today)
        var options = CapturePlanner.Options()
        options.isSpaced = true
        let planner = CapturePlanner(context.snapshot, options)
        func plan(_ marker: String) throws -> CapturePlan {
            var capture = try planner.add(
                Array("\(marker)[\(mark)] \(written.line.source)".utf8), .end, of: target, at: position, title: title)
            capture.plan.notices += notices
            return capture
        }
        // Beside a list, the text becomes an item with the marker of that list.
        let item = try plan("")
        let table = LineTable(item.content)
        let lines = Note(item.content, name: item.path.name, rules: context.rules).tasks.map {
            table.line(at: $0.range.lowerBound)
        }
        return lines.contains(item.line) ? item : try plan("- ")
    }

    /// The number of words of the longest date: `3 days ago`, `in 2 weeks`.
    private static let mostWords = 3

    /// Returns the last words of a text if they read as a date and the text has other words. Returns nil if the text has
    /// dates in a notation of tasks.
    package func dateAtEnd(of text: String) -> String? {
        if TaskLine(text).hasDates { return nil }
        let words = text.split(whereSeparator: \.isWhitespace)
        for count in stride(from: min(Self.mostWords, words.count - 1), to: 0, by: -1) {
            let last = words.suffix(count).joined(separator: " ")
            if DateWords.day(last, today: today) ?? DateWords.weekday(last, today: today) != nil { return last }
        }
        return nil
    }

    /// Returns the first word such as `due:tomorrow`, which sets no property, with the property that it names and the
    /// value.
    package func queryField(
        in text: String, of properties: some Collection<TaskProperty>
    ) -> (word: String, property: TaskProperty, value: String)? {
        for word in text.split(whereSeparator: \.isWhitespace) {
            guard let sign = word.firstIndex(where: { ":=".contains($0) }),
                let property = TaskProperty(named: String(word[..<sign])), properties.contains(property)
            else { continue }
            let value = word[word.index(after: sign)...]
            if !value.isEmpty, !value.hasPrefix(":") { return (String(word), property, String(value)) }
        }
        return nil
    }

    // MARK: Moving

    /// Returns a plan that moves tasks, each with the lines of its list item, to the end of a note or section. Links in
    /// the tasks, and links to their parts, lead where they led.
    ///
    /// - Throws: `VaultError` if a line has no task, if the place is in one of the tasks, or if a link would lead
    ///   elsewhere.
    package func move(
        _ tasks: [TaskPlace], to target: CaptureTarget, at position: NotePosition, title: String
    ) throws -> CapturePlan {
        try TaskMove(context: context, today: today).plan(tasks, to: target, at: position, title: title)
    }
}
