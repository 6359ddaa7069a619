import SourceText
import System

/// The state of a step, judged by the files on disk.
enum StepState: Hashable {
    /// The files are as before the step.
    case before
    /// The files are as after the step.
    case after
    /// A move to another file system with the copy complete and the original not removed.
    case both
    /// Another program changed the file. The stored content shows that the step was not made.
    case editedBefore
    /// Another program changed the file. The stored content shows that the step was made.
    case editedAfter
    /// Another program changed the file, and nothing shows whether the step was made.
    case changed

    var isBefore: Bool { self == .before || self == .editedBefore }
    var isAfter: Bool { self == .after || self == .editedAfter }
}

/// The states of the steps of a change.
struct ChangeInspector {
    private let vault: Vault
    private let change: ChangeStore.StoredChange
    private let steps: [ChangeRecord.Step]
    private let folder: [UInt8]
    private(set) var states: [StepState]
    /// The first error that kept a file from being read. The state of its step is `changed`, because it is unknown.
    private(set) var fault: (any Error)?
    /// The steps whose files could not be read, or that depend on such a step.
    private(set) var unknown: Set<Int> = []

    /// Reads the states from disk. Complexity: reads every file that the change wrote or created.
    init(_ change: ChangeStore.StoredChange, in vault: Vault) {
        self.vault = vault
        self.change = change
        steps = change.record.steps
        folder = change.folder
        states = steps.map { _ in .changed }
        unknown = Set(steps.indices)
        // The moves determine the current paths of the other steps.
        for (index, step) in steps.enumerated() { if case .move = step { inspect(index) } }
        // Without the states of all moves the other paths are unknown.
        if fault != nil { return }
        for (index, step) in steps.enumerated() { if case .move = step { continue } else { inspect(index) } }
    }

    private mutating func inspect(_ index: Int) {
        do {
            states[index] = try state(index)
            unknown.remove(index)
        } catch {
            fault = fault ?? error
        }
    }

    private func status(_ path: VaultPath) throws -> FileStatus? { try FileStatus.ifThere(vault.fullPath(path)) }

    private func isFolder(_ path: VaultPath) throws -> Bool { try status(path)?.kind == .directory }

    private func hash(_ path: VaultPath) throws -> Int64? { try hash(vault.fullPath(path)) }

    private func hash(_ file: [UInt8]) throws -> Int64? {
        guard try FileStatus.ifThere(file)?.kind == .regular else { return nil }
        return try Files.contentHash(file)
    }

    private func storedHash(_ index: Int) throws -> Int64? {
        try hash(ChangeStore.contentFile(in: folder, step: index))
    }

    /// Returns whether a file of the record has content that neither slip nor the notes had: the save of another program. The
    /// change was interrupted between an exchange and its check.
    ///
    /// - Parameter forwards: whether the steps were being made. Otherwise they were being undone.
    func hasDisplacedSave(forwards: Bool) throws -> Bool {
        try steps.indices.contains { index in
            guard case .write(_, let before, let after) = steps[index],
                states[index] == (forwards ? .after : .before)
            else { return false }
            // Late text in a marked file is merged instead.
            let file = ChangeStore.contentFile(in: folder, step: index)
            return try storedHash(index) != (forwards ? before : after)
                && !DisplacedFiles(vault).isMarked(step: index, of: change, at: file)
        }
    }

    /// Returns the current path of the file that has the path `path` when step `index` is made. Moves before the step
    /// may not have been made, and moves after it may have been.
    func currentPath(of path: VaultPath, at index: Int) -> VaultPath {
        var path = path
        for earlier in (0..<index).reversed() {
            guard case .move(let from, let to) = steps[earlier], states[earlier] == .before else { continue }
            path = path.moved(from: to, to: from)
        }
        for later in (index + 1)..<max(index + 1, steps.count) {
            guard case .move(let from, let to) = steps[later], states[later] == .after else { continue }
            path = path.moved(from: from, to: to)
        }
        return path
    }

    private func state(ofMove from: VaultPath, _ to: VaultPath, _ index: Int) throws -> StepState {
        // A later move, whose state is unknown yet, may have moved the file to any of these paths.
        var ends = [to]
        for step in steps[(index + 1)...] {
            guard case .move(let from, let to) = step, let last = ends.last, last.isInside(from) else { continue }
            ends.append(last.moved(from: from, to: to))
        }
        var start = from
        for earlier in (0..<index).reversed() {
            guard case .move(let from, let to) = steps[earlier], states[earlier] == .before else { continue }
            start = start.moved(from: to, to: from)
        }
        let isThere = try ends.contains { try status($0) != nil }
        switch (try status(start) != nil, isThere) {
        case (true, false): return .before
        case (false, true): return .after
        case (false, false): return .changed
        case (true, true):
            // On a file system that ignores case both names lead to one file, and only one of them is listed.
            let only = try CaseCollisions.only(start, to, in: vault)
            if try only != nil || isSameFile(start, to) { return only == to.name.bytes ? .after : .before }
            if let old = try hash(start), try old == hash(to) { return .both }
            return .changed
        }
    }

    private func isSameFile(_ a: VaultPath, _ b: VaultPath) throws -> Bool {
        guard let old = try status(a), let new = try status(b) else { return false }
        return old.inode == new.inode && old.device == new.device
    }

    private func state(_ index: Int) throws -> StepState {
        switch steps[index] {
        case .write(let path, let before, let after):
            let found = try hash(currentPath(of: path, at: index))
            if found == before { return .before }
            if found == after { return .after }
            let stored = try storedHash(index)
            return stored == after ? .editedBefore : stored == before ? .editedAfter : .changed
        case .create(let path, let after):
            let found = currentPath(of: path, at: index)
            let isStored = try storedHash(index) == after
            // Without the stored content, the file was created, and another program has removed or moved it.
            if try status(found) == nil { return isStored ? .before : .editedAfter }
            return try hash(found) == after ? .after : isStored ? .editedBefore : .changed
        case .remove(let path, let before):
            let found = currentPath(of: path, at: index)
            let isStored = try storedHash(index) == before
            if try status(found) == nil { return isStored ? .after : .editedBefore }
            return try hash(found) == before ? .before : isStored ? .editedAfter : .changed
        case .makeFolder(let path): return try isFolder(currentPath(of: path, at: index)) ? .after : .before
        case .removeFolder(let path): return try isFolder(currentPath(of: path, at: index)) ? .before : .after
        case .move(let from, let to): return try state(ofMove: from, to, index)
        }
    }
}
