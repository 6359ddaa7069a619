import Foundation
import TestSupport
import Testing

/// Sessions of real editors with the built program: open, diagnostics, complete, jump, rename, save, leave.
///
/// Each script prints its results line by line and fails with an exit status. CI installs all three editors.
@Suite(.enabled(if: CommandLine.program != nil)) struct EditorTests {
    @Test(.enabled(if: TestProcess.installed("nvim") != nil))
    func `Neovim completes, jumps, renames and saves`() throws {
        try runSession(
            "nvim", script: "session.lua",
            ["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", "luafile SCRIPT"])
    }

    @Test(.enabled(if: TestProcess.installed("vim") != nil))
    func `Vim completes, jumps, renames and saves`() throws {
        try runSession(
            "vim", script: "session.vim", ["-Nu", "NONE", "-i", "NONE", "-n", "-es", "-S", "SCRIPT"])
    }

    private static let hasEglot =
        (try? FileManager.default.contentsOfDirectory(atPath: "/usr/share/emacs/site-lisp/elpa-src"))?
        .contains { $0.hasPrefix("eglot-") } == true

    @Test(.enabled(if: TestProcess.installed("emacs") != nil && hasEglot))
    func `Emacs completes, jumps, renames and saves`() throws {
        try runSession("emacs", script: "session.el", ["--batch", "-Q", "-l", "SCRIPT"])
    }

    private func runSession(_ editor: String, script name: String, _ arguments: [String]) throws {
        let program = try #require(TestProcess.installed(editor))
        let slip = try #require(CommandLine.program)
        let vault = try TemporaryVault(
            [
                "Alpha.md": "# Alpha\n\nSee [[Beta]] and [[Nowhere]].\n",
                "Folder/Beta.md": "# Beta\n\n## Part\n\nText.\n",
                "home/keep": "",
            ], config: "ignore: [home/]\n")
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Editors/\(name)").path
        var variables = ["SLIP": slip, "VAULT": vault.rootText, "TERM": "dumb", "HOME": "\(vault.rootText)/home"]
        for name in ["CONFIG", "DATA", "STATE", "CACHE"] { variables["XDG_\(name)_HOME"] = "\(vault.rootText)/home" }
        let result = try CommandLine.ask(
            program, arguments.map { $0.replacingOccurrences(of: "SCRIPT", with: script) }, in: vault,
            variables: variables)
        #expect(result.status == 0, "\(result.output)\n\(result.errors)")
        for fact in ["completion: Beta", "definition: Folder/Beta.md:1", "old file: gone", "new file: there"] {
            #expect(result.output.contains(fact), "\(fact): \(result.output)")
        }
        #expect(vault.text("Alpha.md").contains("See [[Gamma]]"))
    }
}
