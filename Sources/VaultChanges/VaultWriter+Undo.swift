package import SourceText
import System
import VaultFiles

/// Taking changes back, and making them again.
extension VaultWriter {
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

    /// The changes that can be taken back, the last first.
    ///
    /// - Throws: `VaultError` where the folder of the records is none of slip's.
    package func made() throws -> [Made] {
        try store.check()
        return try store.changes(.made).map { Self.made($0) }
    }

    /// How many records are kept and not used, for a user who may miss them; nil where there are none.
    package func foreignRecordsRemark() throws -> String? {
        let count = try foreignRecords()
        if count == 0 { return nil }
        return
            "\(count) \(count == 1 ? "record" : "records") made for another vault, on another machine or by another user, or unreadable: kept in \(vault.ownPath.text), not used"
    }

    private static func made(_ change: ChangeStore.Change) -> Made {
        Made(title: change.record.title, time: change.record.time, paths: change.record.paths)
    }

    // MARK: Undo

    /// Takes back the last changes, all of them or none.
    ///
    /// - Parameter skipsChanged: whether what others changed since is left alone and named, instead of being a refusal.
    /// - Throws: `VaultError`, also where everything was changed since: the changes can still be undone later then.
    package func undo(_ count: Int = 1, skipsChanged: Bool = false) throws -> Undone {
        var undone = Undone()
        let changes = try store.latest(count, .made)
        guard changes.count >= count else {
            throw VaultError(
                changes.isEmpty
                    ? "there is no change to undo" : "there \(Self.count(changes)) to undo",
                help: changes.isEmpty ? try foreignRecordsRemark() : "slip undo --list names them")
        }
        for (change, turned) in try turn(changes, from: .made, skipsChanged: skipsChanged) {
            undone.skipped += turned.skipped
            if turned.isEmpty {
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
        let changes = try store.changes(.undone)
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

    /// Undoes or redoes changes in this order: all or none, also after an interruption.
    private func turn(
        _ changes: some Collection<ChangeStore.Change>, from origin: ChangeStore.State, skipsChanged: Bool
    ) throws -> [(change: ChangeStore.Change, turned: Turned)] {
        let forwards = origin == .undone
        if changes.count == 1, let change = changes.first {
            return [(change, try turn(change, forwards: forwards, skipsChanged: skipsChanged, refusesEmpty: true))]
        }
        do {
            try store.begin(ChangeStore.Together(origin: origin, numbers: changes.map(\.number)))
        } catch {
            throw Self.explained(error, "nothing was \(forwards ? "changed" : "taken back")")
        }
        do {
            let turned = try changes.map { ($0, try turn($0, forwards: forwards, skipsChanged: skipsChanged)) }
            if let first = turned.first, turned.allSatisfy(\.1.isEmpty) {
                throw Self.nothingLeft(of: first.0, turned.flatMap(\.1.skipped))
            }
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

    /// What became of one change.
    struct Turned {
        /// What others changed since, and was skipped.
        var skipped: [String] = []
        /// Whether that was everything.
        var isEmpty = false
    }

    private static func nothingLeft(of change: ChangeStore.Change, _ skipped: [String]) -> VaultError {
        VaultError(
            "nothing is left to undo of '\(change.record.title)': changed since: \(list(skipped)); nothing was changed",
            help: "slip undo --forget forgets this change, so that the one before it can be undone")
    }

    /// Takes one change back, or makes it again.
    ///
    /// - Parameters:
    ///   - refusesEmpty: whether it is an error that everything was changed since.
    ///   - help: the way out where others changed something since.
    func turn(
        _ change: ChangeStore.Change, forwards: Bool, skipsChanged: Bool, refusesEmpty: Bool = false,
        help: String? = nil
    ) throws -> Turned {
        let found = ChangeInspector(change, in: vault)
        let steps = change.record.steps
        let wanted = found.states.indices.filter { found.states[$0] == (forwards ? .before : .after) }
        let outcome = "nothing was \(forwards ? "changed" : "taken back")"
        let obstacles = found.states.indices.filter { found.states[$0] != .before && found.states[$0] != .after }
        var turned = Turned(skipped: obstacles.map { steps[$0].name })
        // What only prepares a place in the trash is nothing that a user would miss.
        turned.isEmpty = !obstacles.isEmpty && !wanted.contains { steps[$0].isVisible }
        if !obstacles.isEmpty, !skipsChanged {
            let changed = obstacles.filter { !found.unknown.contains($0) }.map { steps[$0].name }
            let reasons = [
                found.fault, changed.isEmpty ? nil : "changed since '\(change.record.title)': \(Self.list(changed))",
            ]
            throw VaultError(
                "\(reasons.compactMap { $0 }.joined(separator: "; ")); \(outcome)",
                help: help
                    ?? (forwards
                        ? nil : "slip undo --skip-changed takes back the rest; slip undo --forget forgets this change"))
        }
        if refusesEmpty, turned.isEmpty, let fault = found.fault { throw VaultError("\(fault); \(outcome)") }
        if refusesEmpty, turned.isEmpty { throw Self.nothingLeft(of: change, turned.skipped) }
        // What was saved into an old file comes back with it; a copy is kept all the same.
        if !forwards { _ = rescue(change) }
        let folder = change.folder
        let working: ChangeStore.Change
        do {
            working = try store.move(change, to: store.folder(change.number, forwards ? .redo : .undo))
        } catch {
            throw Self.explained(error, outcome)
        }
        try run(working, wanted, forwards: forwards) {
            // Else the next command moves it: everything is as it was.
            _ = try? store.move(working, to: folder)
        }
        try finish(working, store.folder(change.number, forwards ? .made : .undone))
        return turned
    }
}

extension VaultWriter {
    /// What a change did, as the plan of it was: the `number`th of those that can be taken back, from 1 for the last.
    /// Nil where there are not so many.
    ///
    /// A content that was changed since is found in the records of the changes after it; where it is in none of them, a
    /// remark says so.
    package func plan(_ number: Int) throws -> ChangePlan? {
        guard number > 0 else { return nil }
        let changes = try store.latest(number, .made)
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
