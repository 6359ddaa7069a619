import Foundation
import TestSupport
import Testing

/// The commands of the page on git, run in a repository with names that are not ASCII.
@Suite struct GitRecipeTests {
    /// The commands in the shell blocks of the page.
    private static let recipes: [String] = {
        let lines = ProjectFiles.blocks("sh", in: ProjectFiles.page("Git")).flatMap { $0.components(separatedBy: "\n") }
        return lines.map { $0.components(separatedBy: "  #")[0].trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("#") }
    }()

    @Test func `the page on git contains recipes`() { #expect(Self.recipes.count > 15) }

    @Test(.enabled(if: CommandLine.program != nil)) func `every recipe runs`() throws {
        let terminal = try Console()
        let here = try GitFolder(terminal.directory.path, isNew: false)
        try here.git(["init", "--quiet", "--bare", "--initial-branch=main", "remote.git"])
        try here.git(["clone", "--quiet", "remote.git", "work"])
        try terminal.write("work/Notizen/.slipbox/config.yaml", "dates: git\n")
        try terminal.write("work/Notizen/.slipbox/.gitignore", "/*\n!/.gitignore\n!/config.yaml\n")
        try terminal.write("work/Notizen/Slip box.md", "---\nstatus: review\nkeywords: [a]\n---\nText [[Über]]\n")
        try terminal.write("work/Notizen/Über.md", "Text\n")
        let work = try GitFolder("\(here.path)/work", isNew: false)
        try work.git(["checkout", "--quiet", "-B", "main"])
        for number in 0..<4 {
            try terminal.write(
                "work/Notizen/Slip box.md", terminal.read("work/Notizen/Slip box.md") + "More \(number)\n")
            try work.commit("Commit \(number)", at: 1_700_000_000 + Int64(number) * 1000)
        }
        try work.git(["tag", "v1.0"])
        try work.git(["push", "--quiet", "--set-upstream", "origin", "main"])
        try work.git(["checkout", "--quiet", "-b", "branch"])
        try terminal.write("work/Notizen/Zażółć gęślą.md", "---\nstatus: draft\n---\nnew\n")
        try terminal.write("work/Notizen/Slip box.md", terminal.read("work/Notizen/Slip box.md") + "changed\n")
        try work.git(["add", "--all"])
        for recipe in Self.recipes {
            let (status, text) = try ShellScript(recipe).run(
                in: terminal.url("work/Notizen"),
                GitFolder.variables.merging(["PATH": TestProcess.searchPath(), "NO_COLOR": "1"]) { $1 })
            #expect(status < 2, "\(recipe): \(text)")
            if recipe.contains("xargs") { #expect(text.contains("Zażółć gęślą.md"), "\(recipe): \(text)") }
        }
        #expect(try work.git(["log", "--format=%s", "-1", "origin/branch"]).isEmpty == false)
    }
}
