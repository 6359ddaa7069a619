import Editing
import JSONRPC
import Searching
import SourceText
import System
import VaultFiles

/// Converts the plans of the command line to edits that the client applies.
struct PlannedEdit {
    let request: Request
    let snapshot: VaultSnapshot

    private var vault: Vault { snapshot.vault }

    /// Returns the edit for a plan. A file that moves is edited under its old path, before the move.
    ///
    /// - Parameter movesFiles: whether the edit includes moves. False if the client moves the files itself.
    /// - Throws: `ResponseError` if the plan cannot be expressed as an edit, or the client does not support it.
    func edit(_ plan: ChangePlan, movesFiles: Bool = true) throws -> WorkspaceEdit {
        var moves: [(from: VaultPath, to: VaultPath)] = []
        for case .move(let from, let to) in plan.operations { moves.append((from, to)) }
        var writes: [PlannedWrite] = []
        var written: Set<VaultPath> = []
        var files: [WorkspaceEdit.EditStep] = []
        for operation in plan.operations {
            switch operation {
            case .write(let path, let before, let after):
                let path = Self.old(path, moves)
                guard written.insert(path).inserted else {
                    throw ResponseError(.internalError, "'\(path.text)' would be changed twice; nothing was changed")
                }
                let open = snapshot.openNotes[path].flatMap { _ in request.document(path, in: snapshot.vault) }
                writes.append(PlannedWrite(path: path, open: open, before: before, after: after))
            case .create(let path, .bytes(let bytes)):
                let uri = DocumentURI(path: vault.fullPath(path))
                files.append(.create(uri))
                if !bytes.isEmpty {
                    files.append(
                        .edit(uri, version: nil, [TextEdit(.documentStart, String(decoding: bytes, as: UTF8.self))]))
                }
            case .move(let from, let to):
                if movesFiles {
                    files.append(.rename(request.uri(from, in: vault), DocumentURI(path: vault.fullPath(to))))
                }
            case .makeFolder: continue
            case .create(_, .copy), .remove, .removeFolder:
                throw ResponseError(.requestFailed, "an editor cannot apply this; use the command line")
            }
        }
        let (all, vault, encoding) = (writes, vault, request.encoding)
        let edits = try Parallel.map(stretchesOf: 16, in: all.count) { stretch in
            Result { try stretch.map { try all[$0].edit(in: vault, encoding) } }
        }.flatMap { try $0.get() }
        let edit = WorkspaceEdit(edits + files)
        try check(edit)
        return edit
    }

    func json(_ plan: ChangePlan, movesFiles: Bool = true) throws -> JSONValue {
        for notice in plan.notices { request.client.log("slip: \(notice)", .info) }
        return try edit(plan, movesFiles: movesFiles).json(hasVersions: request.settings.takesDocumentChanges)
    }

    private static func old(_ path: VaultPath, _ moves: [(from: VaultPath, to: VaultPath)]) -> VaultPath {
        for (from, to) in moves where path.isInside(to) {
            return from.appending(
                VaultPath(bytes: Array(path.bytes.dropFirst(to.bytes.count).drop { $0 == Byte.slash })))
        }
        return path
    }

    private func check(_ edit: WorkspaceEdit) throws {
        let settings = request.settings
        for step in edit.steps {
            let needed: String? =
                switch step {
                case .edit: nil
                case .create: "create"
                case .rename: "rename"
                }
            guard let needed, !settings.takesDocumentChanges || !settings.fileOperations.contains(needed) else {
                continue
            }
            throw ResponseError(.requestFailed, "this editor cannot \(needed) files for a server; use the command line")
        }
    }
}

/// The new content of a file in a plan.
private struct PlannedWrite: Sendable {
    let path: VaultPath
    let open: Document?
    let before: [UInt8]
    let after: [UInt8]

    /// Returns one text edit for each link, keyword, heading or word that changes. Throws if the file is not UTF-8.
    func edit(in vault: Vault, _ encoding: PositionEncoding) throws -> WorkspaceEdit.EditStep {
        // An editor would show replacement characters and save them.
        if before.firstInvalidUTF8 != nil || after.firstInvalidUTF8 != nil {
            throw VaultError(path, "is not UTF-8, so an editor cannot change it safely", help: "use the command line")
        }
        var cursor = PositionCursor(open?.text ?? EditorText(before, isOnDisk: true), encoding)
        let edits = TextDifference(from: before, to: after).edits(vault.configuration).map { edit in
            TextEdit(cursor.range(of: edit.range), String(decoding: edit.replacement, as: UTF8.self))
        }
        return .edit(open?.uri ?? DocumentURI(path: vault.fullPath(path)), version: open?.version, edits)
    }
}
