import Foundation
import System
import TestSupport
import Testing

/// `watch: auto`: when a watcher is started, and when not.
@Suite(.waits, .takes(atMostMinutes: 5)) struct AutomaticWatcherTests {
    /// Returns a vault in which every scan counts as slow.
    private func vault(_ config: String = "watch: auto\n") throws -> Console {
        let terminal = try Console(["a.md": "alpha\n", ".slipbox/config.yaml": config])
        terminal.slip("index")
        terminal.watchPatience = -1
        return terminal
    }

    @Test func `a search that scans the files slowly starts a watcher`() throws {
        let terminal = try vault()
        #expect(terminal.slip("search", "alpha").output == "a.md\n")
        let root = terminal.directory.path
        #expect(terminal.started == [["--vault", root, "index", "--watch", "--idle", "30"]])
        #expect(terminal.slip("search", "--explain", "x").output.contains("starting a watcher (watch: auto)"))
        #expect(
            terminal.slip("index", "--status").output.contains(
                "watcher   not running; the next search that takes 20 ms"))
    }

    @Test(arguments: ["", "watch: off\n", "watch: no\n", "watch: sometimes\n"])
    func `no watcher is started unless the configuration asks for it`(config: String) throws {
        let terminal = try vault(config)
        terminal.slip("search", "alpha")
        #expect(terminal.started.isEmpty)
        #expect(!terminal.slip("index", "--status").output.contains("watcher"))
        let json = terminal.slip("index", "--status", "--format", "json").output
        #expect(json.contains(#""watch": "off", "watch_obstacle": null"#))
        #expect(terminal.slip("check").output.contains("'watch' must be auto or off") == config.contains("sometimes"))
    }

    @Test func `neither a fast scan nor a command without a scan starts a watcher`() throws {
        let terminal = try vault()
        terminal.slip("search", "alpha", "--no-sync")
        terminal.slip("index")
        terminal.slip("help")
        terminal.watchPatience = 60_000
        terminal.slip("search", "alpha")
        #expect(terminal.started.isEmpty)
    }

    @Test func `a watcher that failed prevents others for a while, and index --status reports why`() throws {
        let terminal = try vault()
        try terminal.write(".slipbox/watch.off", "a file system is mounted in the vault, at 'x'\n")
        terminal.slip("search", "alpha")
        #expect(terminal.started.isEmpty)
        let reason = "a file system is mounted in the vault, at 'x'"
        let status = terminal.slip("index", "--status")
        #expect(
            status.output.contains("watcher   not running; cannot be started automatically (watch: auto): \(reason)\n"))
        #expect(terminal.slip("search", "--explain", "x").output.contains("no watcher is started: \(reason)"))
        // A failure that is two hours old.
        try terminal.setModificationDate(".slipbox/watch.off", Date(timeIntervalSinceNow: -7200))
        terminal.slip("search", "alpha")
        #expect(terminal.started.count == 1)
    }

    @Test(.enabled(if: getuid() == 0)) func `root starts no watcher for another user`() throws {
        let terminal = try vault()
        unsafe chown(terminal.directory.path, 12_345, 12_345)
        terminal.slip("search", "alpha")
        #expect(terminal.started.isEmpty)
        #expect(terminal.slip("index", "--status").output.contains("the vault belongs to another user"))
    }

    @Test(.enabled(if: TestSupport.CommandLine.program != nil))
    func `a started watcher confirms the index, and ends when it is disabled`() throws {
        let terminal = try vault()
        terminal.program = TestSupport.CommandLine.program
        // The built program uses the machine's time zone.
        terminal.calendar = LocalZone.calendar
        terminal.slip("search", "alpha")
        #expect(TestProcess.wait { terminal.slip("index", "--status").output.contains("watcher   runs\n") })
        #expect(
            TestProcess.wait { terminal.slip("search", "--explain", "x").output.contains("confirmed by a watcher") }
        )
        // While a watcher runs, no other is started.
        let count = terminal.started.count
        terminal.slip("search", "alpha")
        #expect(terminal.started.count == count)
        try terminal.write("b.md", "alpha\n")
        #expect(terminal.slip("search", "--sort", "path", "alpha").output == "a.md\nb.md\n")
        try terminal.write(".slipbox/config.yaml", "watch: off\n")
        #expect(TestProcess.wait { !terminal.slip("index", "--status").output.contains("watcher") })
    }

    @Test func `--idle is refused without --watch or a valid time`() throws {
        let terminal = try vault()
        for arguments in [
            ["index", "--idle", "3"], ["index", "--watch", "--idle", "0"],
            ["index", "--watch", "--idle", "9223372036854775807"], ["index", "--watch", "--idle", "153722867280912"],
        ] {
            #expect(terminal.slip(arguments).isError("'--idle' requires '--watch'"))
        }
    }

    @Test func `init proposes a watcher for a vault of many notes`() throws {
        let terminal = try Console()
        for number in 0..<5000 { try terminal.write("n\(number).md", "") }
        #expect(
            terminal.slip("init", "--yes").errors.contains("  watch: auto\n    a watcher saves checking 5000 files"))
        #expect(try terminal.read(".slipbox/config.yaml").contains("\nwatch: auto\n"))
    }

    @Test(.enabled(if: TestSupport.CommandLine.program != nil))
    func `a watcher that cannot start is not started again and again`() throws {
        let terminal = try vault()
        terminal.program = TestSupport.CommandLine.program
        try? terminal.remove(".slipbox/watch.lock")
        try terminal.link(".slipbox/watch.lock", to: terminal.directory.path)
        terminal.slip("search", "alpha")
        #expect(TestProcess.wait { terminal.exists(".slipbox/watch.off") })
        #expect(
            terminal.slip("index", "--status").output.contains("cannot be started automatically (watch: auto): cannot"))
        terminal.slip("search", "alpha")
        #expect(terminal.started.count == 1)
    }

    @Test(arguments: [-86_400 * 365, 86_400 * 365])
    func `a failure that is long past or in the future prevents no watcher`(age: Int) throws {
        let terminal = try vault()
        try terminal.write(".slipbox/watch.off", "old\n")
        try terminal.setModificationDate(".slipbox/watch.off", Date(timeIntervalSinceNow: TimeInterval(age)))
        terminal.slip("search", "alpha")
        #expect(terminal.started.count == 1)
    }

    @Test func `a directory in place of watch.off prevents watchers`() throws {
        let terminal = try vault()
        try terminal.write(".slipbox/watch.off/x", "")
        terminal.slip("search", "alpha")
        #expect(terminal.started.isEmpty)
        #expect(terminal.slip("index", "--status").output.contains("watch.off' exists and was not written by slip"))
    }
}
