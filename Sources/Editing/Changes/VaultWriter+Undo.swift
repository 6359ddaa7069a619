package import SourceText
import System
import VaultFiles

/// What was interrupted, and taking back.
extension VaultWriter {
    /// An unfinished change that an earlier command left: what it was, and how far it had come.
    package struct Interrupted: Hashable, Sendable {
        package var title: String
        package var done: Int
        package var steps: Int
        /// What others changed since: it stops the taking back, or was left as it is.
        package var changed: [String] = []
    }

    /// A change that was made, for `undo --list`.
    package struct Made: Hashable, Sendable {
        package var title: String
        package var time: Moment
        package var paths: [VaultPath]
    }

    /// What was taken back, or made again.
    package struct Undone: Hashable, Sendable {
        package var changes: [Made] = []
        /// Those of which others had changed everything since, so that nothing was done.
        package var passed: [Made] = []
        /// What others changed since, and was left as it is.
        package var skipped: [String] = []

        package init() {}
    }

    // MARK: Telling

    /// The change that was left unfinished, if one was and nobody is at it; nothing is changed by asking but that what
    /// had not begun, or had come to its end, is put in its place where that can be.
    package func interrupted() -> Interrupted? {
        // A reader tells of what it can see; whoever changes the vault is told why it cannot.
        guard FileStatus.seen(store.temporary) != nil, (try? store.check()) != nil,
            // Where it cannot be listed nothing can be told of it.
            !((try? Files.list(store.temporary, follows: false)) ?? []).isEmpty,
            // Whoever holds the lock is at work; where none can be had, nobody can settle anything.
            let lock = try? FileLock(vault.folder + Self.lockName, waits: false)
        else { return nil }
        defer { lock.release() }
        return settle().map { Self.progress($0.work, $0.states, change: $0.change) }
    }

    private static func progress(
        _ work: ChangeStore.Work, _ states: [StepState], change: ChangeStore.Change
    ) -> Interrupted {
        let done = states.count { work == .undo ? $0.isBefore : $0.isAfter }
        let title = work == .undo ? "undo of \(change.record.title)" : change.record.title
        // What was edited before its turn came is nobody's obstacle.
        let obstacles = states.indices.filter {
            states[$0] == .changed || states[$0] == (work == .undo ? .editedBefore : .editedAfter)
        }
        return Interrupted(
            title: title, done: done, steps: states.count, changed: obstacles.map { change.record.steps[$0].name })
    }

    /// Puts what had not begun or had come to its end in its place; the first that is left in between.
    private func settle() -> (work: ChangeStore.Work, change: ChangeStore.Change, states: [StepState])? {
        store.sweepBegun()
        for (work, change) in store.unfinished() {
            StepRunner(vault, change).tidy(change.record.steps)
            let states = ChangeInspector(change, in: vault).states
            // A folder that is there, or not, says nothing of whether the change made it.
            let telling = zip(states, change.record.steps).filter { _, step in
                if case .makeFolder = step { false } else { true }
            }.map(\.0)
            let counted = telling.isEmpty ? states : telling
            // What cannot be put in its place is tried again by the next, and stands in nobody's way.
            if counted.allSatisfy(\.isBefore), !states.contains(.after) {
                switch work {
                case .make: discard(change)
                case .undo, .redo: _ = try? store.move(change, to: store.folder(change.number, .undone))
                }
            } else if counted.allSatisfy(\.isAfter) {
                if work == .make { store.dropUndone() }
                _ = try? store.move(change, to: store.folder(change.number, .made))
            } else {
                return (work, change, states)
            }
        }
        return nil
    }

    /// Takes back what an interrupted command did, as every command that changes the vault does first.
    ///
    /// - Parameter skipsChanged: whether what others changed since is left alone, instead of stopping everything.
    /// - Returns: what was taken back; nil where nothing had been interrupted.
    package func recover(skipsChanged: Bool = false) throws -> Interrupted? {
        guard let (work, change, states) = settle() else { return nil }
        let told = Self.progress(work, states, change: change)
        if !told.changed.isEmpty, !skipsChanged {
            throw VaultError(
                "'\(told.title)' was interrupted after \(told.done) of \(told.steps) steps, and changed since: \(Self.list(told.changed)); nothing was changed",
                help: "slip undo --skip-changed takes back the rest; slip undo --forget leaves everything as it is")
        }
        let forwards = work == .undo
        let runner = StepRunner(vault, change)
        for (index, state) in states.enumerated().reversed() where state == .both {
            guard case .move(let from, let to) = change.record.steps[index] else { continue }
            if forwards { try runner.removeCopy(from, of: to) } else { try runner.removeCopy(to, of: from) }
        }
        try run(change, states.indices.filter { states[$0] == (forwards ? .before : .after) }, forwards: forwards) {}
        let folder = store.folder(change.number, forwards ? .made : work == .redo ? .undone : .dropped)
        try finish(change, folder)
        return told
    }

    private static func list(_ names: [String]) -> String {
        names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and \(names.count - 5) more" : "")
    }

    /// The changes that can be taken back, the last first.
    package func made() -> [Made] { store.changes(.made).map { Self.made($0) } }

    private static func made(_ change: ChangeStore.Change) -> Made {
        Made(title: change.record.title, time: change.record.time, paths: change.record.paths)
    }

    // MARK: Undo

    /// Takes back the last changes, all of them or none.
    ///
    /// - Parameter skipsChanged: whether what others changed since is left alone and named, instead of being a refusal.
    package func undo(_ count: Int = 1, skipsChanged: Bool = false) throws -> Undone {
        var undone = Undone()
        let changes = store.latest(count, .made)
        guard changes.count >= count else {
            throw VaultError(
                changes.isEmpty
                    ? "there is no change to take back" : "there \(Self.count(changes)) to take back",
                help: changes.isEmpty ? nil : "slip undo --list names them")
        }
        var turned: [ChangeStore.Change] = []
        for change in changes {
            do {
                let skipped = try turn(change, forwards: false, skipsChanged: skipsChanged)
                undone.skipped += skipped
                if skipped.count == change.record.steps.count {
                    undone.passed.append(Self.made(change))
                } else {
                    undone.changes.append(Self.made(change))
                }
                turned.append(change)
            } catch {
                // All or none: those that were taken back are made again.
                for change in turned.reversed() {
                    _ = try turn(at(change, .undone), forwards: true, skipsChanged: false)
                }
                throw error
            }
        }
        return undone
    }

    /// Makes again what was taken back last, as long as nothing else was changed by slip since.
    package func redo(_ count: Int = 1) throws -> Undone {
        var redone = Undone()
        let changes = store.changes(.undone)
        guard changes.count >= count else {
            throw VaultError(
                changes.isEmpty ? "there is nothing to make again" : "there \(Self.count(changes)) to make again")
        }
        var turned: [ChangeStore.Change] = []
        for change in changes.reversed().prefix(count) {
            do {
                _ = try turn(change, forwards: true, skipsChanged: false)
                turned.append(change)
            } catch {
                for change in turned.reversed() {
                    _ = try turn(at(change, .made), forwards: false, skipsChanged: false)
                }
                throw error
            }
        }
        redone.changes = turned.map { Self.made($0) }
        return redone
    }

    private static func count(_ changes: [ChangeStore.Change]) -> String {
        changes.count == 1 ? "is only 1 change" : "are only \(changes.count) changes"
    }

    /// A change where it is once it has come to a state.
    private func at(_ change: ChangeStore.Change, _ state: ChangeStore.State) -> ChangeStore.Change {
        ChangeStore.Change(
            number: change.number, folder: store.folder(change.number, state), record: change.record)
    }

    /// Takes one change back, or makes it again.
    ///
    /// - Returns: what others changed since, and was skipped.
    private func turn(_ change: ChangeStore.Change, forwards: Bool, skipsChanged: Bool) throws -> [String] {
        let states = ChangeInspector(change, in: vault).states
        let wanted: StepState = forwards ? .before : .after
        let obstacles = states.indices.filter { states[$0] != .before && states[$0] != .after }
            .map { change.record.steps[$0].name }
        if !obstacles.isEmpty, !skipsChanged {
            throw VaultError(
                "changed since '\(change.record.title)': \(Self.list(obstacles)); nothing was \(forwards ? "changed" : "taken back")",
                help: forwards
                    ? nil : "slip undo --skip-changed takes back the rest; slip undo --forget forgets this change")
        }
        // What was saved into an old file comes back with it; a copy is kept all the same.
        if !forwards { _ = rescue(change) }
        let folder = change.folder
        let working: ChangeStore.Change
        do {
            working = try store.move(change, to: store.folder(change.number, forwards ? .redo : .undo))
        } catch {
            throw Self.explained(error, "nothing was \(forwards ? "changed" : "taken back")")
        }
        try run(working, states.indices.filter { states[$0] == wanted }, forwards: forwards) {
            // Else the next command moves it: everything is as it was.
            _ = try? store.move(working, to: folder)
        }
        try finish(working, store.folder(change.number, forwards ? .made : .undone))
        return obstacles
    }

    /// Lets the last change go, leaving the vault as it is: one that was interrupted counts as made then, one that was
    /// made can no longer be taken back.
    ///
    /// - Throws: `VaultError` where there is none.
    package func forget() throws {
        if let (_, change, _) = settle() { return try finish(change, store.folder(change.number, .made)) }
        guard let change = store.latest(1, .made).first else { throw VaultError("there is no change to forget") }
        try finish(change, store.folder(change.number, .dropped))
    }

    // MARK: What others wrote

    /// Looks again at what the last change displaced: a program that had a note open may have written into the old file,
    /// which is no longer the note. Each such file is copied to `.slipbox/rescued` and told of once.
    ///
    /// - Returns: the notes, each with where the copy is.
    package func rescue() -> [(path: VaultPath, copy: [UInt8])] {
        store.latest(1, .made).first.map { rescue($0) } ?? []
    }

    private func rescue(_ change: ChangeStore.Change) -> [(path: VaultPath, copy: [UInt8])] {
        let written = FileStatus.seen(change.folder + Array("/record".utf8))?.modified ?? 0
        return change.record.steps.enumerated().compactMap { index, step in
            guard case .write(let path, let before, let after) = step else { return nil }
            let file = ChangeStore.file(change.folder, index)
            // What nobody has written into since the record was need not be read.
            guard let status = FileStatus.seen(file), status.modified >= written else { return nil }
            let told = file + Array(".rescued".utf8)
            // What cannot be read cannot be told of, and is not removed either.
            guard let found = try? Files.contentHash(file), found != before, found != after,
                FileStatus.seen(told) == nil
            else { return nil }
            let copy = store.rescued + Array("/\(change.number)-\(index)-".utf8) + path.name.bytes
            do {
                try Files.makeDirectories(store.rescued, mode: 0o700)
                try Files.copy(file, to: copy, mode: 0o600)
                try Files.create(told, [], mode: 0o600)
            } catch {
                // It stays where it is, and is looked at again.
                return nil
            }
            return (path, copy)
        }
    }

    /// Removes the folder of a change that is over, but for what somebody else wrote into one of its files: that is
    /// copied to `.slipbox/rescued` first, and where it cannot be, the folder stays.
    func discard(_ change: ChangeStore.Change) {
        _ = rescue(change)
        let holdsForeign = change.record.steps.enumerated().contains { index, step in
            guard case .write(_, let before, let after) = step else { return false }
            let file = ChangeStore.file(change.folder, index)
            do throws(SystemError) {
                let found = try Files.contentHash(file)
                if found == before || found == after { return false }
            } catch {
                // What cannot be read may be anybody's: it stays.
                return !error.isMissing
            }
            return FileStatus.seen(file + Array(".rescued".utf8)) == nil
        }
        // What cannot be removed is outdated still the next time.
        if !holdsForeign { try? Files.removeTree(change.folder) }
    }

    /// Removes the records that are too many or too old.
    func prune() { for change in store.outdated() { discard(change) } }
}

extension VaultWriter {
    /// What a change did, as the plan of it was: the `number`th of those that can be taken back, from 1 for the last.
    /// Nil where there are not so many.
    ///
    /// A content that was changed since is found in the records of the changes after it; where it is in none of them, a
    /// remark says so.
    package func plan(_ number: Int) -> ChangePlan? {
        guard number > 0 else { return nil }
        let changes = store.latest(number, .made)
        guard changes.count == number else { return nil }
        let change = changes[number - 1]
        var plan = ChangePlan(change.record.title)
        for (index, step) in change.record.steps.enumerated() {
            let waiting = ChangeStore.file(change.folder, index)
            switch step {
            case .write(let path, _, let after):
                // Nil shows the change without its text.
                guard let old = try? Files.read(waiting).bytes,
                    let new = content(after, of: path, change, before: changes[..<(number - 1)])
                else {
                    plan.remarks.append("'\(path.text)' was changed by others since; what it became then is not known")
                    continue
                }
                plan.operations.append(.write(path, before: old, after: new))
            case .create(let path, _):
                let size = FileStatus.seen(vault.fullPath(path))?.size ?? 0
                plan.operations.append(.create(path, .copy(of: [], size: size, mode: 0)))
            case .remove(let path, _): plan.operations.append(.remove(path, before: []))
            case .move(let from, let to): plan.operations.append(.move(from, to))
            case .makeFolder(let path): plan.operations.append(.makeFolder(path))
            case .removeFolder(let path): plan.operations.append(.removeFolder(path))
            }
        }
        return plan
    }

    /// The content with a hash that a file had after a change: what it has now, or what a later change displaced.
    private func content(
        _ hash: Int64, of path: VaultPath, _ change: ChangeStore.Change, before later: ArraySlice<ChangeStore.Change>
    ) -> [UInt8]? {
        for change in later {
            for (index, step) in change.record.steps.enumerated() {
                // One that cannot be read is passed over: another may hold the same.
                guard case .write(_, let before, _) = step, before == hash,
                    let bytes = try? Files.read(ChangeStore.file(change.folder, index)).bytes,
                    ContentHash.hash(bytes) == hash
                else { continue }
                return bytes
            }
        }
        // What cannot be read is not known to be what the change wrote.
        guard let bytes = try? Files.read(vault.fullPath(path)).bytes, ContentHash.hash(bytes) == hash else {
            return nil
        }
        return bytes
    }
}
