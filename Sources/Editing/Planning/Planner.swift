import Notes
import SearchIndex
package import Searching
import SourceText
import System
import VaultChanges
import VaultFiles

/// Works out changes of a vault, each as a plan that names itself. Nothing is changed before a `VaultWriter` carries the
/// plan out.
///
/// What several kinds of plan need is in types of its own: `PathChecks` (may something be made there), `LinkRewriter`
/// (links follow what moves), `LinkRemover` (links to what goes).
package struct Planner {
    let session: VaultSession

    /// - Parameter session: one that was opened while the lock on changes was held, if the plan is to be carried out.
    package init(_ session: VaultSession) { self.session = session }

    var vault: Vault { session.vault }
    var index: NoteIndex { session.index }
    var rules: NoteRules { session.rules }
    var paths: PathChecks { PathChecks(session.vault) }
    var trash: Trash { Trash(session.vault, now: session.now) }

    /// A plan that changes each of the notes by `edit`.
    ///
    /// - Parameter touch: whether `modified:` is brought up to date where that changed anything.
    func editing(
        _ notes: [VaultPath], title: String, touch: Bool, _ edit: (inout NoteChange) throws -> Void
    ) throws -> ChangePlan {
        var plan = ChangePlan(title)
        for (number, path) in notes.enumerated() {
            session.progress("reading notes", number, of: notes.count)
            var change = NoteChange(path, try settledBytes(path))
            try edit(&change)
            if touch { try self.touch(&change) }
            if let operation = try change.operation { plan.operations.append(operation) }
        }
        return plan
    }

    /// The bytes of a note that will be changed. One that is empty, and was written to a moment ago, is perhaps being
    /// saved by an editor that empties a file before it writes it: it gets the time for that.
    private func settledBytes(_ path: VaultPath) throws -> [UInt8] {
        let bytes = try session.bytes(path)
        let patience: Int64 = 100_000
        guard bytes.isEmpty, let status = FileStatus.seen(vault.fullPath(path)),
            LocalZone.now().microseconds - status.modified / 1000 < patience
        else { return bytes }
        ThisProcess.sleep(.microseconds(patience))
        return try session.bytes(path)
    }

    /// Brings a `modified:` that is there up to now, in its own form; not where the note is as it was, or where the
    /// configuration says not to.
    private func touch(_ change: inout NoteChange) throws {
        guard vault.configuration.touchesModified, change.after != change.before else { return }
        let mapping = FrontMatter(change.after).mapping
        let names = rules.names(.modified)
        for name in names {
            guard let text = mapping[name]?.text else { continue }
            // A value that is no date is the person's to mend.
            guard let now = TouchedDate.text(like: text, session.now, session.calendar) else { return }
            return try change.edit([.set(names, now)])
        }
    }

    /// Notes as a title names them.
    /// Names in one line, of many the first few.
    package static func listed(_ names: [String], separator: String = " ") -> String {
        let most = 5
        let shown = names.prefix(most).joined(separator: separator)
        return names.count > most ? "\(shown) and \(names.count - most) more" : shown
    }

    static func named(_ notes: [VaultPath]) -> String {
        notes.count == 1 ? "'\(notes[0].text)'" : "\(notes.count) notes"
    }
}
