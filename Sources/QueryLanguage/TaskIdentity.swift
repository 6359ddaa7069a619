import SourceText

/// A task as a list showed it, by which it is found again after its note has changed.
package struct TaskIdentity: Hashable, Sendable {
    /// In what the task differed from the others of its note in the list. Each case includes those before it.
    package enum Distinction: Int, Comparable, Sendable {
        /// Only in the line.
        case line
        /// In the source or the headings.
        case section
        case source
        case text

        package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    package var line: Int
    /// As `TaskHit.source`.
    package var source: String
    /// As `TaskHit.text`.
    package var text: String
    /// As `TaskHit.headings`.
    package var headings: [String]
    /// The hash of the content of the note.
    package var noteHash: Int64
    package var distinction = Distinction.line

    package init(line: Int, source: String, text: String, headings: [String], noteHash: Int64) {
        (self.line, self.source, self.text) = (line, source, text)
        (self.headings, self.noteHash) = (headings, noteHash)
    }

    /// Returns the identities of the tasks of a list, in order.
    package static func all(_ tasks: [TaskHit]) -> [TaskIdentity] {
        var counts: [[String]: Int] = [:]
        /// The values that a task must have alone to be distinct, weakest first.
        func keys(_ task: TaskHit) -> [[String]] {
            let note = task.path.text
            return [
                ["section", note, task.source] + task.headings, ["source", note, task.source],
                ["text", note, task.text],
            ]
        }
        for task in tasks { for key in keys(task) { counts[key, default: 0] += 1 } }
        return tasks.map { task in
            var identity = TaskIdentity(
                line: task.line, source: task.source, text: task.text, headings: task.headings,
                noteHash: task.note.hash)
            let count = keys(task).prefix { counts[$0] == 1 }.count
            identity.distinction = Distinction(rawValue: count) ?? .line
            return identity
        }
    }

    /// Returns the same task among those of its note as it is now. If the note has changed, that is the only one that
    /// equals this one in what was distinct in the list. Nil if there is none.
    package func find(in tasks: [TaskIdentity]) -> TaskIdentity? {
        if tasks.first?.noteHash == noteHash { return tasks.first { $0.line == line } }
        func only(_ required: Distinction, _ isSame: (TaskIdentity) -> Bool) -> TaskIdentity? {
            if distinction < required { return nil }
            let same = tasks.filter(isSame)
            return same.count == 1 ? same[0] : nil
        }
        return only(.section) { $0.source == source && $0.headings == headings }
            ?? only(.source) { $0.source == source } ?? only(.text) { $0.text == text }
    }
}
