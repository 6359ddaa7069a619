import Foundation
import System
import TestSupport
import Testing

/// Options of `slip index --watch`, and the unit file that it prints.
@Suite struct WatchOptionTests {
    @Test(arguments: [
        (["index", "--watch", "--status"], "'--watch' and '--status' cannot be used together"),
        (["index", "--watch", "--rebuild"], "'--watch' and '--rebuild' cannot be used together"),
        (["index", "--systemd"], "'--systemd' requires '--watch'"),
    ])
    func `contradictory options of index are refused`(arguments: [String], message: String) throws {
        #expect(try Console(["a.md": "alpha"]).slip(arguments).isError(message))
    }

    @Test func `the unit names the program and the vault`() throws {
        let terminal = try Console(["a.md": "alpha"])
        let result = terminal.slip("index", "--watch", "--systemd")
        #expect(result.status == 0)
        let program = String(decoding: try ThisProcess.executable(), as: UTF8.self)
        let lines = result.lines
        #expect(lines.contains("ExecStart=:\"\(program)\" --vault \"\(terminal.directory.path)\" index --watch"))
        #expect(lines.contains("[Service]") && lines.contains("[Install]"))
        #expect(lines.contains { $0.hasPrefix("#   systemctl --user enable --now slip-") && $0.hasSuffix(".service") })
        #expect(!terminal.exists(".slipbox/index.db"))
    }

    @Test func `a path with special characters is one word in a unit file`() throws {
        let terminal = try Console()
        terminal.folder = "100% \"$HOME\" \\n ż\n[Unit]"
        try terminal.makeFolder(terminal.folder + "/.slipbox")
        let result = terminal.slip("index", "--watch", "--systemd")
        let wanted = #"/100%% \"$HOME\" \\n \xc5\xbc\x0a[Unit]" index --watch"#
        #expect(result.output.contains(wanted))
        // The newline breaks neither the description nor a comment.
        #expect(result.output.split(separator: "\n").filter { $0.hasPrefix("[Unit]") }.count == 1)
        #expect(result.output.contains("-100-home-n-"))
    }

    /// Checks the unit with systemd, if it is installed.
    @Test(.enabled(if: TestProcess.installed("systemd-analyze") != nil))
    func `systemd accepts the unit file`() throws {
        let terminal = try Console()
        terminal.folder = "100% \"$HOME\" \\n ż"
        try terminal.makeFolder(terminal.folder + "/.slipbox")
        try terminal.write("slip-test.service", terminal.slip("index", "--watch", "--systemd").output)
        let service = terminal.url("slip-test.service").path
        let errors = try TestProcess.run("/usr/bin/systemd-analyze", ["verify", service]).errors
        #expect(!errors.contains("slip-test.service"), "\(errors)")
    }

    @Test func `only local file systems are trusted to report all changes`() throws {
        #expect(try !FileSystemType(of: Array("/proc".utf8)).reportsAllChanges)
        #expect(try FileSystemType(of: Array("/proc".utf8)).name == "of type 0x9fa0")
    }
}
