import Notes
import QueryLanguage
import SearchIndex
package import Searching
package import SourceText
package import VaultFiles

/// Plans that attach files to notes, and detach them.
package struct AttachmentPlanner {
    private let context: PlanContext

    package init(_ snapshot: VaultSnapshot) { context = PlanContext(snapshot: snapshot) }

    /// Returns a plan that references a file in each note, and the file's path. A file outside the vault is copied to
    /// the folder for attachments of the first note. A file of the vault stays in place.
    ///
    /// - Parameter file: the full path of the file.
    /// - Precondition: `notes` is not empty.
    package func attach(_ file: [UInt8], to notes: [VaultPath]) throws -> (plan: ChangePlan, path: VaultPath) {
        let folder = AttachmentCopy.folder(for: notes[0], context.vault)
        let copy = try AttachmentCopy(file, into: folder, snapshot: context.snapshot)
        let path = copy.path
        let title = "attach '\(path.name.text)' to \(PlanTitle.notes(notes))"
        var plan = try context.editing(notes, title: title) { change in
            let reference = path.relative(to: change.path.folder).text
            try change.edit([.add(context.rules.names(.attachments), [reference])])
        }
        plan.operations = copy.operations + plan.operations
        return (plan, path)
    }

    /// Returns a plan that removes the references to a file from notes. The file moves to the trash if no other note
    /// references it. Throws if none of the notes does.
    package func detach(_ file: VaultPath, from notes: [VaultPath]) throws -> ChangePlan {
        if try context.index.isNote(file) {
            throw VaultError(file, "is a note", help: "to remove a link: slip unlink; to remove a note: slip rm")
        }
        var plan = try context.editingWithLinks(notes, title: "detach '\(file.text)' from \(PlanTitle.notes(notes))") {
            try LinkRemover(context.snapshot).removeLinks(to: [file], in: &$0)
        }
        if plan.isEmpty { throw Self.noReference(to: file, in: notes) }
        if try AttachmentUse(snapshot: context.snapshot).isReferenced(file, onlyBy: Set(notes)) {
            plan.operations += context.trash.operations(for: [file])
            plan.notices.append("'\(file.text)' is moved to the trash: no other note references it")
        }
        return plan
    }

    static func noReference(to file: VaultPath, in notes: [VaultPath]) -> VaultError {
        VaultError(
            notes.count == 1
                ? "'\(notes[0].text)' does not reference '\(file.text)'"
                : "none of the \(notes.count) notes references '\(file.text)'",
            at: notes.count == 1 ? notes[0] : nil)
    }
}

/// The notes that reference attachments.
struct AttachmentUse {
    let snapshot: VaultSnapshot

    /// Returns the attachments of `notes` that can be removed with them, each with the notes that reference it.
    ///
    /// No other note and no canvas references such an attachment. It is in or below the folder of its note and has an
    /// extension of `attachment-extensions:`. The result is empty if a note or canvas is unreadable, because it may reference any
    /// of them.
    func own(of notes: Set<VaultPath>) throws -> [VaultPath: [VaultPath]] {
        let links = snapshot.index.links
        if try !links.paths(of: .unreadable).isEmpty || !links.unreadableCanvases().isEmpty { return [:] }
        var own: [VaultPath: [VaultPath]] = [:]
        for note in notes {
            guard let hit = try snapshot.index.note(note) else { continue }
            for attachment in hit.attachments where attachment.exists {
                guard attachment.path.isInside(note.folder),
                    snapshot.vault.configuration.attachmentExtensions.contains(attachment.path.pathExtension),
                    try isLinked(attachment.path, onlyBy: notes)
                else { continue }
                if own[attachment.path]?.contains(note) != true { own[attachment.path, default: []].append(note) }
            }
        }
        return own
    }

    /// Returns whether no note outside `notes` and no canvas references an attachment, by its own path or through a
    /// symbolic link.
    func isReferenced(_ file: VaultPath, onlyBy notes: Set<VaultPath>) throws -> Bool {
        try snapshot.index.links.unreadableCanvases().isEmpty && isLinked(file, onlyBy: notes)
    }

    private func isLinked(_ file: VaultPath, onlyBy notes: Set<VaultPath>) throws -> Bool {
        try snapshot.index.links.names(ofFile: file).allSatisfy { name in
            try snapshot.index.links.backlinks(to: name).allSatisfy { notes.contains($0.path) }
        }
    }
}
