package import Arguments
import Commands
package import Foundation
import Indexing
package import SourceText
import Synchronization
package import System
import VaultFiles

/// A made-up world for commands: a temporary copy of files, a clock that stands still, and what was printed.
package final class Console {
    package let directory: URL
    /// Where commands run, inside `directory`.
    package var folder = ""
    package var variables: [String: String] = ["NO_COLOR": "1"]
    package var now = "2024-03-30T12:00:00Z"
    package var calendar = LocalCalendar.utc
    package var isTerminal = false
    package var errorIsTerminal = false
    package var columns = 80
    /// The device that is written to, where it is a terminal.
    package var terminal: TerminalName?
    /// The user's answer to a question; nil if there is no terminal to ask on.
    package var answer: String?
    /// Returns the next line that the user types, instead of always the same answer.
    package var nextAnswer: (() -> String?)?
    /// Runs instead of the shell.
    package var runShell: (_ command: String, _ arguments: [[UInt8]]) -> Int32 = { _, _ in 127 }

    /// What was started in the background, with which arguments.
    package var started: [[String]] { startings.list.withLock { $0 } }
    private let startings = Startings()

    private final class Startings: Sendable {
        let list = Mutex<[[String]]>([])
    }

    /// Starts it really, where there is a program for that.
    package var program: String?
    /// How long a scan may take before a watcher is started, in milliseconds.
    package var watchPatience = AutomaticWatcher.patience

    package struct Result: Equatable {
        package var status: Int32
        package var output: String
        package var errors: String

        package init(status: Int32, output: String, errors: String) {
            self.status = status
            self.output = output
            self.errors = errors
        }
    }

    package init() throws {
        directory = TestFolder.new("test")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    /// A vault with these files, as text by path.
    package convenience init(_ files: [String: String]) throws {
        try self.init()
        try FileManager.default.createDirectory(
            at: directory.appendingPathComponent(".slipbox"), withIntermediateDirectories: true)
        for (path, text) in files { try write(path, text) }
    }

    /// A copy of the sample vault.
    package static func sample() throws -> Console {
        let terminal = try Console()
        let copy = terminal.directory.appendingPathComponent("SampleVault")
        try FileManager.default.copyItem(at: ProjectFiles.root.appendingPathComponent("SampleVault"), to: copy)
        for name in ["index.db", "index.db-wal", "index.db-shm", "index.lock"] {
            try? FileManager.default.removeItem(at: copy.appendingPathComponent(".slipbox/\(name)"))
        }
        terminal.folder = "SampleVault"
        return terminal
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    package func write(_ path: String, _ text: String) throws {
        let url = directory.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    package func read(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: directory.appendingPathComponent(path)), as: UTF8.self)
    }

    package func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: directory.appendingPathComponent(path).path)
    }

    /// Runs `slip` with these arguments.
    @discardableResult
    package func slip(_ arguments: String..., input: String = "") -> Result { slip(arguments, input: input) }

    /// What `slip` writes, as the bytes it is.
    package func slipBytes(_ arguments: [String]) -> Data { Data(run(arguments.map { Argument($0) }).output) }

    package func slip(_ arguments: [String], input: String = "") -> Result {
        let (status, output, errors) = run(arguments.map { Argument($0) }, input: Array(input.utf8))
        return Result(status: status, output: String(decoding: output, as: UTF8.self), errors: errors)
    }

    /// As it is, byte for byte.
    package func run(_ arguments: [Argument], input: [UInt8] = []) -> (status: Int32, output: [UInt8], errors: String) {
        var output: [UInt8] = []
        var errors = ""
        let place = folder.isEmpty ? directory : directory.appendingPathComponent(folder)
        let moment = DateText(now)?.moment(in: .utc) ?? Moment(seconds: 0)
        var world = Host(
            environment: Environment(
                variables: variables, directory: Array(place.path.utf8), now: moment, calendar: calendar),
            output: Output { output += $0 }, writeError: { errors += $0 + "\n" }, readInput: { input },
            outputIsTerminal: isTerminal, errorIsTerminal: errorIsTerminal, columns: columns, rows: 24)
        world.runShell = runShell
        world.inputIsTerminal = answer != nil
        world.terminal = terminal
        world.watchPatience = watchPatience
        world.environment.startSlip = { [startings, program] arguments in
            startings.list.withLock { $0.append(arguments.map { String(decoding: $0, as: UTF8.self) }) }
            if let program { _ = try? ChildProcess.startApart(Array(program.utf8), arguments) }
        }
        world.awaitsLine = { _ in true }
        world.readLine = { [answer, nextAnswer] in
            if let nextAnswer { return nextAnswer() }
            return answer
        }
        let status = Program.run(arguments, world)
        return (status, output, errors)
    }
}
