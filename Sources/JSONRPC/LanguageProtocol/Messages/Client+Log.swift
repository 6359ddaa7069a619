import SourceText

extension Client {
    package enum Importance: Int, Sendable { case error = 1, warning, info, log }

    /// Sends a message for the client's log (LSP 3.17, LogMessage Notification).
    package func log(_ text: String, _ importance: Importance = .log) {
        notify("window/logMessage", ["type": .int(importance.rawValue), "message": .string(text)])
    }
}
