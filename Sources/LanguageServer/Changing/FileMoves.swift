import Editing
import LanguageProtocol
import Searching
import SourceText
import VaultFiles

/// What follows when files are moved in the editor's tree (LSP 3.17, workspace/willRenameFiles).
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

    /// The edits of `slip mv`, for the files that the client then moves itself.
    @Sendable static func willRename(_ request: Request) throws -> JSONValue {
        var moves: [[UInt8]: (vault: Vault, moves: [(from: VaultPath, to: VaultPath)])] = [:]
        for file in request.params["files"]?.list ?? [] {
            guard let old = path(file["oldUri"], request), let new = path(file["newUri"], request),
                old.vault.root == new.vault.root
            else { continue }
            moves[old.vault.root, default: (old.vault, [])].moves.append((old.path, new.path))
        }
        var steps: [WorkspaceEdit.Step] = []
        for (vault, moves) in moves.values {
            steps += try request.plan(vault) { session in
                // What the vault does not know is nobody's link.
                let known = try moves.filter { try session.isFile($0.from) }
                if known.isEmpty { return [] }
                let plan = try Planner(session).move(known, title: "mv")
                return try PlannedEdit(request: request, session: session).edit(plan, movesFiles: false).steps
            }
        }
        return steps.isEmpty ? .null : WorkspaceEdit(steps).json(hasVersions: request.settings.takesDocumentChanges)
    }

    /// As `slip rm` leaves the links to what goes, so does this; which will lead nowhere is told.
    @Sendable static func willDelete(_ request: Request) throws -> JSONValue {
        for file in request.params["files"]?.list ?? [] {
            guard let found = path(file["uri"], request) else { continue }
            try request.plan(found.vault) { session in
                let files = try session.files(inside: found.path)
                let gone = Set(files)
                for path in files {
                    let places = try session.backlinks(to: path).filter { !gone.contains($0.path) }
                    for place in places.prefix(20) {
                        request.client.log(
                            "slip: \(place.path.text):\(place.line): a link to '\(path.text)' will lead nowhere", .info)
                    }
                }
            }
        }
        return .null
    }

    /// Links that would mean a new note are kept leading where they lead.
    @Sendable static func willCreate(_ request: Request) throws -> JSONValue {
        var steps: [WorkspaceEdit.Step] = []
        for file in request.params["files"]?.list ?? [] {
            guard let found = path(file["uri"], request), found.vault.takesAsNote(found.path) else { continue }
            steps += try request.plan(found.vault) { session in
                if try session.isFile(found.path) { return [] }
                let plan = try Planner(session).making([], at: found.path)
                return try PlannedEdit(request: request, session: session).edit(plan).steps
            }
        }
        return steps.isEmpty ? .null : WorkspaceEdit(steps).json(hasVersions: request.settings.takesDocumentChanges)
    }
}
