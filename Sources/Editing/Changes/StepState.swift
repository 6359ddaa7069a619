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
    private(set) var states: [StepState] = []

    /// Complexity: reads every file that the change wrote or made.
    init(_ change: ChangeStore.Change, in vault: Vault) {
        self.vault = vault
        steps = change.record.steps
        folder = change.folder
        // Moves first: they tell where the files of the other steps are now.
        states = steps.map { _ in .changed }
        for (index, step) in steps.enumerated() {
            if case .move(let from, let to) = step { states[index] = state(ofMove: from, to, index) }
        }
        for (index, step) in steps.enumerated() {
            if case .move = step { continue }
            states[index] = state(step, index)
        }
    }

    private func status(_ path: VaultPath) -> FileStatus? { FileStatus.seen(vault.fullPath(path)) }

    // What cannot be read is neither state, so that the step counts as changed by others.
    private func hash(_ path: VaultPath) -> Int64? { try? Files.contentHash(vault.fullPath(path)) }

    /// The hash of what a step's file does not have and waits in the record.
    private func waiting(_ index: Int) -> Int64? { try? Files.contentHash(ChangeStore.file(folder, index)) }

    /// Where the file is now that was, or will be, at `path` when the step `index` is made: moves before it may not have
    /// been made, and moves after it may.
    func currentPath(of path: VaultPath, at index: Int) -> VaultPath {
        var path = path
        for earlier in (0..<index).reversed() {
            guard case .move(let from, let to) = steps[earlier], states[earlier] == .before else { continue }
            path = Self.moved(path, from: to, to: from)
        }
        for later in (index + 1)..<max(index + 1, steps.count) {
            guard case .move(let from, let to) = steps[later], states[later] == .after else { continue }
            path = Self.moved(path, from: from, to: to)
        }
        return path
    }

    static func moved(_ path: VaultPath, from: VaultPath, to: VaultPath) -> VaultPath {
        guard path.isInside(from) else { return path }
        let rest = path.bytes.dropFirst(from.bytes.count)
        return VaultPath(bytes: to.bytes + rest)
    }

    private func state(ofMove from: VaultPath, _ to: VaultPath, _ index: Int) -> StepState {
        // A later move may have taken it further, which is not known yet: it is wherever one of them would have it.
        var ends = [to]
        for step in steps[(index + 1)...] {
            guard case .move(let from, let to) = step, let last = ends.last, last.isInside(from) else { continue }
            ends.append(Self.moved(last, from: from, to: to))
        }
        var start = from
        for earlier in (0..<index).reversed() {
            guard case .move(let from, let to) = steps[earlier], states[earlier] == .before else { continue }
            start = Self.moved(start, from: to, to: from)
        }
        let isThere = ends.contains { status($0) != nil }
        switch (status(start) != nil, isThere) {
        case (true, false): return .before
        case (false, true): return .after
        case (false, false): return .changed
        case (true, true):
            // On a file system that ignores case both names are the same file, under the name that is listed.
            let only = (try? LikeNames.only(start, to, in: vault)) ?? nil
            if only != nil || isOne(start, to) { return only == to.name.bytes ? .after : .before }
            if let old = hash(start), old == hash(to) { return .both }
            return .changed
        }
    }

    /// Whether two names are those of one file, by its number.
    private func isOne(_ a: VaultPath, _ b: VaultPath) -> Bool {
        guard let old = status(a), let new = status(b) else { return false }
        return old.inode == new.inode && old.device == new.device
    }

    private func state(_ step: ChangeRecord.Step, _ index: Int) -> StepState {
        switch step {
        case .write(let path, let before, let after):
            let found = hash(currentPath(of: path, at: index))
            if found == before { return .before }
            if found == after { return .after }
            let waiting = waiting(index)
            return waiting == after ? .editedBefore : waiting == before ? .editedAfter : .changed
        case .create(let path, let after):
            let path = currentPath(of: path, at: index)
            if status(path) == nil { return .before }
            return hash(path) == after ? .after : waiting(index) == after ? .editedBefore : .changed
        case .remove(let path, let before):
            let path = currentPath(of: path, at: index)
            if status(path) == nil { return .after }
            return hash(path) == before ? .before : waiting(index) == before ? .editedAfter : .changed
        case .makeFolder(let path):
            return status(currentPath(of: path, at: index))?.kind == .directory ? .after : .before
        case .removeFolder(let path):
            return status(currentPath(of: path, at: index))?.kind == .directory ? .before : .after
        case .move: return states[index]
        }
    }
}
