import SourceText
package import System

/// An HTTP server with one thread, on the loopback interface and on given addresses. A client that is slow or sends
/// malformed requests costs at most one connection.
package final class HTTPServer {
    package struct Limits: Sendable {
        package var connections = 64
        /// The time for the head of a request, from its first byte, in milliseconds.
        package var request: Int64 = 10_000
        /// The time between requests.
        package var idle: Int64 = 60_000
        /// The time in which a client must accept some bytes of a response.
        package var write: Int64 = 30_000
        /// The time between two checks of watched files.
        package var watch: Int64 = 500
        /// The time between two heartbeats on a connection with events.
        package var heartbeat: Int64 = 15_000

        package init() {}
    }

    private final class Connection {
        let socket: NetworkSocket
        var reader = HTTPRequestReader()
        /// The bytes of the response that are not sent yet.
        var output: [UInt8] = []
        var sent = 0
        /// The part of a file that follows `output`.
        var file: (file: InsideFile, range: Range<Int64>)?
        var closes = false
        var events: (path: [UInt8], status: FileStatus?)?
        /// When the connection is closed unless something happens.
        var deadline: Int64
        /// When the current request, response or wait began.
        var since: Int64
        /// Whether the response is a file.
        var isFile = false
        /// Whether the input may contain another request.
        var hasInput = false

        init(_ socket: NetworkSocket, now: Int64, limits: Limits) {
            self.socket = socket
            deadline = now + limits.request
            since = now
        }

        var isSending: Bool { sent < output.count || file != nil }
        /// Whether the connection may be closed in favor of another client.
        var isWaiting: Bool { !isSending && events == nil }
    }

    /// The number of bytes that a connection sends before others get their turn.
    private static let bytesInTurn = 1 << 20

    private let listeners: [NetworkListener]
    private let limits: Limits
    private let respond: (HTTPRequest) -> HTTPResponse
    private var connections: [Int32: Connection] = [:]
    private var lastLook: Int64 = 0
    /// When the last request was received, in milliseconds of `Waiting.now`.
    private var lastRequest = Waiting.now()

    package var port: UInt16 { listeners[0].port }

    /// Listens on 127.0.0.1, on ::1 if the machine has IPv6, and on other addresses of this machine.
    ///
    /// - Parameters:
    ///   - port: 0 for any free port.
    ///   - respond: returns the response to a request, which must not take long.
    package init(
        port: UInt16, addresses: [NetworkAddress] = [], limits: Limits = Limits(),
        respond: @escaping (HTTPRequest) -> HTTPResponse
    ) throws(SystemError) {
        let first = try NetworkListener(.loopback, port: port)
        var listeners = [first]
        if let second = try? NetworkListener(loopback6: first.port) { listeners.append(second) }
        for address in addresses { listeners.append(try NetworkListener(address, port: first.port)) }
        self.listeners = listeners
        self.limits = limits
        self.respond = respond
    }

    /// Answers requests until a signal asks the process to end, or no request arrives for `idle` milliseconds while no
    /// connection waits for events.
    package func run(until signals: EndSignals, idle: Int64? = nil) {
        while true {
            if !step(milliseconds: 250, besides: [signals.descriptor]).isEmpty { return }
            let hasReaders = connections.values.contains { $0.events != nil }
            if let idle, !hasReaders, Waiting.now() - lastRequest > idle { return }
        }
    }

    /// Waits for input and processes it: at most one request and one part of a response for each connection, so that all
    /// get their turn. Returns the descriptors of `others` that are ready.
    @discardableResult package func step(milliseconds: Int, besides others: [Int32] = []) -> [Int32] {
        let all = Array(connections.values)
        let reading = all.filter { !$0.isSending && !$0.hasInput }.map(\.socket.descriptor)
        let writing = all.filter(\.isSending).map(\.socket.descriptor)
        let waiting = all.filter { !$0.isSending && $0.hasInput }
        let events = Waiting.events(
            reading: listeners.map(\.descriptor) + others + reading, writing: writing,
            milliseconds: waiting.isEmpty ? milliseconds : 0)
        for listener in listeners where events.readable.contains(listener.descriptor) { accept(listener) }
        for connection in all where connections[connection.socket.descriptor] === connection {
            let descriptor = connection.socket.descriptor
            if connection.isSending {
                if events.writable.contains(descriptor) { send(connection) }
            } else if connection.hasInput {
                answer(connection)
            } else if events.readable.contains(descriptor) {
                receive(connection)
            }
        }
        let now = Waiting.now()
        if now - lastLook >= limits.watch {
            lastLook = now
            for connection in connections.values where connection.events != nil { checkWatchedFile(connection, now) }
        }
        for connection in connections.values where connection.deadline <= now { close(connection) }
        return others.filter { events.readable.contains($0) }
    }

    private func close(_ connection: Connection) { connections[connection.socket.descriptor] = nil }

    private func accept(_ listener: NetworkListener) {
        let now = Waiting.now()
        while true {
            var oldest: Connection?
            if connections.count >= limits.connections {
                // Closes the connection that has been idle longest, else the oldest one. Clients that have just connected
                // get a turn before others are accepted.
                let waiting = connections.values.filter(\.isWaiting)
                let all = waiting.isEmpty ? Array(connections.values) : waiting
                oldest = all.min { $0.since < $1.since }
                if let oldest, oldest.since >= now { return }
            }
            guard let socket = listener.accept() else { return }
            if let oldest { close(oldest) }
            connections[socket.descriptor] = Connection(socket, now: now, limits: limits)
        }
    }

    // MARK: Requests

    private func receive(_ connection: Connection) {
        guard let bytes = connection.socket.read(limit: 16384) else { return }
        // An event client must not send data.
        if bytes.isEmpty || connection.events != nil { return close(connection) }
        if !connection.reader.isInside {
            connection.since = Waiting.now()
            connection.deadline = connection.since + limits.request
        }
        connection.reader.add(bytes)
        answer(connection)
    }

    /// Answers the next request if it is complete.
    private func answer(_ connection: Connection) {
        connection.hasInput = false
        do throws(HTTPFault) {
            guard var request = try connection.reader.next() else { return }
            request.client = connection.socket.peer
            let response = respond(request)
            if response.status < 400 { lastRequest = Waiting.now() }
            prepare(response, to: request, on: connection)
            // An event client must not send more requests.
            if connection.events != nil, connection.reader.isInside { return close(connection) }
            connection.hasInput = connection.reader.isInside
        } catch {
            connection.output =
                HTTPResponse(error.status, error.reason).head(keepsAlive: false) + Array((error.reason + "\n").utf8)
            connection.closes = true
        }
        connection.sent = 0
        connection.since = Waiting.now()
        connection.deadline = connection.since + limits.write
        send(connection)
    }

    private func prepare(_ response: HTTPResponse, to request: HTTPRequest, on connection: Connection) {
        // A client that is refused does not keep a connection.
        let keepsAlive = request.keepsAlive && ![400, 401, 403, 405, 429].contains(response.status)
        connection.output = response.head(keepsAlive: keepsAlive)
        connection.closes = !keepsAlive
        if request.method == "HEAD" {
            if case .events = response.body { connection.closes = true }
            return
        }
        switch response.body {
        case .bytes(let bytes): connection.output += bytes
        case .file(let file, let range): connection.file = range.isEmpty ? nil : (file, range)
        case .events(let path, let since):
            // The stream itself is what stays open.
            connection.closes = false
            let status = FileStatus.seen(path)
            connection.events = (path, since == nil || since == status?.changed ? status : nil)
        }
    }

    // MARK: Responses

    /// Sends a part of the response.
    private func send(_ connection: Connection) {
        var left = Self.bytesInTurn
        while connection.isSending {
            if left <= 0 { return }
            if connection.sent == connection.output.count, let (file, range) = connection.file {
                let count = min(range.count, 1 << 18)
                guard let piece = file.read(at: range.lowerBound, count: count), !piece.isEmpty else {
                    return close(connection)
                }
                let rest = range.lowerBound + Int64(piece.count)..<range.upperBound
                connection.file = rest.isEmpty ? nil : (file, rest)
                connection.isFile = true
                connection.output = piece
                connection.sent = 0
            }
            guard let count = connection.socket.write(connection.output[connection.sent...]) else {
                return close(connection)
            }
            if count == 0 { return }
            connection.sent += count
            left -= count
            // Only a file may take longer than the limit as a whole.
            if connection.isFile { connection.deadline = Waiting.now() + limits.write }
        }
        connection.output = []
        connection.sent = 0
        connection.isFile = false
        if connection.closes { return close(connection) }
        let now = Waiting.now()
        connection.since = now
        // A part of the next request may be there already.
        let isInside = connection.reader.isInside
        connection.deadline =
            now + (connection.events != nil ? limits.heartbeat : isInside ? limits.request : limits.idle)
    }

    // MARK: Events

    /// Sends an event if the watched file has changed, or a heartbeat.
    private func checkWatchedFile(_ connection: Connection, _ now: Int64) {
        guard let (path, before) = connection.events, !connection.isSending else { return }
        let status = FileStatus.seen(path)
        if status != before {
            connection.events = (path, status)
            connection.output = Array("data: changed\n\n".utf8)
        } else if connection.deadline - now <= 2 * limits.watch {
            connection.output = Array(":\n\n".utf8)
        } else {
            return
        }
        connection.sent = 0
        connection.deadline = now + limits.write
        send(connection)
    }
}
