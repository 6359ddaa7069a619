package import Searching
import SourceText
import VaultChanges
import VaultFiles

/// Findings for records and trash in `.slipbox` that were made for another vault, such as the one that this is a copy of.
/// They are kept and not used.
package enum ForeignRecords {
    package static func findings(in session: VaultSession) -> [Finding] {
        func finding(_ path: VaultPath, _ count: Int, what: String) -> Finding? {
            if count == 0 { return nil }
            return Finding(
                path: path, line: 1, column: 1, kind: .foreignRecord,
                message: "\(count) \(what)\(count == 1 ? "" : "s") of another vault, machine or user, or unreadable",
                help: "they are kept and not used; remove them by hand once they are not needed")
        }
        return [
            // What cannot be listed says so to whoever wants something of it.
            finding(
                session.vault.ownPath.appending("undo"), (try? VaultWriter(session.vault).foreignRecords()) ?? 0,
                what: "record"),
            finding(
                Trash.folder(of: session.vault),
                (try? Trash(session.vault, now: session.now).contents())?.others.count ?? 0, what: "thing"
            ),
        ].compactMap { $0 }
    }
}
