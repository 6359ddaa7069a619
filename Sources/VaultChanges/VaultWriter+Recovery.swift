import SourceText
import System
import VaultFiles

/// What was interrupted: telling of it, taking it back, or letting it go.
extension VaultWriter {
    /// An unfinished change that an earlier command left: what it was, and how far it had come.
    package struct Interrupted: Hashable, Sendable {
        package var title: String
        package var done: Int
        package var steps: Int
        /// What others changed since: it stops the taking back, or was left as it is.
        package var changed: [String] = []
    }

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
        return (try? unsettled())?.told
    }

    /// What is left in between, once what is not has been put in its place, and what a person is told of it.
    private func unsettled() throws(SystemError) -> (
        left: Left?, together: ChangeStore.Together?, told: Interrupted?
    ) {
        let left = try settle()
        let told = left.map { Self.progress($0.work, $0.states, change: $0.change) }
        guard let together = try store.together() else { return (left, nil, told) }
        return (left, together, try progress(together, told) ?? told)
    }

    /// How far several changes came that belong together; nil where none of them was turned.
    private func progress(
        _ together: ChangeStore.Together, _ left: Interrupted?
    ) throws(SystemError) -> Interrupted? {
        let turned = try turned(together).count
        if turned == 0, left == nil { return nil }
        let work = together.origin == .made ? "undo" : "redo"
        return Interrupted(
            title: "\(work) of \(together.numbers.count) changes", done: turned, steps: together.numbers.count,
            changed: left?.changed ?? [])
    }

    /// Those of several changes that are no longer where they were, in the order in which they are brought back.
    private func turned(_ together: ChangeStore.Together) throws(SystemError) -> [ChangeStore.Change] {
        let isUndo = together.origin == .made
        let turned = try store.changes(isUndo ? .undone : .made).filter { together.numbers.contains($0.number) }
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

    /// A change that was left in between, where its steps stand, and what could not be looked at.
    private typealias Left = (
        work: ChangeStore.Work, change: ChangeStore.Change, states: [StepState], fault: String?
    )

    /// Puts what had not begun or had come to its end in its place; the first that is left in between.
    private func settle() throws(SystemError) -> Left? {
        store.sweepBegun()
        for (work, change) in try store.unfinished() {
            do {
                try StepRunner(vault, change).tidy(change.record.steps)
            } catch {
                return (work, change, change.record.steps.map { _ in .changed }, "\(error)")
            }
            let found = ChangeInspector(change, in: vault)
            let states = found.states
            if found.fault != nil { return (work, change, states, found.fault) }
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
                return (work, change, states, nil)
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
        let (left, together, begun) = try unsettled()
        var told = begun
        if let told, let fault = left?.fault {
            throw VaultError(
                "'\(told.title)' was interrupted, and \(fault); nothing was changed",
                help: "try again once it can be read; slip undo --forget leaves everything as it is")
        }
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

    static let waysOut =
        "slip undo --skip-changed takes back the rest; slip undo --forget leaves everything as it is"

    /// Takes back the change that was left in between.
    private func takeBack(_ left: Left) throws {
        let (work, change, states, _) = left
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
        for change in try turned(together) {
            skipped += try turn(
                change, forwards: together.origin == .made, skipsChanged: skipsChanged, help: Self.waysOut
            ).skipped
        }
        do {
            // One that stayed would bring back what is turned later.
            try store.endTogether()
        } catch {
            throw Self.explained(error, "what was interrupted was brought back")
        }
        return skipped
    }

    static func list(_ names: [String]) -> String {
        names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and \(names.count - 5) more" : "")
    }

    /// Lets the last change go, leaving the vault as it is: the one that was interrupted, else the last that was made. It
    /// can no longer be taken back.
    ///
    /// - Throws: `VaultError` where there is none.
    package func forget() throws {
        let left = try settle()
        let isTogether = try store.together() != nil
        if let left { try finish(left.change, store.folder(left.change.number, .forgotten)) }
        do {
            if isTogether { try store.endTogether() }
        } catch {
            throw Self.explained(error, "")
        }
        if left != nil || isTogether { return }
        guard let change = try store.latest(1, .made).first else { throw VaultError("there is no change to forget") }
        try finish(change, store.folder(change.number, .forgotten))
    }
}
