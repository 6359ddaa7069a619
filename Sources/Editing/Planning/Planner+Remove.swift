import SearchIndex
import Searching
package import SourceText
package import VaultChanges
import VaultFiles

/// Notes that go, with what goes along.
extension Planner {
    /// The plan that moves notes to the trash, with their own attachments. Attachments may be named too.
    ///
    /// - Parameter unlink: whether the links to them are taken out of the other notes.
    package func remove(_ notes: [VaultPath], unlink: Bool) throws -> ChangePlan {
        var plan = ChangePlan("rm \(Self.listed(notes.map(\.text)))")
        let gone = Set(notes)
        let links = LinkRemover(session)
        if unlink {
            plan.operations += try links.unlinking(gone, except: gone)
        } else {
            plan.remarks += try links.dangling(gone, except: gone)
        }
        let attachments = try ownAttachments(of: gone)
        let own = attachments.keys.filter { !gone.contains($0) }.sorted()
        plan.remarks += own.map { "takes along '\($0.text)', which no other note references" }
        plan.operations += trash.operations(for: notes + own, companions: attachments)
        return plan
    }

    /// The attachments of some notes that no other note references, that lie in or below their note's folder and have
    /// an extension of `attachment-extensions:`, each with those of the notes that it belongs to. None while a note cannot
    /// be read, which may reference them.
    private func ownAttachments(of notes: Set<VaultPath>) throws -> [VaultPath: [VaultPath]] {
        if try !index.links.paths(of: .unreadable).isEmpty { return [:] }
        var own: [VaultPath: [VaultPath]] = [:]
        for note in notes {
            guard let hit = try index.note(note) else { continue }
            for attachment in hit.attachments where attachment.exists {
                guard attachment.path.isInside(note.folder),
                    vault.configuration.attachmentExtensions.contains(attachment.path.pathExtension),
                    try isReferenced(attachment.path, onlyBy: notes)
                else { continue }
                if own[attachment.path]?.contains(note) != true { own[attachment.path, default: []].append(note) }
            }
        }
        return own
    }

    /// Whether no other note references an attachment, under whatever name: its own, or that of a symbolic link to it.
    func isReferenced(_ file: VaultPath, onlyBy notes: Set<VaultPath>) throws -> Bool {
        try index.links.names(ofFile: file).allSatisfy { name in
            try index.links.backlinks(to: name).allSatisfy { notes.contains($0.path) }
        }
    }
}
