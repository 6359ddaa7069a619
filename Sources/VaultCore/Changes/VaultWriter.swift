import SourceText
import System

/// Changes files of a vault, all or none, and can take the last change back.
///
/// A change is worked out before its first step, and written down in `.slipbox/tmp/<number>/record`. New contents are
/// written there first, flushed, and take the old ones' places by exchange, so that what was displaced can be compared
/// with what had been read. When all is done, the folder becomes `.slipbox/tmp/undo`. What finds a folder in `.slipbox/tmp`
/// later knows that a change was interrupted, and how far it had come.
package struct VaultWriter {
    let vault: Vault
    let folder: [UInt8]
    /// Whether a file may be changed whose owner cannot be kept, or that has several names.
    var forces = false
    /// The lock on changes, where it is held for longer than one of them.
    private let held: FileLock?

    /// A writer that takes the lock on changes for each of them.
    package init(_ vault: Vault) {
        self.vault = vault
        folder = vault.folder
        held = nil
    }

    /// A writer that holds the lock on changes as long as it lives, so that what is planned meanwhile stays true.
    ///
    /// - Parameter waiting: called once, if another process holds the lock.
    package init(locking vault: Vault, waiting: () -> Void = {}) throws {
        self.vault = vault
        folder = vault.folder
        try Self.checkPrivate(vault.folder)
        held = try Self.lock(vault.folder, waiting: waiting)
    }

    static let recordName = Array("/record".utf8)

    var stamp: String { VaultStamp.word(vault) }
    var temporary: [UInt8] { folder + Array("/tmp".utf8) }
    /// In the same folder as what becomes it, so that a rename always leads there.
    var undoFolder: [UInt8] { temporary + Array("/undo".utf8) }

    var holdsLock: Bool { held != nil }

    /// The lock on changes, to be released when the change is over; nil where it is held anyway.
    func lock() throws -> FileLock? {
        try checkPrivate()
        return held == nil ? try Self.lock(folder) : nil
    }

    private static func lock(_ folder: [UInt8], waiting: () -> Void = {}) throws -> FileLock {
        do {
            return try FileLock(folder + Array("/write.lock".utf8), waiting: waiting)
        } catch {
            throw VaultError("the vault cannot be changed: \(error.reason)", help: "is .slipbox writable?")
        }
    }

    /// Refuses private folders that are links or another user's: a vault of strangers may bring such along, and what
    /// lies behind them is none of ours to sweep.
    func checkPrivate() throws { try Self.checkPrivate(folder) }

    private static func checkPrivate(_ folder: [UInt8]) throws {
        for name in ["tmp", "tmp/undo", "trash"] {
            let path = folder + Array("/\(name)".utf8)
            guard let status = try? FileStatus(path) else { continue }
            guard status.kind == .directory, status.owner == ThisProcess.user else {
                throw VaultError(
                    "'\(String(decoding: path, as: UTF8.self))' is a link, or another user's; nothing was changed",
                    help: "remove it: slip makes its own")
            }
        }
    }

    /// Whether a name in `.slipbox/tmp` is one that slip gives: the number of a process, with `old-` before it or not.
    static func isOwn(_ name: [UInt8]) -> Bool {
        let old = Array("old-".utf8)
        let number = name.starts(with: old) ? name.dropFirst(old.count) : name[...]
        return !number.isEmpty && number.allSatisfy(\.isDigit)
    }

    // MARK: Doing

    /// Carries out a plan. One refusal means that nothing was changed.
    ///
    /// - Throws: `VaultError`, which says what was done where that is not nothing.
    ///
    /// - Parameter forces: whether a file may be changed whose owner cannot be kept, or that has several names.
    package func carryOut(_ plan: ChangePlan, forces: Bool = false) throws {
        var writer = self
        writer.forces = forces
        try writer.carryOut(plan)
    }

    private func carryOut(_ plan: ChangePlan) throws {
        if plan.isEmpty { return }
        let lock = try lock()
        defer { lock?.release() }
        try sweep()
        if let interrupted = unfinished() {
            throw VaultError(
                "'\(interrupted.title)' was interrupted after \(interrupted.done) of \(interrupted.steps) steps; nothing was changed",
                help: "slip undo takes them back; slip undo --forget leaves them as they are")
        }
        let targets = try check(plan)
        let place = temporary + Array("/\(ThisProcess.identifier)".utf8)
        var prepared = false
        do {
            try Files.makeDirectories(temporary, mode: 0o700)
            try? Files.removeTree(place)
            try Files.makeDirectory(place, mode: 0o700)
            try prepare(plan, targets, place)
            prepared = true
        } catch let error as SystemError {
            if !prepared { try? Files.removeTree(place) }
            throw Self.explained(error, "nothing was changed")
        }
        try apply(plan, place)
        keep(place)
    }

    /// The files that writes concern, with symbolic links followed, as they were found.
    typealias Targets = [Int: (path: [UInt8], status: FileStatus)]

    /// Looks at everything a plan touches before its first step.
    func check(_ plan: ChangePlan) throws -> Targets {
        var targets: Targets = [:]
        // Where a file will be that a move earlier in the plan takes elsewhere.
        var moves: [(from: VaultPath, to: VaultPath)] = []
        for (index, operation) in plan.operations.enumerated() {
            switch operation {
            case .write(let path, let before, _):
                let now = moves.reversed().reduce(path) { Self.moved($0, from: $1.to, to: $1.from) }
                targets[index] = try target(now, before: before)
            case .move(let from, let to): moves.append((from, to))
            case .create, .makeFolder, .removeFolder: break
            }
        }
        return targets
    }

    static func moved(_ path: VaultPath, from: VaultPath, to: VaultPath) -> VaultPath {
        guard path.isInside(from) else { return path }
        let rest = path.bytes.dropFirst(from.bytes.count)
        return VaultPath(bytes: to.bytes + rest)
    }

    func target(_ path: VaultPath, before: [UInt8]) throws -> (path: [UInt8], status: FileStatus) {
        let full = vault.fullPath(path)
        guard let real = Files.realPath(full) else {
            throw VaultError("'\(path.text)' is no longer there; nothing was changed")
        }
        guard let inside = vault.path(ofFull: real),
            inside == path || !inside.parts.contains(where: { $0.bytes.first == Byte.dot })
        else {
            throw VaultError("'\(path.text)' is a link that leads out of the vault; nothing was changed")
        }
        let (bytes, status): ([UInt8], FileStatus)
        do {
            (bytes, status) = try Files.read(real)
        } catch {
            throw VaultError("cannot read '\(path.text)': \(error.reason); nothing was changed")
        }
        guard bytes == before else {
            throw VaultError("'\(path.text)' changed on disk meanwhile; nothing was changed", help: "try again")
        }
        if status.links > 1, !forces {
            throw VaultError(
                "'\(path.text)' has \(status.links) names (hard links), and only one would change; nothing was changed",
                help: "--force changes it all the same")
        }
        return (real, status)
    }

    /// Writes the record and the new contents into the change's folder.
    func prepare(_ plan: ChangePlan, _ targets: Targets, _ place: [UInt8]) throws {
        for (index, operation) in plan.operations.enumerated() {
            let file = place + Array("/\(index)".utf8)
            switch operation {
            case .write(_, _, let after):
                guard let target = targets[index] else { continue }
                try Files.create(file, after, like: target.path, status: target.status, keepsOwner: !forces)
            case .create(_, let bytes):
                try Files.create(file, bytes)
                try Files.synchronize(file)
            case .move, .makeFolder, .removeFolder: break
            }
        }
        let record = place + Self.recordName
        try Files.create(record, ChangeRecord(plan).bytes(stamp: stamp), mode: 0o600)
        try Files.synchronize(record)
        Files.synchronizeDirectory(place)
        Files.synchronizeDirectory(temporary)
    }

    func apply(_ plan: ChangePlan, _ place: [UInt8]) throws {
        var folders: Set<[UInt8]> = []
        for (index, operation) in plan.operations.enumerated() {
            do {
                try apply(operation, place + Array("/\(index)".utf8), &folders)
            } catch {
                try takeBack(plan, upTo: index, place, because: error)
            }
        }
        for folder in folders { Files.synchronizeDirectory(folder) }
    }

    func apply(_ operation: FileOperation, _ file: [UInt8], _ folders: inout Set<[UInt8]>) throws {
        switch operation {
        case .write(let path, let before, _):
            let target = Files.realPath(vault.fullPath(path)) ?? vault.fullPath(path)
            try replace(target, with: file, before: before, path)
            folders.insert(Self.folder(of: target))
        case .create(let path, _):
            let target = vault.fullPath(path)
            try Self.put(file, at: target)
            folders.insert(Self.folder(of: target))
        case .move(let from, let to):
            try Self.relocate(vault.fullPath(from), vault.fullPath(to))
            folders.insert(Self.folder(of: vault.fullPath(from)))
            folders.insert(Self.folder(of: vault.fullPath(to)))
        case .makeFolder(let path):
            // What is slip's own is its owner's alone.
            try Files.makeDirectory(vault.fullPath(path), mode: path.bytes.first == Byte.dot ? 0o700 : 0o777)
        case .removeFolder(let path): try Files.removeDirectory(vault.fullPath(path))
        }
    }

    static func folder(of path: [UInt8]) -> [UInt8] { Array(path[..<(path.lastIndex(of: Byte.slash) ?? 0)]) }

    /// Undoes the steps before the one that failed, so that nothing was changed.
    func takeBack(_ plan: ChangePlan, upTo index: Int, _ place: [UInt8], because error: any Error) throws
        -> Never
    {
        let record = ChangeRecord(plan)
        var left: [String] = []
        for step in (0...index).reversed() where step < index || isDone(record.steps[step]) {
            do {
                try reverse(record.steps[step], place + Array("/\(step)".utf8))
            } catch {
                left.append(Self.name(record.steps[step]))
            }
        }
        if left.isEmpty { try discard(place, record) }
        let reason = (error as? SystemError).map { Self.explained($0, "").message } ?? "\(error)"
        throw VaultError(
            left.isEmpty
                ? "\(reason); nothing was changed"
                : "\(reason); these changes could not be taken back: \(left.joined(separator: ", "))",
            help: (error as? VaultError)?.help)
    }

    static func name(_ step: ChangeRecord.Step) -> String {
        switch step {
        case .write(let path, _, _), .create(let path, _), .makeFolder(let path), .removeFolder(let path):
            "'\(path.text)'"
        case .move(let from, let to): "'\(from.text)' to '\(to.text)'"
        }
    }

    static func explained(_ error: SystemError, _ outcome: String) -> VaultError {
        let end = outcome.isEmpty ? "" : "; \(outcome)"
        let help = error.operation.hasPrefix("keep") ? "--force writes it all the same" : nil
        return VaultError("\(error)\(end)", help: help)
    }

    /// The change is done: it is what `undo` takes back now.
    func keep(_ place: [UInt8]) {
        let old = temporary + Array("/old-\(ThisProcess.identifier)".utf8)
        try? Files.rename(undoFolder, old)
        try? Files.rename(place, undoFolder)
        try? Files.removeTree(old)
    }
}
