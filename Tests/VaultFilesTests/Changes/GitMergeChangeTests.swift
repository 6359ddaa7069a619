import SourceText
import System
import TestSupport
import Testing
import VaultFiles

/// Changes of files for a merge of git.
@Suite struct GitMergeChangeTests {
    private let vault: TemporaryVault
    private let operations: [FileOperation] = [
        .write(VaultPath("a.md"), before: Array("a\n".utf8), after: Array("A\n".utf8)),
        .write(VaultPath("b.md"), before: Array("b\n".utf8), after: Array("B\n".utf8)),
        .remove(VaultPath("c.md"), before: Array("c\n".utf8)),
    ]

    init() throws { vault = try TemporaryVault(["a.md": "a\n", "b.md": "b\n", "c.md": "c\n"]) }

    private let commits = MergedCommits(head: "12", theirs: "34", result: "56")

    private func change(keeping kept: Set<VaultPath> = [], record: () throws -> Bool) throws -> [String] {
        var messages: [String] = []
        try VaultWriter.change(
            Vault(root: vault.root), now: LocalZone.now(), for: commits, title: "Merge", operations,
            report: { messages.append($0) }
        ) { ((), try record() ? .recorded : .undone(keeping: kept)) }
        return messages
    }

    private func texts() -> [String?] {
        ["a.md", "b.md", "c.md"].map { vault.read($0).map { String(decoding: $0, as: UTF8.self) } }
    }

    @Test func `a merge that is recorded stays, and is no change to undo`() throws {
        #expect(try change { true } == [])
        #expect(texts() == ["A\n", "B\n", nil])
        #expect(try ChangeHistory(Vault(root: vault.root)).made().isEmpty)
    }

    @Test func `a merge that is not recorded is restored, except for files that have changed since`() throws {
        for _ in 1...3 {
            #expect(try change { false } == [])
            #expect(texts() == ["a\n", "b\n", "c\n"])
        }
        #expect(!vault.exists(".slipbox/undo/1.dropped") && !vault.exists(".slipbox/undo/3.dropped"))
        let messages = try change {
            try vault.write("b.md", "B\nmine\n")
            return false
        }
        #expect(messages == ["these files have changed since, and were not restored: 'b.md'"])
        #expect(texts() == ["a\n", "B\nmine\n", "c\n"])
    }

    @Test func `a file that was saved before the change stops all of it`() throws {
        try vault.write("b.md", "mine\n")
        #expect(throws: VaultError.self) {
            try change {
                Issue.record("git must not record a merge that was not made")
                return true
            }
        }
        #expect(texts() == ["a\n", "mine\n", "c\n"])
    }
}
