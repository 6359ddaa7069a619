package import Foundation

/// A program that a test runs until it ends.
package enum ExternalProgram {
    /// Runs a program and returns its exit status and what it wrote.
    ///
    /// - Parameter environment: the environment variables (default: those of the tests).
    package static func run(
        _ path: String, _ arguments: [String], in folder: URL? = nil, environment: [String: String]? = nil,
        input: String = ""
    ) throws -> Console.Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = folder }
        if let environment { process.environment = environment }
        let (standardInput, output, errors) = (Pipe(), Pipe(), Pipe())
        process.standardInput = input.isEmpty ? FileHandle.nullDevice : standardInput
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        if !input.isEmpty { standardInput.fileHandleForWriting.write(Data(input.utf8)) }
        try standardInput.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Console.Result(status: process.terminationStatus, output: text, errors: message)
    }

    /// Returns the value of `PATH` with the folder of the built program first, if it was built.
    package static func searchPath(before rest: String = GitFolder.variables["PATH"] ?? "/usr/bin:/bin") -> String {
        guard let program = CommandLine.program else { return rest }
        return "\(URL(fileURLWithPath: program).deletingLastPathComponent().path):\(rest)"
    }

    /// Waits up to 10 seconds until a condition is satisfied, and returns whether it is.
    package static func wait(until isDone: () throws -> Bool) rethrows -> Bool {
        for _ in 0..<1000 {
            if try isDone() { return true }
            Thread.sleep(forTimeInterval: 0.01)
        }
        return false
    }
}
