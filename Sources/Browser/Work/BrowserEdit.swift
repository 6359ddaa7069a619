import Editing
import QueryLanguage
import Searching
import SourceText
import VaultFiles

/// The plan of a change that the user requests in the browser, made by the same planners as for commands. Undo has
/// none.
struct BrowserEdit {
    var plan: ChangePlan
    /// The message to show when it is done.
    var done: String
    /// The question to confirm it; nil if undo is sufficient protection.
    var question: String?
    /// The note that it creates.
    var made: VaultPath?

    /// - Parameter vaults: the names of all vaults, if there are several.
    init(_ change: BrowserChange, in snapshot: VaultSnapshot, vaults: [String]) throws {
        let notes = change.notes
        let about = notes.count == 1 ? "'\(notes[0].text)'" : "\(notes.count) notes"
        switch change.kind {
        case .status(let status):
            plan = try Self.set("status", status, of: notes, in: snapshot)
            done = "\(Self.changed(plan, notes)): status \(status)"
        case .favorite:
            let areAll = try notes.allSatisfy { try snapshot.note($0)?.isFavorite ?? false }
            plan = try Self.set("favorite", areAll ? "false" : "true", of: notes, in: snapshot)
            done = "\(Self.changed(plan, notes)): \(areAll ? "no longer a favorite" : "favorite")"
        case .addKeywords(let names):
            plan = try KeywordPlanner(snapshot).add(names, to: notes)
            done = "\(Self.changed(plan, notes)): added \(Self.list(names))"
        case .removeKeywords(let names):
            plan = try KeywordPlanner(snapshot).remove(names, from: notes)
            done = "\(Self.changed(plan, notes)): removed \(Self.list(names))"
        case .move(let text):
            guard let folder = VaultPath.root.resolving(VaultPath(text)) else {
                throw VaultError("'\(text)' is outside the vault")
            }
            let moves = notes.map { (from: $0, to: folder.appending($0.name)) }.filter { $0.from != $0.to }
            plan = try MovePlanner(snapshot).move(moves, title: "mv \(about) \(PlanTitle.argument(text))")
            done = "\(about): moved to \(folder.isRoot ? "the root" : folder.text)"
        case .link(let target):
            plan = try LinkPlanner(snapshot).link(notes, to: target)
            done = "\(Self.changed(plan, notes)): linked to '\(target.text)'"
        case .trash:
            plan = try TrashPlanner(snapshot).remove(notes, unlink: false)
            done = "\(about): moved to the trash"
            question = "Move \(about)\(change.vault.suffix) to the trash"
        case .newNote(let title, let folder):
            let (new, path) = try NewNotePlanner(snapshot).create(NewNote(title: title, folder: folder))
            (plan, made) = (new, path)
            done = "created '\(path.text)'"
        case .saveSearch(let name, let query):
            plan = try SearchPlanner(snapshot).save(query, as: name, vaults: vaults)
            done = "saved as @\(name)"
        case .appendToToday(let text):
            let today = snapshot.calendar.civil(snapshot.now).startOfDay
            let capture = try CapturePlanner(snapshot).add(
                Array(text.utf8), .end, of: .day(today), at: .body, title: "append today \(text.prefix(60))")
            plan = capture.plan
            done = "added to '\(capture.path.text)'"
        case .task(let line, let shown, let kind):
            let tasks = notes.map { TaskPlace($0, line: line, shown: shown) }
            (plan, done) = try Self.task(kind, of: tasks, named: about, in: snapshot)
        case .acceptProposal(let number):
            plan = try ProposalPlanner(snapshot).plan(try Proposals(snapshot.vault).proposal(number))
            done = "accepted proposal \(number)"
        case .undo, .rejectProposal: throw VaultError("the change has no plan")
        }
    }

    private static func task(
        _ kind: BrowserChange.TaskKind, of tasks: [TaskPlace], named about: String,
        in snapshot: VaultSnapshot
    ) throws -> (plan: ChangePlan, done: String) {
        let planner = TaskPlanner(snapshot)
        switch kind {
        case .status(let status):
            let plan = try planner.change(tasks, .status(status), title: "task \(status.rawValue) \(about)")
            return (plan, "task \(status.rawValue)")
        case .moveDue(let distance):
            let assignment = TaskAssignment(.due, distance)
            let plan = try planner.change(tasks, .set([assignment]), title: "task set \(about) due=\(distance)")
            return (plan, "due date moved")
        }
    }

    private static func set(
        _ key: String, _ value: String, of notes: [VaultPath], in snapshot: VaultSnapshot
    ) throws -> ChangePlan {
        let planner = PropertyPlanner(snapshot)
        let values = try planner.resolved([PropertyAssignment(key: key, action: .value(value))], force: false)
        var plan = try planner.set(
            values.assignments, of: notes, force: false, title: "set \(PlanTitle.argument("\(key)=\(value)"))")
        plan.notices = values.notices + plan.notices
        return plan
    }

    /// Describes how many of the notes a plan changes: some may have the value already.
    private static func changed(_ plan: ChangePlan, _ notes: [VaultPath]) -> String {
        if notes.count == 1 { return "'\(notes[0].text)'" }
        return plan.writes < notes.count ? "\(plan.writes) of \(notes.count) notes" : "\(notes.count) notes"
    }

    private static func list(_ names: [String]) -> String { names.map { "#\($0)" }.joined(separator: " ") }
}
