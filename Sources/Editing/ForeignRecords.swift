package import Searching
package import SourceText
import System
import VaultFiles

extension VaultSession {
    /// Returns all problems that `slip check` reports, ordered by path and position.
    ///
    /// - Parameter now: the current time, by which the trash is read.
    package func allFindings(_ scope: FindingScope, now: Moment) throws -> [Finding] {
        let own = ForeignRecords.findings(in: vault, now: now) + RescuedTexts.findings(in: vault)
        return try (findings(scope) + own.compactMap { scope.weighed($0, by: vault.configuration) }).sorted()
    }
}

extension RescuedTexts {
    /// The findings of `slip check` for text of other programs that is not in the notes.
    static func findings(in vault: Vault) -> [Finding] {
        func finding(_ path: VaultPath, _ message: String, help: String) -> Finding {
            Finding(path: path, line: 1, column: 1, kind: .rescuedText, message: message, help: help)
        }
        let texts = RescuedTexts(vault)
        // A folder that cannot be read is reported by the commands that need it.
        let kept = ((try? texts.contents().items) ?? []).map { item in
            finding(
                item.path,
                "another program wrote to this note while slip replaced it; that text is saved in '\(texts.path(item).text)'",
                help: "to merge it: slip rescued take \(item.name); to discard it: slip rescued drop \(item.name)")
        }
        return kept + texts.pendingFiles().compactMap { Self.finding($0) }
    }

    /// Returns the finding for a replaced file, or nil if no program has written to it.
    private static func finding(_ file: PendingFile) -> Finding? {
        func finding(_ details: String = "", help: String) -> Finding {
            let message = "another program has written to the replaced file of this note\(details)"
            return Finding(path: file.path, line: 1, column: 1, kind: .rescuedText, message: message, help: help)
        }
        switch file.state {
        case .open where file.text == nil: return nil
        case .open(let writer):
            let name = writer?.description ?? "another program"
            return finding(help: "it is still open in \(name); a later change merges that text")
        case .mergeable: return finding(help: "the next change merges that text")
        case .conflicting:
            return finding(
                ", in the same place as the note has changed",
                help: "the next change saves that text for slip rescued take")
        case .unreadable(let reason):
            return finding(
                ", which cannot be read: \(reason)", help: "that text stays in '\(file.file.text)'; copy it from there")
        }
    }
}

/// The findings of `slip check` for records and trash in `.slipbox` that this vault does not use. They are of another
/// vault (such as the original of a copy), machine or user, or unreadable.
enum ForeignRecords {
    static func findings(in vault: Vault, now: Moment) -> [Finding] {
        func finding(_ path: VaultPath, _ count: Int, what: String) -> Finding? {
            if count == 0 { return nil }
            return Finding(
                path: path, line: 1, column: 1, kind: .foreignRecord,
                message: "\(count) \(what)\(count == 1 ? "" : "s") of another vault, machine or user, or unreadable",
                help: "they are kept, but not used; delete them yourself if they are not needed")
        }
        let faults = ((try? ChangeHistory(vault).folderFaults()) ?? []).map { path, reason in
            Finding(
                path: path, line: 1, column: 1, kind: .foreignRecord,
                message: "this \(reason), so slip changes nothing in the vault",
                help: "move it elsewhere; slip creates a new one")
        }
        return faults
            + [
                // An unreadable folder is reported by the commands that need it.
                finding(
                    vault.ownPath.appending("undo"), (try? ChangeHistory(vault).foreignRecords()) ?? 0,
                    what: "record"),
                finding(
                    Trash.folder(of: vault),
                    (try? Trash(vault, now: now).contents())?.others.count ?? 0, what: "thing"),
            ].compactMap { $0 }
    }
}
