import SourceText
import System
import VaultFiles

/// Where a step of a change stands, by what is on disk now.
enum StepState: Hashable {
    case before
    case after
    /// A move to another file system whose copy is there while the original is not gone yet.
    case both
    /// Something else has changed the file since; what waits in the record tells that the step was not made,
    case editedBefore
    /// or that it was,
    case editedAfter
    /// or nothing does.
    case changed

    var isBefore: Bool { self == .before || self == .editedBefore }
    var isAfter: Bool { self == .after || self == .editedAfter }
}

/// Looks at the files of a change.
struct ChangeInspector {
    private let vault: Vault
    private let steps: [ChangeRecord.Step]
    private let folder: [UInt8]
    /// Where each step stands.
    private(set) var states: [StepState]
    /// Why a file could not be looked at, the first of them, in words for a person. Its step counts as changed by others,
    /// as neither state is sure.
    private(set) var fault: String?
    /// The steps of which that is true, or that depend on such a one.
    private(set) var unknown: Set<Int> = []

    /// Complexity: reads every file that the change wrote or made.
    init(_ change: ChangeStore.Change, in vault: Vault) {
        self.vault = vault
        steps = change.record.steps
        folder = change.folder
        states = steps.map { _ in .changed }
        unknown = Set(steps.indices)
        // Moves first: they tell where the files of the other steps are now.
        for (index, step) in steps.enumerated() { if case .move = step { look(at: index) } }
        // Where a move cannot be judged nobody knows where the others' files are.
        if fault != nil { return }
        for (index, step) in steps.enumerated() { if case .move = step { continue } else { look(at: index) } }
    }

    private mutating func look(at index: Int) {
        do {
            states[index] = try state(index)
            unknown.remove(index)
        } catch {
            fault = fault ?? "\(error)"
        }
    }

    private func status(_ path: VaultPath) throws -> FileStatus? { try FileStatus.ifThere(vault.fullPath(path)) }

    private func isFolder(_ path: VaultPath) throws -> Bool { try status(path)?.kind == .directory }

    private func hash(_ path: VaultPath) throws -> Int64? { try hash(vault.fullPath(path)) }

    /// The hash of a file's content; nil where no file is.
    private func hash(_ file: [UInt8]) throws -> Int64? {
        guard try FileStatus.ifThere(file)?.kind == .regular else { return nil }
        return try Files.contentHash(file)
    }

    /// The hash of what a step's file does not have and waits in the record.
    private func waiting(_ index: Int) throws -> Int64? { try hash(ChangeStore.file(folder, index)) }

    /// Where the file is now that was, or will be, at `path` when the step `index` is made: moves before it may not have
    /// been made, and moves after it may.
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
        // A later move may have taken it further, which is not known yet: it is wherever one of them would have it.
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
            // On a file system that ignores case both names are the same file, under the name that is listed.
            let only = try LikeNames.only(start, to, in: vault)
            if try only != nil || isOne(start, to) { return only == to.name.bytes ? .after : .before }
            if let old = try hash(start), try old == hash(to) { return .both }
            return .changed
        }
    }

    /// Whether two names are those of one file, by its number.
    private func isOne(_ a: VaultPath, _ b: VaultPath) throws -> Bool {
        guard let old = try status(a), let new = try status(b) else { return false }
        return old.inode == new.inode && old.device == new.device
    }

    private func state(_ index: Int) throws -> StepState {
        switch steps[index] {
        case .write(let path, let before, let after):
            let found = try hash(currentPath(of: path, at: index))
            if found == before { return .before }
            if found == after { return .after }
            let waiting = try waiting(index)
            return waiting == after ? .editedBefore : waiting == before ? .editedAfter : .changed
        case .create(let path, let after):
            let path = currentPath(of: path, at: index)
            if try status(path) == nil { return .before }
            return try hash(path) == after ? .after : waiting(index) == after ? .editedBefore : .changed
        case .remove(let path, let before):
            let path = currentPath(of: path, at: index)
            if try status(path) == nil { return .after }
            return try hash(path) == before ? .before : waiting(index) == before ? .editedAfter : .changed
        case .makeFolder(let path): return try isFolder(currentPath(of: path, at: index)) ? .after : .before
        case .removeFolder(let path): return try isFolder(currentPath(of: path, at: index)) ? .before : .after
        case .move(let from, let to): return try state(ofMove: from, to, index)
        }
    }
}
