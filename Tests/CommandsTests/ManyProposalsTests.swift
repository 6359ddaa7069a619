import Foundation
import SourceText
import TestSupport
import Testing
import VaultFiles

/// Decisions of `slip review` about several proposals, and their states in its list.
@Suite struct ManyProposalsTests {
    private struct Draft {
        var client = "robot"
        var from: String?
        var to: String?
        var before = ""
        var after = ""
    }

    private static func console(_ files: [String: String], _ drafts: [Draft]) throws -> Console {
        let console = try Console(files)
        _ = console.slip("index")
        let proposals = try Proposals(Vault(root: Array(console.directory.path.utf8)))
        for draft in drafts {
            let file = Proposals.File(
                from: draft.from.map { VaultPath($0) }, before: Array(draft.before.utf8),
                to: draft.to.map { VaultPath($0) }, after: Array(draft.after.utf8))
            _ = try proposals.add(
                Proposals.Proposal(
                    client: ChangeClient(draft.client), reason: "", created: Moment(seconds: 0), files: [file]))
        }
        return console
    }

    private static let files = ["a.md": "one\n", "b.md": "two\n", "c.md": "three\n"]
    private static let drafts = [
        Draft(from: "a.md", to: "a.md", before: "one\n", after: "1\n"),
        Draft(client: "other", from: "b.md", to: "b.md", before: "two\n", after: "2\n"),
        Draft(from: "c.md", to: "c.md", before: "another\n", after: "3\n"),
        Draft(from: nil, to: "d.md", after: "new\n"),
    ]

    private func ids(_ console: Console, _ arguments: String...) -> [Int] {
        let listed = console.slip(["review", "list", "--format", "json"] + arguments).output
        return JSONValue(parsing: listed)?.list.compactMap { $0["id"]?.int } ?? []
    }

    @Test func `all proposals that fit are accepted, and the others stay`() throws {
        let console = try Self.console(Self.files, Self.drafts)
        #expect(console.slip("review", "accept", "--all", "--dry-run").status == 2)
        #expect(ids(console) == [1, 2, 3, 4])
        let result = console.slip("review", "accept", "--all")
        #expect(result.status == 2 && result.errors.contains("so proposal 3 cannot be accepted"), "\(result)")
        #expect(ids(console) == [3])
        #expect(try console.read("a.md") == "1\n" && console.read("b.md") == "2\n" && console.read("d.md") == "new\n")
        #expect(console.slip("undo").status == 0 && !console.exists("d.md"))
    }

    @Test func `the proposals of one client are decided about`() throws {
        let console = try Self.console(Self.files, Self.drafts)
        #expect(ids(console, "--by", "other") == [2])
        #expect(console.slip("review", "reject", "--by", "robot").status == 0)
        #expect(ids(console) == [2])
        #expect(console.slip("review", "reject", "--by", "robot").status == 1)
        #expect(console.slip("review", "accept", "--by", "other").status == 0)
        #expect(try console.read("b.md") == "2\n" && console.read("a.md") == "one\n")
    }

    @Test func `all proposals are rejected`() throws {
        let console = try Self.console(Self.files, Self.drafts)
        #expect(console.slip("review", "reject", "--all").status == 0 && ids(console).isEmpty)
        #expect(try console.read("a.md") == "one\n")
        #expect(console.slip("review", "accept", "--all").status == 1)
    }

    @Test func `numbers and options cannot be used together, and one is required`() throws {
        let console = try Self.console(Self.files, Self.drafts)
        for command in ["accept", "reject"] {
            #expect(console.slip("review", command).status == 2)
            #expect(console.slip("review", command, "1", "--all").status == 2)
            #expect(console.slip("review", command, "1", "--by", "robot").status == 2)
        }
        #expect(ids(console) == [1, 2, 3, 4])
    }

    @Test(arguments: 1...8) func `a proposal is stale exactly if it cannot be accepted`(_ seed: Int) throws {
        var random = FixedGenerator(UInt64(seed))
        let names = ["a.md", "b.md", "c.md"]
        let lines = (1...9).map { "line \($0)\n" }
        var files: [String: String] = ["links.md": "[[a]]\n\n[b](b.md)\n\n[c](c.md)\n"]
        for name in names { files[name] = lines.joined() }
        func changed(_ text: String) -> String { text.replacing("line \(1 + random.below(9))\n", with: "new\n") }
        var drafts: [Draft] = []
        for name in names {
            let text = files[name] ?? ""
            drafts += [
                Draft(from: name, to: name, before: text, after: changed(text)),
                Draft(from: name, to: "Out/\(random.below(3)).md", before: text, after: changed(text)),
                Draft(from: name, to: "x\(random.below(3)).md", before: text, after: text),
                Draft(from: name, to: nil, before: text),
                Draft(from: nil, to: "x\(random.below(3)).md", after: text),
            ]
        }
        let console = try Self.console(files, drafts)
        for _ in 0..<6 {
            let name = random.pick(names)
            switch random.below(4) {
            case 0: if console.exists(name) { try console.write(name, changed(console.read(name))) }
            case 1: try console.write("x\(random.below(3)).md", random.below(2) == 0 ? "other\n" : lines.joined())
            case 2: try console.write("new\(random.below(9)).md", "[[a]] [b](b.md)\n")
            default: _ = console.slip("mv", name, "x\(random.below(3)).md")
            }
        }
        let listed = JSONValue(parsing: console.slip("review", "list", "--format", "json").output)?.list ?? []
        for proposal in listed {
            let number = "\(proposal["id"]?.int ?? 0)"
            let status = console.slip("review", "accept", number, "--dry-run").status
            #expect(proposal["stale"] == .bool(status != 0), "\(drafts[(Int(number) ?? 1) - 1])")
        }
    }
}
