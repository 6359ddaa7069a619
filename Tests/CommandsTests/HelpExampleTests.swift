import Arguments
import Commands
import Foundation
import TestSupport
import Testing

/// The examples of every help page, run by a shell in a copy of the sample vault that is a git repository.
@Suite struct HelpExampleTests {
    private static let topics = [
        "query", "fields", "dates", "front-matter", "assignments", "places", "aliases", "keys", "options",
        "several-vaults",
        "watcher", "versioning", "editors", "config", "formats", "environment", "exit-codes",
    ]

    /// The paths of all commands and subcommands: `keyword list`.
    private static let commands = Program.commands.flatMap { command in
        [command.name] + command.subcommands.map { "\(command.name) \($0.name)" }
    }

    /// Returns the lines of help that run `slip`, without their explanations.
    private static func examples(_ console: Console) -> [String] {
        console.columns = 400
        let pages = (commands + topics).map { name in
            console.slip(["help"] + name.split(separator: " ").map(String.init)).output
        }
        let lines = pages.flatMap { $0.components(separatedBy: "\n") }
            .filter { $0.hasPrefix("    ") && !$0.hasPrefix("     ") }.map { $0.dropFirst(4) }
            .filter { $0.contains(/^([A-Z_]+=('[^']*'|\S+) )*slip [a-z]/) }
        var seen: Set<String> = []
        return lines.map { $0.split(separator: #/ {2,}/#).first.map(String.init) ?? "" }.filter {
            seen.insert($0).inserted
        }
    }

    @Test func `every command and subcommand has two examples, which its manual page shows too`() throws {
        let console = try Console()
        for name in Self.commands {
            let words = name.split(separator: " ").map(String.init)
            let text = console.slip(["help"] + words).output
            let examples =
                text.components(separatedBy: "\nExamples:\n").last?.split(separator: "\n")
                .prefix { $0.hasPrefix("    ") } ?? []
            #expect(examples.count >= 2, "\(name)")
            let manual = console.slip("man", words[0]).output.replacing("\\-", with: "-").replacing("\\(aq", with: "'")
                .replacing("\\(ti", with: "~")
            for example in examples.prefix(2) where !example.contains("\"") {
                #expect(manual.contains(example.dropFirst(4)), "\(name): \(example)")
            }
        }
    }

    @Test func `every topic on syntax has an example`() throws {
        let console = try Console.sample()
        console.columns = 400
        for topic in Self.topics where !["config", "editors"].contains(topic) {
            #expect(console.slip("help", topic).output.contains(/\n    .*\bslip [a-z]/), "\(topic)")
        }
    }

    @Test(.enabled(if: CommandLine.program != nil)) func `every example of the help runs`() throws {
        let console = try Console.sample()
        let vault = console.url("SampleVault")
        for name in ["code", "dot", "man", "fish", "nvim", "xdg-open"] {
            try console.writeProgram("bin/\(name)", "#!/bin/sh\nexit 0\n")
        }
        try console.link("home/notes", to: vault.path)
        let work = try GitFolder(vault.path)
        try work.commit("First", at: 1_700_000_000)
        try work.git(["tag", "v1.0"])
        let path = console.url("bin").path + ":" + TestProcess.searchPath()
        let examples = Self.examples(console)
        #expect(examples.count > 30, "\(examples)")
        // The examples of the page on git need a remote repository: see `GitRecipeTests`.
        let page = ProjectFiles.page("Git")
        // These run until the user ends them, or require a text of another program or a proposal.
        let omitted = [
            "slip browse", "slip tutor", "slip serve", "slip index --watch", "slip rescued take", "slip rescued drop",
            "slip review",
        ]
        for example in examples where !omitted.contains(where: example.hasPrefix) && !page.contains(example) {
            let script = example.replacing("NOTE NAME", with: "Folgezettel Numbers.md").replacing(
                "NOTE", with: "Folgezettel"
            )
            .replacing("links-to:Note", with: "links-to:Folgezettel")
            let (status, text) = try ShellScript(script, ["-o", "pipefail"]).run(
                in: vault,
                GitFolder.variables.merging([
                    "PATH": path, "NO_COLOR": "1", "HOME": console.url("home").path,
                    "SLIPBOX_NOW": "2024-03-30T12:00:00Z",
                ]) { $1 })
            #expect(status < 2, "\(script): \(text)")
        }
    }
}
