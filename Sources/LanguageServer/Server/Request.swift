import Indexing
import LanguageProtocol
import Searching
import SourceText
import VaultFiles

/// Everything that is open, as it was when a request came.
struct Snapshot: Sendable {
    /// Grows with every change of what is open.
    var revision = 0
    var documents: OpenDocuments
    /// Folders of the workspace, as full paths.
    var folders: [[UInt8]]
    var settings: Settings

    /// The same with documents in the vaults that they lie in now, as these are configured now.
    func current(_ vaults: VaultTable) -> Snapshot {
        var snapshot = self
        snapshot.documents = documents.current(vaults)
        return snapshot
    }
}

/// A request while it is answered: what is open, what it asks, and what it may ask.
struct Request {
    let snapshot: Snapshot
    let params: JSONValue
    let cancellation: Cancellation
    let sessions: LaneSessions
    let vaults: VaultTable

    var settings: Settings { snapshot.settings }
    var client: Client { sessions.client }
    var encoding: PositionEncoding { settings.encoding }

    /// The document that `textDocument` names.
    func document() throws(ResponseError) -> Document {
        let uri = try DocumentURI(params["textDocument"]?["uri"])
        guard let document = snapshot.documents[uri] else {
            throw ResponseError(.invalidParams, "'\(uri.text)' is not open")
        }
        return document
    }

    /// The byte that `position` names.
    func offset(in document: Document) throws(ResponseError) -> Int {
        document.text.offset(of: try Position(params["position"]), encoding)
    }

    // MARK: The vault

    /// The session on a vault with everything that is open.
    ///
    /// - Parameter scans: whether to scan its files now, however recent the last scan is.
    func session(on vault: Vault, scans: Bool = false) throws -> VaultSession {
        try cancellation.check()
        return try sessions.session(
            on: vault, snapshot.documents.all, hasProgress: settings.hasProgress,
            refreshing: { session, refresh in
                let isRequired = scans || vaults.scans.requiresScan(vault)
                // Typing must not wait for another thread's plan, which blocks writing to the index.
                if vaults.isSupposed(vault), !isRequired { return false }
                return try vaults.scans.scanIfDue(vault, always: scans || session.isVouchedFor, refresh)
            })
    }

    /// Asks the vault that a document lies in, with the names of all that is open; nil where it lies in none.
    func ask<Value>(_ document: Document, _ body: (VaultSession) throws -> Value) throws -> Value? {
        guard let vault = document.vault else { return nil }
        return try ask(vault, body)
    }

    func ask<Value>(_ vault: Vault, _ body: (VaultSession) throws -> Value) throws -> Value {
        let session = try session(on: vault)
        return try session.withSnapshot { try body(session) }
    }

    /// The same with the index as it would be if everything that is open were saved.
    func suppose<Value>(_ vault: Vault, _ body: (VaultSession) throws -> Value) throws -> Value {
        let session = try session(on: vault)
        return try vaults.supposing(vault) { try session.supposingOpenNotes { try body(session) } }
    }

    /// The same where a change is planned.
    func plan<Value>(_ vault: Vault, _ body: (VaultSession) throws -> Value) throws -> Value {
        let session = try session(on: vault)
        return try vaults.supposing(vault) { try session.supposingOpenNotes(plans: true) { try body(session) } }
    }

    /// The vaults of the workspace: those of open documents, then of its folders.
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

    /// Does a piece of what is slow the first time; true once there is nothing left.
    func prepareNames(of vault: Vault) throws -> Bool {
        let session = try sessions.opened(vault) ?? session(on: vault)
        return try session.withSnapshot { try session.prepareNames() }
    }

    // MARK: Places

    func uri(_ path: VaultPath, in vault: Vault) -> DocumentURI {
        document(path, in: vault)?.uri ?? DocumentURI(path: vault.fullPath(path))
    }

    /// The open document of a note.
    func document(_ path: VaultPath, in vault: Vault) -> Document? {
        snapshot.documents[path, in: vault]
    }

    /// A place in a note, be it open or not; the beginning of what cannot be read.
    func location(_ path: VaultPath, _ range: Range<Int>, _ session: VaultSession) -> Location {
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
