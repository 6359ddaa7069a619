import Indexing
import LanguageProtocol
import Searching
import SourceText
import VaultFiles

/// The state of the open documents when a request arrived.
struct Snapshot: Sendable {
    /// Grows with every change of an open document.
    var revision = 0
    var documents: OpenDocuments
    /// The workspace folders, as absolute paths.
    var folders: [[UInt8]]
    var settings: Settings

    /// Returns the same snapshot, with documents assigned to the vaults that contain them now, with their current
    /// configuration.
    func current(_ vaults: VaultTable) -> Snapshot {
        var snapshot = self
        snapshot.documents = documents.current(vaults)
        return snapshot
    }
}

/// The context in which a request is answered.
struct Request {
    let snapshot: Snapshot
    let params: JSONValue
    let cancellation: Cancellation
    let sessions: LaneSessions
    let vaults: VaultTable

    var settings: Settings { snapshot.settings }
    var client: Client { sessions.client }
    var encoding: PositionEncoding { settings.encoding }

    /// Returns the document that `textDocument` names.
    func document() throws(ResponseError) -> Document {
        let uri = try DocumentURI(params["textDocument"]?["uri"])
        guard let document = snapshot.documents[uri] else {
            throw ResponseError(.invalidParams, "'\(uri.text)' is not open")
        }
        return document
    }

    func offset(in document: Document) throws(ResponseError) -> Int {
        document.text.offset(of: try Position(params["position"]), encoding)
    }

    // MARK: The vault

    /// Returns the session on a vault, including all open documents.
    ///
    /// - Parameter scans: whether to scan its files now, even if the last scan is recent.
    func session(on vault: Vault, scans: Bool = false) throws -> VaultSession {
        try cancellation.check()
        return try sessions.session(
            on: vault, snapshot.documents.all, hasProgress: settings.hasProgress,
            refreshing: { session, refresh in
                let isRequired = scans || vaults.scans.requiresScan(vault)
                // Typing must not wait for another thread's plan, which blocks writing to the index.
                if vaults.isSupposed(vault), !isRequired { return false }
                return try vaults.scans.scanIfDue(vault, always: scans || session.isConfirmed, refresh)
            })
    }

    /// Runs `body` with the vault of a document, including the names of all open documents. Returns nil if it is in no
    /// vault.
    func ask<Value>(_ document: Document, _ body: (VaultSession) throws -> Value) throws -> Value? {
        guard let vault = document.vault else { return nil }
        return try ask(vault, body)
    }

    func ask<Value>(_ vault: Vault, _ body: (VaultSession) throws -> Value) throws -> Value {
        let session = try session(on: vault)
        return try session.withSnapshot { try body(session) }
    }

    /// Runs `body` with an index in which all open documents are saved.
    func suppose<Value>(_ vault: Vault, _ body: (VaultSession) throws -> Value) throws -> Value {
        let session = try session(on: vault)
        return try vaults.supposing(vault) { try session.supposingOpenNotes { try body(session) } }
    }

    /// Runs `body` with the same index, to plan a change.
    func plan<Value>(_ vault: Vault, _ body: (VaultSession) throws -> Value) throws -> Value {
        let session = try session(on: vault)
        return try vaults.supposing(vault) { try session.supposingOpenNotes(plans: true) { try body(session) } }
    }

    /// The vaults of the workspace: those of open documents and of workspace folders.
    var allVaults: [Vault] {
        var found: [[UInt8]: Vault] = [:]
        for document in snapshot.documents.all {
            if let vault = document.vault { found[vault.root] = vault }
        }
        for folder in snapshot.folders {
            if let vault = vaults.vault(holding: folder + Array("/x".utf8)) { found[vault.root] = vault }
        }
        return found.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    }

    /// Loads a part of the vault's names. Returns true when all are loaded.
    func prepareNames(of vault: Vault) throws -> Bool {
        let session = try sessions.opened(vault) ?? session(on: vault)
        return try session.withSnapshot { try session.prepareNames() }
    }

    // MARK: Places

    func uri(_ path: VaultPath, in vault: Vault) -> DocumentURI {
        document(path, in: vault)?.uri ?? DocumentURI(path: vault.fullPath(path))
    }

    func document(_ path: VaultPath, in vault: Vault) -> Document? {
        snapshot.documents[path, in: vault]
    }

    /// Returns the location of a range in a note, open or not. If the note cannot be read, returns its start.
    func location(_ path: VaultPath, _ range: Range<Int>, in session: VaultSession) -> Location {
        let vault = session.vault
        if let document = document(path, in: vault) {
            return Location(document.uri, document.text.range(of: range, encoding))
        }
        let uri = DocumentURI(path: vault.fullPath(path))
        guard !range.isEmpty || range.lowerBound > 0, let bytes = try? session.bytes(path) else {
            return Location(uri, .documentStart)
        }
        return Location(uri, DocumentText(bytes, isOnDisk: true).range(of: range, encoding))
    }
}
