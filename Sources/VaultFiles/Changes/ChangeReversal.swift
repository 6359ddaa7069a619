import SourceText
import System

/// The undo or redo of one change. Several that belong together are a `ChangeStore.Batch`.
struct ChangeReversal {
    struct Result {
        /// The names of files that have changed since, and were skipped.
        var skipped: [String] = []
        /// Notices about files that were open for writing.
        var notices: [String] = []
        /// Whether all files were skipped.
        var isEmpty = false
    }

    let vault: Vault
    let store: ChangeStore
    /// Whether the change is redone.
    let forwards: Bool
    /// Whether files that have changed since are skipped. Otherwise they are an error, except for automatic changes.
    let skipsChanged: Bool
    /// Whether to restore files that are open for writing.
    var force = false
    /// The files that stay as the change has left them.
    var keeping: Set<VaultPath> = []
    /// Called with each text that another program had written to a file of the change.
    var report: (Rescue) -> Void = { _ in }
    /// The client whose changes are undone, or nil for those of all.
    var client: ChangeClient?

    var unchanged: String { "nothing was \(forwards ? "changed" : "undone")" }

    /// The command that undoes changes, for help.
    private var undo: String { "slip undo" + (client.map { " --by '\($0.name)'" } ?? "") }

    func nothingLeft(of change: ChangeStore.StoredChange, skipped: [String]) -> VaultError {
        VaultError(
            "nothing left to undo in '\(change.record.title)'; these files have changed since: \(ChangeRecovery.list(skipped)); nothing was changed",
            help: "to forget this change and continue with the previous one: \(undo) --forget")
    }

    /// Returns the error of several changes of which only some were undone or redone, because of `cause`. The state before
    /// cannot be restored because of `obstacle`.
    func partialError(
        _ made: [ChangeStore.StoredChange], of count: Int, _ cause: any Error, _ obstacle: any Error
    ) -> VaultError {
        func reason(_ error: any Error) -> String {
            let text = "\(error)"
            let end = ["; nothing was changed", "; nothing was undone"].first { text.hasSuffix($0) }
            return String(text.dropLast(end?.count ?? 0))
        }
        let (verb, done) = forwards ? ("redo", "redone") : ("undo", "undone")
        let titles = ChangeRecovery.list(made.map { "'\($0.record.title)'" })
        return VaultError(
            "cannot \(verb) all \(count) changes: \(reason(cause)); only these were \(done): \(titles); the state before cannot be restored: \(reason(obstacle))",
            help: "to list the changes: slip undo --list")
    }

    /// Undoes or redoes a change. Tries again if another program opens a file meanwhile, even only to read it.
    ///
    /// - Parameters:
    ///   - refusesEmpty: whether to throw an error if all files have changed since.
    ///   - help: the help of the error for files that have changed since (default: how to undo the others, or to forget
    ///     the change).
    func run(_ change: ChangeStore.StoredChange, refusesEmpty: Bool = false, help: String? = nil) throws -> Result {
        var kept: Set<String> = []
        return try VaultWriter.retryingConflicts {
            try attempt(change, refusesEmpty: refusesEmpty, help: help, &kept)
        }
    }

    /// - Parameter kept: the texts of other programs that earlier attempts have kept.
    private func attempt(
        _ change: ChangeStore.StoredChange, refusesEmpty: Bool, help: String?, _ kept: inout Set<String>
    ) throws -> Result {
        let found = ChangeInspector(change, in: vault)
        let steps = change.record.steps
        let wanted = found.states.indices.filter {
            found.states[$0] == (forwards ? .before : .after) && !keeping.contains(steps[$0].path)
        }
        let obstacles = found.states.indices.filter { found.states[$0] != .before && found.states[$0] != .after }
        var result = Result(skipped: obstacles.map { steps[$0].name })
        // Steps that only create folders of the trash do not matter to the user.
        result.isEmpty = !obstacles.isEmpty && !wanted.contains { steps[$0].isVisible }
        if !obstacles.isEmpty, !skipsChanged, !change.record.isAutomatic {
            let changed = obstacles.filter { !found.unknown.contains($0) }.map { steps[$0].name }
            let reasons = [
                found.fault.map { "\($0)" },
                changed.isEmpty
                    ? nil : "these files have changed since '\(change.record.title)': \(ChangeRecovery.list(changed))",
            ]
            throw VaultError(
                "\(reasons.compactMap { $0 }.joined(separator: "; ")); \(unchanged)",
                help: help
                    ?? (forwards
                        ? nil : "to undo the rest: \(undo) --skip-changed; to forget this change: \(undo) --forget")
            )
        }
        if refusesEmpty, result.isEmpty, let fault = found.fault { throw VaultError("\(fault); \(unchanged)") }
        if refusesEmpty, result.isEmpty { throw nothingLeft(of: change, skipped: result.skipped) }
        let restored = forwards ? [] : keepLateTexts(of: change, restoring: Set(wanted), &kept)
        let folder = change.folder
        let working: ChangeStore.StoredChange
        do {
            working = try store.move(change, to: store.folder(change.number, forwards ? .redo : .undo))
        } catch {
            throw VaultError(error, outcome: unchanged)
        }
        let runner = ChangeRunner(vault: vault, store: store, force: force)
        result.notices = try runner.run(working, wanted, forwards: forwards) {
            // If this fails, the next command moves it.
            _ = try? store.move(working, to: folder)
        }
        for path in restored { report(.restored(path)) }
        let state = forwards ? change.record.madeState : change.record.undoneState
        try runner.finish(working, in: store.folder(change.number, state))
        return result
    }

    /// Keeps the texts of other programs that an undo removes from notes, or does not restore.
    ///
    /// - Parameter steps: the steps that are undone. The files that they restore contain the text that was written to them.
    /// - Returns: the notes that are restored with such a text.
    private func keepLateTexts(
        of change: ChangeStore.StoredChange, restoring steps: Set<Int>, _ kept: inout Set<String>
    ) -> [VaultPath] {
        let displaced = DisplacedFiles(vault)
        let texts = displaced.unknownTexts(change)
        for text in texts.filter({ !steps.contains($0.mark.step) }) + displaced.mergedTexts(change)
        where kept.insert(text.identifier).inserted {
            report(displaced.keep(text))
        }
        return texts.filter { steps.contains($0.mark.step) }.map(\.mark.path)
    }
}
