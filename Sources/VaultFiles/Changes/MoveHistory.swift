package import SourceText

/// The moves that slip made, read from the records of changes. Only the records identify a note whose links were
/// rewritten when it moved.
package struct MoveHistory {
    let store: ChangeStore

    package init(_ vault: Vault) { store = ChangeStore(vault) }

    /// Returns, for each of `notes` that slip moved since it was committed, the path at which it was committed. The
    /// keys are the current paths. Other notes are not in the result.
    ///
    /// A note is followed back through the changes, newest first, to its first committed path. A path can be used
    /// again. If the note came to it after its commit, another note was committed there, and the search continues. The
    /// search ends without result if a change shows that the path was empty, or that the note was created or removed
    /// there. Moves by other programs are in no record: a note that another program put at an old path is taken for the
    /// moved one.
    ///
    /// - Parameters:
    ///   - notes: the current paths to look up.
    ///   - committed: returns the time of the last commit that changed a path, or nil if the last commit does not
    ///     contain it.
    /// - Complexity: O(moves of the changes + notes), and O(notes) for each moved folder. Reads no record if `notes` is
    ///   empty.
    package func origins(
        of notes: Set<VaultPath>, committed: (VaultPath) throws -> Moment?
    ) rethrows -> [VaultPath: VaultPath] {
        var search = OriginSearch(notes)
        // An unreadable record ends the search, because older records would give wrong paths.
        for event in notes.isEmpty ? [] : (try? events()) ?? [] where !search.isOver {
            guard let record = try? store.movements(event.folder) else { break }
            // The time of an undo is not recorded, so it counts as later than all changes.
            search.revert(record.steps, at: event.isUndo ? nil : record.time, isCertain: event.isCertain)
            try search.recordCommitted(committed)
        }
        return search.origins
    }

    /// Returns the new path for each of `paths` whose file slip moved since a moment. The other paths are not in the
    /// result. Undone moves are followed whenever they were undone, because records do not have that time.
    ///
    /// - Complexity: O(steps of the changes × paths). Reads no record if `paths` is empty.
    package func destinations(of paths: Set<VaultPath>, since start: Moment) -> [VaultPath: VaultPath] {
        var places = Dictionary(uniqueKeysWithValues: paths.map { ($0, $0) })
        func follow(from old: VaultPath, to new: VaultPath) {
            for (path, place) in places where place.isInside(old) { places[path] = place.moved(from: old, to: new) }
        }
        for event in paths.isEmpty ? [] : ((try? events()) ?? []).reversed() {
            // An unreadable record is skipped. The caller checks whether the file exists.
            guard let record = try? store.movements(event.folder) else { continue }
            if event.isUndo {
                for case .move(let old, let new) in record.steps.reversed() { follow(from: new, to: old) }
            } else if record.time >= start {
                for case .move(let old, let new) in record.steps { follow(from: old, to: new) }
            }
        }
        return places.filter { $0.key != $0.value }
    }

    private struct Event {
        var isUndo = false
        /// Whether the change or undo was completed.
        var isCertain = true
        var folder: [UInt8]
    }

    /// Returns the changes and undos, newest first.
    private func events() throws -> [Event] {
        // A change that moves to another folder between two listings would be in neither.
        for _ in 0..<3 {
            let works = try store.unfinishedActivities()
            var events = works.map { work, number in
                Event(isUndo: work == .undo, isCertain: false, folder: store.folder(number, work))
            }
            // The change that was undone last has the lowest number.
            let undone = try store.numbers(.undone).reversed()
            events += undone.map { Event(isUndo: true, folder: store.folder($0, .undone)) }
            var made: [(number: Int, event: Event)] = []
            // Dropped changes have no effect: they were undone before the next change.
            for state in [ChangeStore.State.made, .undone, .forgotten] {
                made += try store.numbers(state).map {
                    ($0, Event(isCertain: state != .forgotten, folder: store.folder($0, state)))
                }
            }
            // A change that is being undone was made before.
            made += works.filter { $0.work == .undo }
                .map { ($0.number, Event(isCertain: false, folder: store.folder($0.number, .undo))) }
            events += made.sorted { $0.number > $1.number }.map(\.event)
            let again = try store.unfinishedActivities()
            if again.elementsEqual(works, by: { $0 == $1 }) { return events }
        }
        return []
    }
}

/// A search for the committed paths of notes, from the newest change to the oldest.
private struct OriginSearch {
    private(set) var origins: [VaultPath: VaultPath] = [:]
    /// The paths that are searched for, with the current paths of their notes.
    private var places: [VaultPath: VaultPath]
    /// The parent folders of all paths so far.
    private var folders: Set<VaultPath> = []
    private var reached: Set<VaultPath> = []
    /// The commit times of the notes that reached a committed path.
    private var times: [VaultPath: Moment] = [:]

    init(_ notes: Set<VaultPath>) {
        places = Dictionary(uniqueKeysWithValues: notes.map { ($0, $0) })
        for path in notes { addFolders(of: path) }
    }

    var isOver: Bool { places.isEmpty }

    /// Follows the notes back over a change, or over the undo of one.
    ///
    /// - Parameters:
    ///   - time: the time of the change, or nil for an undo.
    ///   - isCertain: whether the change was completed. Otherwise a file at the old path is no evidence.
    mutating func revert(_ steps: [ChangeRecord.Step], at time: Moment?, isCertain: Bool) {
        for step in time == nil ? steps : steps.reversed() {
            switch step {
            case .move(let old, let new):
                let (from, to) = time == nil ? (new, old) : (old, new)
                moveBack(from: from, to: to, time, isCertain: isCertain)
            case .create(let path, _), .remove(let path, _): if isCertain { places[path] = nil }
            case .write, .makeFolder, .removeFolder: break
            }
        }
    }

    private mutating func moveBack(from: VaultPath, to: VaultPath, _ time: Moment?, isCertain: Bool) {
        let moved = take(to)
        if isCertain { _ = take(from) }
        for (path, note) in moved {
            // The note was committed here after the move, so this is its path.
            if let time, let committed = times[note], time <= committed { continue }
            let before = path.moved(from: to, to: from)
            if places[before] != nil { continue }
            places[before] = note
            reached.insert(before)
            addFolders(of: before)
        }
    }

    /// Removes a path, or the paths below it, from the search.
    private mutating func take(_ path: VaultPath) -> [(VaultPath, VaultPath)] {
        if let note = places.removeValue(forKey: path) { return [(path, note)] }
        guard folders.contains(path) else { return [] }
        let inside = places.filter { $0.key.isInside(path) }
        for path in inside.keys { places[path] = nil }
        return Array(inside)
    }

    private mutating func addFolders(of path: VaultPath) {
        var folder = path.folder
        while !folder.isRoot, folders.insert(folder).inserted { folder = folder.folder }
    }

    /// Records as origins those newly reached paths at which a commit changed a note.
    mutating func recordCommitted(_ committed: (VaultPath) throws -> Moment?) rethrows {
        for path in reached {
            guard let note = places[path], let time = try committed(path) else { continue }
            origins[note] = path
            times[note] = time
        }
        reached = []
    }
}
