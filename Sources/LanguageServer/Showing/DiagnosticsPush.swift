import LanguageProtocol
import Searching
import SourceText
import Synchronization
import VaultFiles

/// Tells the client what is wrong with the open documents, as soon as it is known, and again when that has changed.
final class DiagnosticsPush: Sendable {
    private struct State {
        /// What is to be looked at: documents that changed, or all.
        var changed: Set<DocumentURI> = []
        var isEverything = false
        var snapshot: Snapshot?
        var isWaiting = false
        /// What the client was told last.
        var told: [DocumentURI: JSONValue] = [:]
        /// A hash of what others may see of a file: its names, and the parts that links may name.
        var faces: [[UInt8]: Int] = [:]
        /// What is near to names that no note has, by vault, for one state of its names.
        var hints: [[UInt8]: (stamp: Int, names: [String: String?])] = [:]
        /// What was looked at last, by vault: which state of its index, by which configuration.
        var indexes: [[UInt8]: String] = [:]
    }

    private let state = Mutex(State())
    private let lane: Lane
    /// Where is worked out what takes a look at all notes, while the other tells what does not.
    private let hintLane: Lane
    private let vaults: VaultTable

    init(_ lane: Lane, hints: Lane, _ vaults: VaultTable) {
        self.lane = lane
        hintLane = hints
        self.vaults = vaults
    }

    var isIdle: Bool { lane.isIdle && hintLane.isIdle && state.withLock { !$0.isWaiting } }

    func end() {
        lane.end()
        hintLane.end()
    }

    func changed(_ uri: DocumentURI, _ snapshot: Snapshot) { want(snapshot) { $0.changed.insert(uri) } }

    /// Has everything looked at again, where the index is another than before.
    func lookAgain(_ snapshot: Snapshot) {
        if snapshot.documents.isEmpty { return }
        want(snapshot) { $0.isEverything = true }
    }

    /// Has everything told anew, whether or not it changed.
    func forget() {
        state.withLock { state in
            state.told = [:]
            state.indexes = [:]
        }
    }

    func closed(_ document: Document, _ snapshot: Snapshot) {
        want(snapshot) { state in
            state.changed.remove(document.uri)
            state.faces[document.file] = nil
            state.isEverything = true
            state.indexes = [:]
        }
        for lane in [lane, hintLane] { lane.forget(snapshot) }
    }

    private func want(_ snapshot: Snapshot, _ change: (inout State) -> Void) {
        let isNew = state.withLock { state in
            change(&state)
            // Who looked before a change may come after it.
            if snapshot.revision >= state.snapshot?.revision ?? 0 { state.snapshot = snapshot }
            defer { state.isWaiting = true }
            return !state.isWaiting
        }
        if isNew { lane.add { self.work($0) } }
    }

    private func work(_ sessions: LaneSessions) {
        let (changed, isEverything, snapshot) = state.withLock { state in
            defer { (state.changed, state.isEverything, state.isWaiting) = ([], false, false) }
            return (state.changed, state.isEverything, state.snapshot)
        }
        guard let snapshot = snapshot?.current(vaults) else { return }
        withdraw(from: snapshot, sessions.client)
        if snapshot.settings.pullsDiagnostics {
            if isEverything, hasNews(snapshot, sessions), snapshot.settings.refreshesDiagnostics {
                sessions.client.ask("workspace/diagnostic/refresh", .null)
            }
            return
        }
        var wanted = Array(changed)
        if isEverything, hasNews(snapshot, sessions) { wanted += snapshot.documents.uris }
        var done: Set<DocumentURI> = []
        while let uri = wanted.popLast() {
            // A newer text is waiting.
            guard let document = snapshot.documents[uri], !done.contains(uri),
                !state.withLock({ $0.changed.contains(uri) })
            else { continue }
            done.insert(uri)
            publish(document, snapshot, sessions)
            // Those that link to it may be broken now, or whole.
            if hasOtherFace(document, snapshot) { wanted += snapshot.documents.uris }
        }
    }

    /// Takes back what was said of documents that are closed.
    private func withdraw(from snapshot: Snapshot, _ client: Client) {
        let gone = state.withLock { state in
            let open = Set(snapshot.documents.uris)
            let gone = state.told.keys.filter { !open.contains($0) }
            for uri in gone { state.told[uri] = nil }
            return gone
        }
        for uri in gone { client.notify("textDocument/publishDiagnostics", ["uri": uri.json, "diagnostics": []]) }
    }

    /// Whether an index has changed since it was asked last.
    private func hasNews(_ snapshot: Snapshot, _ sessions: LaneSessions) -> Bool {
        var hasNews = false
        let request = request(snapshot, sessions)
        for vault in request.allVaults {
            guard let generation = try? request.ask(vault, { try $0.indexGeneration() }) else { continue }
            let index = "\(generation) \(vault.configuration.signature)"
            let isNew = state.withLock { state in
                defer { state.indexes[vault.root] = index }
                return state.indexes[vault.root] != index
            }
            if isNew { hasNews = true }
        }
        return hasNews
    }

    private func hasOtherFace(_ document: Document, _ snapshot: Snapshot) -> Bool {
        let face = (snapshot.documents.visible(document.file) ?? document).note.face
        return state.withLock { state in
            defer { state.faces[document.file] = face }
            return state.faces[document.file].map { $0 != face } ?? true
        }
    }

    private func request(_ snapshot: Snapshot, _ sessions: LaneSessions) -> Request {
        Request(
            snapshot: snapshot, params: .null, cancellation: Cancellation(), sessions: sessions, vaults: vaults)
    }

    private func publish(_ document: Document, _ snapshot: Snapshot, _ sessions: LaneSessions) {
        let request = request(snapshot, sessions)
        if let vault = document.vault { learn(vault, request) }
        // What is wrong with the vault is told to whoever asks for something.
        guard let (items, lacksHints) = try? Diagnostics.items(of: document, request, waits: false, limit: Self.most)
        else { return }
        tell(items, document, sessions.client)
        if lacksHints { hintLane.add { self.addHints(to: document, snapshot, $0) } }
    }

    /// Takes over the hints that are known.
    private func learn(_ vault: Vault, _ request: Request) {
        guard let known = state.withLock({ $0.hints[vault.root] }) else { return }
        try? request.ask(vault) { session in
            try session.learn(nearest: known.names, stamp: known.stamp)
        }
    }

    /// Tells what is wrong with a document once more, with all hints, unless its text has changed by then.
    private func addHints(to document: Document, _ snapshot: Snapshot, _ sessions: LaneSessions) {
        func isOutdated() -> Bool {
            state.withLock {
                $0.changed.contains(document.uri) || $0.snapshot?.documents[document.uri]?.version != document.version
            }
        }
        guard let vault = document.vault, !isOutdated() else { return }
        let request = request(snapshot, sessions)
        learn(vault, request)
        let found = try? request.ask(vault) { session in
            let items = try Diagnostics.items(of: document, in: session, request, waits: true, limit: Self.most).items
            return (items: items, stamp: try session.namesStamp(), names: session.nearestNames)
        }
        guard let found else { return }
        state.withLock { $0.hints[vault.root] = (found.stamp, found.names) }
        if !isOutdated() { tell(found.items, document, sessions.client) }
    }

    /// No editor shows more of one document; each is sent anew with every change.
    private static let most = 1000

    private func tell(_ items: JSONValue, _ document: Document, _ client: Client) {
        let isNew = state.withLock { state in
            defer { state.told[document.uri] = items }
            return state.told[document.uri].map { $0 != items } ?? true
        }
        guard isNew else { return }
        client.notify(
            "textDocument/publishDiagnostics",
            ["uri": document.uri.json, "version": .int(document.version), "diagnostics": items])
    }
}
