import SourceText
import System

/// What was interrupted, and taking back.
extension VaultWriter {
    // MARK: What was interrupted

    /// An unfinished change that an earlier command left: what it was, and how far it had come.
    package struct Interrupted: Hashable, Sendable {
        package var title: String
        package var done: Int
        package var steps: Int
    }

    var marker: [UInt8] { undoFolder + Array("/interrupted".utf8) }

    /// The change that was left unfinished and waits for `undo`; nil where the last one was finished.
    func unfinished() -> Interrupted? {
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
            if holdsLock {
                try sweep()
            } else {
                guard let lock = try? FileLock(folder + Array("/write.lock".utf8), waits: false) else { return nil }
                defer { lock.release() }
                try sweep()
            }
        }
        return unfinished()
    }

    func sweep() throws {
        guard let entries = try? Files.list(temporary) else { return }
        for entry in entries.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) })
        where entry.status.kind == .directory && entry.status.owner == ThisProcess.user && Self.isOwn(entry.name) {
            let place = temporary + [Byte.slash] + entry.name
            guard let bytes = try? Files.read(place + Self.recordName).bytes,
                let record = ChangeRecord(bytes, stamp: stamp)
            else {
                // Made elsewhere, or nothing was done yet.
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
    func bringHomeStrays(_ record: ChangeRecord, _ place: [UInt8]) {
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
    func isDone(_ step: ChangeRecord.Step) -> Bool {
        func status(_ path: VaultPath) -> FileStatus? { try? FileStatus(vault.fullPath(path)) }
        func hash(_ path: VaultPath) -> Int64? { (try? Files.read(vault.fullPath(path)).bytes).map(ContentHash.hash) }
        switch step {
        case .write(let path, _, let after), .create(let path, let after): return hash(path) == after
        case .move(let from, let to): return status(to) != nil && status(from) == nil
        case .makeFolder(let path): return status(path)?.kind == .directory
        case .removeFolder(let path): return status(path) == nil
        }
    }

    func reverse(_ step: ChangeRecord.Step, _ file: [UInt8]) throws {
        switch step {
        case .write(let path, _, let after):
            let target = Files.realPath(vault.fullPath(path)) ?? vault.fullPath(path)
            let changed = VaultError("'\(path.text)' was changed by another program meanwhile")
            switch try Files.exchange(file, target) {
            case .done: try keepOut(file, target, expecting: after, changed)
            case .unsupported:
                guard (try? Files.read(target).bytes).map(ContentHash.hash) == after else { throw changed }
                try Files.rename(file, target)
            case .crossesDevices:
                guard (try? Files.read(target).bytes).map(ContentHash.hash) == after else { throw changed }
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
        defer { lock?.release() }
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
        try discard(undoFolder, record)
        return (record.title, reversed.count)
    }

    /// Lets the record of the last change go, leaving the vault as it is.
    package func forget() throws {
        let lock = try lock()
        defer { lock?.release() }
        try sweep()
        try? Files.removeTree(undoFolder)
    }

    /// Refuses a step in a folder that is, or lies behind, a link by now.
    func checkPlace(_ step: ChangeRecord.Step) throws {
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
    func isUntouched(_ step: ChangeRecord.Step, before earlier: ArraySlice<ChangeRecord.Step>) -> Bool {
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
