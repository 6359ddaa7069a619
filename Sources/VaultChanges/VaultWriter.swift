import Notes
package import SourceText
package import System
package import VaultFiles

/// Changes files of a vault, all or none, and can take changes back.
///
/// A change is worked out before its first step, and written down with all new contents in `.slipbox/tmp`. These take the
/// old ones' places by exchange, so that what was displaced can be compared with what had been read, and waits to be put
/// back. When all is done the folder moves to `.slipbox/undo` (`ChangeStore`). What an interruption left in
/// `.slipbox/tmp` is taken back by the next command that changes the vault, as SQLite rolls back a hot journal
/// (https://sqlite.org/lockingv3.html#hot_journals).
package struct VaultWriter {
    let vault: Vault
    let store: ChangeStore
    private let now: Moment
    /// The lock on changes, where it is held; without it nothing can be changed.
    private let held: FileLock?

    /// Looks at what was changed, and changes nothing.
    package init(_ vault: Vault) {
        self.vault = vault
        store = ChangeStore(vault)
        now = Moment(seconds: 0)
        held = nil
    }

    /// A writer that holds the lock on changes as long as it lives, so that what is planned meanwhile stays true.
    ///
    /// - Parameters:
    ///   - now: what the clock says, for the record.
    ///   - waiting: called once, if another process holds the lock.
    package init(locking vault: Vault, now: Moment, waiting: (LockHolder?) -> Void = { _ in }) throws {
        self.vault = vault
        self.now = now
        _ = try vault.ownFolder()
        try ChangeStore(vault).check()
        do {
            held = try vault.lock(Self.lockName, waiting: waiting)
        } catch {
            throw VaultError(
                error.isLoop
                    ? "'.slipbox/write.lock' is a link; slip follows none there"
                    : "the vault cannot be changed: '.slipbox/write.lock': \(error.reason)",
                help: error.isNoPlainFile ? "remove it: slip makes its own" : "is .slipbox writable?")
        }
        do {
            try vault.establishIdentity()
        } catch {
            throw VaultError("the vault cannot be changed: \(error); nothing was changed")
        }
        store = ChangeStore(vault)
    }

    static let lockName = "write.lock"

    /// The number of records that were made elsewhere, or cannot be read: they are kept and told of.
    package func foreignRecords() throws -> Int { try store.foreign() }

    // MARK: Doing

    /// Carries out a plan. One refusal means that nothing was changed.
    ///
    /// - Parameter force: whether a file may be changed whose owner cannot be kept, that has several names, or that is
    ///   not writable.
    /// - Parameter progress: told how many of the new contents are written.
    /// - Throws: `VaultError`, which says what was done where that is not nothing.
    package func carryOut(
        _ plan: ChangePlan, force: Bool = false, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws {
        if plan.isEmpty { return }
        if !force, let first = plan.unread.first {
            let more = plan.unread.count > 1 ? " (and \(plan.unread.count - 1) more)" : ""
            throw VaultError(
                first, "cannot be read\(more), and what it holds would not follow; nothing was changed",
                help: "make it readable, or name it under ignore: in .slipbox/config.yaml; --force leaves it as it is")
        }
        let targets = try check(plan, force: force)
        let change = try prepare(plan, targets, force: force, progress)
        try run(change, Array(change.record.steps.indices), forwards: true) { discard(change) }
        store.dropUndone()
        try finish(change, store.folder(change.number, .made))
        prune()
    }

    /// Puts a change that is over in its place.
    func finish(_ change: ChangeStore.Change, _ folder: [UInt8]) throws {
        do {
            _ = try store.move(change, to: folder)
        } catch {
            throw VaultError(
                "'\(change.record.title)': all is done, but the record of it cannot be put in its place: \(error.reason)",
                help: "the next command that changes the vault tries again")
        }
    }

    /// The files that writes concern, as they were found.
    typealias Targets = [Int: (path: [UInt8], status: FileStatus)]

    /// Looks at everything a plan touches before its first step.
    private func check(_ plan: ChangePlan, force: Bool) throws -> Targets {
        var targets: Targets = [:]
        // Where a file will be that a move earlier in the plan takes elsewhere.
        var moves: [(from: VaultPath, to: VaultPath)] = []
        for (index, operation) in plan.operations.enumerated() {
            switch operation {
            case .write(let path, let before, _):
                let now = moves.reversed().reduce(path) { $0.moved(from: $1.to, to: $1.from) }
                targets[index] = try target(now, before: before, force: force)
            case .remove(let path, let before): targets[index] = try target(path, before: before, force: true)
            case .move(let from, let to):
                let now = moves.reversed().reduce(from) { $0.moved(from: $1.to, to: $1.from) }
                try checkDevice(now, to)
                moves.append((from, to))
            case .create, .makeFolder, .removeFolder: break
            }
        }
        return targets
    }

    /// Refuses a folder that would have to go to another file system, before anything was done.
    private func checkDevice(_ from: VaultPath, _ to: VaultPath) throws {
        guard let status = try FileStatus.ifThere(vault.fullPath(from)), status.kind != .regular else { return }
        var folder = to.folder
        while !folder.isRoot, try FileStatus.ifThere(vault.fullPath(folder)) == nil { folder = folder.folder }
        guard let end = try FileStatus.ifThere(vault.fullPath(folder)), end.device != status.device else { return }
        throw VaultError(
            from, "lies on another file system and cannot be moved in one step; nothing was changed",
            help: "move it with mv, then mend the links: slip check --fix")
    }

    private func target(_ path: VaultPath, before: [UInt8], force: Bool) throws -> (path: [UInt8], status: FileStatus) {
        let full = vault.fullPath(path)
        guard let real = Files.realPath(full) else {
            throw VaultError(path, "is no longer there; nothing was changed")
        }
        guard real == full else {
            throw VaultError(path, "is a link, or lies behind one; nothing was changed")
        }
        let (bytes, status): ([UInt8], FileStatus)
        do {
            (bytes, status) = try Files.read(real)
        } catch {
            throw VaultError("cannot read '\(path.text)': \(error.reason); nothing was changed", at: path)
        }
        guard bytes == before else {
            throw VaultError(path, "changed on disk meanwhile; nothing was changed", help: "try again")
        }
        if !force, status.links > 1 {
            throw VaultError(
                path, "has \(status.links) names (hard links), and only one would change; nothing was changed",
                help: "--force changes it all the same")
        }
        if !force, status.mode & 0o222 == 0 || !Files.isWritable(real) {
            throw VaultError(
                path, "is not writable; nothing was changed", help: "--force changes it all the same")
        }
        return (real, status)
    }

    // MARK: Writing down

    /// Writes the record, then the new contents, into a folder of `.slipbox/tmp`, and has all of it on the disk before it is
    /// called a change that is being made.
    private func prepare(
        _ plan: ChangePlan, _ targets: Targets, force: Bool, _ progress: (Int, Int) -> Void
    ) throws -> ChangeStore.Change {
        let number = try store.nextNumber()
        let token = String(UInt64.random(in: .min ... .max), radix: 36)
        var change = ChangeStore.Change(
            number: number, folder: store.temporary + Array("/new-\(token)".utf8),
            record: ChangeRecord(title: plan.title, time: now, token: token, steps: []))
        do {
            change.record.steps = try plan.operations.map { try Self.step($0) }
            try store.begin(change)
            for (index, operation) in plan.operations.enumerated() {
                progress(index, plan.operations.count)
                try write(
                    operation, targets[index], to: ChangeStore.file(change.folder, index), change: change, index: index,
                    force: force)
            }
            // All are begun by now: flushed one after the other as they are written, each would wait for the disk.
            for (index, operation) in plan.operations.enumerated() where operation.hasContent {
                try Files.synchronize(ChangeStore.file(change.folder, index))
            }
            Files.synchronizeDirectory(change.folder)
            return try store.start(change)
        } catch {
            store.sweepBegun()
            guard let error = error as? SystemError else { throw error }
            throw Self.explained(error, "nothing was changed")
        }
    }

    private static func step(_ operation: FileOperation) throws -> ChangeRecord.Step {
        switch operation {
        case .write(let path, let before, let after):
            .write(path, before: ContentHash.hash(before), after: ContentHash.hash(after))
        case .create(let path, .bytes(let bytes)): .create(path, after: ContentHash.hash(bytes))
        case .create(let path, .copy(let file, _, _)): .create(path, after: try Files.contentHash(file))
        case .remove(let path, let before): .remove(path, before: ContentHash.hash(before))
        case .move(let from, let to): .move(from, to)
        case .makeFolder(let path): .makeFolder(path)
        case .removeFolder(let path): .removeFolder(path)
        }
    }

    /// Writes what a step puts in its place; not yet flushed.
    private func write(
        _ operation: FileOperation, _ target: (path: [UInt8], status: FileStatus)?, to file: [UInt8],
        change: ChangeStore.Change, index: Int, force: Bool
    ) throws {
        switch operation {
        case .write(let path, _, let after):
            guard let target else { return }
            try Files.create(file, after, like: target.path, status: target.status, keepsOwner: !force)
            keepDate(of: path, after, target, in: file)
        case .create(let path, .bytes(let bytes)):
            try Files.create(file, bytes)
            vault.giveToOwner(file, in: path.folder)
        case .create(let path, .copy(let source, _, let mode)):
            try Files.copy(source, to: file, mode: mode, isNew: true)
            vault.giveToOwner(file, in: path.folder)
            guard case .create(_, let hash) = change.record.steps[index], try Files.contentHash(file) == hash else {
                throw VaultError(
                    "'\(String(decoding: source, as: UTF8.self))' changed while it was copied; nothing was changed",
                    help: "try again")
            }
        case .remove, .move, .makeFolder, .removeFolder: break
        }
    }

    /// A note that does not say itself when it was made counts as made when its file was, which a rewrite would change:
    /// the new file remembers it.
    private func keepDate(
        of path: VaultPath, _ bytes: [UInt8], _ target: (path: [UInt8], status: FileStatus), in file: [UInt8]
    ) {
        guard vault.configuration.extensions.contains(path.pathExtension),
            Files.attribute(CreationDate.attribute, of: target.path) == nil,
            Note(bytes, name: path.name, rules: vault.configuration.rules).created == nil
        else { return }
        let date = min(target.status.born ?? .max, target.status.modified) / 1000
        Files.setAttribute(CreationDate.attribute, of: file, to: CreationDate.bytes(Moment(microseconds: date)))
    }

    // MARK: Running

    /// Carries out some steps of a change, or takes them back. Where one cannot be, those before it are undone.
    ///
    /// - Parameter restored: called once everything is as it was, before the error is thrown. Where it is not, the record
    ///   stays where it is, for the next command to take up.
    func run(
        _ change: ChangeStore.Change, _ indices: [Int], forwards: Bool, restored: () -> Void
    ) throws {
        let runner = StepRunner(vault, change)
        let steps = change.record.steps
        var done: [Int] = []
        for index in forwards ? indices : indices.reversed() {
            do {
                try runner.run(steps[index], index, forwards: forwards)
                done.append(index)
            } catch {
                // What cannot be taken back is found by `made`, and named.
                for index in done.reversed() { try? runner.run(steps[index], index, forwards: !forwards) }
                let left = made(change, done + [index], forwards: forwards)
                if left.isEmpty { restored() }
                let reason = (error as? SystemError).map { Self.explained($0, "").message } ?? "\(error)"
                throw VaultError(
                    left.isEmpty
                        ? "\(reason); nothing was changed"
                        : "\(reason); these changes could not be taken back: \(left.joined(separator: ", "))",
                    at: (error as? VaultError)?.path, help: (error as? VaultError)?.help)
            }
        }
        // What was displaced first: it waits in the change's folder.
        Files.synchronizeDirectory(change.folder)
        synchronizeFolders(of: indices.map { steps[$0] })
    }

    /// The names of the steps that are made, where none should be: by what is on disk, not by what was tried.
    private func made(_ change: ChangeStore.Change, _ indices: [Int], forwards: Bool) -> [String] {
        let runner = StepRunner(vault, change)
        let steps = change.record.steps
        // What is left untidy is seen below.
        try? runner.tidy(steps)
        let found = ChangeInspector(change, in: vault)
        let left = indices.filter { index in
            let state = found.states[index]
            return switch steps[index] {
            // A folder that is there, or not, says nothing of whether the change made it.
            case .makeFolder, .removeFolder: false
            // What cannot be looked at may be made.
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

    static func explained(_ error: SystemError, _ outcome: String) -> VaultError {
        let end = outcome.isEmpty ? "" : "; \(outcome)"
        let help = error.operation.hasPrefix("keep") ? "--force writes it all the same" : nil
        return VaultError("\(error)\(end)", help: help)
    }
}
