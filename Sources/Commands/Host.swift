import Indexing
package import SourceText
package import System
package import VaultFiles

/// What a command uses of the process that runs it: environment, input and output, terminal, and other processes. The
/// executable creates the real one, and tests substitute it. By default the closures do nothing.
package struct Host {
    package var environment: Environment
    package var output: Output
    package var writeError: (String) -> Void
    package var readInput: () throws -> [UInt8]
    /// Runs a shell command with additional arguments, waits for it, and returns its exit status.
    package var runShell: (_ command: String, _ arguments: [[UInt8]]) -> Int32 = { _, _ in 127 }
    /// Replaces this process with the program at a full path. The first argument is its name, and `variables` are set.
    /// Returns the exit status if the program runs in a separate process, as in tests.
    package var become:
        (_ program: [UInt8], _ arguments: [[UInt8]], _ variables: [(name: String, value: [UInt8])]) throws -> Int32 =
            { _, _, _ in 127 }
    /// Disables SQLite's locks for a command that uses it from one thread. If it ends soon, memory is also taken in large
    /// pieces and not returned. Called before the first use of the index.
    package var useOneThread: (_ endsSoon: Bool) -> Void = { _ in }
    /// The duration of a scan, in milliseconds, from which a watcher is started.
    package var watchPatience = AutomaticWatcher.patience
    /// Reads one line that the user types. Returns nil at the end of input.
    package var readLine: () -> String? = { nil }
    /// Waits until the user has typed a line or the input ends. Returns false if a descriptor has input before that.
    package var awaitsLine: (_ other: Int32) -> Bool = { Waiting.hasInput(0, before: $0) }
    /// Whether the machine's time zone differs from that of the environment's calendar.
    package var zoneHasChanged: () -> Bool = { false }
    /// The connection of a server to its client, or nil if there is none.
    package var stream: Stream?
    package var outputIsTerminal: Bool
    package var errorIsTerminal: Bool
    package var inputIsTerminal = false
    /// The terminal of standard output.
    package var terminal: TerminalName?
    package var columns: Int
    package var rows: Int

    package init(
        environment: Environment, output: Output, writeError: @escaping (String) -> Void,
        readInput: @escaping () throws -> [UInt8], outputIsTerminal: Bool, errorIsTerminal: Bool, columns: Int,
        rows: Int
    ) {
        self.environment = environment
        self.output = output
        self.writeError = writeError
        self.readInput = readInput
        self.outputIsTerminal = outputIsTerminal
        self.errorIsTerminal = errorIsTerminal
        self.columns = columns
        self.rows = rows
    }
}

/// A two-way connection to another program, usable from any thread.
package struct Stream: Sendable {
    /// Reads available input, at least one byte. Returns an empty array at the end.
    package var read: @Sendable () throws -> [UInt8]
    package var write: @Sendable ([UInt8]) throws -> Void
    package var now: @Sendable () -> Moment
    package var zoneHasChanged: @Sendable () -> Bool
    /// Whether the other program has closed its end of the input, even if some is left to read.
    package var inputIsClosed: @Sendable () -> Bool = { false }
    /// Writes a line to standard error.
    package var report: @Sendable (String) throws -> Void = { _ in }
    /// Whether a server watches its vaults itself.
    package var watches = true

    package init(
        read: @escaping @Sendable () throws -> [UInt8], write: @escaping @Sendable ([UInt8]) throws -> Void,
        now: @escaping @Sendable () -> Moment, zoneHasChanged: @escaping @Sendable () -> Bool
    ) {
        self.read = read
        self.write = write
        self.now = now
        self.zoneHasChanged = zoneHasChanged
    }
}
