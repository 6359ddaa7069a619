import SourceText

/// A resolver for the terms of a query over tasks.
struct TaskFieldResolver {
    let context: ResolverContext

    private var terms: TextTermResolver { TextTermResolver(context: context) }
    private var dates: DateResolver { DateResolver(context: context, readsWords: true) }
    private var today: Int { context.vault.calendar.civil(context.vault.now).dayNumber }

    func word(_ word: String, _ range: Range<Int>) throws -> Condition {
        .taskTest(.text(try terms.match(word, range, part: .any)))
    }

    func phrase(_ text: String, _ range: Range<Int>) throws -> Condition {
        .taskTest(.text(try terms.phrase(text, range, part: .any)))
    }

    func regex(_ source: String, ignoresCase: Bool, at range: Range<Int>) throws -> Condition {
        .taskTest(.regex(try terms.pattern(source, ignoresCase: ignoresCase, at: range)))
    }

    /// Returns the condition for one value of a field. `note` in parentheses is resolved elsewhere.
    func condition(_ item: ValueItem, of field: TaskField) throws -> Condition {
        if let date = field.date { return try self.date(item, date) }
        if case .regex(let source, let ignoresCase) = item.form {
            guard field == .heading else {
                throw context.error(
                    item.range, "'\(field.rawValue):' does not accept regular expressions",
                    help: "to search the text of the task, use it alone: /\(source)/\(ignoresCase ? "i" : "")")
            }
            return .taskTest(.heading(.regex(try terms.pattern(source, ignoresCase: ignoresCase, at: item.range))))
        }
        switch field {
        case .priority: return try priority(item)
        case .heading: return try heading(item)
        case .note: return try note(item)
        default: break
        }
        let atom = try context.atom(item)
        switch field {
        case .isState: return try state(atom)
        case .has: return try feature(atom, isWanted: true)
        case .no: return .not(try feature(atom, isWanted: false))
        case .keyword: return try tag(atom, nested: item.equalText == nil)
        default:
            let folded = Folding.fold(atom.text)
            if folded.isEmpty { throw context.noWords("", atom.range) }
            return .taskTest(.contains(folded))
        }
    }

    private func date(_ item: ValueItem, _ property: TaskProperty) throws -> Condition {
        // `due:+7d` includes today, although today began before now.
        let isWhole = if case .plain = item.form { true } else { false }
        var dates = dates
        dates.looksAhead = TaskProperty.planned.contains(property)
        var range = DayRange(try dates.range(item), context.vault.calendar, includesFirst: isWhole)
        range.dependsOnTimeOfDay = dates.dependsOnTimeOfDay(item)
        return .taskTest(.date(property, range))
    }

    private func heading(_ item: ValueItem) throws -> Condition {
        if let text = item.equalText { return .taskTest(.heading(.whole(Folding.fold(text)))) }
        let atom = try context.atom(item)
        let match =
            atom.isQuoted
            ? try terms.phrase(atom.text, atom.range, part: .heading)
            : try terms.match(atom.text, atom.range, part: .heading)
        return .taskTest(.heading(.words(match)))
    }

    private func note(_ item: ValueItem) throws -> Condition {
        let path = try NameResolver(context: context).note(item, fieldName: TaskField.note.rawValue)
        let folding: ([UInt8]) -> [UInt8] = { Folding.fold($0, 0..<$0.count) }
        return .ofNote(.path(.glob(Glob(escaping: path.bytes, folding: folding))))
    }

    private func tag(_ atom: Atom, nested: Bool) throws -> Condition {
        let name = atom.text.hasPrefix("#") ? String(atom.text.dropFirst()) : atom.text
        if name.isEmpty { throw context.error(atom.range, "expected a keyword") }
        return .taskTest(.tag(ValuePattern(name.hasSuffix("/") ? String(name.dropLast()) : name), nested: nested))
    }

    // MARK: Priority

    private func priority(_ item: ValueItem) throws -> Condition {
        let all = TaskPriority.lowest...TaskPriority.highest
        let range: ClosedRange<TaskPriority>
        switch item.form {
        case .plain(let atom), .compared(.equals, let atom):
            let priority = try priority(atom)
            range = priority...priority
        case .compared(let comparison, let atom):
            let priority = try priority(atom)
            let below = TaskPriority(rawValue: priority.rawValue - 1)
            let above = TaskPriority(rawValue: priority.rawValue + 1)
            switch comparison {
            case .less:
                guard let below else { return .nothing }
                range = all.lowerBound...below
            case .atMost: range = all.lowerBound...priority
            case .greater:
                guard let above else { return .nothing }
                range = above...all.upperBound
            default: range = priority...all.upperBound
            }
        case .range(let lower, let upper):
            let low = try lower.map { try priority($0) } ?? all.lowerBound
            let high = try upper.map { try priority($0) } ?? all.upperBound
            if low > high { throw context.backwards(item) }
            range = low...high
        case .regex: throw context.error(item.range, "a regular expression is not a priority")
        }
        return .taskTest(.priority(range))
    }

    private func priority(_ atom: Atom) throws -> TaskPriority {
        if let priority = TaskPriority(atom.text) { return priority }
        throw context.error(
            atom.range, "'\(atom.text)' is not a priority of tasks",
            help: Nearest.match(atom.text, among: TaskPriority.names).map { "did you mean '\($0)'?" }
                ?? "one of: \(TaskPriority.names.joined(separator: ", "))")
    }

    // MARK: States and properties

    private func state(_ atom: Atom) throws -> Condition {
        let word = Folding.fold(atom.text)
        switch word {
        case "all": return .all
        case "overdue":
            return .and([.taskTest(.status(.open)), .taskTest(.date(.due, DayRange(upper: today)))])
        case "today":
            let range = DayRange(upper: today + 1)
            return .or([.taskTest(.date(.due, range)), .taskTest(.date(.scheduled, range))])
        case "blocked": return .taskTest(.blocked)
        case "recurring": return .taskTest(.has(.repeat))
        default: break
        }
        if let status = TaskStatus(rawValue: word) { return .taskTest(.status(status)) }
        do {
            return .ofNote(try NameResolver(context: context).state(atom))
        } catch is QueryError {
            throw context.error(
                atom.range, "unknown state '\(atom.text)' of tasks",
                help: Nearest.match(word, among: TaskField.states).map { "did you mean '\($0)'?" }
                    ?? "one of: \(TaskField.states.joined(separator: ", ")); or a state of the note")
        }
    }

    private func feature(_ atom: Atom, isWanted: Bool) throws -> Condition {
        if let property = TaskProperty(named: atom.text), property != .onCompletion { return .taskTest(.has(property)) }
        do {
            return .ofNote(try NameResolver(context: context).feature(atom, isWanted: isWanted))
        } catch is QueryError {
            throw context.error(
                atom.range, "tasks have no property '\(atom.text)'",
                help: Nearest.match(atom.text, among: TaskField.properties).map { "did you mean '\($0)'?" }
                    ?? "one of: \(TaskField.properties.joined(separator: ", "))")
        }
    }
}
