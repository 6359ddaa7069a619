import Foundation
import JSONRPC
import SourceText
import TestSupport
import Testing

/// Settings and vaults of the server.
@Suite(.waits) struct SettingsTests {
    private static let vault = ["Box.md": "---\ntitle: The box\n---\n", "a/Deep.md": "# Deep\n"]

    /// Returns a line after the completion of `[[…`.
    private static func completed(
        _ typed: String, _ settings: JSONValue, links: String? = nil
    ) throws -> String {
        let files = vault.merging(links.map { [".slipbox/config.yaml": "links: \($0)\n"] } ?? [:]) { $1 }
        let editor = EditorSession(try TemporaryVault(files), settings: settings)
        editor.open("New.md", "[[\(typed)")
        let item = editor.completions("New.md", 2 + typed.utf8.count).first
        let after = EditorSession.applied([item?["textEdit"] ?? .null], to: Array("[[\(typed)".utf8))
        return String(decoding: after, as: UTF8.self)
    }

    @Test(
        arguments: [
            ("Box", [:], "[[Box|The box]]"), ("Box", ["linkName": "title"], "[[The box]]"),
            ("Dee", ["linkName": "path"], "[[a/Deep]]"), ("Dee", ["linkStyle": "markdown"], "[Deep](a/Deep.md)"),
            ("Dee", ["linkStyle": "wiki", "linkName": "name"], "[[Deep]]"),
            ("Dee", ["slip": ["linkStyle": "markdown"]], "[Deep](a/Deep.md)"),
        ] as [(String, JSONValue, String)])
    func `inserted links follow the settings`(typed: String, settings: JSONValue, expected: String) throws {
        #expect(try Self.completed(typed, settings) == expected)
    }

    @Test(
        arguments: [
            ("{form: markdown}", [:], "[Deep](a/Deep.md)"), ("{path: absolute}", [:], "[[a/Deep]]"),
            ("{path: relative}", [:], "[[a/Deep]]"), ("{path: absolute}", ["linkName": "name"], "[[Deep]]"),
            ("{form: markdown}", ["linkStyle": "wiki"], "[[Deep]]"),
        ] as [(String, JSONValue, String)])
    func `inserted links follow the configuration unless the client has a setting`(
        links: String, settings: JSONValue, expected: String
    ) throws {
        #expect(try Self.completed("Dee", settings, links: links) == expected)
    }

    @Test func `settings that the client returns apply until it removes them`() throws {
        let vault = try TemporaryVault(["A.md": "[[None]]\n", "B.md": "[[A]]\n"])
        let editor = EditorSession(vault, capabilities: ["workspace": ["configuration": true]])
        editor.open("A.md")
        #expect(editor.diagnostics("A.md")?.first?["severity"]?.int == 2)
        #expect(editor.questions.last?["params"]?["items"]?.list.first?["section"] == "slip")
        #expect(
            editor.reply(
                to: "workspace/configuration", [["severities": ["broken-link": "off"], "codeLens": false, "what": 1]]))
        #expect(editor.diagnostics("A.md")?.isEmpty == true)
        #expect(editor.ask("textDocument/codeLens", editor.of("A.md")).list.isEmpty)
        let messages = editor.notifications.compactMap { $0["params"]?["message"]?.text }
        #expect(messages.contains { $0.contains("unknown setting 'slip.what'") })
        editor.tell("workspace/didChangeConfiguration", ["settings": .null])
        #expect(editor.reply(to: "workspace/configuration", [["severities": ["broken-link": "hint"]]]))
        #expect(editor.diagnostics("A.md")?.first?["severity"]?.int == 4)
        editor.tell("workspace/didChangeConfiguration", ["settings": .null])
        #expect(editor.reply(to: "workspace/configuration", [.null]))
        #expect(editor.diagnostics("A.md")?.first?["severity"]?.int == 2)
        #expect(editor.ask("textDocument/codeLens", editor.of("A.md")).list.count == 1)
    }

    @Test func `each text belongs to the nearest enclosing vault`() throws {
        let vault = try TemporaryVault(["A.md": "[[Only here]] [[Only there]]\n", "Only here.md": "# Here\n"])
        try vault.makeFolder("in")
        let inner = try vault.inner("in")
        try inner.write("B.md", "[[Only here]] [[Only there]]\n")
        try inner.write("Only there.md", "# There\n")
        let editor = EditorSession(vault)
        editor.open("A.md")
        editor.open("in/B.md")
        let message = "there is no note 'Only here'\ndid you mean 'Only there'?"
        #expect(editor.diagnostics("in/B.md")?.map { $0["message"]?.text } == [message])
        // Notes of the inner vault belong to the outer vault too.
        #expect(editor.diagnostics("A.md")?.isEmpty == true)
        let names = editor.ask("workspace/symbol", ["query": "ere"]).list.compactMap { $0["name"]?.text }
        #expect(Set(names).isSuperset(of: ["Here", "There"]))
        // A move between vaults changes no links.
        let move = editor.move("Only here.md", to: "in/Only here.md")
        #expect(editor.ask("workspace/willRenameFiles", move).isNull)
    }

    @Test func `the server's watcher reports a change on disk`() throws {
        let vault = try TemporaryVault(["A.md": "[[B]]\n"])
        let editor = EditorSession(vault, watches: true)
        editor.open("A.md")
        func waitUntil(_ isSatisfied: ([JSONValue]) -> Bool) -> Bool {
            let deadline = Date().addingTimeInterval(20)
            while Date() < deadline {
                editor.tick()
                if isSatisfied(editor.diagnostics("A.md") ?? []) { return true }
                Thread.sleep(forTimeInterval: 0.05)
            }
            return false
        }
        #expect(waitUntil { $0.count == 1 })
        try vault.write("B.md", "text\n")
        #expect(waitUntil(\.isEmpty))
        let place = editor.at("A.md", editor.position("A.md", 3))
        #expect(editor.ask("textDocument/definition", place)["uri"] == editor.uri("B.md").json)
        try vault.rename("B.md", "C.md")
        // The next response already sees the rename.
        #expect(waitUntil { $0.count == 1 })
    }

    @Test func `the first response waitUntil for the scan`() throws {
        let vault = try TemporaryVault(["A.md": "text\n", "B.md": "text\n"])
        _ = try CommandLine.run(["index"], in: vault)
        try vault.rename("B.md", "C.md")
        try vault.write("A.md", "[[C]]\n")
        let editor = EditorSession(vault, watches: true)
        editor.open("A.md")
        // Both kinds of requests wait for the scan.
        let place = editor.at("A.md", editor.position("A.md", 3))
        #expect(editor.ask("textDocument/definition", place)["uri"] == editor.uri("C.md").json)
        #expect(editor.diagnostics("A.md")?.isEmpty == true)
    }
}
