import Editing
import JSONRPC
import Searching
import SourceText
import VaultFiles

/// The changes before a note is saved (LSP 3.17, textDocument/willSaveWaitUntil): its live blocks are refreshed, if the
/// user wants that.
enum SaveEdits {
    @Sendable static func list(_ request: Request) throws -> JSONValue {
        let document = try request.document()
        guard request.settings.extras.refreshBeforeSave, let vault = document.vault,
            !document.note.liveBlockOffsets.isEmpty
        else { return [] }
        return try request.plan(vault) { snapshot in
            let plan = try RefreshPlanner(snapshot).refresh(document.note, at: nil, force: false)
            let edits = plan.operations.flatMap { operation -> [ByteEdit] in
                guard case .write(let path, let before, let after) = operation, path == document.note.path else {
                    return []
                }
                return TextDifference(from: before, to: after).edits(vault.configuration)
            }
            return .array(
                edits.map { edit in
                    TextEdit(
                        document.text.range(of: edit.range, request.encoding),
                        String(decoding: edit.replacement, as: UTF8.self)
                    ).json
                })
        }
    }
}
