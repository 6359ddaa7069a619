package import SourceText
package import VaultFiles

/// What slip itself moved, as the records of changes tell: a note whose links were written anew on the way is known again
/// by nothing else.
package struct PastMoves {
    private let store: ChangeStore

    package init(_ vault: Vault) { store = ChangeStore(vault) }

    /// Where notes were before.
    ///
    /// A note is followed back through the changes, the latest first, until it is at a path of `gone`. It is lost where a
    /// change says that nothing was there after it, or that something was made or taken away there.
    ///
    /// - Parameters:
    ///   - arrived: notes that are there.
    ///   - gone: paths at which notes were that are not there any more.
    /// - Returns: by their paths now those of `gone`, each at most once.
    /// - Complexity: O(steps of the changes + notes), and for each folder that was moved O(notes). No record is read where
    ///   nothing is asked for, nor once all is known.
    package func origins(of arrived: Set<VaultPath>, among gone: Set<VaultPath>) -> [VaultPath: VaultPath] {
        var trail = Trail(arrived, gone)
        do {
            // What can be made again was taken back since: the latest first, so that the first was taken back last.
            for number in trail.isOver ? [] : try store.numbers(.undone).reversed() where !trail.isOver {
                trail.goBack(overUndoing: try store.steps(number, .undone))
            }
            for (number, state) in trail.isOver ? [] : try numbers() where !trail.isOver {
                trail.goBack(over: try store.steps(number, state), isCertain: state != .dropped)
            }
        } catch {
            // A record that cannot be read ends what is known: without it the older ones would mislead.
        }
        return trail.origins
    }

    /// All changes in the order in which they were made, the latest first.
    private func numbers() throws -> [(number: Int, state: ChangeStore.State)] {
        try ChangeStore.State.allCases.flatMap { state in try store.numbers(state).map { ($0, state) } }
            .sorted { $0.number > $1.number }
    }
}

/// Notes that are followed back through changes.
private struct Trail {
    private(set) var origins: [VaultPath: VaultPath] = [:]
    /// Where the notes are that are looked for, with where they are now.
    private var places: [VaultPath: VaultPath]
    /// The folders that any of them was in.
    private var folders: Set<VaultPath> = []
    private var gone: Set<VaultPath>

    init(_ arrived: Set<VaultPath>, _ gone: Set<VaultPath>) {
        places = Dictionary(uniqueKeysWithValues: arrived.map { ($0, $0) })
        self.gone = gone
        for path in arrived { enter(path) }
    }

    var isOver: Bool { places.isEmpty || gone.isEmpty }

    /// - Parameter isCertain: whether the change was not taken back, and not forgotten either, which looks alike: then
    ///   what is where the notes came from says nothing.
    mutating func goBack(over steps: [ChangeRecord.Step], isCertain: Bool) {
        for step in steps.reversed() {
            switch step {
            case .move(let from, let to): moveBack(from: from, to: to, isCertain: isCertain)
            case .create(let path, _), .remove(let path, _): if isCertain { places[path] = nil }
            case .write, .makeFolder, .removeFolder: break
            }
        }
        arrive()
    }

    mutating func goBack(overUndoing steps: [ChangeRecord.Step]) {
        for step in steps {
            switch step {
            case .move(let from, let to): moveBack(from: to, to: from, isCertain: true)
            case .create(let path, _), .remove(let path, _): places[path] = nil
            case .write, .makeFolder, .removeFolder: break
            }
        }
        arrive()
    }

    private mutating func moveBack(from: VaultPath, to: VaultPath, isCertain: Bool) {
        let moved = take(to)
        if isCertain { _ = take(from) }
        for (path, note) in moved {
            let before = path.moved(from: to, to: from)
            places[before] = note
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

    /// Ends where a note is at a path that is gone.
    private mutating func arrive() {
        for path in places.count < gone.count ? Array(places.keys) : Array(gone) {
            guard gone.contains(path), let note = places.removeValue(forKey: path) else { continue }
            origins[note] = path
            gone.remove(path)
        }
    }
}
