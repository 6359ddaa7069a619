package import SourceText

/// Long work that a client shows the progress of (LSP 3.17, Work Done Progress).
package struct Progress: Sendable {
    private let client: Client
    private let token: JSONValue

    /// - Parameter token: one of ours, or that of a request.
    package init(_ client: Client, _ token: JSONValue) {
        self.client = client
        self.token = token
    }

    /// Progress that no request asked for: the client is told of its token first.
    package static func begin(_ client: Client, _ title: String, name: String) -> Progress {
        let progress = Progress(client, .string(name))
        client.ask("window/workDoneProgress/create", ["token": .string(name)])
        progress.begin(title)
        return progress
    }

    package func begin(_ title: String) { tell(["kind": "begin", "title": .string(title), "percentage": 0]) }

    package func report(_ message: String, percentage: Int?) {
        tell(.object(["kind": "report", "message": .string(message), "percentage": percentage.map { .int($0) }]))
    }

    package func end(_ message: String) { tell(["kind": "end", "message": .string(message)]) }

    private func tell(_ value: JSONValue) { client.notify("$/progress", ["token": token, "value": value]) }
}
