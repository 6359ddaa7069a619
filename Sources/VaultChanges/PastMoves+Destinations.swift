package import SourceText

extension PastMoves {
    /// Returns where slip moved files since a moment, by the paths that they had before.
    ///
    /// Moves that were undone are followed too, whenever that was: no record says when.
    ///
    /// - Complexity: O(steps of the changes × paths). No record is read where nothing is asked for.
    package func destinations(of paths: Set<VaultPath>, since start: Moment) -> [VaultPath: VaultPath] {
        var places = Dictionary(uniqueKeysWithValues: paths.map { ($0, $0) })
        func follow(from old: VaultPath, to new: VaultPath) {
            for (path, place) in places where place.isInside(old) { places[path] = place.moved(from: old, to: new) }
        }
        for event in paths.isEmpty ? [] : ((try? events()) ?? []).reversed() {
            // A record that cannot be read says nothing; whoever asks looks whether the file is there.
            guard let record = try? store.movements(event.folder) else { continue }
            switch event.way {
            case .made, .maybeMade:
                guard record.time >= start else { continue }
                for case .move(let old, let new) in record.steps { follow(from: old, to: new) }
            case .takenBack, .maybeTakenBack:
                for case .move(let old, let new) in record.steps.reversed() { follow(from: new, to: old) }
            }
        }
        return places.filter { $0.key != $0.value }
    }
}
