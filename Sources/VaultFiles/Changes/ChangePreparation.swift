import Notes
package import SourceText
import System

/// The check of a plan, and the record and new contents that are written before its first step.
struct ChangePreparation {
    /// A file that is replaced, as it was found.
    private struct Target {
        var path: [UInt8]
        var status: FileStatus
    }

    let plan: ChangePlan
    let vault: Vault
    let store: ChangeStore
    /// Whether a file may be changed that is not writable, has several hard links, or cannot keep its owner.
    let force: Bool
    let client: ChangeClient?

    /// Checks the files of the plan before its first step.
    ///
    /// - Returns: the files that the plan writes, by the index of the operation.
    private func targets() throws -> [Int: Target] {
        var targets: [Int: Target] = [:]
        // The paths of writes are those after the earlier moves of the plan.
        var moves: [(from: VaultPath, to: VaultPath)] = []
        for (index, operation) in plan.operations.enumerated() {
            switch operation {
            case .write(let path, let before, _):
                let now = moves.reversed().reduce(path) { $0.moved(from: $1.to, to: $1.from) }
                targets[index] = try checkedTarget(now, before: before, isForced: force)
            case .remove(let path, let before): targets[index] = try checkedTarget(path, before: before, isForced: true)
            case .move(let from, let to):
                let now = moves.reversed().reduce(from) { $0.moved(from: $1.to, to: $1.from) }
                try refuseOtherDevice(now, to: to)
                moves.append((from, to))
            case .create, .makeFolder, .removeFolder: break
            }
        }
        return targets
    }

    /// Refuses to move a folder to another file system, which cannot be done in one step.
    private func refuseOtherDevice(_ from: VaultPath, to: VaultPath) throws {
        guard let status = try FileStatus.ifThere(vault.fullPath(from)), status.kind != .regular else { return }
        var folder = to.folder
        while !folder.isRoot, try FileStatus.ifThere(vault.fullPath(folder)) == nil { folder = folder.folder }
        guard let end = try FileStatus.ifThere(vault.fullPath(folder)), end.device != status.device else { return }
        throw VaultError(
            from, "is on another file system and cannot be moved atomically; nothing was changed",
            help: "move it with mv, then update the links: slip check --fix")
    }

    private func checkedTarget(_ path: VaultPath, before: [UInt8], isForced: Bool) throws -> Target {
        let full = vault.fullPath(path)
        guard let real = Files.realPath(full) else {
            // Some editors remove a file before they write it again.
            throw VaultError(path, "no longer exists; nothing was changed", cause: .conflict)
        }
        guard real == full else { throw VaultError(path, "is a symbolic link, or is in one; nothing was changed") }
        let (bytes, status): ([UInt8], FileStatus)
        do {
            (bytes, status) = try Files.read(real)
        } catch {
            throw VaultError("cannot read '\(path.text)': \(error.reason); nothing was changed", at: path)
        }
        guard bytes == before else {
            throw VaultError(
                path, "was changed by another program; nothing was changed", cause: .conflict, help: "try again")
        }
        if !isForced, let reason = Self.obstacle(real, status) {
            throw VaultError(path, "\(reason); nothing was changed", help: "to change it anyway: --force")
        }
        return Target(path: real, status: status)
    }

    /// Returns why only `force` changes a file, as the end of a sentence, or nil if it can be changed.
    static func obstacle(_ file: [UInt8], _ status: FileStatus) -> String? {
        if status.links > 1 { return "has \(status.links) hard links, of which only one would change" }
        return status.mode & 0o222 == 0 || !Files.isWritable(file) ? "is not writable" : nil
    }

    /// Writes the record, then the new contents, into a folder of `.slipbox/tmp`. The folder is renamed to that of a
    /// started change when all of it is flushed to the disk.
    func prepare(now: Moment, _ progress: (Int, Int) -> Void) throws -> ChangeStore.StoredChange {
        let targets = try targets()
        let number = try store.nextNumber()
        let token = String(UInt64.random(in: .min ... .max), radix: 36)
        var change = ChangeStore.StoredChange(
            number: number, folder: store.temporary + Array("/new-\(token)".utf8),
            record: ChangeRecord(
                title: plan.title, time: now, token: token, client: client, merges: plan.merges,
                origin: plan.origin, steps: []))
        do {
            change.record.steps = try plan.operations.map { try Self.recordStep(for: $0) }
            try store.begin(change)
            for (index, operation) in plan.operations.enumerated() {
                progress(index, plan.operations.count)
                try write(operation, over: targets[index], step: index, of: change)
            }
            // Flushing each file right after writing it would wait for the disk each time.
            for (index, operation) in plan.operations.enumerated() where operation.hasContent {
                try Files.synchronize(ChangeStore.contentFile(in: change.folder, step: index))
            }
            Files.synchronizeDirectory(change.folder)
            return try store.start(change)
        } catch {
            store.removeIncomplete()
            guard let error = error as? SystemError else { throw error }
            throw VaultError(error, outcome: "nothing was changed")
        }
    }

    private static func recordStep(for operation: FileOperation) throws -> ChangeRecord.Step {
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

    /// Writes the new content of a step into the folder of the change, without flushing it.
    private func write(
        _ operation: FileOperation, over target: Target?, step: Int, of change: ChangeStore.StoredChange
    ) throws {
        let file = ChangeStore.contentFile(in: change.folder, step: step)
        switch operation {
        case .write(let path, let before, let after):
            guard let target else { return }
            try Files.create(file, after, like: target.path, status: target.status, keepsOwner: !force)
            func modified() -> Int64 {
                KeptModification.of(target.path, hash: ContentHash.hash(before)) ?? target.status.modified
            }
            keepCreationDate(of: target, modified: modified(), path, after, in: file)
            if vault.configuration.extensions.contains(path.pathExtension), LiveBlock.differOnly(before, after) {
                let kept = plan.modified[path].map { $0.microseconds * 1000 } ?? modified()
                Files.setAttribute(
                    KeptModification.attribute, of: file, to: KeptModification.bytes(kept, content: after))
            }
        case .create(let path, .bytes(let bytes)):
            try Files.create(file, bytes)
            vault.giveToOwner(file, in: path.folder)
        case .create(let path, .copy(let source, _, let mode)):
            try Files.copy(source, to: file, mode: mode, isNew: true)
            vault.giveToOwner(file, in: path.folder)
            guard case .create(_, let hash) = change.record.steps[step], try Files.contentHash(file) == hash else {
                throw VaultError(
                    "'\(String(decoding: source, as: UTF8.self))' was changed while it was copied; nothing was changed",
                    help: "try again")
            }
        case .remove, .move, .makeFolder, .removeFolder: break
        }
    }

    /// Stores the creation date of the old file in an extended attribute of the new one. A note without `created:` was
    /// created when its file was, and the new file has a later creation date.
    ///
    /// - Parameter modified: the time of its last change, in nanoseconds since 1970.
    private func keepCreationDate(
        of target: Target, modified: @autoclosure () -> Int64, _ path: VaultPath, _ bytes: [UInt8], in file: [UInt8]
    ) {
        guard vault.configuration.extensions.contains(path.pathExtension),
            Files.attribute(CreationDate.attribute, of: target.path) == nil,
            Note(bytes, name: path.name, rules: vault.configuration.rules).created == nil
        else { return }
        let date = min(target.status.born ?? .max, modified()) / 1000
        Files.setAttribute(CreationDate.attribute, of: file, to: CreationDate.bytes(Moment(microseconds: date)))
    }
}

extension Vault {
    /// Returns whether slip changes files at a path. It leaves hidden files alone, except for some in `.slipbox`.
    package func mayChange(_ path: VaultPath) -> Bool { ChangeRecord.isChangeable(path) }

    /// Returns why a file can be changed only with `force`, as the end of a sentence: it is not writable, or has several hard
    /// links. Nil if it can be changed, or cannot be found.
    package func obstacle(toChanging path: VaultPath) -> String? {
        let file = fullPath(path)
        return FileStatus.seen(file).flatMap { ChangePreparation.obstacle(file, $0) }
    }
}
