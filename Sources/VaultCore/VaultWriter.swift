import SourceText
import System

/// Changes files of a vault, all or none, and can take the last change back.
///
/// A change is worked out before its first step, and written down in `.slipbox/tmp/<number>/record`. New contents are
/// written there first, flushed, and take the old ones' places by exchange, so that what was displaced can be compared
/// with what had been read. When all is done, the folder becomes `.slipbox/tmp/undo`. What finds a folder in `.slipbox/tmp`
/// later knows that a change was interrupted, and how far it had come.
package struct VaultWriter {
    private let vault: Vault
    private let folder: [UInt8]
    /// Whether a file may be changed whose owner cannot be kept, or that has several names.
    private let forces: Bool

    private static let recordName = Array("/record".utf8)

    package init(_ vault: Vault, forces: Bool = false) {
        self.vault = vault
        self.forces = forces
        folder = vault.folder
    }

    private var stamp: String { VaultStamp.word(vault) }
    private var temporary: [UInt8] { folder + Array("/tmp".utf8) }
    /// In the same folder as what becomes it, so that a rename always leads there.
    private var undoFolder: [UInt8] { temporary + Array("/undo".utf8) }

    private func lock() throws -> FileLock {
        try checkPrivate()
        do {
            return try FileLock(folder + Array("/write.lock".utf8))
        } catch {
            throw VaultError("the vault cannot be changed: \(error.reason)", help: "is .slipbox writable?")
        }
    }

    /// Refuses private folders that are links or another user's: a vault of strangers may bring such along, and what
    /// lies behind them is none of ours to sweep.
    private func checkPrivate() throws {
        for path in [temporary, undoFolder, folder + Array("/trash".utf8)] {
            guard let status = try? FileStatus(path) else { continue }
            guard status.kind == .directory, status.owner == ThisProcess.user else {
                throw VaultError(
                    "'\(String(decoding: path, as: UTF8.self))' is a link, or another user's; nothing was changed",
                    help: "remove it: slip makes its own")
            }
        }
    }

    /// Whether a name in `.slipbox/tmp` is one that slip gives: the number of a process, with `old-` before it or not.
    private static func isOwn(_ name: [UInt8]) -> Bool {
        let old = Array("old-".utf8)
        let number = name.starts(with: old) ? name.dropFirst(old.count) : name[...]
        return !number.isEmpty && number.allSatisfy(\.isDigit)
    }

    // MARK: Doing

    /// Carries out a plan. One refusal means that nothing was changed.
    ///
    /// - Throws: `VaultError`, which says what was done where that is not nothing.
    package func carryOut(_ plan: ChangePlan) throws {
        if plan.isEmpty { return }
        let lock = try lock()
        defer { lock.release() }
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
        try apply(plan, targets, place)
        keep(place)
    }

    /// The files that writes concern, with symbolic links followed, as they were found.
    private typealias Targets = [Int: (path: [UInt8], status: FileStatus)]

    /// Looks at everything a plan touches before its first step.
    private func check(_ plan: ChangePlan) throws -> Targets {
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

    private func target(_ path: VaultPath, before: [UInt8]) throws -> (path: [UInt8], status: FileStatus) {
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
    private func prepare(_ plan: ChangePlan, _ targets: Targets, _ place: [UInt8]) throws {
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

    private func apply(_ plan: ChangePlan, _ targets: Targets, _ place: [UInt8]) throws {
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

    private func apply(_ operation: FileOperation, _ file: [UInt8], _ folders: inout Set<[UInt8]>) throws {
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
        case .makeFolder(let path): try Files.makeDirectory(vault.fullPath(path))
        case .removeFolder(let path): try Files.removeDirectory(vault.fullPath(path))
        }
    }

    private static func folder(of path: [UInt8]) -> [UInt8] { Array(path[..<(path.lastIndex(of: Byte.slash) ?? 0)]) }

    /// Puts the content of `file` in `target`'s place; the old content is in `file` afterwards.
    private func replace(_ target: [UInt8], with file: [UInt8], before: [UInt8], _ path: VaultPath) throws {
        let changed = VaultError("'\(path.text)' was changed by another program meanwhile", help: "try again")
        switch try Files.exchange(file, target) {
        case .done:
            // What was displaced is what had been read, or somebody saved in between and gets it back.
            if (try? Files.read(file).bytes) != before {
                _ = try Files.exchange(file, target)
                throw changed
            }
        case .unsupported:
            let old = try Files.read(target)
            guard old.bytes == before else { throw changed }
            let aside = file + Array(".old".utf8)
            try Files.create(aside, old.bytes, like: target, status: old.status, keepsOwner: !forces)
            guard (try? FileStatus(target)) == old.status else { throw changed }
            try Files.rename(file, target)
            try Files.rename(aside, file)
        case .crossesDevices:
            // Beside the note, then; the old content is brought back into the record by a copy.
            try replaceBeside(target, with: file, before: before, changed)
        }
    }

    /// The same for a note on another file system: the new content waits beside it, and the old one is brought back into
    /// the record by a copy.
    private func replaceBeside(_ target: [UInt8], with file: [UInt8], before: [UInt8], _ changed: VaultError) throws {
        let beside = Self.beside(target)
        let status = try FileStatus(target)
        try Files.create(beside, try Files.read(file).bytes, like: target, status: status, keepsOwner: !forces)
        do {
            if case .done = try Files.exchange(beside, target) {
                guard (try? Files.read(beside).bytes) == before else {
                    _ = try Files.exchange(beside, target)
                    throw changed
                }
                return try bringHome(beside, to: file)
            }
            let old = try Files.read(target)
            guard old.bytes == before, old.status == status else { throw changed }
            try Files.rename(beside, target)
            try? Files.remove(file)
            try Files.create(file, before, mode: 0o600)
        } catch {
            if (try? Files.read(target).bytes) == before { try? Files.remove(beside) }
            throw error
        }
    }

    /// Puts a file that waits in the record where nothing is; onto another file system by a copy.
    private static func put(_ file: [UInt8], at target: [UInt8]) throws {
        do {
            try Files.move(file, target)
        } catch {
            guard error.crossesDevices else { throw error }
            let beside = beside(target)
            try Files.create(beside, try Files.read(file, limit: 4 << 30).bytes)
            do {
                try Files.synchronize(beside)
                try Files.move(beside, target)
            } catch {
                try? Files.remove(beside)
                throw error
            }
            try? Files.remove(file)
        }
    }

    /// Moves a file or folder; a file onto another file system by a copy.
    private static func relocate(_ from: [UInt8], _ to: [UInt8]) throws {
        do {
            try Files.move(from, to)
        } catch {
            guard error.crossesDevices else { throw error }
            let status = try FileStatus(from)
            guard status.kind == .regular else {
                throw VaultError(
                    "'\(String(decoding: from, as: UTF8.self))' lies on another file system and cannot be moved in one step",
                    help: "move it with mv, then mend the links: slip check --fix")
            }
            if (try? FileStatus(to)) != nil { throw SystemError("move", from, code: SystemError.existsCode) }
            try Files.create(
                to, try Files.read(from, limit: 4 << 30).bytes, like: from, status: status, keepsOwner: false)
            try Files.remove(from)
        }
    }

    /// The name of the file that waits beside a note on another file system than `.slipbox`.
    private static func beside(_ target: [UInt8]) -> [UInt8] {
        let slash = target.lastIndex(of: Byte.slash) ?? 0
        return Array(target[...slash]) + Array(".slip-".utf8) + Array(target[(slash + 1)...].suffix(200))
    }

    /// Copies the old content that lies beside a note into the record, and removes it there.
    private func bringHome(_ beside: [UInt8], to file: [UInt8]) throws {
        let aside = file + Array(".old".utf8)
        try? Files.remove(aside)
        try Files.create(aside, try Files.read(beside).bytes, mode: 0o600)
        try Files.synchronize(aside)
        try Files.rename(aside, file)
        try Files.remove(beside)
    }

    /// Undoes the steps before the one that failed, so that nothing was changed.
    private func takeBack(_ plan: ChangePlan, upTo index: Int, _ place: [UInt8], because error: any Error) throws
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
        if left.isEmpty { try? Files.removeTree(place) }
        let reason = (error as? SystemError).map { Self.explained($0, "").message } ?? "\(error)"
        throw VaultError(
            left.isEmpty
                ? "\(reason); nothing was changed"
                : "\(reason); these changes could not be taken back: \(left.joined(separator: ", "))",
            help: (error as? VaultError)?.help)
    }

    private static func name(_ step: ChangeRecord.Step) -> String {
        switch step {
        case .write(let path, _, _), .create(let path, _), .makeFolder(let path), .removeFolder(let path):
            "'\(path.text)'"
        case .move(let from, let to): "'\(from.text)' to '\(to.text)'"
        }
    }

    private static func explained(_ error: SystemError, _ outcome: String) -> VaultError {
        let end = outcome.isEmpty ? "" : "; \(outcome)"
        return VaultError("\(error)\(end)")
    }

    /// The change is done: it is what `undo` takes back now.
    private func keep(_ place: [UInt8]) {
        let old = temporary + Array("/old-\(ThisProcess.identifier)".utf8)
        try? Files.rename(undoFolder, old)
        try? Files.rename(place, undoFolder)
        try? Files.removeTree(old)
    }

    // MARK: What was interrupted

    /// An unfinished change that an earlier command left: what it was, and how far it had come.
    package struct Interrupted: Hashable, Sendable {
        package var title: String
        package var done: Int
        package var steps: Int
    }

    private var marker: [UInt8] { undoFolder + Array("/interrupted".utf8) }

    /// The change that was left unfinished and waits for `undo`; nil where the last one was finished.
    private func unfinished() -> Interrupted? {
        guard (try? FileStatus(marker)) != nil, (try? checkPrivate()) != nil,
            let bytes = try? Files.read(undoFolder + Self.recordName).bytes,
            let record = ChangeRecord(bytes, stamp: stamp)
        else { return nil }
        let done = record.steps.indices.filter { isDone(record.steps[$0]) }.count
        return Interrupted(title: record.title, done: done, steps: record.steps.count)
    }

    /// Looks for unfinished changes; the first becomes what `undo` takes back, and what had not begun is thrown away.
    /// Nothing is done while another process is changing the vault.
    package func findInterrupted() throws -> Interrupted? {
        if (try? FileStatus(temporary))?.kind == .directory, (try? checkPrivate()) != nil,
            let names = try? Files.list(temporary), !names.isEmpty
        {
            guard let lock = try? FileLock(folder + Array("/write.lock".utf8), waits: false) else { return nil }
            defer { lock.release() }
            try sweep()
        }
        return unfinished()
    }

    private func sweep() throws {
        guard let entries = try? Files.list(temporary) else { return }
        for entry in entries.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) })
        where entry.status.kind == .directory && Self.isOwn(entry.name) {
            let place = temporary + [Byte.slash] + entry.name
            guard entry.status.owner == ThisProcess.user, let bytes = try? Files.read(place + Self.recordName).bytes,
                let record = ChangeRecord(bytes, stamp: stamp)
            else {
                // Written by nobody we trust, or nothing was done yet.
                try? Files.removeTree(place)
                continue
            }
            bringHomeStrays(record, place)
            let done = record.steps.indices.filter { isDone(record.steps[$0]) }.count
            if entry.name.starts(with: Array("old-".utf8)) || done == 0 {
                try? Files.removeTree(place)
                continue
            }
            try? Files.create(place + Array("/interrupted".utf8), [], mode: 0o600)
            keep(place)
        }
    }

    /// Takes away what an interrupted change left beside notes on other file systems.
    private func bringHomeStrays(_ record: ChangeRecord, _ place: [UInt8]) {
        for (index, step) in record.steps.enumerated() {
            let path: VaultPath
            switch step {
            case .write(let written, _, _), .create(let written, _): path = written
            default: continue
            }
            let beside = Self.beside(Files.realPath(vault.fullPath(path)) ?? vault.fullPath(path))
            guard (try? FileStatus(beside)) != nil else { continue }
            if case .write = step, isDone(step) {
                try? bringHome(beside, to: place + Array("/\(index)".utf8))
            } else {
                try? Files.remove(beside)
            }
        }
    }

    // MARK: Undo

    /// Whether a step was carried out, by what is on disk now.
    private func isDone(_ step: ChangeRecord.Step) -> Bool {
        func status(_ path: VaultPath) -> FileStatus? { try? FileStatus(vault.fullPath(path)) }
        func hash(_ path: VaultPath) -> Int64? { (try? Files.read(vault.fullPath(path)).bytes).map(ContentHash.hash) }
        switch step {
        case .write(let path, _, let after), .create(let path, let after): return hash(path) == after
        case .move(let from, let to): return status(to) != nil && status(from) == nil
        case .makeFolder(let path): return status(path)?.kind == .directory
        case .removeFolder(let path): return status(path) == nil
        }
    }

    private func reverse(_ step: ChangeRecord.Step, _ file: [UInt8]) throws {
        switch step {
        case .write(let path, _, _):
            let target = Files.realPath(vault.fullPath(path)) ?? vault.fullPath(path)
            switch try Files.exchange(file, target) {
            case .done: break
            case .unsupported: try Files.rename(file, target)
            case .crossesDevices:
                let beside = Self.beside(target)
                let status = try FileStatus(target)
                try Files.create(beside, try Files.read(file).bytes, like: target, status: status, keepsOwner: !forces)
                try Files.rename(beside, target)
            }
        case .create(let path, let after):
            // Only what is still just what was made.
            guard (try? Files.read(vault.fullPath(path), limit: 4 << 30).bytes).map(ContentHash.hash) == after else {
                throw VaultError("'\(path.text)' was changed meanwhile")
            }
            try Files.remove(vault.fullPath(path))
        case .move(let from, let to): try Self.relocate(vault.fullPath(to), vault.fullPath(from))
        case .makeFolder(let path): try? Files.removeDirectory(vault.fullPath(path))
        case .removeFolder(let path): try Files.makeDirectory(vault.fullPath(path))
        }
    }

    /// Takes back the last change, if nothing else has changed its files since.
    ///
    /// - Returns: the title of what was taken back, and the number of steps.
    package func undo() throws -> (title: String, steps: Int) {
        let lock = try lock()
        defer { lock.release() }
        try sweep()
        guard (try? FileStatus(undoFolder))?.owner == ThisProcess.user,
            let bytes = try? Files.read(undoFolder + Self.recordName).bytes,
            let record = ChangeRecord(bytes, stamp: stamp)
        else { throw VaultError("there is no change to take back") }
        var reversed: [Int] = []
        var obstacles: [String] = []
        for (index, step) in record.steps.enumerated().reversed() {
            if isDone(step) {
                reversed.append(index)
            } else if !isUntouched(step, before: record.steps[..<index]) {
                obstacles.append(Self.name(step))
            }
        }
        guard obstacles.isEmpty else {
            let shown = obstacles.prefix(5).joined(separator: ", ") + (obstacles.count > 5 ? " and others" : "")
            throw VaultError("changed since '\(record.title)': \(shown); nothing was taken back")
        }
        // From here on it is an unfinished change itself.
        try? Files.create(marker, [], mode: 0o600)
        for index in reversed {
            do {
                try checkPlace(record.steps[index])
                try reverse(record.steps[index], undoFolder + Array("/\(index)".utf8))
            } catch let error as SystemError {
                throw VaultError("\(error); what was taken back until then stays so, the rest: slip undo again")
            }
        }
        try? Files.removeTree(undoFolder)
        return (record.title, reversed.count)
    }

    /// Lets the record of the last change go, leaving the vault as it is.
    package func forget() throws {
        let lock = try lock()
        defer { lock.release() }
        try sweep()
        try? Files.removeTree(undoFolder)
    }

    /// Refuses a step in a folder that is, or lies behind, a link by now.
    private func checkPlace(_ step: ChangeRecord.Step) throws {
        let paths: [VaultPath] =
            switch step {
            case .write(let path, _, _), .create(let path, _), .makeFolder(let path), .removeFolder(let path): [path]
            case .move(let from, let to): [from, to]
            }
        for path in paths where path.bytes.first != Byte.dot {
            guard let real = Files.realPath(vault.fullPath(path.folder)) else { continue }
            if vault.path(ofFull: real) != path.folder {
                throw VaultError("'\(path.folder.text)' is a link; the rest of the change stays as it is")
            }
        }
    }

    /// Whether a step that is not done has left everything as it was before it: an interrupted change's rest.
    private func isUntouched(_ step: ChangeRecord.Step, before earlier: ArraySlice<ChangeRecord.Step>) -> Bool {
        switch step {
        case .write(let path, let before, _):
            // Where a move before it was not made, the file is still where that would have taken it from.
            let place = earlier.reversed().reduce(path) { path, step in
                guard case .move(let from, let to) = step, !isDone(step) else { return path }
                return Self.moved(path, from: to, to: from)
            }
            return (try? Files.read(vault.fullPath(place)).bytes).map(ContentHash.hash) == before
        case .create(let path, _), .makeFolder(let path): return (try? FileStatus(vault.fullPath(path))) == nil
        case .move(let from, let to):
            return (try? FileStatus(vault.fullPath(from))) != nil && (try? FileStatus(vault.fullPath(to))) == nil
        case .removeFolder(let path): return (try? FileStatus(vault.fullPath(path)))?.kind == .directory
        }
    }
}
