import Notes
import SearchIndex
import Searching
package import SourceText
import System
package import VaultChanges
import VaultFiles

/// Files that notes reference.
extension Planner {
    /// The plan that copies a file into the vault beside a note, of several beside the first, and references it in each;
    /// a file of the vault is only referenced.
    ///
    /// - Precondition: there is a note.
    package func attach(_ file: [UInt8], to notes: [VaultPath]) throws -> (plan: ChangePlan, path: VaultPath) {
        let copy = try AttachmentCopy(file, into: notes[0].folder, session: session)
        let path = copy.path
        let title = "attach '\(path.name.text)' to \(Self.named(notes))"
        var plan = try editing(notes, title: title, touch: true) { change in
            let reference = path.relative(to: change.path.folder).text
            try change.edit([.add(rules.names(.attachments), [reference])])
        }
        plan.operations = copy.operations + plan.operations
        return (plan, path)
    }

    /// The plan that takes the references to a file out of notes, and the file to the trash if no other note has one.
    package func detach(_ file: VaultPath, from notes: [VaultPath]) throws -> ChangePlan {
        if try index.isNote(file) {
            throw VaultError(
                file, "is a note", help: "to take a link out: slip unlink; to remove a note: slip rm")
        }
        var plan = try editing(
            notes, title: "detach '\(file.text)' from \(Self.named(notes))", touch: true
        ) { change in
            try LinkRemover(session).unlink([file], in: &change)
        }
        if plan.isEmpty {
            throw VaultError(
                notes.count == 1
                    ? "'\(notes[0].text)' does not reference '\(file.text)'"
                    : "none of the \(notes.count) notes references '\(file.text)'",
                at: notes.count == 1 ? notes[0] : nil)
        }
        if try isReferenced(file, onlyBy: Set(notes)) {
            plan.operations += trash.operations(for: [file])
            plan.remarks.append("'\(file.text)' goes to the trash: no other note references it")
        }
        return plan
    }
}
