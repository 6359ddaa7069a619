package import SourceText

/// A task as a list showed it, by which it is found again after its note has changed.
package struct TaskIdentity: Hashable, Sendable {
    /// In what the task differed from others of its note. Each case includes those before it.
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
    package var status: TaskStatus
    /// The hash of the content of the note.
    package var noteHash: Int64
    /// In what it differed from all others.
    package var distinction = Distinction.line
    /// In what it differed from the others with its status.
    package var distinctionInStatus = Distinction.line

    package init(
        line: Int, source: String, text: String, headings: [String], status: TaskStatus, noteHash: Int64
    ) {
        (self.line, self.source, self.text) = (line, source, text)
        (self.headings, self.status, self.noteHash) = (headings, status, noteHash)
    }

    /// Returns the identities of the tasks of a list, in order.
    ///
    /// - Parameter all: all tasks of their notes. A list may show only some.
    package static func identities(of tasks: [TaskHit], among all: [TaskHit]) -> [TaskIdentity] {
        var counts: [[String]: Int] = [:]
        /// The values that a task must have alone to be distinct, weakest first.
        func keys(_ task: TaskHit, _ status: String) -> [[String]] {
            let note = task.path.text
            return [
                ["section", status, note, task.source] + task.headings, ["source", status, note, task.source],
                ["text", status, note, task.text],
            ]
        }
        for task in all {
            for key in keys(task, "") + keys(task, task.status.rawValue) { counts[key, default: 0] += 1 }
        }
        return tasks.map { task in
            var identity = TaskIdentity(
                line: task.line, source: task.source, text: task.text, headings: task.headings, status: task.status,
                noteHash: task.note.hash)
            func distinction(_ status: String) -> Distinction {
                Distinction(rawValue: keys(task, status).prefix { counts[$0] == 1 }.count) ?? .line
            }
            identity.distinction = distinction("")
            identity.distinctionInStatus = distinction(task.status.rawValue)
            return identity
        }
    }

    /// Returns the same task among those of its note as it is now. If the note has changed, that is the only one that
    /// equals this one in what was distinct in the list. Nil if there is none.
    package func find(in tasks: [TaskIdentity]) -> TaskIdentity? {
        if tasks.first?.noteHash == noteHash { return tasks.first { $0.line == line } }
        func only(_ isSame: (TaskIdentity) -> Bool) -> TaskIdentity? {
            let same = tasks.filter(isSame)
            return same.count == 1 ? same[0] : nil
        }
        func only(_ distinction: Distinction, where isCandidate: (TaskIdentity) -> Bool) -> TaskIdentity? {
            if distinction >= .section,
                let task = only({ isCandidate($0) && $0.source == source && $0.headings == headings })
            {
                return task
            }
            return distinction >= .source ? only { isCandidate($0) && $0.source == source } : nil
        }
        // The next task of a recurring one has its text and status, but another date.
        return only(distinctionInStatus) { $0.status == status } ?? only(distinction) { _ in true }
            ?? (distinction == .text ? only { $0.text == text } : nil)
    }
}
