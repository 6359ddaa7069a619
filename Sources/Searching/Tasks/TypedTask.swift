import Notes
package import SourceText

/// The property of a task that the user is typing after a check box.
package enum TypedTask: Hashable, Sendable {
    /// The start of a property: a word, or what follows an opening bracket.
    ///
    /// - Parameter isInBracket: whether an opening bracket precedes the range.
    case property(typed: String, range: Range<Int>, isInBracket: Bool)
    /// The value of a property.
    ///
    /// - Parameter close: the closing bracket that is missing after the value, or empty.
    case value(TaskProperty, typed: String, range: Range<Int>, close: String)

    /// The shortest word for which properties are offered.
    private static let shortestWord = 2

    /// - Parameter offset: the end of the typed text. Nil if it is not in the text of a task, or in a long note.
    package init?(_ note: OpenNote, at offset: Int) {
        if note.isLong || offset > note.bytes.count { return nil }
        let bytes = note.bytes
        let start = bytes.lineStart(of: offset)
        guard let box = note.tasks.last(where: { $0.range.lowerBound >= start && $0.range.upperBound < offset }),
            !bytes[box.range.upperBound..<offset].contains(Byte.newline)
        else { return nil }
        let text = box.range.upperBound..<offset
        if let place = Self.inBracket(bytes, text) ?? Self.afterEmoji(bytes, text) ?? Self.word(bytes, text) {
            self = place
        } else {
            return nil
        }
    }

    /// Returns the place after an opening bracket that is not closed before the cursor.
    private static func inBracket(_ bytes: [UInt8], _ text: Range<Int>) -> TypedTask? {
        let brackets: [UInt8: UInt8] = [
            Byte.leftBracket: Byte.rightBracket, Byte.leftParenthesis: Byte.rightParenthesis,
        ]
        guard let open = bytes[text].lastIndex(where: { brackets[$0] != nil || brackets.values.contains($0) }),
            let close = brackets[bytes[open]]
        else { return nil }
        let content = open + 1..<text.upperBound
        guard let colons = bytes[content].firstRange(of: [Byte.colon, Byte.colon]) else {
            let isName = bytes[content].allSatisfy { $0.isLetter } && (open == 0 || bytes[open - 1].isBlank)
            return isName ? .property(typed: bytes.text(content), range: content, isInBracket: true) : nil
        }
        let key = bytes.text(bytes.trimmed(content.lowerBound..<colons.lowerBound))
        guard let property = TaskProperty(bracketKey: key) else { return nil }
        var start = colons.upperBound
        while start < text.upperBound, bytes[start].isBlank { start += 1 }
        let isClosed = bytes[text.upperBound...].prefix { !$0.isLineEnd }.contains(close)
        return .value(
            property, typed: bytes.text(start..<text.upperBound), range: start..<text.upperBound,
            close: isClosed ? "" : String(UnicodeScalar(close)))
    }

    /// Returns the place after an emoji whose value is not complete.
    private static func afterEmoji(_ bytes: [UInt8], _ text: Range<Int>) -> TypedTask? {
        guard let last = TaskLine(bytes, text).entries.last, last.notation == .emoji else { return nil }
        let isComplete = last.property.kind != .rule && last.isReadable
        guard last.property.kind != .priority, !isComplete, last.range.upperBound <= text.upperBound else { return nil }
        var start = last.value.isEmpty ? last.range.upperBound : last.value.lowerBound
        while start < text.upperBound, bytes[start].isBlank { start += 1 }
        return .value(
            last.property, typed: bytes.text(start..<text.upperBound), range: start..<text.upperBound, close: "")
    }

    private static func word(_ bytes: [UInt8], _ text: Range<Int>) -> TypedTask? {
        let letters = bytes[text].reversed().prefix { $0.isLetter }.count
        let word = text.upperBound - letters..<text.upperBound
        guard letters >= shortestWord, word.lowerBound > 0, bytes[word.lowerBound - 1].isBlank else { return nil }
        return .property(typed: bytes.text(word), range: word, isInBracket: false)
    }
}

/// A property of a task that cannot be read, for hints of editors.
package struct TaskFault: Hashable, Sendable {
    package var range: Range<Int>
    package var message: String
    package var help: String
}

extension OpenNote {
    /// The dates, priorities and rules of tasks that cannot be read, in order.
    package var taskFaults: [TaskFault] {
        note.tasks.flatMap { task -> [TaskFault] in
            let line = task.line(in: bytes)
            return line.entries.compactMap { entry in
                let value = bytes.text(entry.value)
                let range = entry.value.isEmpty ? entry.range : entry.value
                switch entry.property.kind {
                case .date where !entry.isReadable:
                    return TaskFault(
                        range: range,
                        message: "'\(value)' is not a date, so that the task has no '\(entry.property.rawValue)' date",
                        help: "write it as 2024-03-27")
                case .priority where !entry.isReadable:
                    return TaskFault(
                        range: range, message: "'\(value)' is not a priority",
                        help: "one of: \(TaskPriority.names.joined(separator: ", "))")
                case .rule where RecurrenceRule(value) == nil:
                    return TaskFault(
                        range: range,
                        message: "slip does not know the rule '\(value)', so that 'task done' writes no next task",
                        help:
                            "such as 'every week on Monday', 'every month on the last Friday' or 'every 10 days when done'"
                    )
                case .date, .priority, .rule, .word, .words: return nil
                }
            }
        }
    }
}
