import Foundation

/// The exit status and the output of a command.
package protocol CommandResult {
    var status: Int32 { get }
    var output: String { get }
    var errors: String { get }
}

extension Console.Result: CommandResult {}
extension TestProcess.Result: CommandResult {}

private struct UnexpectedJSON: Error {
    let text: String
}

private func parse<Value>(_ text: some StringProtocol, as type: Value.Type) throws -> Value {
    guard let value = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? Value else {
        throw UnexpectedJSON(text: String(text))
    }
    return value
}

extension CommandResult {
    /// The lines of the output that are not empty.
    package var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// Returns whether the command failed with a message that contains all of these texts.
    package func isError(_ texts: String...) -> Bool { status == 2 && texts.allSatisfy { errors.contains($0) } }

    /// Returns the output, which must be a JSON object.
    package func object() throws -> [String: Any] { try parse(output, as: [String: Any].self) }

    /// Returns the output, which must be an array of JSON objects.
    package func objects() throws -> [[String: Any]] { try parse(output, as: [[String: Any]].self) }

    /// Returns the error that the last line of standard error contains as a JSON object.
    package func errorObject() throws -> [String: Any]? {
        try parse(errors.split(separator: "\n").last ?? "", as: [String: [String: Any]].self)["error"]
    }
}
