import QueryLanguage
package import Searching
package import SourceText
package import Terminal

/// The view of tasks of the interactive search: a query line and the tasks that it finds.
package struct BrowserTasks: Sendable {
    /// A request for the tasks of a query.
    package struct Search: Hashable, Sendable {
        package var query: String
        package var place: BrowserPlace
        /// A number that grows with each request.
        package var revision: Int

        /// The number of tasks to fetch.
        static let limit = 500
    }

    /// The tasks that a search found.
    package struct Results: Sendable {
        package var search: Search
        package var entries: [TaskList.Entry] = []
        package var count = 0
        /// The day of the search.
        package var today: CivilTime?
        /// The error of the query, if it is not valid.
        package var fault: QueryFault?
    }

    package private(set) var field = TextField()
    package private(set) var results: Results?
    package private(set) var selected = 0
    private var revision = 0
    private let place: BrowserPlace
    /// The day from which tasks are overdue.
    package var today: CivilTime { results?.today ?? CivilTime(year: 0, month: 1, day: 1) }

    init(_ place: BrowserPlace) { self.place = place }

    /// The selected task, or nil if there is none.
    package var selectedEntry: TaskList.Entry? {
        guard let entries = results?.entries, entries.indices.contains(selected) else { return nil }
        return entries[selected]
    }

    /// Returns a request for the tasks of the query.
    mutating func request() -> BrowserEffect {
        revision += 1
        return .send(.tasks(Search(query: field.text, place: place, revision: revision)))
    }

    /// Shows results. The selection stays on the same task, or else in the same row.
    mutating func receive(_ found: Results) {
        guard found.search.revision == revision else { return }
        if found.fault != nil, let old = results {
            results = Results(
                search: found.search, entries: old.entries, count: old.count, today: old.today, fault: found.fault)
            return
        }
        let old = selectedEntry
        results = found
        let others = found.entries.indices.filter { found.entries[$0].task.path == old?.task.path }
        let tasks = others.compactMap { found.entries[$0].identity }
        let same = old?.identity?.find(in: tasks).flatMap { tasks.firstIndex(of: $0) }.map { others[$0] }
        selected = same ?? min(selected, max(0, found.entries.count - 1))
    }

    /// The result of a key.
    enum KeyResult {
        case open, closed
        case send([BrowserEffect])
    }

    /// Handles a key. The table of keys is `BrowserKeys.tasks`.
    ///
    /// - Parameter page: the number of tasks on the screen.
    mutating func press(_ key: Key, page: Int) -> KeyResult {
        switch BrowserKeys.taskAction(key) {
        case .leave: return .closed
        case .next: select(selected + 1)
        case .previous: select(selected - 1)
        case .pageDown: select(selected + page)
        case .pageUp: select(selected - page)
        case .open:
            guard let entry = selectedEntry else { return .open }
            return .send([.edit(NoteAddress(entry.task.path, in: entry.vault), line: entry.task.line)])
        case .toggle: return change { $0.status == .open ? .status(.done) : .status(.open) }
        case .cancel: return change { $0.status == .cancelled ? .status(.open) : .status(.cancelled) }
        case .later: return change { _ in .moveDue("+1d") }
        case .earlier: return change { _ in .moveDue("-1d") }
        case .undo: return .send([.send(.change(BrowserChange(kind: .undo)))])
        case nil:
            if field.edit(key) { return .send([request()]) }
        }
        return .open
    }

    mutating func insert(_ text: String) -> [BrowserEffect] {
        field.insert(text)
        return [request()]
    }

    private mutating func select(_ index: Int) {
        selected = max(0, min(index, (results?.entries.count ?? 0) - 1))
    }

    private func change(_ kind: (TaskHit) -> BrowserChange.TaskKind) -> KeyResult {
        guard let entry = selectedEntry, let identity = entry.identity else { return .open }
        let change = BrowserChange(
            kind: .task(line: entry.task.line, identity, kind(entry.task)), vault: entry.vault,
            notes: [entry.task.path])
        return .send([.send(.change(change))])
    }
}

/// An action of a key in the view of tasks.
enum BrowserTaskAction: Hashable, Sendable {
    case next, previous, pageDown, pageUp, open, toggle, cancel, later, earlier, undo, leave
}

extension BrowserKeys {
    /// The keys of the view of tasks, with their actions and descriptions.
    static let tasks: [(keys: [String], action: BrowserTaskAction, summary: String)] = [
        (["Down", "Ctrl-N"], .next, "next"), (["Up", "Ctrl-P"], .previous, "previous"),
        (["PgDn"], .pageDown, "page down"), (["PgUp"], .pageUp, "page up"), (["Enter"], .open, "open"),
        (["Alt-D"], .toggle, "done"), (["Alt-X"], .cancel, "cancel"), (["Alt-Right"], .later, "due +1 day"),
        (["Alt-Left"], .earlier, "due -1 day"), (["Alt-U"], .undo, "undo"), (["Esc", "Ctrl-C"], .leave, "back"),
    ]

    private static let taskActions: [Key: BrowserTaskAction] = {
        var actions: [Key: BrowserTaskAction] = [:]
        for row in tasks { for key in row.keys.compactMap({ Key($0) }) { actions[key] = row.action } }
        return actions
    }()

    static func taskAction(_ key: Key) -> BrowserTaskAction? { taskActions[key] }
}
