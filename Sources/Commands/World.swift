import Indexing
package import SourceText
package import System
package import VaultFiles

/// The real world as a command sees it: made once by the executable, made up by tests.
package struct World {
    package var environment: Environment
    package var output: Output
    package var writeError: (String) -> Void
    package var readInput: () throws -> [UInt8]
    /// Runs a command of the shell with arguments behind it, and waits; its exit status.
    package var runShell: (_ command: String, _ arguments: [[UInt8]]) -> Int32 = { _, _ in 127 }
    /// Replaces this process by a program, by its full path, with arguments of which the first is its name, and with
    /// variables set. Returns its exit status where it runs in a process of its own, as in tests.
    package var become:
        (_ program: [UInt8], _ arguments: [[UInt8]], _ variables: [(name: String, value: [UInt8])]) throws -> Int32 =
            { _, _, _ in 127 }
    /// Disables SQLite's locks for a command that uses it from one thread. Called before its first use.
    package var useOneThread: () -> Void = {}
    /// Starts `slip` with arguments in the background, where nobody waits for it.
    package var startApart: (_ arguments: [[UInt8]]) -> Void = { _ in }
    /// How long, in milliseconds, files are looked at before a watcher is started.
    package var watchPatience = AutomaticWatcher.patience
    /// Reads one line that a person types; nil at the end of input.
    package var readLine: () -> String? = { nil }
    /// Whether the machine's time zone is another now than the environment's calendar has.
    package var zoneHasChanged: () -> Bool = { false }
    /// What a server talks through; nil where there is nothing like it.
    package var stream: Stream?
    package var outputIsTerminal: Bool
    package var errorIsTerminal: Bool
    package var inputIsTerminal = false
    /// The terminal that is written to.
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

/// Both directions of a conversation with another program, from any thread.
package struct Stream: Sendable {
    /// What has come, at least a byte; empty at the end.
    package var read: @Sendable () throws -> [UInt8]
    package var write: @Sendable ([UInt8]) throws -> Void
    package var now: @Sendable () -> Moment
    package var zoneHasChanged: @Sendable () -> Bool

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
