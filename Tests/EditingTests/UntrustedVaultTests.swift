import Foundation
import Notes
import SQLite
import SourceText
import TestSupport
import Testing

/// Untrusted vaults are read in bounded time and memory, and nothing outside of them is read.
@Suite struct UntrustedVaultTests {
    @Test(arguments: ["../outside/secret.md", "ld/secret.md", "F/../../outside/secret.md", "/secret.md"])
    func `a forged index causes no read outside of the vault`(path: String) throws {
        let terminal = try Console([
            "outside/secret.md": "SECRET alpha\n", "v/.slipbox/config.yaml": "", "v/a.md": "alpha\n",
        ])
        terminal.folder = "v"
        try terminal.link("v/ld", to: "../outside")
        #expect(terminal.slip("search", "alpha", "-c").output == "1\n")
        let index = Array("\(terminal.directory.path)/v/.slipbox/index.db".utf8)
        try Connection(index, .readWrite).run(
            "UPDATE file SET path = ?1 WHERE path = 'a.md'", [.text(Array(path.utf8))])
        var opened: [[UInt8]] = []
        terminal.variables["EDITOR"] = "ed"
        terminal.runShell = { _, files in
            opened = files
            return 0
        }
        for sync in [["--no-sync"], []] {
            for command in [
                ["search", "contains:SECRET", "--format", "vimgrep"], ["export"], ["show", "a", "--raw"],
                ["edit", "a"],
                ["search", "alpha"], ["set", "a", "x=1"], ["keyword", "list"],
            ] {
                let result = terminal.slip(command + sync)
                #expect(!result.output.contains("SECRET"), "\(command + sync): \(result)")
            }
        }
        #expect(
            !opened.contains {
                String(decoding: $0, as: UTF8.self).contains("outside") || $0.contains(Array("ld/".utf8))
            })
        #expect(try terminal.read("outside/secret.md") == "SECRET alpha\n")
    }

    @Test func `invalid front matter has a bounded number of findings`() {
        let bytes = Array("---\n\(String(repeating: "%: : [\n", count: 30_000))---\nx\n".utf8)
        #expect(Note(bytes, name: VaultPath("n.md")).diagnostics.count <= 1100)
    }

    @Test func `a template with many fields is filled in linear time`() throws {
        let terminal = try Console([
            ".slipbox/templates/t.md": "---\nx: {{title}} {{date}}\n---\n"
                + String(repeating: "{{title}} slipfield0 ", count: 5000)
        ])
        #expect(terminal.slip("new", "T", "-t", "t").status == 0)
        let made = try terminal.read("T.md")
        #expect(
            made.hasPrefix("---\nx: T 2024-03-30\n") && made.contains("---\nT slipfield0 T slipfield0 "),
            "\(made.prefix(80))")
        #expect(!made.contains("slipfield0x") && !made.contains("{{"))
    }

    @Test func `the number of names for a key is limited`() throws {
        let names = (0..<5000).map { "k\($0)" }.joined(separator: ", ")
        let terminal = try Console([".slipbox/config.yaml": "keys: {created: [\(names)]}\n", "a.md": "x\n"])
        let result = terminal.slip("search")
        #expect(result.status == 0 && result.errors.contains("more than 100 names"), "\(result.errors.prefix(300))")
    }

    @Test func `many links to one note are distinguished from mentions, and follow moves`() throws {
        let terminal = try Console([
            "good.md": "x\n",
            "y.md": String(repeating: "[[good]] ", count: 3000) + "good [a ![good](x.png) good](good.md) good\n",
        ])
        let links = terminal.slip("links", "good", "--format", "json")
        #expect(links.status == 0 && links.output.contains("\"mentions\": [{\"path\": \"y.md\", \"line\": 1}]"))
        #expect(terminal.slip("mv", "good.md", "F/better.md").status == 0)
        let moved = try terminal.read("y.md")
        #expect(
            moved.hasPrefix("[[better]] [[better]] ")
                && moved.hasSuffix("[[better]] good [a ![good](x.png) good](F/better.md) good\n"))
    }

    @Test func `machine-readable output of check has no control characters`() throws {
        let terminal = try Console(["a.md": "[[q\u{1B}[31m]] [[r\u{9B}31m]] [[s\u{202E}t]]\n"])
        let output = terminal.slip("check", "--format", "github").output
        #expect(
            output.contains("::warning")
                && !output.unicodeScalars.contains { "\u{1B}\u{9B}\u{202E}".unicodeScalars.contains($0) })
    }
}
