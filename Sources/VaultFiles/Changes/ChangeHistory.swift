package import SourceText
import System

/// A change for display: as a line of `undo --list`, or as the result of undo and redo.
package struct ChangeSummary: Hashable, Sendable {
    package var title: String
    package var time: Moment
    /// The name of the program that asked for the change, if it has given one.
    package var client: String?
    package var paths: [VaultPath]

    init(_ change: ChangeStore.StoredChange) {
        title = change.record.title
        time = change.record.time
        client = change.record.client?.name
        paths = change.record.paths
    }
}

/// The records of earlier changes. Reading them changes nothing.
package struct ChangeHistory {
    private let vault: Vault
    private let store: ChangeStore

    package init(_ vault: Vault) {
        self.vault = vault
        store = ChangeStore(vault)
    }

    /// Returns the changes that can be undone, newest first.
    ///
    /// - Parameter client: whose changes to return, or nil for all.
    /// - Throws: `VaultError` if the folder of the records is not a private folder of the user.
    package func made(by client: ChangeClient? = nil) throws -> [ChangeSummary] {
        try store.check()
        return try store.latest(.max, .made) { $0.record.isBy(client) }.map { ChangeSummary($0) }
    }

    /// Returns the number of records that are unreadable or belong to another vault, machine or user. They are kept.
    package func foreignRecords() throws -> Int { try store.foreignCount() }

    /// Returns the private folders that prevent every change, such as links, each with the reason as the end of a sentence.
    package func folderFaults() throws -> [(path: VaultPath, reason: String)] {
        try store.folderFaults().compactMap { path, reason in vault.path(ofFull: path).map { ($0, reason) } }
    }

    /// Returns a message with the number of foreign records, or nil if there are none.
    package func foreignRecordsRemark() throws -> String? {
        let count = try foreignRecords()
        if count == 0 { return nil }
        return
            "\(count) \(count == 1 ? "record" : "records") of another vault, machine or user, or unreadable: kept in \(vault.ownPath.text), but not used"
    }

    /// Returns what a change did, as a plan for display only: it does not contain the contents of created and removed
    /// files. Returns nil if fewer than `number` changes can be undone. If a file has changed since, its content is
    /// looked up in the records of later changes. A notice reports a content that no record contains.
    ///
    /// - Parameters:
    ///   - number: 1 for the last change.
    ///   - client: whose changes count, or nil for all.
    package func plan(_ number: Int, by client: ChangeClient? = nil) throws -> ChangePlan? {
        let changes = try store.changes(.made)
        let wanted = changes.indices.filter { changes[$0].record.isBy(client) }
        guard number > 0, wanted.indices.contains(number - 1) else { return nil }
        let change = changes[wanted[number - 1]]
        let later = try [.made, .automatic, .merging, .merged].flatMap { try store.changes($0) }
            .filter { $0.number > change.number }
        var plan = ChangePlan(change.record.title)
        for (index, step) in change.record.steps.enumerated() {
            let stored = ChangeStore.contentFile(in: change.folder, step: index)
            switch step {
            case .write(let path, _, let after):
                guard let old = try? Files.read(stored).bytes,
                    let new = content(after, of: path, in: later)
                else {
                    plan.notices.append(
                        "'\(path.text)' has been changed by another program since; the result of this change is not known"
                    )
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

    /// Returns the content with a hash that a file had after a change: its current content, or one that a later change
    /// displaced. Returns nil if there is none.
    private func content(
        _ hash: Int64, of path: VaultPath, in later: [ChangeStore.StoredChange]
    ) -> [UInt8]? {
        for change in later {
            for (index, step) in change.record.steps.enumerated() {
                // Another record may contain the same content if this one is unreadable.
                guard case .write(_, let before, _) = step, before == hash,
                    let bytes = try? Files.read(ChangeStore.contentFile(in: change.folder, step: index)).bytes,
                    ContentHash.hash(bytes) == hash
                else { continue }
                return bytes
            }
        }
        guard let bytes = try? Files.read(vault.fullPath(path)).bytes, ContentHash.hash(bytes) == hash else {
            return nil
        }
        return bytes
    }
}
