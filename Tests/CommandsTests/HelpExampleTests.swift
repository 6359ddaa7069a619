import Foundation
import TestSupport
import Testing

/// The examples of every help page, run by a shell in a copy of the sample vault that is a git repository.
@Suite struct HelpExampleTests {
    private static let topics = [
        "query", "fields", "dates", "front-matter", "aliases", "keys", "versioning", "editors", "config", "formats",
        "environment", "exit-codes",
    ]

    /// Returns the lines of help that run `slip`, without their explanations.
    private static func examples(_ console: Console) -> [String] {
        console.columns = 400
        let commands = console.slip("help", "--all").output.split(separator: "\n").filter { $0.hasPrefix("  ") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
        let pages = (commands.filter { $0.first?.isLowercase == true } + topics).map { console.slip("help", $0).output }
        let lines = pages.flatMap { $0.components(separatedBy: "\n") }
            .filter { $0.hasPrefix("    ") && !$0.hasPrefix("     ") }.map { $0.dropFirst(4) }
            .filter { $0.contains(/^([A-Z_]+=('[^']*'|\S+) )*slip [a-z]/) }
        var seen: Set<String> = []
        return lines.map { $0.split(separator: #/ {2,}/#).first.map(String.init) ?? "" }.filter {
            seen.insert($0).inserted
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
        // These two run until the user ends them.
        let endless = ["slip browse", "slip serve"]
        for example in examples where !endless.contains(where: example.hasPrefix) && !page.contains(example) {
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
