import Foundation
import TestSupport
import Testing

/// Sessions of real editors with the built program: open, diagnostics, complete, jump, rename, save, leave.
///
/// Each script prints its results line by line and fails with an exit status. An editor that is not installed is
/// skipped. CI installs all three.
@Suite struct EditorTests {
    struct Editor: CustomTestStringConvertible, Sendable {
        var name: String
        var script: String
        var arguments: [String]
        var testDescription: String { name }
    }

    static let editors = [
        Editor(
            name: "nvim", script: "session.lua",
            arguments: ["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", "luafile SCRIPT"]),
        Editor(
            name: "vim", script: "session.vim",
            arguments: ["-Nu", "NONE", "-i", "NONE", "-n", "-es", "-S", "SCRIPT"]),
        Editor(name: "emacs", script: "session.el", arguments: ["--batch", "-Q", "-l", "SCRIPT"]),
    ]

    private static func path(of program: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private static var isComplete: [String: Bool] {
        let folders =
            (try? FileManager.default.contentsOfDirectory(atPath: "/usr/share/emacs/site-lisp/elpa-src")) ?? []
        return ["emacs": folders.contains { $0.hasPrefix("eglot-") }]
    }

    @Test(arguments: editors)
    func `a real editor completes, jumps, renames and saves`(editor: Editor) throws {
        guard let program = Self.path(of: editor.name), Self.isComplete[editor.name] ?? true,
            let slip = CommandLine.program
        else { return }
        let vault = try TemporaryVault(
            [
                "Alpha.md": "# Alpha\n\nSee [[Beta]] and [[Nowhere]].\n",
                "Folder/Beta.md": "# Beta\n\n## Part\n\nText.\n",
                "home/keep": "",
            ], config: "ignore: [home/]\n")
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Editors/\(editor.script)").path
        var variables = ["SLIP": slip, "VAULT": vault.rootText, "TERM": "dumb", "HOME": "\(vault.rootText)/home"]
        for name in ["CONFIG", "DATA", "STATE", "CACHE"] { variables["XDG_\(name)_HOME"] = "\(vault.rootText)/home" }
        let result = try CommandLine.ask(
            program, editor.arguments.map { $0.replacingOccurrences(of: "SCRIPT", with: script) }, in: vault,
            variables: variables)
        #expect(result.status == 0, "\(result.output)\n\(result.errors)")
        for fact in ["completion: Beta", "definition: Folder/Beta.md:1", "old file: gone", "new file: there"] {
            #expect(result.output.contains(fact), "\(fact): \(result.output)")
        }
        #expect(vault.text("Alpha.md").contains("See [[Gamma]]"))
    }
}
