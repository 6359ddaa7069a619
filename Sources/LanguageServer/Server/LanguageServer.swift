import Indexing
package import JSONRPC
import Searching
import SourceText
import Synchronization
import System
import VaultFiles

/// The language server: receives messages in order, tracks the open documents, and dispatches requests.
///
/// The caller uses `receive` from one thread. It applies a change of a document at once, as an immutable value. A
/// `RequestQueue` answers each request, on the documents that were open when it arrived.
package final class LanguageServer: Sendable {
    private enum Phase { case new, running, shutDown }

    private struct ServerState {
        var phase = Phase.new
        var workspace = WorkspaceState(documents: OpenDocuments(), folders: [], settings: Settings())
        var running: [RequestID: (cancellation: Cancellation, document: DocumentURI?, isFleeting: Bool)] = [:]
        var parent: Int?
        /// The vaults whose names are loaded or being loaded.
        var prepared: Set<[UInt8]> = []
        var unsaved = UnsavedDocuments()
    }

    private let state = Mutex(ServerState())
    private let client: Client
    private let vaults: VaultTable
    private let queues: [Method.MethodKind: RequestQueue]
    /// Nil if the server does not watch the vaults.
    private let watch: VaultWatch?
    private let diagnostics: DiagnosticsPush
    /// The version of the program.
    private let version: String?

    package init(_ client: Client, _ host: ServerHost) {
        version = host.version
        self.client = client
        vaults = VaultTable(scanInterval: host.scanInterval)
        watch =
            host.watches
            ? VaultWatch(host.environment, vaults.scans, zoneHasChanged: host.zoneHasChanged) { [client] in
                ClientMessages(client)
            } : nil
        queues = [
            .text: RequestQueue("text", host, client), .quick: RequestQueue("quick", host, client),
            .slow: RequestQueue("slow", host, client),
        ]
        diagnostics = DiagnosticsPush(
            RequestQueue("diagnostics", host, client, givesWay: true),
            hints: RequestQueue("hints", host, client, givesWay: true),
            vaults)
    }

    // MARK: Messages

    /// Handles one message, given without its header. Answers invalid ones with an error. Returns false after the
    /// notification `exit`.
    package func receive(_ body: [UInt8]) -> Bool {
        do {
            switch try Message(body: body) {
            case .request(let id, let method, let params): handleRequest(id, method, params: params)
            case .notification("exit", _): return false
            case .notification(let method, let params): handleNotification(method, params)
            case .response(let id, let result): client.handleResponse(id, result)
            }
        } catch {
            client.respond(error.id, .failure(error.error))
        }
        return true
    }

    /// Reports input to the client that is not a valid message.
    package func tell(_ error: ResponseError) { client.respond(nil, .failure(error)) }

    /// Whether the client has sent `shutdown`.
    package var isShutDown: Bool { state.withLock { $0.phase == .shutDown } }

    /// The process whose end also ends the server, or nil.
    package var parent: Int? { state.withLock { $0.parent } }

    /// Ends all threads, after pending requests are answered.
    package func end() {
        for queue in queues.values { queue.end() }
        diagnostics.end()
        watch?.end()
    }

    /// Whether no request is being answered and no diagnostics are pending.
    package var isIdle: Bool {
        state.withLock { $0.running.isEmpty } && queues.values.allSatisfy(\.isIdle) && diagnostics.isIdle
    }

    /// Checks for changes on disk: publishes diagnostics again if the index has changed. The caller calls this
    /// regularly.
    package func tick() {
        // Done once here, instead of in each later request.
        let current = workspace.current(vaults)
        state.withLock { state in
            if state.workspace.revision == current.revision { state.workspace.documents = current.documents }
        }
        diagnostics.publishIfIndexChanged(workspace)
        queues[.quick]?.wake()
    }

    private var workspace: WorkspaceState { state.withLock { $0.workspace } }

    // MARK: Requests

    private func handleRequest(_ id: RequestID, _ method: String, params: JSONValue) {
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
        guard let known = Method.all[method], let queue = queues[known.kind] else {
            return client.respond(id, .failure(ResponseError(.methodNotFound, "unknown method '\(method)'")))
        }
        let cancellation = Cancellation()
        let document = params["textDocument"]?["uri"]?.text.map { DocumentURI($0) }
        let workspace = state.withLock { state in
            state.running[id] = (cancellation, document, known.isFleeting)
            return state.workspace
        }
        if known.isPull { diagnostics.pulled(workspace) }
        let vaults = vaults
        queue.add { sessions in
            let result = Self.result {
                try cancellation.check()
                let request = Request(
                    workspace: workspace.current(vaults), params: params, cancellation: cancellation,
                    sessions: sessions, vaults: vaults)
                let isConfiguration = document.flatMap { request.workspace.documents[$0] }?.isConfiguration ?? false
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
            state.workspace.settings = settings
            state.workspace.folders = paths
            state.parent = params["processId"]?.int
        }
        for fault in faults { client.log("slip: \(fault)", .warning) }
        return [
            "capabilities": Capabilities.json(settings),
            "serverInfo": .object(["name": "slip", "version": version.map { .string($0) }]),
        ]
    }

    // MARK: Notifications

    private func handleNotification(_ method: String, _ params: JSONValue) {
        guard state.withLock({ $0.phase == .running }) else { return }
        do throws(ResponseError) {
            switch method {
            case "initialized": initialized()
            case "$/cancelRequest":
                guard let id = RequestID(params["id"]) else { return }
                state.withLock { $0.running[id] }?.cancellation.cancel(
                    ResponseError(.requestCancelled, "this request was cancelled"))
            case "textDocument/didOpen": try open(params)
            case "textDocument/didChange": try change(params)
            case "textDocument/didClose":
                vaults.scans.invalidate()
                try close(params)
            case "workspace/didChangeConfiguration": updateSettings(params["settings"]?["slip"])
            case "workspace/didChangeWorkspaceFolders": changeFolders(params["event"])
            case "textDocument/didSave":
                if let uri = try? DocumentURI(params["textDocument"]?["uri"]) {
                    state.withLock { $0.unsaved.remove($0.workspace.documents[uri]?.uri ?? uri) }
                }
                changeFiles()
            case "workspace/didChangeWatchedFiles", "workspace/didRenameFiles",
                "workspace/didCreateFiles", "workspace/didDeleteFiles":
                changeFiles()
            default: break
            }
        } catch {
            if method == "textDocument/didChange" { forget(params) }
            // A notification has no response.
            client.log("slip: \(method): \(error.message)", .error)
        }
    }

    /// Files of any vault may have changed: a file may also belong to an enclosing vault or be reached by a link.
    private func changeFiles() {
        vaults.scans.invalidate()
        diagnostics.publishIfIndexChanged(workspace)
    }

    private func initialized() {
        let (settings, folders) = state.withLock { ($0.workspace.settings, $0.workspace.folders) }
        if settings.hasConfiguration { updateSettings(nil) }
        for folder in folders {
            if let vault = vaults.vault(holding: folder + Array("/x".utf8)) { follow(vault) }
        }
    }

    /// Watches a vault, and prepares its names a piece at a time, after the first request or a short delay.
    private func follow(_ vault: Vault) {
        watch?.follow(vault)
        let (workspace, isNew) = state.withLock { ($0.workspace, $0.prepared.insert(vault.root).inserted) }
        guard isNew else { return }
        let vaults = vaults
        queues[.quick]?.prepare { sessions in
            let request = Request(
                workspace: workspace, params: .null, cancellation: Cancellation(), sessions: sessions, vaults: vaults)
            // Errors of the vault are reported by the next request.
            return (try? request.prepareNames(of: vault)) ?? true
        }
    }

    private func updateSettings(_ value: JSONValue?) {
        let settings = state.withLock { $0.workspace.settings }
        if settings.hasConfiguration {
            client.ask("workspace/configuration", ["items": [["section": "slip"]]]) { [self] result in
                applySettings(result?.list.first)
            }
        } else {
            applySettings(value)
        }
    }

    private func applySettings(_ value: JSONValue?) {
        let faults = state.withLock { $0.workspace.settings.read(value) }
        for fault in faults { client.log("slip: \(fault)", .warning) }
        diagnostics.publishAll(workspace)
    }

    private func changeFolders(_ event: JSONValue?) {
        func paths(_ value: JSONValue?) -> [[UInt8]] {
            (value?.list ?? []).compactMap { $0["uri"]?.text }.compactMap { DocumentURI($0).path }
        }
        let (removed, added) = (paths(event?["removed"]), paths(event?["added"]))
        state.withLock { state in
            state.workspace.folders.removeAll { removed.contains($0) }
            state.workspace.folders += added.filter { !state.workspace.folders.contains($0) }
        }
        initialized()
    }

    // MARK: Texts

    private func open(_ params: JSONValue) throws(ResponseError) {
        let item = params["textDocument"]
        let uri = try DocumentURI(item?["uri"])
        guard let text = item?["text"]?.text else { throw .missing("text") }
        let document = Document(
            uri, version: item?["version"]?.int ?? 0, text: EditorText(Array(text.utf8)), vaults: vaults)
        put(document)
        if let vault = document.vault { follow(vault) }
    }

    private func change(_ params: JSONValue) throws(ResponseError) {
        let uri = try DocumentURI(params["textDocument"]?["uri"])
        guard let document = state.withLock({ $0.workspace.documents[uri] }) else {
            throw ResponseError(.invalidParams, "'\(uri.text)' is not open")
        }
        let encoding = state.withLock { $0.workspace.settings.encoding }
        var text = document.text
        for change in params["contentChanges"]?.list ?? [] {
            guard let new = change["text"]?.text else { throw .missing("text") }
            if let range = change["range"], !range.isNull {
                text.replace(text.range(of: try PositionRange(range), encoding), with: Array(new.utf8))
            } else {
                text = EditorText(Array(new.utf8))
            }
        }
        put(document.changed(to: text, version: params["textDocument"]?["version"]?.int ?? document.version + 1))
    }

    private func put(_ document: Document) {
        let workspace = state.withLock { state in
            state.workspace.documents.put(document)
            state.workspace.revision += 1
            for request in state.running.values where request.isFleeting && request.document == document.uri {
                request.cancellation.cancel(ResponseError(.contentModified, "the text has changed since"))
            }
            return state.workspace
        }
        diagnostics.changed(document.uri, workspace)
        guard let isUnsaved = UnsavedDocuments.isUnsaved(document) else { return }
        state.withLock { $0.unsaved.set(document, isUnsaved: isUnsaved) }
    }

    /// Closes a document after a change that cannot be applied, until the client opens it again. Its text is unknown,
    /// and no answer is better than a wrong one.
    private func forget(_ params: JSONValue) {
        // Without a URI there is nothing to forget.
        try? close(params)
    }

    private func close(_ params: JSONValue) throws(ResponseError) {
        let named = try DocumentURI(params["textDocument"]?["uri"])
        let (closed, workspace) = state.withLock { state in
            let document = state.workspace.documents[named]
            if let document {
                state.workspace.documents.close(document.uri)
                state.unsaved.remove(document.uri)
            }
            state.workspace.revision += 1
            return (document, state.workspace)
        }
        guard let closed else { return }
        diagnostics.closed(closed, workspace)
        for queue in queues.values { queue.discardTokens(except: workspace) }
    }
}
