package import Foundation

/// A script that Bash runs with an empty standard input.
package struct ShellScript {
    private let text: String
    private let options: [String]

    /// - Parameter options: of Bash, before `-c`.
    package init(_ text: String, _ options: [String] = []) {
        self.text = text
        self.options = options
    }

    /// Runs it and waits: its exit status, and all that it wrote.
    package func run(in folder: URL, _ environment: [String: String]) throws -> (status: Int32, text: String) {
        let result = try TestProcess.run(
            "/bin/bash", options + ["-c", text], in: folder.path, environment: environment, joinsErrors: true)
        return (result.status, result.output)
    }
}
