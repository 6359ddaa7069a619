import Arguments
import Foundation
import SourceText
import System
import TestSupport
import Testing

/// Notes whose names have a meaning for git, a shell or an option parser.
@Suite struct SpecialNameTests {
    /// Names of notes. Each must give the results of `ok.md`.
    private static let names: [[UInt8]] =
        [
            "-n.md", "--help.md", "-.md", "a b.md", " lead.md", "new\nline.md", "\nfirst.md", "it's.md", "say \"x\".md",
            "\"quoted\".md", ":(top)x.md", ":x.md", ":!x.md", "st*r.md", "br[a]ck.md", "qu?stion.md", "back\\slash.md",
            "~home.md", "#hash.md", "!bang.md", "$(touch run).md", "`touch run`.md", "a;b&c|d.md", "%P.md", "%20.md",
            "tab\t.md", "return\r.md", "{brace}.md", "HEAD:x.md", "a..b.md", "@{1}.md", "^x.md",
        ].map { Array($0.utf8) } + [Array("caf".utf8) + [0xE9] + Array(".md".utf8)]

    private static let ordinary = Array("ok.md".utf8)

    private let terminal: Console
    private let here: GitFolder

    init() throws {
        terminal = try Console(["ok.md": ""])
        terminal.variables = GitFolder.variables
        terminal.variables["PATH"] = TestProcess.searchPath()
        here = try GitFolder(terminal.directory.path)
        try here.write(".slipbox/.gitignore", "/*\n!/.gitignore\n")
    }

    private func path(_ name: [UInt8]) -> [UInt8] { Array("\(terminal.directory.path)/".utf8) + name }

    private func write(_ text: String, _ names: [[UInt8]]) throws {
        for name in names { try Files.replace(path(name), Array(text.utf8), mode: 0o644) }
    }

    private func text(_ name: [UInt8]) throws -> String {
        String(decoding: try Files.read(path(name)).bytes, as: UTF8.self)
    }

    /// Runs git with the built program in its `PATH`.
    @discardableResult
    private func git(_ arguments: String..., accepts: Set<Int32> = [0]) throws -> String {
        try here.git(arguments, variables: ["PATH": terminal.variables["PATH"] ?? ""], accepts: accepts)
    }

    private func slip(_ arguments: [String], _ name: [UInt8]) -> (status: Int32, output: String, errors: String) {
        let result = terminal.run(arguments.map { Argument($0) } + ["--", Argument(bytes: name)])
        return (result.status, String(decoding: result.output, as: UTF8.self), result.errors)
    }

    /// Creates two branches that change each note in the same way, and merges them with the driver.
    private func merge(_ names: [[UInt8]]) throws {
        func note(_ keywords: String, _ status: String, _ body: String) -> String {
            "---\nstatus: \(status)\nkeywords: [\(keywords)]\n---\n# Title\n\none\n\(body)\nthree\n"
        }
        try write(note("a, b", "draft", "two"), names)
        try here.commit("Begin", at: 1_600_000_000)
        try git("checkout", "--quiet", "-b", "theirs")
        try write(note("a, b, theirs", "review", "two"), names)
        try here.commit("Theirs", at: 1_600_001_000)
        try git("checkout", "--quiet", "main")
        try write(note("a, b, ours", "done", "2"), names)
        try here.commit("Ours", at: 1_600_002_000)
        try git("merge", "theirs", accepts: [1])
    }

    private static let merged = """
        ---
        <<<<<<< ours
        status: done
        =======
        status: review
        >>>>>>> theirs
        keywords: [a, b, ours, theirs]
        ---
        # Title

        one
        2
        three

        """

    @Test(.enabled(if: CommandLine.program != nil))
    func `git merges a note of any name like one with an ordinary name`() throws {
        #expect(terminal.slip("git", "setup", "--yes").status == 0)
        try merge(Self.names + [Self.ordinary])
        #expect(try text(Self.ordinary) == Self.merged)
        for name in Self.names { #expect(try text(name) == Self.merged, "\(String(decoding: name, as: UTF8.self))") }
        #expect(!terminal.exists("run"))
    }

    private static let outdatedDriver =
        "command -v slip >/dev/null 2>&1 || exec git merge-file --marker-size=%L %A %O %B; "
        + "exec slip merge-driver --marker-size %L %O %A %B %P"

    @Test(.enabled(if: CommandLine.program != nil))
    func `the driver of an earlier version works, is reported and is updated`() throws {
        #expect(terminal.slip("git", "setup", "--yes").status == 0)
        let current = try git("config", "merge.slip.driver")
        try git("config", "merge.slip.driver", Self.outdatedDriver)
        #expect(
            terminal.slip("git", "status").output.contains("merge-driver  outdated; to update it: slip git setup\n"))
        #expect(terminal.slip("git", "status", "--format", "json").output.contains(#""merge_driver": "outdated""#))
        let names = [Array("-n.md".utf8), Array("--help.md".utf8), Self.ordinary]
        try merge(names)
        for name in names { #expect(try text(name) == Self.merged) }

        #expect(terminal.slip("git", "setup", "--yes").output.contains("merge-driver: in this repository's config"))
        #expect(try git("config", "merge.slip.driver") == current)
        #expect(terminal.slip("git", "status").output.contains("merge-driver  set up\n"))
        try git("config", "merge.slip.driver", Self.outdatedDriver)
        #expect(terminal.slip("git", "setup", "--remove").status == 0)
        #expect(try !git("config", "--local", "--list").contains("merge.slip"))
    }

    @Test(arguments: ["exit 2", "exit 127", "kill -9 $$"])
    func `git merges by lines if the merge driver fails`(failure: String) throws {
        #expect(terminal.slip("git", "setup", "--yes").status == 0)
        try terminal.writeProgram("bin/slip", "#!/bin/sh\n\(failure)\n")
        terminal.variables["PATH"] = "\(terminal.directory.path)/bin:\(GitFolder.variables["PATH"] ?? "")"
        try here.write(".gitignore", "/bin\n")
        try merge([Array("-n.md".utf8)])
        #expect(
            try text(Array("-n.md".utf8)).hasPrefix(
                """
                ---
                <<<<<<< ours
                status: done
                keywords: [a, b, ours]
                =======
                status: review
                keywords: [a, b, theirs]
                >>>>>>> theirs
                ---
                """))
    }

    @Test func `the merge driver refuses a version that is not a regular file, and keeps OURS`() throws {
        let terminal = try Console(["base": "a\n", "ours": "b\n", "theirs/x": "c\n"])
        terminal.variables = GitFolder.variables
        #expect(terminal.slip("merge-driver", "base", "ours", "theirs").isError("not a regular file"))
        #expect(try terminal.read("ours") == "b\n")
    }

    @Test func `the merge driver treats every argument after OURS as a path`() throws {
        for (name, text) in [("base", "a\n"), ("ours", "b\n"), ("theirs", "c\n")] { try terminal.write(name, text) }
        #expect(terminal.slip("merge-driver", "base", "ours", "theirs", "-n.md").status == 1)
        #expect(try terminal.read("ours") == "<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n")
        let missing = terminal.slip("merge-driver", "base", "ours", "none", "--vault")
        #expect(missing.status != 0)
        #expect(missing.errors.contains("merging by lines instead"))
        #expect(try terminal.read("ours").hasPrefix("<<<<<<< ours\n"))
    }

    @Test(arguments: names) func `history works for a note of any name`(name: [UInt8]) throws {
        try write("# Title\n\nbefore\n", [name])
        try here.commit("Begin", at: 1_600_000_000)
        try git("tag", "begin")
        try write("# Title\n\nafter\n", [name])
        try here.commit("Change", at: 1_600_001_000)

        // A path that starts with a hyphen is printed with `./`.
        let found = (name.first == UInt8(ascii: "-") ? Array("./".utf8) : []) + name + [0]
        let old = slip(["show", "--raw", "--at", "begin"], name)
        #expect(old.output == "# Title\n\nbefore\n" && old.errors.isEmpty, "\(old)")
        let list = slip(["history"], name)
        #expect(list.output.contains("Change") && list.output.contains("+1 -1 words"), "\(list)")
        #expect(terminal.run(["search", "--null", "--at", "begin", "before"]).output == found)
        #expect(terminal.run(["search", "--null", "since:begin"]).output == found)
        #expect(terminal.run(["search", "--null", "is:dirty"]).output == [])
        try write("# Title\n\nafterwards [[nowhere]]\n", [name])
        #expect(terminal.run(["search", "--null", "is:dirty"]).output == found)
        try here.git(["add", "--all"])
        let staged = terminal.slip("check", "--staged", "--format", "json")
        #expect(staged.status == 1 && staged.output.contains("there is no note 'nowhere'"), "\(staged)")
        #expect(slip(["check", "--staged"], name).output.contains("there is no note 'nowhere'"))
        #expect(terminal.slip("git", "sync", "-m", "Sync").output.contains("committed 1 file: Sync"))
        #expect(try here.git(["status", "--porcelain"]).isEmpty)
    }

    private static let folders: [[UInt8]] =
        ["-n", "a b", "new\nline", "it's", ":(top)x", "$(touch run)"].map { Array($0.utf8) } + [[0x63, 0xE9]]

    @Test(.enabled(if: CommandLine.program != nil), arguments: folders)
    func `the pre-commit hook checks a vault in a folder of any name`(name: [UInt8]) throws {
        let vault = path(name)
        try here.remove(".slipbox")
        try here.remove("ok.md")
        try Files.makeDirectories(vault + Array("/.slipbox".utf8))
        try Files.replace(vault + Array("/a.md".utf8), Array("---\nx: [1\n---\n".utf8), mode: 0o644)
        let setup = terminal.run(["--vault", Argument(bytes: vault), "git", "setup", "--yes"])
        #expect(setup.status == 0, "\(setup.errors)")
        try git("add", "--all", "--", ":!.slipbox")
        let refused = try git("commit", "--message", "x", accepts: [1])
        #expect(refused.contains("never closed"), "\(refused)")
        try Files.replace(vault + Array("/a.md".utf8), Array("fine\n".utf8), mode: 0o644)
        try git("add", "--all", "--", ":!.slipbox")
        try git("commit", "--quiet", "--message", "x")
        #expect(!terminal.exists("run"))
        let list = terminal.run(["--vault", Argument(bytes: vault), "history", "a.md"])
        #expect(String(decoding: list.output, as: UTF8.self).contains("+1 -0 words"), "\(list)")
    }

    @Test func `a repository can be in a folder with a newline in its name`() throws {
        let folder = try GitFolder("\(terminal.directory.path)/new\nline", isNew: false)
        try terminal.write("new\nline/.slipbox/.gitignore", "*\n")
        try folder.write("a.md", "one\n")
        try folder.git(["init", "--quiet", "--initial-branch=main"])
        try folder.commit("Begin", at: 1_600_000_000)
        try folder.write("a.md", "two\n")
        terminal.folder = "new\nline"
        #expect(terminal.slip("search", "is:dirty").output == "a.md\n")
        #expect(terminal.slip("git", "setup", "--yes").status == 0)
        #expect(terminal.slip("git", "status").output.contains("hook          set up\n"))
        #expect(try folder.git(["commit", "--all", "--quiet", "--message", "x"]).isEmpty)
    }
}
