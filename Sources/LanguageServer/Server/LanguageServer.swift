import Indexing
package import LanguageProtocol
import Searching
import SourceText
import Synchronization
import VaultFiles

/// The language server: receives messages in order, tracks the open documents, and dispatches requests.
///
/// The caller uses `receive` from one thread. It applies a change of a document at once, as an immutable value. A
/// `Lane` answers each request, on the documents that were open when it arrived.
package final class LanguageServer: Sendable {
    private enum Phase { case new, running, shutDown }

    private struct State {
        var phase = Phase.new
        var snapshot = Snapshot(documents: OpenDocuments(), folders: [], settings: Settings())
        var running: [RequestID: (cancellation: Cancellation, document: DocumentURI?, isFleeting: Bool)] = [:]
        var parent: Int?
        /// The vaults whose names are loaded or being loaded.
        var prepared: Set<[UInt8]> = []
    }

    private let state = Mutex(State())
    private let client: Client
    private let vaults: VaultTable
    private let lanes: [Method.Kind: Lane]
    /// Nil if the server does not watch the vaults.
    private let watch: VaultWatch?
    private let diagnostics: DiagnosticsPush

    package init(_ client: Client, _ world: ServerWorld) {
        self.client = client
        vaults = VaultTable(scanInterval: world.scanInterval)
        watch =
            world.watches
            ? VaultWatch(world.environment, vaults.scans, zoneHasChanged: world.zoneHasChanged) { [client] in
                LaneMessages(client)
            } : nil
        lanes = [
            .text: Lane("text", world, client), .quick: Lane("quick", world, client),
            .slow: Lane("slow", world, client),
        ]
        diagnostics = DiagnosticsPush(
            Lane("diagnostics", world, client, givesWay: true), hints: Lane("hints", world, client, givesWay: true),
            vaults)
    }

    // MARK: Messages

    /// Handles one message.
    ///
    /// - Returns: false after the notification `exit`.
    package func receive(_ body: [UInt8]) -> Bool {
        do {
            switch try Message(body: body) {
            case .request(let id, let method, let params): take(id, method, params: params)
            case .notification("exit", _): return false
            case .notification(let method, let params): take(method, params)
            case .response(let id, let result): client.take(id, result)
            }
        } catch {
            client.respond(error.id, .failure(error.error))
        }
        return true
    }

    /// Reports input that is not a valid message.
    package func tell(_ error: ResponseError) { client.respond(nil, .failure(error)) }

    /// Whether the client has sent `shutdown`.
    package var isShutDown: Bool { state.withLock { $0.phase == .shutDown } }

    /// The process whose end also ends the server, or nil.
    package var parent: Int? { state.withLock { $0.parent } }

    /// Ends all threads, after pending requests are answered.
    package func end() {
        for lane in lanes.values { lane.end() }
        diagnostics.end()
        watch?.end()
    }

    /// Whether no request is being answered and no diagnostics are pending.
    package var isIdle: Bool {
        state.withLock { $0.running.isEmpty } && lanes.values.allSatisfy(\.isIdle) && diagnostics.isIdle
    }

    /// Checks for changes on disk. The caller calls this regularly.
    package func tick() {
        // Done once here, instead of in each later request.
        let current = snapshot.current(vaults)
        state.withLock { state in
            if state.snapshot.revision == current.revision { state.snapshot.documents = current.documents }
        }
        diagnostics.lookAgain(snapshot)
        lanes[.quick]?.wake()
    }

    private var snapshot: Snapshot { state.withLock { $0.snapshot } }

    // MARK: Requests

    private func take(_ id: RequestID, _ method: String, params: JSONValue) {
        let phase = state.withLock { $0.phase }
        switch (phase, method) {
        case (.new, "initialize"): return client.respond(id, .success(initialize(params)))
        case (.new, _):
            return client.respond(
                id, .failure(ResponseError(.serverNotInitialized, "the first request must be 'initialize'")))
        case (.shutDown, _), (_, "initialize"):
            return client.respond(
                id, .failure(ResponseError(.invalidRequest, "'\(method)' is not allowed in this state")))
        case (.running, "shutdown"):
            state.withLock { $0.phase = .shutDown }
            return client.respond(id, .success(.null))
        default: break
        }
        guard let known = Method.all[method], let lane = lanes[known.kind] else {
            return client.respond(id, .failure(ResponseError(.methodNotFound, "unknown method '\(method)'")))
        }
        let cancellation = Cancellation()
        let document = params["textDocument"]?["uri"]?.text.map { DocumentURI($0) }
        let snapshot = state.withLock { state in
            state.running[id] = (cancellation, document, known.isFleeting)
            return state.snapshot
        }
        let vaults = vaults
        lane.add { sessions in
            let result = Self.result {
                try cancellation.check()
                let request = Request(
                    snapshot: snapshot.current(vaults), params: params, cancellation: cancellation,
                    sessions: sessions, vaults: vaults)
                let isConfiguration = document.flatMap { request.snapshot.documents[$0] }?.isConfiguration ?? false
                if isConfiguration, !known.takesConfiguration { return .null }
                let value = try known.answer(request)
                try cancellation.check()
                return value
            }
            self.state.withLock { _ = $0.running.removeValue(forKey: id) }
            self.client.respond(id, result)
        }
    }

    private static func result(_ body: () throws -> JSONValue) -> Result<JSONValue, ResponseError> {
        do {
            return .success(try body())
        } catch {
            return .failure(Faults.response(to: error))
        }
    }

    private func initialize(_ params: JSONValue) -> JSONValue {
        var settings = Settings(capabilities: params["capabilities"])
        let faults = settings.read(params["initializationOptions"]?["slip"] ?? params["initializationOptions"])
        var folders = (params["workspaceFolders"]?.list ?? []).compactMap { $0["uri"]?.text }
        if folders.isEmpty, let root = params["rootUri"]?.text { folders = [root] }
        let paths = folders.compactMap { DocumentURI($0).path }
        state.withLock { state in
            state.phase = .running
            state.snapshot.settings = settings
            state.snapshot.folders = paths
            state.parent = params["processId"]?.int
        }
        for fault in faults { client.log("slip: \(fault)", .warning) }
        return ["capabilities": Capabilities.json(settings), "serverInfo": ["name": "slip"]]
    }

    // MARK: Notifications

    private func take(_ method: String, _ params: JSONValue) {
        guard state.withLock({ $0.phase == .running }) else { return }
        do throws(ResponseError) {
            switch method {
            case "initialized": initialized()
            case "$/cancelRequest":
                guard let id = RequestID(params["id"]) else { return }
                state.withLock { $0.running[id] }?.cancellation.cancel()
            case "textDocument/didOpen": try open(params)
            case "textDocument/didChange": try change(params)
            case "textDocument/didClose":
                vaults.scans.invalidate()
                try close(params)
            case "workspace/didChangeConfiguration": configure(params["settings"]?["slip"])
            case "workspace/didChangeWorkspaceFolders": changeFolders(params["event"])
            case "textDocument/didSave", "workspace/didChangeWatchedFiles", "workspace/didRenameFiles",
                "workspace/didCreateFiles", "workspace/didDeleteFiles":
                // All vaults, because a file may also belong to an enclosing vault or be reached by a link.
                vaults.scans.invalidate()
                diagnostics.lookAgain(snapshot)
            default: break
            }
        } catch {
            if method == "textDocument/didChange" { lose(params) }
            // A notification has no response.
            client.log("slip: \(method): \(error.message)", .error)
        }
    }

    private func initialized() {
        let (settings, folders) = state.withLock { ($0.snapshot.settings, $0.snapshot.folders) }
        if settings.hasConfiguration { configure(nil) }
        for folder in folders {
            if let vault = vaults.vault(holding: folder + Array("/x".utf8)) { follow(vault) }
        }
    }

    /// Watches a vault, and prepares its names a piece at a time, after the first request or a short delay.
    private func follow(_ vault: Vault) {
        watch?.follow(vault)
        let (snapshot, isNew) = state.withLock { ($0.snapshot, $0.prepared.insert(vault.root).inserted) }
        guard isNew else { return }
        let vaults = vaults
        lanes[.quick]?.prepare { sessions in
            let request = Request(
                snapshot: snapshot, params: .null, cancellation: Cancellation(), sessions: sessions, vaults: vaults)
            // Errors of the vault are reported by the next request.
            return (try? request.prepareNames(of: vault)) ?? true
        }
    }

    private func configure(_ value: JSONValue?) {
        let settings = state.withLock { $0.snapshot.settings }
        if settings.hasConfiguration {
            client.ask("workspace/configuration", ["items": [["section": "slip"]]]) { [self] result in
                set(result?.list.first)
            }
        } else {
            set(value)
        }
    }

    private func set(_ value: JSONValue?) {
        let faults = state.withLock { $0.snapshot.settings.read(value) }
        for fault in faults { client.log("slip: \(fault)", .warning) }
        diagnostics.publishAll(snapshot)
    }

    private func changeFolders(_ event: JSONValue?) {
        func paths(_ value: JSONValue?) -> [[UInt8]] {
            (value?.list ?? []).compactMap { $0["uri"]?.text }.compactMap { DocumentURI($0).path }
        }
        let (removed, added) = (paths(event?["removed"]), paths(event?["added"]))
        state.withLock { state in
            state.snapshot.folders.removeAll { removed.contains($0) }
            state.snapshot.folders += added.filter { !state.snapshot.folders.contains($0) }
        }
        initialized()
    }

    // MARK: Texts

    private func open(_ params: JSONValue) throws(ResponseError) {
        let item = params["textDocument"]
        let uri = try DocumentURI(item?["uri"])
        guard let text = item?["text"]?.text else { throw .missing("text") }
        let document = Document(
            uri, version: item?["version"]?.int ?? 0, text: DocumentText(Array(text.utf8)), vaults: vaults)
        put(document)
        if let vault = document.vault { follow(vault) }
    }

    private func change(_ params: JSONValue) throws(ResponseError) {
        let uri = try DocumentURI(params["textDocument"]?["uri"])
        guard let document = state.withLock({ $0.snapshot.documents[uri] }) else {
            throw ResponseError(.invalidParams, "'\(uri.text)' is not open")
        }
        let encoding = state.withLock { $0.snapshot.settings.encoding }
        var text = document.text
        for change in params["contentChanges"]?.list ?? [] {
            guard let new = change["text"]?.text else { throw .missing("text") }
            if let range = change["range"], !range.isNull {
                text.replace(text.range(of: try PositionRange(range), encoding), with: Array(new.utf8))
            } else {
                text = DocumentText(Array(new.utf8))
            }
        }
        put(document.changed(to: text, version: params["textDocument"]?["version"]?.int ?? document.version + 1))
    }

    private func put(_ document: Document) {
        let snapshot = state.withLock { state in
            state.snapshot.documents.put(document)
            state.snapshot.revision += 1
            for request in state.running.values where request.isFleeting && request.document == document.uri {
                request.cancellation.cancel(ResponseError(.contentModified, "the text has changed since"))
            }
            return state.snapshot
        }
        diagnostics.changed(document.uri, snapshot)
    }

    /// Forgets a document whose text is unknown until it is opened again: no answer is better than a wrong one.
    private func lose(_ params: JSONValue) {
        // Without a URI there is nothing to forget.
        try? close(params)
    }

    private func close(_ params: JSONValue) throws(ResponseError) {
        let named = try DocumentURI(params["textDocument"]?["uri"])
        let (closed, snapshot) = state.withLock { state in
            let document = state.snapshot.documents[named]
            if let document { state.snapshot.documents.close(document.uri) }
            state.snapshot.revision += 1
            return (document, state.snapshot)
        }
        guard let closed else { return }
        diagnostics.closed(closed, snapshot)
        for lane in lanes.values { lane.forget(snapshot) }
    }
}
