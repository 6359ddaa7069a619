import Indexing
import JSONRPC
import Searching
import SourceText
import VaultFiles

/// The open documents, the folders and the settings when a request arrived.
struct WorkspaceState: Sendable {
    /// Grows with every change of an open document.
    var revision = 0
    var documents: OpenDocuments
    /// The workspace folders, as absolute paths.
    var folders: [[UInt8]]
    var settings: Settings

    /// Returns the same state, with documents assigned to the vaults that contain them now, with their current
    /// configuration.
    func current(_ vaults: VaultTable) -> WorkspaceState {
        var workspace = self
        workspace.documents = documents.current(vaults)
        return workspace
    }
}

/// A request of the client with all that its answer depends on: the workspace, the queue's sessions and the vaults.
struct Request {
    let workspace: WorkspaceState
    let params: JSONValue
    let cancellation: Cancellation
    let sessions: QueueSessions
    let vaults: VaultTable

    var settings: Settings { workspace.settings }
    var client: Client { sessions.client }
    var encoding: PositionEncoding { settings.encoding }

    /// Returns the open document that `textDocument` names. Throws if it is not open.
    func document() throws(ResponseError) -> Document {
        let uri = try DocumentURI(params["textDocument"]?["uri"])
        guard let document = workspace.documents[uri] else {
            throw ResponseError(.invalidParams, "'\(uri.text)' is not open")
        }
        return document
    }

    func offset(in document: Document) throws(ResponseError) -> Int {
        document.text.offset(of: try Position(params["position"]), encoding)
    }

    // MARK: The vault

    /// Returns the queue's session on a vault. The index is up to date with the files, unless the last scan is recent.
    ///
    /// - Parameter scans: whether to scan the files now, even if the last scan is recent.
    func session(on vault: Vault, scans: Bool = false) throws -> VaultSession {
        try cancellation.check()
        return try sessions.session(
            on: vault, hasProgress: settings.hasProgress,
            refreshing: { session, refresh in
                let isRequired = scans || vaults.scans.requiresScan(vault)
                // Typing must not wait for another thread's plan, which blocks writing to the index.
                if vaults.isPlanning(vault), !isRequired { return false }
                return try vaults.scans.scanIfDue(vault, always: scans || session.isConfirmed, refresh)
            })
    }

    /// The open documents of a vault.
    private func openNotes(of vault: Vault) -> OpenNotes {
        OpenNotes(
            workspace.documents.all.lazy.filter { $0.vault?.root == vault.root && !$0.isConfiguration }.map(\.note))
    }

    /// Reads the vault of a document, with the names of all open documents as they are in the editor. Returns nil if it
    /// is in no vault.
    func read<Value>(_ document: Document, _ body: (VaultSnapshot) throws -> Value) throws -> Value? {
        guard let vault = document.vault else { return nil }
        return try read(vault, body)
    }

    func read<Value>(_ vault: Vault, _ body: (VaultSnapshot) throws -> Value) throws -> Value {
        try session(on: vault).read(with: openNotes(of: vault), body)
    }

    /// Reads a vault as if all open documents were saved.
    func readAsSaved<Value>(_ vault: Vault, _ body: (VaultSnapshot) throws -> Value) throws -> Value {
        let session = try session(on: vault)
        return try vaults.whilePlanning(vault) { try session.readAsSaved(with: openNotes(of: vault), body) }
    }

    /// Reads a vault to find the kinds that a note is of, which depend on its unsaved text. If the vault has no kinds, or
    /// the note is long, the text of the last save counts, because that is faster.
    func readKinds<Value>(
        of document: Document, in vault: Vault, _ body: (VaultSnapshot) throws -> Value
    ) throws -> Value {
        if vault.configuration.kinds.isEmpty || document.note.isLong { return try read(vault, body) }
        return try readAsSaved(vault, body)
    }

    /// Plans a change of a vault, as if all open documents were saved.
    func plan<Value>(_ vault: Vault, _ body: (VaultSnapshot) throws -> Value) throws -> Value {
        let session = try session(on: vault)
        return try vaults.whilePlanning(vault) { try session.plan(with: openNotes(of: vault), body) }
    }

    /// The vaults of the workspace: those of open documents and of workspace folders.
    var allVaults: [Vault] {
        var found: [[UInt8]: Vault] = [:]
        for document in workspace.documents.all {
            if let vault = document.vault { found[vault.root] = vault }
        }
        for folder in workspace.folders {
            if let vault = vaults.vault(holding: folder + Array("/x".utf8)) { found[vault.root] = vault }
        }
        return found.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    }

    /// Loads a part of the vault's names. Returns true when all are loaded.
    func prepareNames(of vault: Vault) throws -> Bool {
        let session = try sessions.opened(vault) ?? session(on: vault)
        return try session.read(with: openNotes(of: vault)) { try $0.prepareNames() }
    }

    // MARK: Places

    func uri(_ path: VaultPath, in vault: Vault) -> DocumentURI {
        document(path, in: vault)?.uri ?? DocumentURI(path: vault.fullPath(path))
    }

    func document(_ path: VaultPath, in vault: Vault) -> Document? {
        workspace.documents[path, in: vault]
    }

    /// Returns the location of a byte range in a note, open or not. If the note cannot be read, returns the location of
    /// its start.
    func location(_ path: VaultPath, _ range: Range<Int>, in snapshot: VaultSnapshot) -> Location {
        let vault = snapshot.vault
        if let document = document(path, in: vault) {
            return Location(document.uri, document.text.range(of: range, encoding))
        }
        let uri = DocumentURI(path: vault.fullPath(path))
        guard !range.isEmpty || range.lowerBound > 0, let bytes = try? snapshot.bytes(path) else {
            return Location(uri, .documentStart)
        }
        return Location(uri, EditorText(bytes, isOnDisk: true).range(of: range, encoding))
    }
}
