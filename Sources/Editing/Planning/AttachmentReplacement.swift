import Notes
import SearchIndex
package import Searching
package import SourceText
package import VaultFiles

/// A plan that replaces an attachment of notes by another file. Each reference gets the new path in its own form:
/// `![](img/old.png)` becomes `![](img/new.png)`, and `![[old.png]]` becomes `![[new.png]]`.
package struct AttachmentReplacement {
    private let context: PlanContext

    package init(_ snapshot: VaultSnapshot) { context = PlanContext(snapshot: snapshot) }

    private var snapshot: VaultSnapshot { context.snapshot }
    private var index: NoteIndex { context.index }

    /// Returns a plan that copies `file` to the folder of `old`, or to that for attachments if `old` is missing, and replaces the references to `old`. A file of the
    /// vault stays in place. `old` moves to the trash if no other note references it.
    ///
    /// - Parameters:
    ///   - file: the full path of the new file.
    ///   - old: the path of the old file, which may be missing.
    /// - Precondition: `notes` is not empty.
    /// - Throws: `VaultError` if none of the notes references `old`.
    package func plan(
        replacing old: VaultPath, by file: [UInt8], in notes: [VaultPath]
    ) throws -> (plan: ChangePlan, path: VaultPath) {
        if try index.isNote(old) {
            throw VaultError(old, "is a note, not an attachment", help: "to move a note and update links: slip mv")
        }
        let exists = try index.isFile(old)
        let isOnlyTheirs = try exists && AttachmentUse(snapshot: snapshot).isReferenced(old, onlyBy: Set(notes))
        let folder = exists ? old.folder : AttachmentCopy.folder(for: notes[0], snapshot.vault)
        let copy = try AttachmentCopy(file, into: folder, snapshot: snapshot)
        if copy.operations.isEmpty, copy.path == old {
            throw VaultError(old, "cannot replace itself", help: "choose another file; nothing was changed")
        }
        let title = "attach '\(copy.path.name.text)' to \(PlanTitle.notes(notes)) --replace '\(old.text)'"
        var found = 0
        let added = copy.operations.isEmpty ? [] : [FoundFile(path: copy.path, kind: .other, fingerprint: .unknown)]
        var plan = try index.previewing(
            [], files: added, calendar: snapshot.calendar, extensions: snapshot.vault.configuration.fileExtensions
        ) { preview in
            try context.editingWithLinks(notes, title: title) { change in
                found += try replace(old, by: copy.path, in: &change, preview)
            }
        }
        if found == 0 { throw AttachmentPlanner.noReference(to: old, in: notes) }
        if isOnlyTheirs {
            plan.notices.append("'\(old.text)' is moved to the trash: no other note references it")
        } else if exists {
            plan.notices.append("'\(old.text)' is kept: other notes reference it")
        }
        plan.operations =
            copy.operations + plan.operations + (isOnlyTheirs ? context.trash.operations(for: [old]) : [])
        return (plan, copy.path)
    }

    /// Replaces the references to the old file in one note.
    ///
    /// - Returns: the number of references that led to the old file.
    private func replace(
        _ old: VaultPath, by new: VaultPath, in change: inout NoteChange, _ preview: MovePreview
    ) throws -> Int {
        let note = Note(change.after, name: change.path.name, rules: snapshot.rules)
        let folder = change.path.folder
        var count = 0
        var wanted: [Int: String] = [:]
        var repeated: [FrontMatterChange] = []
        let leading = try note.references.map { try leads($0, to: old, from: folder) }
        var isListed = try zip(note.references, leading).contains { reference, leads in
            try !leads && reference.origin == .attachments
                && index.links.target(of: reference.target, from: folder)?.path == new
        }
        for (number, reference) in note.references.enumerated() where leading[number] {
            count += 1
            if reference.origin == .attachments {
                // A list contains each file once.
                if isListed {
                    repeated.append(.take(snapshot.rules.names(.attachments), [reference.entry]))
                    continue
                }
                isListed = true
            }
            guard let text = try text(for: reference, leadingTo: old, by: new, from: folder, preview) else {
                throw VaultError(
                    change.path, line: LineTable(change.before).line(at: reference.range.lowerBound),
                    "cannot update the reference to '\(old.text)': its syntax does not allow the name '\(new.text)'",
                    help: "rename the file first, without characters such as # | [ ]; nothing was changed")
            }
            if !text.utf8.elementsEqual(reference.target.utf8) { wanted[number] = text }
        }
        if let written = try LinkRewriter(snapshot).write(wanted, of: note, in: change) { change = written }
        if !repeated.isEmpty { try change.edit(repeated) }
        return count
    }

    /// Returns whether a reference leads to a file. If it leads to no file, its path is compared, because the file may
    /// be missing.
    private func leads(_ reference: Reference, to file: VaultPath, from folder: VaultPath) throws -> Bool {
        if let target = try index.links.target(of: reference, from: folder) { return target.path == file }
        let written = VaultPath(reference.target)
        return (folder.resolving(written) ?? written) == file
    }

    /// Returns the new text of a reference: the most similar one that is not ambiguous, or else the first that leads to
    /// `new`. Returns nil if none does.
    private func text(
        for reference: Reference, leadingTo old: VaultPath, by new: VaultPath, from folder: VaultPath,
        _ preview: MovePreview
    ) throws -> String? {
        let form = LinkText(reference: reference, folder: folder, target: old)
        var second: String?
        for way in form.candidates(from: folder, to: new) where LinkRewriter.canWrite(way, as: reference) {
            guard let target = try preview.target(of: way, from: folder, as: ReferenceForm(reference)),
                target.path == new
            else { continue }
            if !target.isAmbiguous { return way }
            second = second ?? way
        }
        return second
    }
}
