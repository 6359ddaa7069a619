package import SourceText
import System
import VaultFiles

/// What others wrote into a file that a change displaced.
extension VaultWriter {
    /// Looks again at what the last change displaced: a program that had a note open may have written into the old file,
    /// which is no longer the note. Each such file is copied to `.slipbox/rescued` and told of once.
    ///
    /// - Returns: the notes, each with where the copy is.
    package func rescue() -> [(path: VaultPath, copy: [UInt8])] {
        // Where nothing can be listed nobody can be told now, and the next command looks again.
        ((try? store.latest(1, .made)) ?? []).first.map { rescue($0) } ?? []
    }

    func rescue(_ change: ChangeStore.Change) -> [(path: VaultPath, copy: [UInt8])] {
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
