import Editing
import JSONRPC
import Searching
import SourceText
import VaultFiles

/// Edits that accompany file operations in the editor's file tree (LSP 3.17, workspace/willRenameFiles).
enum FileMoves {
    private static func path(_ value: JSONValue?, _ request: Request) -> (full: [UInt8], vault: Vault, path: VaultPath)?
    {
        guard let full = value?.text.flatMap({ DocumentURI($0).path }).map({ VaultTable.realPath(of: $0) }) else {
            return nil
        }
        let bare = full.last == Byte.slash ? Array(full.dropLast()) : full
        guard let vault = request.vaults.vault(holding: bare), let path = vault.path(ofFull: bare), !path.isRoot else {
            return nil
        }
        return (bare, vault, path)
    }

    /// Returns edits that update the links to and in moved files, as `slip mv` does. The client moves the files itself.
    @Sendable static func willRename(_ request: Request) throws -> JSONValue {
        var moves: [[UInt8]: (vault: Vault, moves: [(from: VaultPath, to: VaultPath)])] = [:]
        for file in request.params["files"]?.list ?? [] {
            guard let old = path(file["oldUri"], request), let new = path(file["newUri"], request),
                old.vault.root == new.vault.root
            else { continue }
            moves[old.vault.root, default: (old.vault, [])].moves.append((old.path, new.path))
        }
        var steps: [WorkspaceEdit.EditStep] = []
        for (vault, moves) in moves.values {
            steps += try request.plan(vault) { snapshot in
                // Nothing links to a file that the vault does not know.
                let known = try moves.filter { try snapshot.isFile($0.from) }
                if known.isEmpty { return [] }
                let plan = try MovePlanner(snapshot).move(known, title: "mv")
                return try PlannedEdit(request: request, snapshot: snapshot).edit(plan, movesFiles: false).steps
            }
        }
        return steps.isEmpty ? .null : WorkspaceEdit(steps).json(hasVersions: request.settings.takesDocumentChanges)
    }

    /// Logs the links that break. Returns no edits: `slip rm` does not change these links either.
    @Sendable static func willDelete(_ request: Request) throws -> JSONValue {
        for file in request.params["files"]?.list ?? [] {
            guard let found = path(file["uri"], request) else { continue }
            try request.plan(found.vault) { snapshot in
                let files = try snapshot.files(inside: found.path)
                let gone = Set(files)
                for path in files {
                    let places = try snapshot.backlinks(to: path).filter { !gone.contains($0.path) }
                    for place in places.prefix(20) {
                        request.client.log(
                            "slip: \(place.path.text):\(place.line): the link to '\(path.text)' breaks", .info)
                    }
                }
            }
        }
        return .null
    }

    /// Returns edits that keep existing links from resolving to the new note instead of their present targets.
    @Sendable static func willCreate(_ request: Request) throws -> JSONValue {
        var steps: [WorkspaceEdit.EditStep] = []
        for file in request.params["files"]?.list ?? [] {
            guard let found = path(file["uri"], request), found.vault.takesAsNote(found.path) else { continue }
            steps += try request.plan(found.vault) { snapshot in
                if try snapshot.isFile(found.path) { return [] }
                let plan = try NewNotePlanner(snapshot).keepLinks(addingNoteAt: found.path)
                return try PlannedEdit(request: request, snapshot: snapshot).edit(plan).steps
            }
        }
        return steps.isEmpty ? .null : WorkspaceEdit(steps).json(hasVersions: request.settings.takesDocumentChanges)
    }
}
