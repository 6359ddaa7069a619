import Arguments
import Commands
package import Foundation
package import SourceText
import System

/// The command line run inside this process.
package enum CommandLine {
    package static func run(
        _ arguments: [String], in vault: TemporaryVault, calendar: LocalCalendar = .utc
    ) throws -> TestProcess.Result {
        // A file without a name.
        let path = TestFolder.new("output").path
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0, unsafe unlink(path) == 0 else { throw TemporaryVault.Failure("open") }
        defer { close(descriptor) }
        var errors = ""
        let world = Host(
            environment: vault.environment(calendar), output: Output(descriptor: descriptor),
            writeError: { errors += $0 + "\n" }, readInput: { [] }, outputIsTerminal: false, errorIsTerminal: false,
            columns: 80, rows: 24)
        let status = Program.run(arguments.map { Argument($0) }, world)
        lseek(descriptor, 0, SEEK_SET)
        let output = try Files.readAll(descriptor)
        return TestProcess.Result(status: status, output: String(decoding: output, as: UTF8.self), errors: errors)
    }

    /// The program as it was built with these tests; nil where it was not.
    package static let program: String? = {
        let folder = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0]).resolvingSymlinksInPath()
        for place in [folder.deletingLastPathComponent(), Bundle.main.bundleURL] {
            let path = place.appendingPathComponent("slip").path
            if FileManager.default.isExecutableFile(atPath: path) { return path }
        }
        return nil
    }()

    /// Starts the built program. Its output is discarded unless there is a pipe for it.
    package static func start(
        _ program: String, _ arguments: [String], in vault: TemporaryVault, variables: [String: String] = [:],
        output: Pipe? = nil, errors: Pipe? = nil
    ) throws -> Process {
        try TestProcess.start(
            program, arguments, in: vault.rootText,
            environment: ProcessInfo.processInfo.environment.merging(variables) { $1 }, output: output, errors: errors)
    }

    /// Runs the built program and waits for its end.
    package static func ask(
        _ program: String, _ arguments: [String], in vault: TemporaryVault, variables: [String: String] = [:]
    ) throws -> TestProcess.Result {
        try TestProcess.run(
            program, arguments, in: vault.rootText,
            environment: ProcessInfo.processInfo.environment.merging(variables) { $1 })
    }
}
