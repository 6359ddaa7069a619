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
        let note = notes[0]
        guard let real = Files.realPath(file), let status = FileStatus.seen(real), status.kind == .regular else {
            let name = String(decoding: file, as: UTF8.self)
            throw VaultError(
                FileStatus.seen(file, follows: true) == nil ? "there is no file '\(name)'" : "'\(name)' is not a file")
        }
        var operations: [FileOperation] = []
        var path: VaultPath
        if let inside = vault.path(ofFull: real), try index.isFile(inside) {
            path = inside
        } else {
            // A copy beside it would be made of what is there already.
            if let inside = vault.path(ofFull: real), try session.unread().contains(where: { inside.isInside($0) }) {
                throw VaultError(inside, "cannot be looked at; nothing was changed", help: "try again once it can be")
            }
            let name = VaultPath(bytes: real).name
            if !name.isText { throw Self.unwritable(name) }
            if let fault = FileName.fault(name.text) { throw VaultError("the name '\(name.text)' \(fault)") }
            path = try paths.freePath(
                for: name.stem.text, in: note.folder, suffix: String(name.text.dropFirst(name.stem.text.count + 1)))
            try paths.checkNew(path)
            try paths.refuseIgnored(path, isFolder: false)
            operations.append(.create(path, .copy(of: real, size: status.size, mode: status.mode)))
        }
        if vault.configuration.extensions.contains(path.pathExtension) {
            throw VaultError(
                "'\(path.name.text)' would be a note, not an attachment", at: path, help: "to link to a note: slip link"
            )
        }
        // A reference is text, and would name another file.
        if !path.isText { throw Self.unwritable(path) }
        let title = "attach '\(path.name.text)' to \(Self.named(notes))"
        var plan = try editing(notes, title: title, touch: true) { change in
            let reference = path.relative(to: change.path.folder).text
            try change.edit([.add(rules.names(.attachments), [reference])])
        }
        plan.operations = operations + plan.operations
        return (plan, path)
    }

    private static func unwritable(_ path: VaultPath) -> VaultError {
        VaultError(
            path, "is not UTF-8, and no note can name it; nothing was changed", help: "rename the file first")
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
