package import Searching
import SourceText
import VaultChanges
import VaultFiles

/// What lies in `.slipbox` that was made elsewhere, such as before the vault was moved: it is kept, told of, and not used.
package enum ForeignRecords {
    package static func findings(in session: VaultSession) -> [Finding] {
        func finding(_ path: VaultPath, _ count: Int, what: String) -> Finding? {
            if count == 0 { return nil }
            return Finding(
                path: path, line: 1, column: 1, kind: .foreignRecord,
                message: "\(count) \(what)\(count == 1 ? "" : "s") of another place, or that cannot be read",
                help: "they are kept and not used; remove them by hand once nobody needs them")
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
