import SourceText
import TestSupport
import Testing
import VaultFiles

/// The code actions that accept or reject what an agent has proposed for a note.
@Suite struct ProposalActionTests {
    @Test func `a proposal for the note is accepted as an edit, or rejected`() throws {
        let vault = try TemporaryVault(["a.md": "# A\n\none\n", "b.md": "# B\n"])
        let proposals = Proposals(try Vault(root: vault.root))
        let number = try proposals.add(
            Proposals.Proposal(
                client: ChangeClient("robot"), reason: "why", created: Moment(seconds: 0),
                files: [
                    Proposals.File(
                        from: VaultPath("a.md"), before: Array("# A\n\none\n".utf8), to: VaultPath("a.md"),
                        after: Array("# A\n\ntwo\n".utf8))
                ]))
        let editor = EditorSession(vault)
        func actions(_ note: String) -> [JSONValue] {
            editor.open(note)
            let place: JSONValue = ["line": 2, "character": 0]
            let params =
                editor.of(note).members + [
                    JSONValue.Member(name: "range", value: ["start": place, "end": place]),
                    JSONValue.Member(name: "context", value: ["diagnostics": []]),
                ]
            return editor.ask("textDocument/codeAction", .object(params)).list.filter {
                $0["title"]?.text?.contains("proposal") == true
            }
        }
        #expect(actions("b.md").isEmpty)
        let offered = actions("a.md")
        #expect(
            offered.compactMap { $0["title"]?.text } == [
                "Accept proposal 1 of robot for this note: why", "Reject proposal 1 of robot for this note: why",
            ])
        let accept = try #require(offered.first)
        let resolved = accept["edit"] == nil ? editor.ask("codeAction/resolve", accept) : accept
        let edit = String(decoding: resolved["edit"]?.written ?? [], as: UTF8.self)
        #expect(edit.contains("two") && !edit.contains("b.md"), "\(edit)")
        let command = try #require(offered.last?["command"])
        #expect(
            editor.ask(
                "workspace/executeCommand",
                ["command": command["command"] ?? .null, "arguments": command["arguments"] ?? .null]) == true)
        #expect(try !proposals.all().proposals.contains { $0.number == number })
        #expect(vault.read("a.md") == Array("# A\n\none\n".utf8))
    }
}
