import Indexing
package import JSONRPC
import Searching
import SourceText
import Synchronization
import System
import VaultFiles

/// A Model Context Protocol server on the notes of vaults, for language models (revision 2026-07-28, and the revisions
/// with a handshake since 2024-11-05).
///
/// The caller uses `receive` from one thread. It answers requests about the server itself at once. Another thread runs
/// the tools, in order.
package final class AgentServer: Sendable {
    private struct ServerState {
        /// The client of the handshake, if there was one.
        var client: RequestClient?
        /// Whether the vault was opened, or is being opened, before the first call.
        var isPrepared = false
        var hasCalled = false
    }

    private let state = Mutex(ServerState())
    private let lines = Mutex(MessageLines())
    private let client: Client
    private let options: AgentOptions
    private let vaults: AgentVaults
    private let calls = RunningCalls()
    /// Runs the tools.
    private let queue: WorkerQueue<AgentWorker>
    /// Sends the responses of the reading thread, which must notice the end of input even if the client reads nothing.
    private let answers = WorkerQueue("slip.mcp.answers") { () }
    private let watch: VaultWatch?
    private let tools: [Tool]
    private var description: ServerDescription {
        ServerDescription(
            options: options, tools: tools.filter { !$0.isExtra || options.listsAllTools }, vaults: vaults.names)
    }

    package init(_ client: Client, _ options: AgentOptions) {
        self.client = client
        self.options = options
        let vaults = AgentVaults(options)
        self.vaults = vaults
        tools = Tool.available(options)
        let watch =
            options.watches
            ? VaultWatch(options.environment, ScanLimit(), zoneHasChanged: options.zoneHasChanged) {
                SilentMessages()
            } : nil
        self.watch = watch
        queue = WorkerQueue("slip.mcp") { [calls] in
            AgentWorker(
                options, vaults, messages: AgentMessages(client, calls, now: Waiting.now), watch: watch)
        }
    }

    // MARK: Messages

    /// Handles input from the client: any number of messages, or parts of them.
    package func receive(_ bytes: [UInt8]) {
        for line in lines.withLock({ $0.add(bytes) }) {
            switch line {
            case .message(let body): receive(message: body)
            case .tooLong:
                fail(ResponseError(.invalidRequest, "a message must be at most \(MessageLines.longest) bytes long"))
            }
        }
    }

    private func receive(message body: [UInt8]) {
        guard let value = JSONValue(bytes: body) else {
            return fail(ResponseError(.parseError, "this message is not JSON in UTF-8"))
        }
        guard case .array(let messages) = value else { return receive(value) { self.client.send($0) } }
        guard state.withLock({ $0.client?.version == Revision.withBatches }), !messages.isEmpty else {
            return fail(ResponseError(.invalidRequest, "a message must be an object"))
        }
        guard messages.count <= Batch.maximumCount else {
            return fail(ResponseError(.invalidRequest, "a batch must have at most \(Batch.maximumCount) messages"))
        }
        let batch = Batch(of: messages.count) { responses in
            self.answers.add { _ in self.client.send(.array(responses)) }
        }
        for message in messages { receive(message) { batch.add($0) } }
    }

    /// Handles one message.
    ///
    /// - Parameter answer: called with the response, or with nil if there is none.
    private func receive(_ value: JSONValue, answer: @escaping @Sendable (JSONValue?) -> Void) {
        do throws(Message.Fault) {
            switch try Message(value) {
            case .request(let id, let method, let params): handle(id, method, params: params, answer: answer)
            case .notification(let method, let params):
                if method == "notifications/cancelled", let id = RequestID(params["requestId"]) { calls.cancel(id) }
                answer(nil)
            // The server sends no requests.
            case .response: answer(nil)
            }
        } catch {
            let response = Self.response(error.id, .failure(error.error))
            answers.add { _ in answer(response) }
        }
    }

    private func fail(_ error: ResponseError) {
        let response = Self.response(nil, .failure(error))
        answers.add { _ in self.client.send(response) }
    }

    /// Returns a response. Without an id it has none: the protocol allows no null (MCP 2026-07-28, JSONRPCErrorResponse).
    private static func response(_ id: RequestID?, _ result: Result<JSONValue, ResponseError>) -> JSONValue {
        let response = Message.response(id, result)
        return id == nil ? .object(response.members.filter { $0.name != "id" }) : response
    }

    // MARK: Requests

    private func handle(
        _ id: RequestID, _ method: String, params: JSONValue, answer: @escaping @Sendable (JSONValue?) -> Void
    ) {
        do throws(ResponseError) {
            let client = try requestClient(method, params)
            if let result = description.result(method, client) {
                prepareFirstCall()
                let response = Self.response(id, .success(Envelope.result(result, for: client, options)))
                return answers.add { _ in answer(response) }
            }
            try run(id, job(method, params), for: client, params: params, answer: answer)
        } catch {
            let response = Self.response(id, .failure(error))
            answers.add { _ in answer(response) }
        }
    }

    /// Returns the client of a request: from the request itself, else from the handshake.
    private func requestClient(_ method: String, _ params: JSONValue) throws(ResponseError) -> RequestClient {
        guard params.isNull || params.members.count > 0 || params == .object([]) else {
            throw ResponseError(.invalidParams, "'params' must be an object")
        }
        if let client = try RequestClient(params) { return client }
        if method == "initialize" {
            guard let wanted = params["protocolVersion"]?.text else { throw .missing("protocolVersion") }
            // For an unknown version, the server names the one that it would use (MCP 2025-11-25, Version Negotiation).
            let version = Revision.withHandshake.contains(wanted) ? wanted : Revision.withHandshake[0]
            let client = RequestClient(version: version, info: params["clientInfo"])
            state.withLock { $0.client = client }
            return client
        }
        if let client = state.withLock({ $0.client }) { return client }
        if method == "ping" { return RequestClient(version: Revision.withHandshake[0], info: nil) }
        throw ResponseError(
            .invalidParams,
            "'_meta' must have 'io.modelcontextprotocol/protocolVersion', or the client must send 'initialize' first")
    }

    /// Opens the vault a moment after the client has shown that it will use the server, unless it calls a tool before. The
    /// first call then need not wait for a scan of the files. An error is reported by that call.
    private func prepareFirstCall() {
        let isFirst = state.withLock { state in
            defer { state.isPrepared = true }
            return !state.isPrepared
        }
        if !isFirst { return }
        Worker.start("slip.mcp.prepare") { [self] in
            ThisProcess.sleep(.milliseconds(Self.preparationDelay))
            if state.withLock({ $0.hasCalled }) { return }
            queue.add { worker in
                guard let vault = try? worker.vaults.vault(nil), let session = try? worker.session(on: vault) else {
                    return
                }
                for permission in [worker.options.permission, worker.options.proposals] {
                    let fault = try? session.read { permission.fault(in: $0) }
                    if let fault = fault ?? nil { worker.options.report(fault) }
                }
            }
        }
    }

    /// In milliseconds.
    private static let preparationDelay = 300

    /// A function that answers a request on the thread of the tools, and its arguments.
    private struct Job: Sendable {
        var arguments: JSONValue
        var run: @Sendable (ToolCall) throws -> JSONValue
    }

    /// - Throws: `ResponseError` for an unknown method or tool.
    private func job(_ method: String, _ params: JSONValue) throws(ResponseError) -> Job {
        switch method {
        case "resources/list":
            return Job(arguments: params) { Envelope.cacheable(try Resources.list($0), milliseconds: 0) }
        case "resources/read":
            return Job(arguments: params) { Envelope.cacheable(try Resources.read($0), milliseconds: 0) }
        case "tools/call":
            guard let name = params["name"]?.text else { throw .missing("name") }
            guard let tool = tools.first(where: { $0.name == name }) else {
                let isForbidden = Tool.all.contains { $0.name == name }
                throw ResponseError(
                    .invalidParams,
                    "unknown tool '\(name)'" + (isForbidden ? ": the server was started without --allow-writes" : ""))
            }
            let names = vaults.names
            let arguments = params["arguments"] ?? .null
            return Job(arguments: arguments.isNull ? .object([]) : arguments) {
                ToolResult.json(tool, $0, vaults: names)
            }
        default: throw ResponseError(.methodNotFound, "unknown method '\(method)'")
        }
    }

    /// Lets the other thread answer a request. A cancelled request gets no response.
    private func run(
        _ id: RequestID, _ job: Job, for client: RequestClient, params: JSONValue,
        answer: @escaping @Sendable (JSONValue?) -> Void
    ) throws(ResponseError) {
        let running = RunningCall(progressToken: params["_meta"]?["progressToken"], size: params.written.count)
        try calls.add(id, running)
        state.withLock { $0.hasCalled = true }
        queue.add { [self] worker in
            worker.messages.begin()
            let call = ToolCall(arguments: job.arguments, client: client, running: running, worker: worker)
            let response: JSONValue
            do {
                try running.check()
                response = Self.response(id, .success(Envelope.result(try job.run(call), for: client, options)))
            } catch {
                response = Self.response(id, .failure(ToolResult.protocolError(error)))
            }
            answer(running.isCancelled ? nil : response)
            calls.removeFirst()
        }
    }

    /// Whether no further input should be read, because too many answers wait for the client.
    package var isBehind: Bool { answers.count > Self.maximumAnswers }

    private static let maximumAnswers = 1000

    // MARK: End

    /// Ends the server after the end of the input. Requests that are not answered in time are dropped, but a change
    /// that is being written is completed.
    ///
    /// - Parameter milliseconds: the time for requests that were received before.
    /// - Returns: the number of requests that were dropped.
    package func end(within milliseconds: Int64) -> Int {
        let start = Waiting.now()
        var isIdle: Bool { queue.isIdle && answers.isIdle }
        while !isIdle, Waiting.now() - start < milliseconds { ThisProcess.sleep(.milliseconds(1)) }
        let dropped = calls.all
        for call in dropped { call.cancel() }
        while dropped.contains(where: \.isWriting) { ThisProcess.sleep(.milliseconds(1)) }
        if isIdle {
            queue.end()
            answers.end()
            watch?.end(within: 20)
        }
        return dropped.count + answers.count
    }
}
