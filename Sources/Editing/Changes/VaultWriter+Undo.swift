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
            let lock = try? vault.lock(Self.lockName, waits: false)
        else { return nil }
        defer { lock.release() }
        let left = settle().map { Self.progress($0.work, $0.states, change: $0.change) }
        return store.together().flatMap { progress($0, left) } ?? left
    }

    /// How far several changes came that belong together; nil where none of them was turned.
    private func progress(_ together: ChangeStore.Together, _ left: Interrupted?) -> Interrupted? {
        let turned = turned(together).count
        if turned == 0, left == nil { return nil }
        let work = together.origin == .made ? "undo" : "redo"
        return Interrupted(
            title: "\(work) of \(together.numbers.count) changes", done: turned, steps: together.numbers.count,
            changed: left?.changed ?? [])
    }

    /// Those of several changes that are no longer where they were, in the order in which they are brought back.
    private func turned(_ together: ChangeStore.Together) -> [ChangeStore.Change] {
        let isUndo = together.origin == .made
        let turned = store.changes(isUndo ? .undone : .made).filter { together.numbers.contains($0.number) }
        return isUndo ? turned.reversed() : turned
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

    /// A change that was left in between, and where its steps stand.
    private typealias Left = (work: ChangeStore.Work, change: ChangeStore.Change, states: [StepState])

    /// Puts what had not begun or had come to its end in its place; the first that is left in between.
    private func settle() -> Left? {
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

    /// Takes back what an interrupted command did, as every command that changes the vault does first. Of an interrupted
    /// undo or redo that is to make again, or take back, all that it turned.
    ///
    /// - Parameter skipsChanged: whether what others changed since is left alone, instead of stopping everything.
    /// - Returns: what was taken back; nil where nothing had been interrupted.
    package func recover(skipsChanged: Bool = false) throws -> Interrupted? {
        let left = settle()
        var told = left.map { Self.progress($0.work, $0.states, change: $0.change) }
        let together = store.together()
        if let together { told = progress(together, told) ?? told }
        if let told, !told.changed.isEmpty, !skipsChanged {
            throw VaultError(
                "'\(told.title)' was interrupted after \(told.done) of \(told.steps) steps, and changed since: \(Self.list(told.changed)); nothing was changed",
                help: Self.waysOut)
        }
        if let left { try takeBack(left) }
        if let together {
            let skipped = try bringBack(together, skipsChanged: skipsChanged)
            told?.changed += skipped
        }
        return told
    }

    private static let waysOut =
        "slip undo --skip-changed takes back the rest; slip undo --forget leaves everything as it is"

    /// Takes back the change that was left in between.
    private func takeBack(_ left: Left) throws {
        let (work, change, states) = left
        let forwards = work == .undo
        let runner = StepRunner(vault, change)
        for (index, state) in states.enumerated().reversed() where state == .both {
            guard case .move(let from, let to) = change.record.steps[index] else { continue }
            if forwards { try runner.removeCopy(from, of: to) } else { try runner.removeCopy(to, of: from) }
        }
        try run(change, states.indices.filter { states[$0] == (forwards ? .before : .after) }, forwards: forwards) {}
        try finish(change, store.folder(change.number, forwards ? .made : work == .redo ? .undone : .dropped))
    }

    /// Brings several changes back to where they were; what was begun can be gone on with by the next command.
    ///
    /// - Returns: what others changed since, and was skipped.
    private func bringBack(_ together: ChangeStore.Together, skipsChanged: Bool) throws -> [String] {
        var skipped: [String] = []
        for change in turned(together) {
            skipped += try turn(
                change, forwards: together.origin == .made, skipsChanged: skipsChanged, help: Self.waysOut)
        }
        do {
            // One that stayed would bring back what is turned later.
            try store.endTogether()
        } catch {
            throw Self.explained(error, "what was interrupted was brought back")
        }
        return skipped
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
        for (change, skipped) in try turn(changes, from: .made, skipsChanged: skipsChanged) {
            undone.skipped += skipped
            if skipped.count == change.record.steps.count {
                undone.passed.append(Self.made(change))
            } else {
                undone.changes.append(Self.made(change))
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
        redone.changes = try turn(changes.reversed().prefix(count), from: .undone, skipsChanged: false)
            .map { Self.made($0.change) }
        return redone
    }

    private static func count(_ changes: [ChangeStore.Change]) -> String {
        changes.count == 1 ? "is only 1 change" : "are only \(changes.count) changes"
    }

    /// Takes changes back, or makes them again, in this order: all or none, wherever it is cut.
    ///
    /// - Returns: of each what others changed since, and was skipped.
    private func turn(
        _ changes: some Collection<ChangeStore.Change>, from origin: ChangeStore.State, skipsChanged: Bool
    ) throws -> [(change: ChangeStore.Change, skipped: [String])] {
        let forwards = origin == .undone
        if changes.count == 1, let change = changes.first {
            return [(change, try turn(change, forwards: forwards, skipsChanged: skipsChanged))]
        }
        do {
            try store.begin(ChangeStore.Together(origin: origin, numbers: changes.map(\.number)))
        } catch {
            throw Self.explained(error, "nothing was \(forwards ? "changed" : "taken back")")
        }
        do {
            let turned = try changes.map { ($0, try turn($0, forwards: forwards, skipsChanged: skipsChanged)) }
            try store.endTogether()
            return turned
        } catch {
            let error = (error as? SystemError).map { Self.explained($0, "nothing was changed") } ?? error
            do {
                _ = try recover(skipsChanged: skipsChanged)
            } catch let left {
                // The next command goes on with it.
                throw VaultError(
                    "not all of \(changes.count) changes could be turned, and some could not be brought back: \(error); \(left)",
                    help: Self.waysOut)
            }
            throw error
        }
    }

    /// Takes one change back, or makes it again.
    ///
    /// - Parameter help: the way out where others changed something since.
    /// - Returns: what others changed since, and was skipped.
    private func turn(
        _ change: ChangeStore.Change, forwards: Bool, skipsChanged: Bool, help: String? = nil
    ) throws -> [String] {
        let states = ChangeInspector(change, in: vault).states
        let wanted: StepState = forwards ? .before : .after
        let obstacles = states.indices.filter { states[$0] != .before && states[$0] != .after }
            .map { change.record.steps[$0].name }
        if !obstacles.isEmpty, !skipsChanged {
            throw VaultError(
                "changed since '\(change.record.title)': \(Self.list(obstacles)); nothing was \(forwards ? "changed" : "taken back")",
                help: help
                    ?? (forwards
                        ? nil : "slip undo --skip-changed takes back the rest; slip undo --forget forgets this change"))
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
        let left = settle()
        let isTogether = store.together() != nil
        if let left { try finish(left.change, store.folder(left.change.number, .made)) }
        do {
            if isTogether { try store.endTogether() }
        } catch {
            throw Self.explained(error, "")
        }
        if left != nil || isTogether { return }
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
        if !holdsForeign { try? store.remove(change) }
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
