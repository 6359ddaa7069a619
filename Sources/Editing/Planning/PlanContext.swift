import Notes
import SearchIndex
import Searching
import SourceText
import System
import VaultFiles

/// The snapshot of a planner, with the steps that several planners share. A planner computes a `ChangePlan` and changes
/// nothing. A `VaultWriter` carries the plan out. The snapshot must have been opened while the lock on changes was held.
struct PlanContext {
    let snapshot: VaultSnapshot

    var vault: Vault { snapshot.vault }
    var index: NoteIndex { snapshot.index }
    var rules: NoteRules { snapshot.rules }
    var paths: PathChecks { PathChecks(snapshot.vault) }
    var trash: Trash { Trash(snapshot.vault, now: snapshot.now) }

    /// The configured extension for new notes, preferably `md`.
    var noteExtension: String {
        vault.configuration.extensions.contains("md") ? "md" : vault.configuration.extensions.min() ?? "md"
    }

    /// Returns a plan that changes each note by `edit`, and updates the links to names and headings of these notes that
    /// change. Notes that `edit` leaves unchanged are not in the plan.
    ///
    /// - Parameters:
    ///   - updatesModified: as for `editing`.
    ///   - edit: edits the current text of a note. It can run again after links in the note were updated.
    func editingWithLinks(
        _ notes: [VaultPath], title: String, updatesModified: Bool = true,
        _ edit: @escaping (inout NoteChange) throws -> Void
    ) throws -> ChangePlan {
        var plan = ChangePlan(title)
        let whole = VaultEdit(notes: notes) { change in
            let linked = change.after
            try edit(&change)
            if updatesModified, change.after != linked { try updateModified(in: &change) }
        }
        let links = try LinkUpdate(self, whole).outcome()
        plan.operations = links.operations
        plan.notices = links.notices
        return plan
    }

    /// Returns a plan that changes each note by `edit`. Notes that `edit` leaves unchanged are not in the plan.
    ///
    /// - Parameter updatesModified: whether an existing `modified:` of a changed note is set to now, if the
    ///   configuration allows it.
    func editing(
        _ notes: [VaultPath], title: String, updatesModified: Bool = true, _ edit: (inout NoteChange) throws -> Void
    ) throws -> ChangePlan {
        var plan = ChangePlan(title)
        for (number, path) in notes.enumerated() {
            snapshot.messages.reportProgress("reading notes", number, of: notes.count)
            var change = NoteChange(path, try settledBytes(path))
            try edit(&change)
            if updatesModified { try updateModified(in: &change) }
            if let operation = try change.operation { plan.operations.append(operation) }
        }
        return plan
    }

    /// Returns a plan that applies edits, by note, to the notes as they are now. `modified:` stays.
    func writing(_ edits: [VaultPath: [ByteEdit]], title: String) throws -> ChangePlan {
        var plan = ChangePlan(title)
        for (path, edits) in edits.sorted(by: { $0.key < $1.key }) {
            var change = NoteChange(path, try settledBytes(path))
            change.apply(try ByteEdit.checked(edits, in: change.before, of: path))
            if let operation = try change.operation { plan.operations.append(operation) }
        }
        return plan
    }

    /// Returns a notice for each keyword that no note and no configuration has, with the nearest known one.
    func noticesOfNewKeywords(_ names: [String]) throws -> [String] {
        let declared = vault.configuration.keywords.map(\.name)
        var seen: Set<String> = []
        return try names.map(Keyword.normalized).filter { !$0.isEmpty && seen.insert(Folding.fold($0)).inserted }
            .compactMap { name in
                let folded = Folding.fold(name)
                if try declared.contains(where: { Folding.fold($0) == folded }) || index.lists.hasKeyword(folded) {
                    return nil
                }
                let near = Nearest.match(name, among: declared + (try index.lists.keywordCounts().map(\.name)))
                return "'\(name)' is a new keyword" + (near.map { "; did you mean '\($0)'?" } ?? "")
            }
    }

    func document(_ path: VaultPath) throws -> OpenNote {
        guard let note = snapshot.document(path) else { throw VaultError(path, "cannot be read") }
        return note
    }

    /// Returns the bytes of a note or canvas that will be changed. Some editors empty a file before they write it. A note that is
    /// empty and was modified within the last 100 ms is therefore read again after 100 ms.
    ///
    /// - Throws: `VaultError` for a file of the index that is no readable note.
    func settledBytes(_ path: VaultPath) throws -> [UInt8] {
        if try !Canvas.isCanvas(path) && !snapshot.isNote(path) && snapshot.isFile(path) {
            throw VaultError(path, "is not a readable note; nothing was changed")
        }
        let bytes = try snapshot.bytes(path)
        let patience: Int64 = 100_000
        guard bytes.isEmpty, let status = FileStatus.seen(vault.fullPath(path)),
            LocalZone.now().microseconds - status.modified / 1000 < patience
        else { return bytes }
        ThisProcess.sleep(.microseconds(patience))
        return try snapshot.bytes(path)
    }

    /// Sets an existing `modified:` of a changed note to now, in the format of its value, unless the configuration
    /// forbids it.
    private func updateModified(in change: inout NoteChange) throws {
        guard vault.configuration.touchesModified, change.after != change.before else { return }
        let mapping = FrontMatter(change.after).mapping
        let names = rules.names(.modified)
        for name in names {
            guard let text = mapping[name]?.text else { continue }
            // A value that is not a date stays for the user to correct.
            guard let now = UpdatedDate.text(like: text, snapshot.now, snapshot.calendar) else { return }
            return try change.edit([.set(names, now)])
        }
    }
}

/// Short lists of notes for the titles of plans.
package enum PlanTitle {
    /// Returns the first five texts in one line, with the number of the others.
    package static func list(_ texts: [String], separator: String) -> String {
        let most = 5
        let shown = texts.prefix(most).joined(separator: separator)
        return texts.count > most ? "\(shown) and \(texts.count - most) more" : shown
    }

    /// Returns the first five arguments of a command in one line, with the number of the others. Those with blanks are
    /// in quotes.
    package static func arguments(_ arguments: [String]) -> String {
        list(arguments.map(argument), separator: " ")
    }

    /// Returns an argument of a command, in quotes if it is empty or contains blanks or quotes.
    package static func argument(_ text: String) -> String {
        let isPlain = !text.isEmpty && !text.contains { $0.isWhitespace || "'\"\\".contains($0) }
        return isPlain ? text : "'\(text.replacing("'", with: "'\\''"))'"
    }

    static func notes(_ notes: [VaultPath]) -> String {
        notes.count == 1 ? "'\(notes[0].text)'" : "\(notes.count) notes"
    }
}
