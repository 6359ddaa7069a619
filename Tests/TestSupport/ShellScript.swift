package import Foundation

/// A script that Bash runs, as a person at a prompt would, with nothing on its standard input.
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
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = options + ["-c", text]
        process.currentDirectoryURL = folder
        process.environment = environment
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let written = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, written)
    }
}
