import SourceText
import System

/// The execution of a prepared change.
struct ChangeRunner {
    let vault: Vault
    let store: ChangeStore

    /// Whether to replace files that are open for writing.
    var force = false

    /// Carries out steps of a change, or undoes them in reverse order. If a step fails, those made before are reverted.
    ///
    /// - Parameters:
    ///   - indices: the indices of the steps, ascending.
    ///   - forwards: whether to carry out the steps. Otherwise they are undone.
    ///   - restored: called before the error is thrown if all steps were reverted. Otherwise the record stays in place,
    ///     and the next command recovers the change.
    /// - Returns: notices about files that were open for writing.
    func run(
        _ change: ChangeStore.StoredChange, _ indices: [Int], forwards: Bool, restored: () -> Void
    ) throws -> [String] {
        let runner = StepRunner(vault, change, force: force)
        let steps = change.record.steps
        var (done, current): ([Int], Int?) = ([], nil)
        do {
            for index in forwards ? indices : indices.reversed() {
                current = index
                try runner.run(steps[index], index, forwards: forwards)
                done.append(index)
                current = nil
            }
            // The change's folder comes first: it contains the displaced files.
            Files.synchronizeDirectory(change.folder)
            synchronizeFolders(of: indices.map { steps[$0] })
            try runner.leases.release()
            return runner.leases.notices
        } catch {
            // `made` finds the steps that cannot be reverted.
            let reverted = done.reversed().filter {
                (try? runner.run(steps[$0], $0, forwards: !forwards)) != nil
            }
            runner.leases.abandon()
            let left = made(
                change, done + [current].compactMap { $0 }, forwards: forwards, reverted: Set(reverted))
            if left.isEmpty { restored() }
            let reason = (error as? SystemError).map { VaultError($0, outcome: "").message } ?? "\(error)"
            throw VaultError(
                left.isEmpty
                    ? "\(reason); nothing was changed"
                    : "\(reason); these changes could not be rolled back: \(left.joined(separator: ", "))",
                at: (error as? VaultError)?.path,
                cause: left.isEmpty ? (error as? VaultError)?.cause ?? .other : .other,
                help: (error as? VaultError)?.help)
        }
    }

    /// Returns the names of the steps that should have been reverted and were not, judged by the files on disk.
    ///
    /// - Parameter reverted: the steps whose reversal succeeded.
    private func made(
        _ change: ChangeStore.StoredChange, _ indices: [Int], forwards: Bool, reverted: Set<Int>
    ) -> [String] {
        let runner = StepRunner(vault, change)
        let steps = change.record.steps
        // `isTidy` below reports a failure.
        try? runner.tidy(steps)
        let found = ChangeInspector(change, in: vault)
        let left = indices.filter { index in
            let state = found.states[index]
            return switch steps[index] {
            // The change may have found the folder as it is now.
            case .makeFolder, .removeFolder: false
            // Another program has replaced the note. Its file stays.
            case .write where reverted.contains(index) && state == (forwards ? .editedAfter : .editedBefore): false
            // A file that cannot be read may have been changed.
            case _ where found.fault != nil && state == .changed: true
            default: state == .both || (forwards ? state.isAfter : state.isBefore)
            }
        }
        if left.isEmpty, !runner.isTidy(steps) { return indices.map { steps[$0].name } }
        return left.map { steps[$0].name }
    }

    private func synchronizeFolders(of steps: [ChangeRecord.Step]) {
        var folders: Set<VaultPath> = []
        for step in steps {
            folders.insert(step.path.folder)
            if case .move(let from, _) = step { folders.insert(from.folder) }
        }
        for folder in folders { Files.synchronizeDirectory(vault.fullPath(folder)) }
    }

    /// Moves a finished change to a folder of `.slipbox/undo`.
    func finish(_ change: ChangeStore.StoredChange, in folder: [UInt8]) throws {
        do {
            _ = try store.move(change, to: folder)
        } catch {
            throw VaultError(
                "'\(change.record.title)': the change is complete, but its record cannot be moved: \(error.reason)",
                help: "the next command that changes the vault will try again")
        }
    }
}

extension VaultError {
    /// Creates an error for a failed system call, followed by its outcome, such as "nothing was changed".
    init(_ error: SystemError, outcome: String) {
        let end = outcome.isEmpty ? "" : "; \(outcome)"
        let help = error.operation.hasPrefix("keep") ? "to write it anyway: --force" : nil
        self.init("\(error)\(end)", help: help)
    }
}
