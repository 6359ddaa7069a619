import JSONRPC
import Searching
import SourceText
import Synchronization
import System
import VaultFiles

/// Pushes diagnostics of open documents to the client, and again when they change.
final class DiagnosticsPush: Sendable {
    private struct PushState {
        /// The documents to publish: those that changed, and perhaps all.
        var changed: Set<DocumentURI> = []
        var all = PublishAll.none
        var workspace: WorkspaceState?
        var isWaiting = false
        /// Grows with each event that may change any diagnostic.
        var events = 0
        /// The documents whose hints the other queue must add.
        var hintless: Set<DocumentURI> = []
        /// The diagnostics that were last published.
        var published: [DocumentURI: JSONValue] = [:]
        /// A hash of the parts of a file that links from other files depend on: its names and fragments.
        var dependencyHashes: [[UInt8]: Int] = [:]
        /// The most similar names for unknown names, by vault, valid for one state of its names.
        var hints: [[UInt8]: SimilarNames] = [:]
        /// The generation and configuration of each vault's index at the last check.
        var indexes: [[UInt8]: String] = [:]
        /// Whether the client has pulled diagnostics.
        var hasPulled = false

        /// Whether the client pulls its diagnostics, and would show pushed ones twice. A client that cannot be asked to
        /// pull again may never pull: it does if it has done so once.
        func isPulling(_ settings: Settings) -> Bool {
            settings.canPullDiagnostics && (settings.refreshesDiagnostics || hasPulled)
        }
    }

    /// When to publish the diagnostics of all open documents.
    private enum PublishAll {
        case none
        case ifIndexChanged
        case always
    }

    private let state = Mutex(PushState())
    /// Held while the client is notified, so that two queues cannot notify it in the wrong order.
    private let publishing = Mutex(())
    private let queue: RequestQueue
    /// The queue for hints that need a search of all notes. Other diagnostics do not wait for it.
    private let hintQueue: RequestQueue
    private let vaults: VaultTable

    init(_ queue: RequestQueue, hints: RequestQueue, _ vaults: VaultTable) {
        self.queue = queue
        hintQueue = hints
        self.vaults = vaults
    }

    var isIdle: Bool { queue.isIdle && hintQueue.isIdle && state.withLock { !$0.isWaiting } }

    func end() {
        queue.end()
        hintQueue.end()
    }

    func changed(_ uri: DocumentURI, _ workspace: WorkspaceState) { schedule(workspace) { $0.changed.insert(uri) } }

    /// Checks on the queue whether the index has changed, and if so publishes the diagnostics of all open documents
    /// again.
    func publishIfIndexChanged(_ workspace: WorkspaceState) {
        if workspace.documents.isEmpty { return }
        schedule(workspace) { if $0.all == .none { $0.all = .ifIndexChanged } }
    }

    /// Publishes the diagnostics of all open documents again, even those that are the same as before.
    func publishAll(_ workspace: WorkspaceState) {
        schedule(workspace) { state in
            state.published = [:]
            state.all = .always
        }
    }

    /// Records that the client pulls diagnostics. Those that were pushed before are withdrawn.
    func pulled(_ workspace: WorkspaceState) {
        if workspace.settings.canPullDiagnostics, state.withLock({ !$0.hasPulled }) {
            schedule(workspace) { $0.hasPulled = true }
        }
    }

    func closed(_ document: Document, _ workspace: WorkspaceState) {
        schedule(workspace) { state in
            state.changed.remove(document.uri)
            state.dependencyHashes[document.file] = nil
            state.all = .always
        }
        for queue in [queue, hintQueue] { queue.discardTokens(except: workspace) }
    }

    /// Records what to publish, and queues the work unless it waits already.
    private func schedule(_ workspace: WorkspaceState, _ change: (inout PushState) -> Void) {
        let isNew = state.withLock { state in
            change(&state)
            state.events += 1
            // An older workspace may arrive late.
            if workspace.revision >= state.workspace?.revision ?? 0 { state.workspace = workspace }
            defer { state.isWaiting = true }
            return !state.isWaiting
        }
        if isNew { queue.add { self.publishScheduled($0) } }
    }

    /// Publishes what was scheduled, on the thread of `queue`. If the client pulls, only asks it to pull again.
    private func publishScheduled(_ sessions: QueueSessions) {
        let (changed, all, workspace) = state.withLock { state in
            defer { (state.changed, state.all, state.isWaiting) = ([], .none, false) }
            return (state.changed, state.all, state.workspace)
        }
        guard let workspace = workspace?.current(vaults) else { return }
        withdraw(from: workspace, sessions.client)
        // Called in any case: it records the index state that the next event is compared with.
        let publishesAll = all != .none && (recordIndexChanges(workspace, sessions) || all == .always)
        if state.withLock({ $0.isPulling(workspace.settings) }) {
            if publishesAll, workspace.settings.refreshesDiagnostics {
                sessions.client.ask("workspace/diagnostic/refresh", .null)
            }
            return
        }
        var wanted = Array(changed)
        if publishesAll { wanted += workspace.documents.uris }
        var done: Set<DocumentURI> = []
        while let uri = wanted.popLast() {
            // A newer text is waiting.
            guard let document = workspace.documents[uri], !done.contains(uri),
                !state.withLock({ $0.changed.contains(uri) })
            else { continue }
            done.insert(uri)
            publish(document, workspace, sessions: sessions)
            // Links from other documents may be broken or valid now.
            if dependenciesHaveChanged(document, workspace) { wanted += workspace.documents.uris }
        }
    }

    /// Clears the diagnostics of closed documents, and all if the client pulls them now.
    private func withdraw(from workspace: WorkspaceState, _ client: Client) {
        let gone = state.withLock { state in
            let open = state.isPulling(workspace.settings) ? [] : Set(workspace.documents.uris)
            let gone = state.published.keys.filter { !open.contains($0) }
            for uri in gone { state.published[uri] = nil }
            return gone
        }
        for uri in gone { client.notify("textDocument/publishDiagnostics", ["uri": uri.json, "diagnostics": []]) }
    }

    /// Records the state of all indexes. Returns whether one has changed since the last call.
    private func recordIndexChanges(_ workspace: WorkspaceState, _ sessions: QueueSessions) -> Bool {
        var hasNews = false
        let request = request(workspace, sessions)
        for vault in request.allVaults {
            guard let generation = try? request.read(vault, { try $0.indexGeneration() }) else { continue }
            let index = "\(generation) \(vault.configuration.signature)"
            let isNew = state.withLock { state in
                defer { state.indexes[vault.root] = index }
                return state.indexes[vault.root] != index
            }
            if isNew { hasNews = true }
        }
        return hasNews
    }

    /// Records a hash of the names and fragments of a document. Returns whether it differs from that of the last call,
    /// or there was none.
    private func dependenciesHaveChanged(_ document: Document, _ workspace: WorkspaceState) -> Bool {
        let dependencyHash = (workspace.documents.visible(document.file) ?? document).note.dependencyHash
        return state.withLock { state in
            defer { state.dependencyHashes[document.file] = dependencyHash }
            return state.dependencyHashes[document.file].map { $0 != dependencyHash } ?? true
        }
    }

    private func request(_ workspace: WorkspaceState, _ sessions: QueueSessions) -> Request {
        Request(
            workspace: workspace, params: .null, cancellation: Cancellation(), sessions: sessions, vaults: vaults)
    }

    private func publish(_ document: Document, _ workspace: WorkspaceState, sessions: QueueSessions) {
        let request = request(workspace, sessions)
        if let vault = document.vault { adoptHints(vault, request) }
        // Errors of the vault are reported by the next request.
        guard let (items, lacksHints) = try? Diagnostics.items(of: document, request, waits: false, limit: Self.most)
        else { return }
        send(items, document, to: sessions.client)
        if lacksHints { scheduleHints(of: document.uri) }
    }

    private func scheduleHints(of uri: DocumentURI) {
        if state.withLock({ $0.hintless.insert(uri).inserted }) { hintQueue.add { self.addHints(to: uri, $0) } }
    }

    /// Passes the similar names that are already known to the queue's session, so that it need not search for them.
    private func adoptHints(_ vault: Vault, _ request: Request) {
        guard let known = state.withLock({ $0.hints[vault.root] }) else { return }
        try? request.read(vault) { try $0.adopt(known) }
    }

    /// Publishes the diagnostics of a document again, with all hints.
    private func addHints(to uri: DocumentURI, _ sessions: QueueSessions) {
        let (workspace, events) = state.withLock { state in
            state.hintless.remove(uri)
            return (state.workspace.flatMap { state.isPulling($0.settings) ? nil : $0 }, state.events)
        }
        guard let workspace = workspace?.current(vaults), let document = workspace.documents[uri],
            let vault = document.vault
        else { return }
        let request = request(workspace, sessions)
        adoptHints(vault, request)
        let found = try? request.readKinds(of: document, in: vault) { snapshot in
            let items = try Diagnostics.items(of: document, in: snapshot, request, waits: true, limit: Self.most).items
            return (items: items, names: try snapshot.similarNames())
        }
        guard let found else { return }
        state.withLock { $0.hints[vault.root] = found.names }
        if !send(found.items, document, to: sessions.client, ifStillAt: events) { scheduleHints(of: uri) }
    }

    /// Editors do not show more per document, and all are sent again after each change.
    private static let most = 1000

    /// Publishes the diagnostics of a document unless they equal those published last.
    ///
    /// - Parameter events: the event count when they were computed. If it has grown, they are stale and not sent. Nil:
    ///   never stale.
    /// - Returns: false if they are stale.
    @discardableResult private func send(
        _ items: JSONValue, _ document: Document, to client: Client, ifStillAt events: Int? = nil
    ) -> Bool {
        publishing.withLock { _ in
            let (isStale, isNew) = state.withLock { state in
                if let events, events != state.events { return (true, false) }
                defer { state.published[document.uri] = items }
                return (false, state.published[document.uri].map { $0 != items } ?? true)
            }
            if isNew {
                client.notify(
                    "textDocument/publishDiagnostics",
                    ["uri": document.uri.json, "version": .int(document.version), "diagnostics": items])
            }
            return !isStale
        }
    }
}
