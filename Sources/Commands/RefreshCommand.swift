import Arguments
import Editing
import Rendering
import Searching
import SourceText
import System
import VaultFiles

/// `slip refresh`: writes what the queries of live blocks find now.
enum RefreshCommand {
    struct OptionValues: Sendable {
        var change = ChangeOptions()
        var isCheck = false
    }

    static let command = SlipCommand(
        "refresh", "Update the results of live blocks.", operands: ["[NOTE…]"],
        options: [
            .flag("check", \.isCheck, "Change nothing, and exit with 1 if a block is not up to date.")
        ]
            + (ChangeOptions.choosing
            + ChangeOptions.ofNotes(force: ChangeOptions.force("Overwrite edited results")))
            .map { $0.on(\OptionValues.change) },
        discussion: """
            A live block is a query in a note, whose results stand below it: <!-- slip: QUERY -->. Without NOTE and
            --query, all notes are refreshed. NOTE may be - to read paths from standard input.

            All results are those before the command. A block that was edited by hand, and one whose query has an error,
            is reported and stays as it is. Exits with 2 if a block cannot be refreshed because of an error, after all
            others are. See 'slip help live-blocks'.
            """,
        values: { OptionValues() },
        run: { values, operands, context in
            if values.isCheck {
                let outcome = try context.read { try plan(values, operands, $0, in: context) }
                try store(outcome, in: context)
                return try check(outcome, in: context)
            }
            var left: RefreshPlanner.Outcome?
            var conflicts: [VaultPath] = []
            try values.change.change(context, conflicts: { conflicts.append($0) }) { snapshot in
                let busy = Set(conflicts.count < mostConflicts ? [] : conflicts)
                let outcome = try plan(values, operands, snapshot, except: busy, in: context)
                left = outcome
                return PlannedChange(outcome.plan, of: outcome.notes) {
                    "live blocks of \(Counted.notes($0)) refreshed"
                }
            }
            if let left {
                try store(left, in: context)
                report(left, isDone: !values.change.isDryRun, in: context)
                if !left.failures.isEmpty { context.status = 2 }
            }
        })

    /// Refreshes the live blocks of the vault after a command that has changed notes without planning it.
    static func refreshAll(in context: CommandContext) throws {
        context.refresh()
        if try context.read({ try $0.lists.notesWithLiveBlocks().isEmpty }) { return }
        try context.resumeChanging()
        defer { context.endChanging() }
        let outcome = try context.plan { try RefreshPlanner($0).refresh(nil, force: false) }
        try store(outcome, in: context)
        if outcome.plan.isEmpty { return report(outcome, in: context) }
        do {
            try context.carryOut(outcome.plan, force: false)
            report(outcome, in: context)
            context.notice("live blocks of \(Counted.notes(outcome.notes.count)) refreshed")
        } catch let error as VaultError {
            report(outcome, isDone: false, in: context)
            context.notice(SafeText.escaped("live blocks are not refreshed: \(error.message)"))
        }
    }

    /// Refreshes the live blocks of a vault for its watcher, which has just updated the index. Leaves out notes that cannot
    /// be changed now, and says nothing of blocks with errors, which `check` reports.
    static func refreshAutomatically(_ vault: Vault, in context: CommandContext) {
        do {
            let now = LocalZone.now()
            var environment = context.environment
            environment.now = now
            let session = try VaultSession(
                vault, environment, messages: context, syncs: false, asksWatcher: false, reading: .stored)
            if try session.read({ try $0.lists.notesWithLiveBlocks().isEmpty }) { return }
            let changed = try VaultWriter.changeAutomatically(vault, now: now) {
                let outcome = try session.plan { try RefreshPlanner($0).refresh(nil, force: false) }
                if let blocks = outcome.blocks { session.store(blocks) }
                return outcome.plan
            }
            if !changed.isEmpty { context.notice("live blocks of \(Counted.notes(changed.count)) refreshed") }
        } catch let error as VaultError where error.cause == .conflict {
            // The other change causes another refresh.
        } catch {
            context.notice(SafeText.escaped("live blocks are not refreshed: \(ErrorReport(error).message)"))
        }
    }

    /// After this many conflicts, the notes that other programs change are left out. They would stop the refresh of all
    /// others.
    private static let mostConflicts = 3

    private static func plan(
        _ values: OptionValues, _ operands: [Argument], _ snapshot: VaultSnapshot, except busy: Set<VaultPath> = [],
        in context: CommandContext
    ) throws -> RefreshPlanner.Outcome {
        let isWhole = operands.isEmpty && values.change.query == nil
        let notes = isWhole ? nil : try values.change.notes(operands, context, snapshot: snapshot)
        return try RefreshPlanner(snapshot).refresh(
            notes, except: busy, force: values.change.force, isCheck: values.isCheck)
    }

    /// Prints the notes that a refresh would change.
    private static func check(_ outcome: RefreshPlanner.Outcome, in context: CommandContext) throws {
        report(outcome, isDone: false, in: context)
        let paths = context.paths(try context.session().vault)
        for path in outcome.notes { try context.print(SafeText.escaped(paths.text(path))) }
        if !outcome.notes.isEmpty { context.status = 1 }
        if !outcome.failures.isEmpty { context.status = 2 }
    }

    /// Reports the blocks that stay as they are, and the notices about queries.
    ///
    /// - Parameter isDone: whether the notes have been changed, so that their lines have moved (default: true).
    private static func report(_ outcome: RefreshPlanner.Outcome, isDone: Bool = true, in context: CommandContext) {
        func place(_ message: RefreshPlanner.Outcome.Message) -> String {
            "\(message.path.text):\(message.location.line + (isDone ? message.addedLines : 0))"
        }
        for message in outcome.edited {
            context.notice(
                SafeText.escaped("\(place(message)): \(message.text) and stays unchanged")
                    + "\n  to overwrite it: --force")
        }
        for message in outcome.notices + outcome.failures {
            context.notice(SafeText.escaped("\(place(message)):\(message.location.column): \(message.text)"))
        }
    }

    /// Stores the results of live blocks for the next refresh.
    private static func store(_ outcome: RefreshPlanner.Outcome, in context: CommandContext) throws {
        if let blocks = outcome.blocks { try context.session().store(blocks) }
    }
}
