import Notes
import SourceText
import VaultFiles

/// The text of a task while its properties are changed. Each change touches only the bytes of one property.
struct TaskText {
    private(set) var line: TaskLine
    /// The notation for new properties.
    private let notation: TaskNotation
    private let path: VaultPath?

    /// - Parameters:
    ///   - style: the notation if the task has no properties.
    ///   - path: the note for errors, or nil for a task that is in none yet.
    init(_ line: TaskLine, _ style: TaskStyle, at path: VaultPath? = nil) {
        self.line = line
        self.path = path
        notation = line.notation ?? style.notation
    }

    private var bytes: [UInt8] { line.bytes }

    /// Sets properties to values that the user wrote. Returns what the user must know about them.
    ///
    /// - Throws: `VaultError` if a value is not valid, or if it would not be read as it was written.
    mutating func set(_ assignments: [TaskAssignment], today: CivilTime) throws -> [String] {
        var notices: [String] = []
        for assignment in assignments {
            let value = try assignment.written(in: line, today: today)
            try set(assignment.property, to: value, fillsEmpty: true)
            guard let value else { continue }
            try check(assignment.property, is: value)
            if assignment.property == .repeat, RecurrenceRule(value) == nil {
                notices.append(
                    "'\(value)' is no rule that slip knows, so that 'task done' will not write the next task")
            }
        }
        return notices
    }

    /// Throws if a property does not read as it was written, for example because the value contains a bracket.
    private func check(_ property: TaskProperty, is value: String) throws {
        let written =
            switch property.kind {
            case .date: line.day(property)?.dayText
            case .priority: line.priority.name
            case .rule, .word, .words: line.value(property)
            }
        if written == value { return }
        throw VaultError(
            "'\(value)' cannot be the value of '\(property.rawValue)' in '\(line.text)'; nothing was changed", at: path,
            help: "a value contains no brackets, hashtags and emoji of properties")
    }

    /// Sets a property, or removes it if the value is nil. An entry that cannot be read is text, and remains. So do the time
    /// of a planned date and the brackets of a link around it.
    ///
    /// - Parameter fillsEmpty: whether an entry without a value gets the value.
    /// - Throws: `VaultError` if the property cannot be added.
    mutating func set(_ property: TaskProperty, to value: String?, fillsEmpty: Bool = false) throws {
        guard let value else { return remove(property) }
        let empty = fillsEmpty ? line.entries.first { $0.property == property && $0.value.isEmpty } : nil
        guard let old = line.entry(property) ?? empty else { return try insert(property, value) }
        let day = TaskProperty.planned.contains(property) ? line.dayRange(of: old) : nil
        let place = day ?? old.value
        if bytes.text(place) == value { return }
        switch old.notation {
        case .brackets: replace(place, by: value)
        case .emoji where property.kind == .priority: replace(old.range, by: Self.emoji(property, value))
        case .emoji: replace(place, by: (place.isEmpty ? " " : "") + value)
        }
    }

    /// Removes the readable entries of a property.
    mutating func remove(_ property: TaskProperty) {
        while let entry = line.entries.last(where: { $0.property == property && $0.isReadable }) { cut(entry.range) }
    }

    mutating func removeBlockID() { if let id = line.blockID { cut(id) } }

    /// Removes a part with the blanks before it, or after it at the start of the text.
    private mutating func cut(_ part: Range<Int>) {
        var (lower, upper) = (part.lowerBound, part.upperBound)
        while lower > line.range.lowerBound, bytes[lower - 1].isBlank { lower -= 1 }
        if lower == line.range.lowerBound { while upper < line.range.upperBound, bytes[upper].isBlank { upper += 1 } }
        replace(lower..<upper, by: "")
    }

    private mutating func insert(_ property: TaskProperty, _ value: String) throws {
        let text: String
        var place = end
        switch notation {
        case .emoji:
            text = Self.emoji(property, value)
            if let last = line.entries.last(where: { $0.notation == .emoji }) { place = last.range.upperBound }
        case .brackets:
            let isRound = line.entries.first { $0.notation == .brackets }
                .map { bytes[$0.range.lowerBound] == Byte.leftParenthesis }
            let content = "\(property.bracketKey):: \(value)"
            text = isRound == true ? "(\(content))" : "[\(content)]"
        }
        if let opener = line.unclosedOpener, opener.lowerBound < place {
            throw VaultError(
                "cannot add '\(property.rawValue)' to '\(line.text)': the code or comment that starts with "
                    + "'\(bytes.text(opener))' is not closed in the line; nothing was changed",
                at: path, help: "close it in the line of the check box")
        }
        let isApart = place == 0 || bytes[place - 1].isBlank
        let isFollowed = place < line.range.upperBound && !bytes[place].isBlank
        replace(place..<place, by: (isApart ? "" : " ") + text + (isFollowed ? " " : ""))
    }

    /// The end of the text before the block id and before a backslash that breaks the line.
    private var end: Int {
        let whole = bytes.trimmed(line.unbroken)
        guard let id = line.blockID, id.upperBound == whole.upperBound else { return whole.upperBound }
        return bytes.trimmed(whole.lowerBound..<id.lowerBound).upperBound
    }

    private static func emoji(_ property: TaskProperty, _ value: String) -> String {
        if property.kind == .priority { return TaskPriority(value)?.emoji ?? "" }
        return "\(property.emoji[0]) \(value)"
    }

    private mutating func replace(_ range: Range<Int>, by text: String) {
        var changed = bytes
        changed.replaceSubrange(range, with: Array(text.utf8))
        let growth = text.utf8.count - range.count
        line = TaskLine(changed, line.range.lowerBound..<line.range.upperBound + growth)
    }
}
