import Arguments
import Commands
import Searching
import SourceText
import System
import VaultFiles

/// Creates the `Host` of this process, and runs its command line.
enum SystemHost {
    static func run() -> Int32 {
        ThisProcess.reserveStandardStreams()
        ThisProcess.ignoreWriteSignals()
        ThisProcess.reportTruncatedFiles()
        let variables = ThisProcess.variables
        func complain(_ text: String) {
            // Text with a carriage return at either end is progress, which stays on its line.
            let line = text.hasPrefix("\r") ? text : text + "\n"
            // If standard error cannot be written, there is no way to report it.
            try? Files.writeAll(Array(line.utf8), to: 2)
        }
        if Environment.isDebugging(variables) {
            VaultSession.trace { sql, duration in
                let (seconds, attoseconds) = duration.components
                let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
                let words = sql.split { $0 == "\n" || $0 == " " }.joined(separator: " ")
                // If standard error cannot be written, there is no way to report it.
                try? Files.writeAll(Array("slip: \(microseconds) us  \(words)\n".utf8), to: 2)
            }
        }
        var now = LocalZone.now()
        if let text = variables["SLIPBOX_NOW"], !text.isEmpty {
            guard let date = DateText(text), date.offset != nil else {
                complain("slip: SLIPBOX_NOW is not an RFC 3339 time: '\(text)'\n  such as 2024-03-27T10:21:34Z")
                return 2
            }
            now = date.moment(in: LocalZone.calendar)
        }
        guard let arguments = ThisProcess.argumentBytes else {
            complain("slip: cannot read the command line\n  check that /proc is mounted and that files can be opened")
            return 2
        }
        guard let directory = try? Files.currentDirectory() else {
            complain("slip: cannot find the current directory\n  check that it has not been deleted")
            return 2
        }
        var environment = Environment(
            variables: variables, directory: directory, now: now, calendar: LocalZone.calendar)
        // If it cannot be started, the next command does its work.
        environment.startSlip = { _ = try? ChildProcess.startApart(ThisProcess.executable(), $0) }
        var host = Host(
            environment: environment, output: Output(), writeError: complain, readInput: { try Files.readAll(0) },
            outputIsTerminal: ThisProcess.isTerminal(1), errorIsTerminal: ThisProcess.isTerminal(2),
            columns: ThisProcess.columns(1) ?? 80, rows: ThisProcess.rows(1) ?? 24)
        host.runShell = { ThisProcess.runShell($0, arguments: $1) }
        host.become = { throw ThisProcess.become($0, $1, variables: $2) }
        // Other threads read and parse notes. Only the main thread uses the index.
        host.useOneThread = { VaultSession.useOneThread(endsSoon: $0) }
        let fixedNow = variables["SLIPBOX_NOW"].flatMap { $0.isEmpty ? nil : now }
        host.stream = Stream(
            read: { try Files.readPiece(0) }, write: { try Files.writeAll($0, to: 1) },
            now: { fixedNow ?? LocalZone.now() }, zoneHasChanged: { LocalZone.hasChanged })
        host.stream?.inputIsClosed = { Waiting.isClosed(0) }
        host.stream?.report = { try Files.writeAll(Array("\($0)\n".utf8), to: 2) }
        host.readLine = { Swift.readLine() }
        host.zoneHasChanged = { LocalZone.hasChanged }
        host.inputIsTerminal = ThisProcess.isTerminal(0)
        host.terminal = ThisProcess.terminal(1) ?? ThisProcess.terminal(2) ?? ThisProcess.terminal(0)
        return Program.run(arguments.map { Argument(bytes: $0) }, host)
    }
}
