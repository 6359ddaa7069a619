package import SourceText
package import VaultFiles

/// What slip itself moved, as the records of changes tell: a note whose links were written anew on the way is known again
/// by nothing else.
package struct PastMoves {
    let store: ChangeStore

    package init(_ vault: Vault) { store = ChangeStore(vault) }

    /// Under which names notes were committed that were moved since.
    ///
    /// A note is followed back through the changes, the latest first, to the first of its names that was committed. Names
    /// are used again: where it came there after that was committed, it is another note, and followed on. It is lost where
    /// a change says that nothing was there after it, or that something was made or taken away there. What other programs
    /// did in between no record tells: a note that one of them made in a moved one's place is taken for that.
    ///
    /// - Parameter committed: asked of paths at which a note was: when the last commit that changed it was made; nil where
    ///   the last commit of all has no such path.
    /// - Returns: by their paths now where they were.
    /// - Complexity: O(moves of the changes + notes), and for each folder that was moved O(notes). No record is read where
    ///   nothing is asked for.
    package func origins(
        of notes: Set<VaultPath>, committed: (VaultPath) throws -> Moment?
    ) rethrows -> [VaultPath: VaultPath] {
        var trail = Trail(notes)
        // A record that cannot be read ends what is known: without it the older ones would mislead.
        for event in notes.isEmpty ? [] : (try? events()) ?? [] where !trail.isOver {
            guard let record = try? store.movements(event.folder) else { break }
            // When one was taken back is not written down: after all others.
            switch event.way {
            case .made: trail.goBack(over: record.steps, record.time, isCertain: true)
            case .maybeMade: trail.goBack(over: record.steps, record.time, isCertain: false)
            case .takenBack: trail.goBack(overUndoing: record.steps, isCertain: true)
            case .maybeTakenBack: trail.goBack(overUndoing: record.steps, isCertain: false)
            }
            try trail.arrive(committed)
        }
        return trail.origins
    }

    enum Way { case made, maybeMade, takenBack, maybeTakenBack }

    /// What was done, the latest first.
    func events() throws -> [(way: Way, folder: [UInt8])] {
        // A change that goes from one folder to the other between the two listings would be in neither.
        for _ in 0..<3 {
            let works = try store.works()
            var events: [(way: Way, folder: [UInt8])] = works.map { work, number in
                (work == .undo ? .maybeTakenBack : .maybeMade, store.folder(number, work))
            }
            // What can be made again was taken back since: the latest first, so that the first was taken back last.
            let undone = try store.numbers(.undone).reversed()
            events += undone.map { (.takenBack, store.folder($0, .undone)) }
            var made: [(number: Int, event: (way: Way, folder: [UInt8]))] = []
            // What was dropped was taken back before the next was made, and changed nothing.
            for (state, way) in [(ChangeStore.State.made, Way.made), (.undone, .made), (.forgotten, .maybeMade)] {
                made += try store.numbers(state).map { ($0, (way, store.folder($0, state))) }
            }
            // One that is being taken back was made before.
            made += works.filter { $0.work == .undo }.map { ($0.number, (.maybeMade, store.folder($0.number, .undo))) }
            events += made.sorted { $0.number > $1.number }.map(\.event)
            let again = try store.works()
            if again.elementsEqual(works, by: { $0 == $1 }) { return events }
        }
        return []
    }
}

/// Notes that are followed back through changes.
private struct Trail {
    private(set) var origins: [VaultPath: VaultPath] = [:]
    /// Where the notes are that are looked for, with where they are now.
    private var places: [VaultPath: VaultPath]
    /// The folders that any of them was in.
    private var folders: Set<VaultPath> = []
    /// Where notes came to last.
    private var reached: Set<VaultPath> = []
    /// Of notes that have come to a name which was committed: when that was.
    private var times: [VaultPath: Moment] = [:]

    init(_ notes: Set<VaultPath>) {
        places = Dictionary(uniqueKeysWithValues: notes.map { ($0, $0) })
        for path in notes { enter(path) }
    }

    var isOver: Bool { places.isEmpty }

    /// - Parameter isCertain: whether all of it was done; else what is where the notes came from says nothing.
    mutating func goBack(over steps: [ChangeRecord.Step], _ time: Moment, isCertain: Bool) {
        for step in steps.reversed() {
            switch step {
            case .move(let from, let to): moveBack(from: from, to: to, time, isCertain: isCertain)
            case .create(let path, _), .remove(let path, _): if isCertain { places[path] = nil }
            case .write, .makeFolder, .removeFolder: break
            }
        }
    }

    mutating func goBack(overUndoing steps: [ChangeRecord.Step], isCertain: Bool) {
        for step in steps {
            switch step {
            case .move(let from, let to): moveBack(from: to, to: from, nil, isCertain: isCertain)
            case .create(let path, _), .remove(let path, _): if isCertain { places[path] = nil }
            case .write, .makeFolder, .removeFolder: break
            }
        }
    }

    private mutating func moveBack(from: VaultPath, to: VaultPath, _ time: Moment?, isCertain: Bool) {
        let moved = take(to)
        if isCertain { _ = take(from) }
        for (path, note) in moved {
            // It was committed there since: that name is what is looked for.
            if let time, let committed = times[note], time <= committed { continue }
            let before = path.moved(from: to, to: from)
            if places[before] != nil { continue }
            places[before] = note
            reached.insert(before)
            enter(before)
        }
    }

    /// Takes out what is at a path or below it.
    private mutating func take(_ path: VaultPath) -> [(VaultPath, VaultPath)] {
        if let note = places.removeValue(forKey: path) { return [(path, note)] }
        guard folders.contains(path) else { return [] }
        let inside = places.filter { $0.key.isInside(path) }
        for path in inside.keys { places[path] = nil }
        return Array(inside)
    }

    private mutating func enter(_ path: VaultPath) {
        var folder = path.folder
        while !folder.isRoot, folders.insert(folder).inserted { folder = folder.folder }
    }

    /// Looks which notes have come to a name that was committed.
    mutating func arrive(_ committed: (VaultPath) throws -> Moment?) rethrows {
        for path in reached {
            guard let note = places[path], let time = try committed(path) else { continue }
            origins[note] = path
            times[note] = time
        }
        reached = []
    }
}
