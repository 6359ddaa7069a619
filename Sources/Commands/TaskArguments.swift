import Arguments
import Editing
import Indexing
import QueryLanguage
import Rendering
import Searching
import SourceText
import VaultFiles

/// TASK arguments: `NOTE:LINE`, `%3`, `NOTE#^block` or `^block`.
extension ArgumentResolver {
    private static let forms = "a TASK is NOTE:LINE, %3 of the last list, or a block id such as ^call-ada"

    /// Returns the tasks that TASK arguments name. Words that are no TASK do not name a note: the error offers tasks whose
    /// text contains them. On a terminal, the user can accept the only one.
    ///
    /// - Parameter anyStatus: whether tasks that are not open are offered too.
    func tasks(_ arguments: [Argument], anyStatus: Bool) throws -> [TaskPlace] {
        let words = try arguments.filter { try !isTask($0) }
        if words.isEmpty { return try arguments.map { try task($0) } }
        let named = try arguments.filter { try isTask($0) }.map { try task($0) }
        return named + [try task(withWords: words, anyStatus: anyStatus)]
    }

    /// Whether an argument has the form of a TASK, or of a path, so that an error about its form or its note helps. A title
    /// such as `Buy milk` may be the words of a task.
    private func isTask(_ argument: Argument) throws -> Bool {
        guard let text = argument.text else { return true }
        if ["%", "^"].contains(text.prefix(1)) || text.contains("#^") { return true }
        let note = text.split(separator: ":", omittingEmptySubsequences: false).first ?? ""
        let isFile = snapshot.vault.configuration.extensions.contains(VaultPath(String(note)).pathExtension)
        if isFile { return true }
        guard let place = try existingPlace(argument, changes: false) else { return false }
        return place.position != .body
    }

    /// The number of tasks that an error lists.
    private static let mostListed = 3

    /// Returns the only task whose text contains all words, if the user accepts it on a terminal. Otherwise throws an error
    /// that lists such tasks.
    private func task(withWords words: [Argument], anyStatus: Bool) throws -> TaskPlace {
        let shown = SafeText.escaped(words.map(\.shown).joined(separator: " "))
        let message = "'\(shown)' is not a TASK"
        let found = try tasks(containing: words.map(\.shown), anyStatus: anyStatus)
        let paths = context.paths(snapshot.vault)
        let names = found.map {
            "\(SafeText.escaped(paths.text($0.task.path))):\($0.task.line) '\(SafeText.escaped($0.task.text))'"
        }
        if found.count == 1, context.host.inputIsTerminal, context.host.outputIsTerminal,
            context.asks("\(message); use \(names[0])?")
        {
            return TaskPlace(found[0])
        }
        if found.isEmpty { throw UsageError.other(message, help: "\(Self.forms); to list tasks: slip task list") }
        let root = snapshot.vault.root
        let results = found.map {
            LastResults.Numbered(root: root, path: $0.task.path, line: $0.task.line, task: $0.identity)
        }
        let isNumbered = try number(results)
        let list = names.enumerated().map { isNumbered ? "%\($0 + 1) \($1)" : $1 }.joined(separator: ", ")
        let question = found.count == 1 ? "did you mean \(list)?" : "did you mean one of these? \(list)"
        throw UsageError.other(message, help: "\(question); \(Self.forms)")
    }

    /// Returns tasks of the vault whose text contains all words.
    private func tasks(containing words: [String], anyStatus: Bool) throws -> [TaskList.Entry] {
        let parts = words.flatMap { Words.list($0) }
        if parts.isEmpty { return [] }
        var options = TaskListOptions(query: parts.map { "\"\($0)\"" }.joined(separator: " "), place: .wholeVault)
        (options.limit, options.takesAnyStatus, options.identifies) = (Self.mostListed, anyStatus, true)
        return try TaskList.find(options, in: snapshot).entries
    }

    /// Returns the task that a TASK argument names: `%3`, `NOTE:LINE`, `NOTE#^block` or `^block`.
    private func task(_ argument: Argument) throws -> TaskPlace {
        let example = "example: Inbox/todo.md:12; to list tasks: slip task list"
        if let result = try context.lastResult(argument, snapshot.vault) {
            guard let line = result.line else {
                throw UsageError.other(
                    "'\(argument.shown)' is a note, not a task", help: "to number tasks, run: slip task list QUERY")
            }
            let path = try note(argument, changes: true)
            // A result of another list has only a line, at which another task may be now.
            guard try result.task != nil || result.noteHash == ContentHash.hash(snapshot.bytes(path)) else {
                throw VaultError(
                    path, line: line,
                    "the note may have changed since '\(argument.shown)' was listed; nothing was changed",
                    help: "to number tasks, run: slip task list QUERY")
            }
            return TaskPlace(path, line: line, shown: result.task)
        }
        if let text = argument.text, text.hasPrefix("^"), text.count > 1 {
            return try task(withBlockID: String(text.dropFirst()))
        }
        let (path, position) = try placeInNote(argument, changes: true)
        switch position {
        case .line(let line): return TaskPlace(path, line: line)
        case .block(let id): return try task(withBlockID: id, in: path)
        case .body, .section: throw UsageError.other("expected NOTE:LINE, not '\(argument.shown)'", help: example)
        }
    }

    /// - Parameter path: the note, or nil for any.
    private func task(withBlockID id: String, in path: VaultPath? = nil) throws -> TaskPlace {
        let found = try TaskList.places(withBlockID: id, in: snapshot).filter { path == nil || $0.path == path }
        if let task = found.first, found.count == 1 { return TaskPlace(task.path, line: task.line) }
        let places = found.map { "\($0.path.text):\($0.line)" }
        throw VaultError(
            found.isEmpty ? "no task has the block id '\(id)'" : "several tasks have the block id '\(id)'",
            help: found.isEmpty ? "to list tasks: slip task list" : "use one of: \(places.joined(separator: ", "))")
    }
}
