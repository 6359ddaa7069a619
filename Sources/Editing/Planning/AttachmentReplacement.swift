import Notes
import SearchIndex
package import Searching
package import SourceText
package import VaultChanges
import VaultFiles

/// Replaces an attachment of notes by another file.
///
/// Every reference to the old file gets the new path in the form that it has: `![](img/old.png)` becomes
/// `![](img/new.png)`, and `![[old.png]]` becomes `![[new.png]]`.
package struct AttachmentReplacement {
    private let session: VaultSession

    /// - Parameter session: one that was opened while the lock on changes was held, if the plan is to be carried out.
    package init(_ session: VaultSession) { self.session = session }

    private var index: NoteIndex { session.index }

    /// The plan that copies `file` beside `old`, writes its path into each reference to `old`, and moves `old` to the
    /// trash if no other note references it. A file of the vault stays in place.
    ///
    /// - Parameters:
    ///   - file: the full path of the new file.
    ///   - old: what the notes reference; it may be missing.
    /// - Precondition: there is a note.
    /// - Throws: `VaultError` where none of the notes references `old`.
    package func plan(
        replacing old: VaultPath, by file: [UInt8], in notes: [VaultPath]
    ) throws -> (plan: ChangePlan, path: VaultPath) {
        if try index.isNote(old) {
            throw VaultError(old, "is a note, not an attachment", help: "to move a note and its links: slip mv")
        }
        let planner = Planner(session)
        let exists = try index.isFile(old)
        let isOnlyTheirs = try exists && planner.isReferenced(old, onlyBy: Set(notes))
        let copy = try AttachmentCopy(file, into: exists ? old.folder : notes[0].folder, session: session)
        if copy.operations.isEmpty, copy.path == old {
            throw VaultError(old, "cannot replace itself", help: "name another file; nothing was changed")
        }
        let title = "attach '\(copy.path.name.text)' to \(Planner.named(notes)) --replace '\(old.text)'"
        var found = 0
        let added = copy.operations.isEmpty ? [] : [FoundFile(path: copy.path, kind: .other, fingerprint: .unknown)]
        var plan = try index.previewing(
            [], files: added, calendar: session.calendar, extensions: session.vault.configuration.fileExtensions
        ) { preview in
            try planner.editing(notes, title: title, touch: true) { change in
                found += try replace(old, by: copy.path, in: &change, preview)
            }
        }
        if found == 0 {
            throw VaultError(
                notes.count == 1
                    ? "'\(notes[0].text)' does not reference '\(old.text)'"
                    : "none of the \(notes.count) notes references '\(old.text)'",
                at: notes.count == 1 ? notes[0] : nil)
        }
        if isOnlyTheirs {
            plan.remarks.append("'\(old.text)' goes to the trash: no other note references it")
        } else if exists {
            plan.remarks.append("'\(old.text)' stays: other notes reference it")
        }
        plan.operations =
            copy.operations + plan.operations + (isOnlyTheirs ? planner.trash.operations(for: [old]) : [])
        return (plan, copy.path)
    }

    /// Writes the new path into each reference to the old file.
    ///
    /// - Returns: how many references there are.
    private func replace(
        _ old: VaultPath, by new: VaultPath, in change: inout NoteChange, _ preview: MovePreview
    ) throws -> Int {
        let note = Note(change.before, name: change.path.name, rules: session.rules)
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
                // A list names a file once.
                if isListed {
                    repeated.append(.take(session.rules.names(.attachments), [reference.entry]))
                    continue
                }
                isListed = true
            }
            guard let text = try text(for: reference, leadingTo: old, by: new, from: folder, preview) else {
                throw VaultError(
                    change.path, line: LineTable(change.before).line(at: reference.range.lowerBound),
                    "the reference to '\(old.text)' cannot be written for '\(new.text)'",
                    help: "rename the file first, without signs such as # | [ ]; nothing was changed")
            }
            if !text.utf8.elementsEqual(reference.target.utf8) { wanted[number] = text }
        }
        if let written = try LinkRewriter(session).write(wanted, note, in: change) { change = written }
        if !repeated.isEmpty { try change.edit(repeated) }
        return count
    }

    /// Whether a reference means a file; one that is missing is meant by its path.
    private func leads(_ reference: Reference, to file: VaultPath, from folder: VaultPath) throws -> Bool {
        if let target = try index.links.target(of: reference.target, from: folder) { return target.path == file }
        let written = VaultPath(reference.target)
        return (folder.resolving(written) ?? written) == file
    }

    /// How a reference is written to lead to `new`: the most similar form that is not ambiguous, else the first that
    /// leads there.
    private func text(
        for reference: Reference, leadingTo old: VaultPath, by new: VaultPath, from folder: VaultPath,
        _ preview: MovePreview
    ) throws -> String? {
        let form = LinkText(reference: reference, folder: folder, target: old)
        var second: String?
        for way in form.candidates(from: folder, to: new) where LinkRewriter.canHold(way, reference) {
            guard let target = try preview.target(of: way, from: folder), target.path == new else { continue }
            if !target.isAmbiguous { return way }
            second = second ?? way
        }
        return second
    }
}
