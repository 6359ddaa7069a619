import SourceText
import System
import VaultFiles

/// The old files of changes, which other programs may still have open and write to.
struct DisplacedFiles {
    let store: ChangeStore

    /// Copies to `.slipbox/rescued` each file that the last change displaced and that another program has written to
    /// since. Each such file is copied and reported once.
    ///
    /// - Returns: the paths of the notes, each with the path of the copy.
    func rescue() -> [(path: VaultPath, copy: [UInt8])] {
        // The next command tries again if the records cannot be listed.
        ((try? store.latest(1, .made)) ?? []).first.map { rescue($0) } ?? []
    }

    func rescue(_ change: ChangeStore.StoredChange) -> [(path: VaultPath, copy: [UInt8])] {
        let written = FileStatus.seen(change.folder + Array("/record".utf8))?.modified ?? 0
        return change.record.steps.enumerated().compactMap { index, step in
            guard case .write(let path, let before, let after) = step else { return nil }
            let file = ChangeStore.contentFile(in: change.folder, step: index)
            // A file older than the record is unchanged.
            guard let status = FileStatus.seen(file), status.modified >= written else { return nil }
            let reported = file + Array(".rescued".utf8)
            // An unreadable file cannot be copied. `discard` keeps it.
            guard let found = try? Files.contentHash(file), found != before, found != after,
                FileStatus.seen(reported) == nil
            else { return nil }
            let copy = store.rescued + Array("/\(change.number)-\(index)-".utf8) + path.name.bytes
            do {
                try Files.makeDirectories(store.rescued, mode: 0o700)
                try Files.copy(file, to: copy, mode: 0o600)
                try Files.create(reported, [], mode: 0o600)
            } catch {
                // The file stays, and the next command tries again.
                return nil
            }
            return (path, copy)
        }
    }

    /// Removes the folder of a finished change. Before, copies to `.slipbox/rescued` what another program wrote into
    /// its files. The folder stays if such a copy fails.
    func discard(_ change: ChangeStore.StoredChange) {
        _ = rescue(change)
        let hasForeignContent = change.record.steps.enumerated().contains { index, step in
            guard case .write(_, let before, let after) = step else { return false }
            let file = ChangeStore.contentFile(in: change.folder, step: index)
            do throws(SystemError) {
                let found = try Files.contentHash(file)
                if found == before || found == after { return false }
            } catch {
                // An unreadable file may contain changes of another program.
                return !error.isMissing
            }
            return FileStatus.seen(file + Array(".rescued".utf8)) == nil
        }
        // A later command tries again if this fails.
        if !hasForeignContent { try? store.remove(change) }
    }
}
