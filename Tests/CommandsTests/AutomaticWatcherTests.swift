import Foundation
import System
import TestSupport
import Testing

/// `watch: auto`: when a watcher is started, what keeps one away, and what is said of it.
@Suite(.timeLimit(.minutes(5))) struct AutomaticWatcherTests {
    /// A vault in which every look at the files is a long one.
    private func vault(_ config: String = "watch: auto\n") throws -> Console {
        let terminal = try Console(["a.md": "alpha\n", ".slipbox/config.yaml": config])
        terminal.slip("index")
        terminal.watchPatience = -1
        return terminal
    }

    @Test func `a search that looks at the files for long starts one`() throws {
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
    func `none comes where the configuration does not say so`(config: String) throws {
        let terminal = try vault(config)
        terminal.slip("search", "alpha")
        #expect(terminal.started.isEmpty)
        #expect(!terminal.slip("index", "--status").output.contains("watcher"))
        let json = terminal.slip("index", "--status", "--format", "json").output
        #expect(json.contains(#""watch": "off", "watch_obstacle": null"#))
        #expect(terminal.slip("check").output.contains("'watch' must be auto or off") == config.contains("sometimes"))
    }

    @Test func `a quick look starts none, and neither does one that was not taken`() throws {
        let terminal = try vault()
        terminal.slip("search", "alpha", "--no-sync")
        terminal.slip("index")
        terminal.slip("help")
        terminal.watchPatience = 60_000
        terminal.slip("search", "alpha")
        #expect(terminal.started.isEmpty)
    }

    @Test func `one that could not vouch keeps others away for a while, and says why`() throws {
        let terminal = try vault()
        try terminal.write(".slipbox/watch.off", "a file system is mounted in the vault, at 'x'\n")
        terminal.slip("search", "alpha")
        #expect(terminal.started.isEmpty)
        let reason = "a file system is mounted in the vault, at 'x'"
        let status = terminal.slip("index", "--status")
        #expect(
            status.output.contains("watcher   not running; cannot be started automatically (watch: auto): \(reason)\n"))
        #expect(terminal.slip("search", "--explain", "x").output.contains("no watcher is started: \(reason)"))
        // Long ago.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -7200)],
            ofItemAtPath: terminal.directory.appendingPathComponent(".slipbox/watch.off").path)
        terminal.slip("search", "alpha")
        #expect(terminal.started.count == 1)
    }

    @Test(.enabled(if: getuid() == 0)) func `root starts none for another user`() throws {
        let terminal = try vault()
        unsafe chown(terminal.directory.path, 12_345, 12_345)
        terminal.slip("search", "alpha")
        #expect(terminal.started.isEmpty)
        #expect(terminal.slip("index", "--status").output.contains("the vault belongs to another user"))
    }

    @Test(.enabled(if: TestSupport.CommandLine.program != nil))
    func `the one that came vouches for the index, and goes when it is no longer wanted`() throws {
        let terminal = try vault()
        terminal.program = TestSupport.CommandLine.program
        // The program's zone is the machine's.
        terminal.calendar = LocalZone.calendar
        terminal.slip("search", "alpha")
        func waitUntil(_ isDone: () -> Bool) -> Bool {
            for _ in 0..<1000 {
                if isDone() { return true }
                usleep(10_000)
            }
            return false
        }
        #expect(waitUntil { terminal.slip("index", "--status").output.contains("watcher   runs\n") })
        #expect(waitUntil { terminal.slip("search", "--explain", "x").output.contains("confirmed by a watcher") })
        // While it lives there is no call for another.
        let count = terminal.started.count
        terminal.slip("search", "alpha")
        #expect(terminal.started.count == count)
        try terminal.write("b.md", "alpha\n")
        #expect(terminal.slip("search", "--sort", "path", "alpha").output == "a.md\nb.md\n")
        try terminal.write(".slipbox/config.yaml", "watch: off\n")
        #expect(waitUntil { !terminal.slip("index", "--status").output.contains("watcher") })
    }

    @Test func `one without an idle time or watch is refused`() throws {
        let terminal = try vault()
        for arguments in [
            ["index", "--idle", "3"], ["index", "--watch", "--idle", "0"],
            ["index", "--watch", "--idle", "9223372036854775807"], ["index", "--watch", "--idle", "153722867280912"],
        ] {
            let result = terminal.slip(arguments)
            #expect(result.status == 2 && result.errors.contains("'--idle' requires '--watch'"), "\(result)")
        }
    }

    @Test func `a vault of many notes is proposed one`() throws {
        let terminal = try Console()
        for number in 0..<5000 { try terminal.write("n\(number).md", "") }
        #expect(
            terminal.slip("init", "--yes").errors.contains("  watch: auto\n    a watcher saves checking 5000 files"))
        #expect(try terminal.read(".slipbox/config.yaml").contains("\nwatch: auto\n"))
    }

    @Test(.enabled(if: TestSupport.CommandLine.program != nil))
    func `one that cannot even begin is not started again and again`() throws {
        let terminal = try vault()
        terminal.program = TestSupport.CommandLine.program
        let lock = terminal.directory.appendingPathComponent(".slipbox/watch.lock")
        try? FileManager.default.removeItem(at: lock)
        try FileManager.default.createSymbolicLink(at: lock, withDestinationURL: terminal.directory)
        terminal.slip("search", "alpha")
        for _ in 0..<1000 where !terminal.exists(".slipbox/watch.off") { usleep(10_000) }
        #expect(
            terminal.slip("index", "--status").output.contains("cannot be started automatically (watch: auto): cannot"))
        terminal.slip("search", "alpha")
        #expect(terminal.started.count == 1)
    }

    @Test(arguments: [-86_400 * 365, 86_400 * 365]) func `a reason from another time counts no more`(age: Int) throws {
        let terminal = try vault()
        try terminal.write(".slipbox/watch.off", "old\n")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: TimeInterval(age))],
            ofItemAtPath: terminal.directory.appendingPathComponent(".slipbox/watch.off").path)
        terminal.slip("search", "alpha")
        #expect(terminal.started.count == 1)
    }

    @Test func `what is in the way of the reason keeps watchers away`() throws {
        let terminal = try vault()
        try terminal.write(".slipbox/watch.off/x", "")
        terminal.slip("search", "alpha")
        #expect(terminal.started.isEmpty)
        #expect(terminal.slip("index", "--status").output.contains("watch.off' exists and was not written by slip"))
    }
}
