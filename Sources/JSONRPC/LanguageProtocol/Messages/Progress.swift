package import SourceText

/// The progress of a long operation, displayed by the client (LSP 3.17, Work Done Progress).
package struct Progress: Sendable {
    private let client: Client
    private let token: JSONValue

    /// - Parameter token: a token of the server, or the one that came with a request.
    package init(_ client: Client, _ token: JSONValue) {
        self.client = client
        self.token = token
    }

    /// Starts progress that belongs to no request. Asks the client to create the token that the protocol requires.
    ///
    /// - Parameter name: the token, unique among the progress of this server.
    package static func begin(_ client: Client, _ title: String, name: String) -> Progress {
        let progress = Progress(client, .string(name))
        client.ask("window/workDoneProgress/create", ["token": .string(name)])
        progress.begin(title)
        return progress
    }

    package func begin(_ title: String) { send(["kind": "begin", "title": .string(title), "percentage": 0]) }

    package func report(_ message: String, percentage: Int?) {
        send(.object(["kind": "report", "message": .string(message), "percentage": percentage.map { .int($0) }]))
    }

    package func end(_ message: String) { send(["kind": "end", "message": .string(message)]) }

    private func send(_ value: JSONValue) { client.notify("$/progress", ["token": token, "value": value]) }
}
