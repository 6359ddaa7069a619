import Foundation
import System
import TestSupport
import Testing

/// `slip index --watch`: its options, and the unit file that it prints. What it does is in the tests of the vault.
@Suite struct WatchOptionTests {
    @Test(arguments: [
        (["index", "--watch", "--status"], "'--watch' and '--status' cannot be used together"),
        (["index", "--watch", "--rebuild"], "'--watch' and '--rebuild' cannot be used together"),
        (["index", "--systemd"], "'--systemd' requires '--watch'"),
    ])
    func `options that do not go together are refused`(arguments: [String], message: String) throws {
        let result = try Console(["a.md": "alpha"]).slip(arguments)
        #expect(result.status == 2)
        #expect(result.errors.contains(message))
    }

    @Test func `the unit names the program and the vault`() throws {
        let terminal = try Console(["a.md": "alpha"])
        let result = terminal.slip("index", "--watch", "--systemd")
        #expect(result.status == 0)
        let program = String(decoding: try ThisProcess.executable(), as: UTF8.self)
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.contains("ExecStart=:\"\(program)\" --vault \"\(terminal.directory.path)\" index --watch"))
        #expect(lines.contains("[Service]") && lines.contains("[Install]"))
        #expect(lines.contains { $0.hasPrefix("#   systemctl --user enable --now slip-") && $0.hasSuffix(".service") })
        #expect(!terminal.exists(".slipbox/index.db"))
    }

    @Test func `a path with any characters is one word to systemd`() throws {
        let terminal = try Console()
        terminal.folder = "100% \"$HOME\" \\n ż\n[Unit]"
        try FileManager.default.createDirectory(
            at: terminal.directory.appendingPathComponent(terminal.folder + "/.slipbox"),
            withIntermediateDirectories: true)
        let result = terminal.slip("index", "--watch", "--systemd")
        let wanted = #"/100%% \"$HOME\" \\n \xc5\xbc\x0a[Unit]" index --watch"#
        #expect(result.output.contains(wanted))
        // Neither the description nor a comment breaks the line.
        #expect(result.output.split(separator: "\n").filter { $0.hasPrefix("[Unit]") }.count == 1)
        #expect(result.output.contains("-100-home-n-"))
    }

    /// systemd's own reader, where there is one.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze")))
    func `systemd finds nothing wrong with the unit`() throws {
        let terminal = try Console()
        terminal.folder = "100% \"$HOME\" \\n ż"
        try FileManager.default.createDirectory(
            at: terminal.directory.appendingPathComponent(terminal.folder + "/.slipbox"),
            withIntermediateDirectories: true)
        try terminal.write("slip-test.service", terminal.slip("index", "--watch", "--systemd").output)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/systemd-analyze")
        process.arguments = ["verify", terminal.directory.appendingPathComponent("slip-test.service").path]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(!said.contains("slip-test.service"), "\(said)")
    }

    @Test func `only file systems of this machine are trusted`() throws {
        #expect(try !FileSystemType(of: Array("/proc".utf8)).tellsAllChanges)
        #expect(try FileSystemType(of: Array("/proc".utf8)).name == "of type 0x9fa0")
    }
}
