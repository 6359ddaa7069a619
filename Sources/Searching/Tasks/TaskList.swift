package import QueryLanguage
import SearchIndex
package import SourceText
import VaultFiles

/// The options with which a front end requests a list of tasks.
package struct TaskListOptions: Sendable {
    package enum StatusChoice: String, CaseIterable, Sendable {
        case open, done, cancelled, all
    }

    package var query: String
    package var place: SearchPlace
    /// These override those of the query.
    package var sort: String?
    package var group: String?
    package var limit: Int?
    package var offset: Int?
    /// The status of the tasks, or nil for that of the query, else open.
    package var state: StatusChoice?
    /// Whether the query alone decides about the status (default: false, so that it is open unless the query has one).
    package var takesAnyStatus = false
    /// Whether each entry has an identity. That takes reading the other tasks of its note (default: false).
    package var identifies = false

    package init(query: String, place: SearchPlace) {
        self.query = query
        self.place = place
    }
}

/// Tasks that a query found, in order.
package struct TaskList {
    /// A task with its vault, if several are searched.
    package struct Entry: Sendable {
        package var task: TaskHit
        package var vault: NoteHit.SourceVault?
        /// By which it is found again, if the options ask for it.
        package var identity: TaskIdentity?
    }

    package struct Section {
        /// Nil if the list has no sections.
        package var label: String?
        package var entries: [Entry]
    }

    package var sections: [Section]
    /// The number of tasks, regardless of limit and offset.
    package var count: Int
    package var group: TaskGroupKey?
    package var notices: [Diagnostic]

    package var entries: [Entry] { sections.flatMap(\.entries) }
}

extension TaskList {
    /// Finds tasks in a vault. Throws `QueryError` if the query is not valid.
    package static func find(_ options: TaskListOptions, in snapshot: VaultSnapshot) throws -> TaskList {
        try VaultCollection(snapshot).tasks(options) { _, error in throw error }
    }

    /// Returns the places of the tasks of a vault with a block id.
    package static func places(
        withBlockID id: String, in snapshot: VaultSnapshot
    ) throws -> [(path: VaultPath, line: Int)] {
        try snapshot.index.tasks.places(withBlockID: id)
    }
}

extension VaultCollection {
    /// Finds tasks in all vaults, in the order of one vault that has all notes.
    ///
    /// - Parameter leftOut: called with each vault that cannot answer the query.
    /// - Throws: `QueryError` if the query is not valid.
    package func tasks(
        _ options: TaskListOptions, leftOut: (_ name: String, any Error) throws -> Void
    ) throws -> TaskList {
        var entries: [TaskList.Entry] = []
        var list = TaskList(sections: [], count: 0, group: nil, notices: [])
        var presentation: TaskPresentation?
        var today = CivilTime(year: 1970, month: 1, day: 1)
        for (number, member) in members.enumerated() {
            do {
                let query = try QueryResolver.tasks(options.query, in: queryNames(number))
                let shown = try presentation ?? options.presentation.over(query.presentation)
                if presentation == nil { (presentation, list.notices) = (shown, query.notices) }
                let snapshot = member.snapshot
                today = snapshot.calendar.civil(snapshot.now).startOfDay
                let (sum, overflow) = (shown.limit ?? .max).addingReportingOverflow(shown.offset ?? 0)
                let request = TaskRequest(
                    condition: options.condition(query), sort: shown.keys, limit: overflow ? nil : sum, today: today)
                let (hits, count) = try snapshot.index.tasks.find(request)
                list.count += count
                var found = hits.map { TaskList.Entry(task: $0, vault: member.source) }
                if options.identifies {
                    let all = try snapshot.index.tasks.tasks(of: Set(hits.map(\.path)))
                    let identities = TaskIdentity.identities(of: hits, among: all)
                    for (index, identity) in identities.enumerated() { found[index].identity = identity }
                }
                entries += found
            } catch let error as VaultError where members.count > 1 {
                try leftOut(member.name ?? "", error)
            }
        }
        let shown = presentation ?? TaskPresentation()
        list.group = shown.group
        if members.count > 1 { entries = TaskOrder(shown.keys, today: today).sorted(entries) { $0.task } }
        let listed = entries.dropFirst(shown.offset ?? 0).prefix(shown.limit ?? .max)
        list.sections = Self.sections(Array(listed), shown.group)
        return list
    }

    private static func sections(_ entries: [TaskList.Entry], _ group: TaskGroupKey?) -> [TaskList.Section] {
        guard let group else { return entries.isEmpty ? [] : [TaskList.Section(entries: entries)] }
        var sections: [TaskList.Section] = []
        for entry in entries {
            let label = group.label(entry.task)
            if sections.last?.label == label {
                sections[sections.count - 1].entries.append(entry)
            } else {
                sections.append(TaskList.Section(label: label, entries: [entry]))
            }
        }
        return sections
    }
}

extension TaskListOptions {
    fileprivate var presentation: TaskPresentation {
        get throws {
            var presentation = TaskPresentation()
            presentation.sort = try sort.map { text in
                try text.split(separator: ",", omittingEmptySubsequences: false).map {
                    try TaskSortKey.parse(String($0), in: text, at: 0..<text.utf8.count)
                }
            }
            presentation.group = try group.map { try TaskGroupKey.parse($0, in: $0, at: 0..<$0.utf8.count) }
            (presentation.limit, presentation.offset) = (limit, offset)
            return presentation
        }
    }

    fileprivate func condition(_ query: TaskQuery) -> Condition {
        let stated: Condition =
            switch state {
            case nil: takesAnyStatus ? query.condition : query.listed
            case .all: query.condition
            case .open: .and([.taskTest(.status(.open)), query.condition])
            case .done: .and([.taskTest(.status(.done)), query.condition])
            case .cancelled: .and([.taskTest(.status(.cancelled)), query.condition])
            }
        return place.coversWholeVault ? stated : .and([.ofNote(place.condition), stated])
    }
}

extension TaskPresentation {
    /// The keys of the order, of which the first is that of the sections.
    fileprivate var keys: [TaskSortKey] { (group.map { [$0.sortKey] } ?? []) + (sort ?? TaskSortKey.standard) }
}
