import QueryLanguage
import SearchIndex
import Searching
import SourceText
import TestSupport
import Testing

/// Links keep their targets by slip's rules. Links that also resolve by file name alone keep that too.
@Suite struct LinkPreservationTests {
    private static let folders = ["", "A", "A/B", "B", "B/A", "C/A/B", "\u{C9}"]
    private static let stems = ["Box", "box", "Note", "caf\u{E9}", "cafe\u{301}", "cafe", "x.y", "Index"]

    private struct Links {
        var links: [(target: String, path: VaultPath?)]
        var attachments: [VaultPath?]
    }

    private static func vault(_ random: inout FixedGenerator) throws -> TemporaryVault {
        var paths: Set<VaultPath> = []
        func pick(_ items: [String]) -> String { items.randomElement(using: &random) ?? "" }
        for _ in 0..<12 { paths.insert(VaultPath(pick(folders)).appending("\(pick(stems)).md")) }
        for _ in 0..<3 { paths.insert(VaultPath(pick(folders)).appending("\(pick(stems)).png")) }
        let all = paths.sorted()
        let vault = try TemporaryVault()
        for path in all {
            try vault.makeFolders(path.folder)
            if path.pathExtension == "png" {
                try vault.write(path, Array("png".utf8))
                continue
            }
            var lines: [String] = []
            switch Int.random(in: 0..<4, using: &random) {
            case 0: lines += ["---", "title: \"\(path.stem.text)\"", "aliases: [\"\(pick(stems))\"]", "---"]
            case 1: lines += ["---", "title: \"\(pick(stems))\"", "---"]
            case 2: lines += ["---", "links: [\"[[\(pick(stems))]]\", \"[[A/\(pick(stems))]]\"]", "---"]
            default: break
            }
            for _ in 0..<6 {
                let target = all.randomElement(using: &random) ?? path
                let end = target.parts.suffix(Int.random(in: 1...3, using: &random)).map(\.text).joined(separator: "/")
                let bare = VaultPath(end).withoutExtension.text
                switch Int.random(in: 0..<9, using: &random) {
                case 7: lines.append("[f](<\(target.folder.relative(to: path.folder).text)/>)")
                case 8: lines.append("[f](</\(target.folder.text)>) [[/\(target.folder.text)]]")
                case 0, 1: lines.append("[[\(bare)]]")
                case 2: lines.append("[[\(bare.lowercased())|label]] text")
                case 3: lines.append("[[\(end)]] ![[\(end)#x]]")
                case 4: lines.append("[t](<\(target.relative(to: path.folder).text)>)")
                case 5: lines.append("[t](</\(target.text)>)")
                default: lines.append("[[\(pick(stems))]]")
                }
            }
            try vault.write(path, Array((lines.joined(separator: "\n") + "\n").utf8))
        }
        return vault
    }

    private static func state(_ vault: TemporaryVault) throws -> (links: [VaultPath: Links], oracle: LinkOracle) {
        let session = try vault.session()
        return try session.read { snapshot in
            var links: [VaultPath: Links] = [:]
            var files: [LinkOracle.File] = []
            for path in try snapshot.index.links.paths(of: .note) {
                guard let hit = try snapshot.index.note(path) else { continue }
                links[path] = Links(
                    links: hit.links.map { ($0.target, $0.path) },
                    attachments: hit.attachments.map { $0.exists ? $0.path : nil })
                files.append(
                    LinkOracle.File(path: path, isNote: true, title: hit.title, id: hit.id, aliases: hit.aliases))
            }
            for path in try snapshot.index.links.paths(of: .image) {
                files.append(LinkOracle.File(path: path, isNote: false))
            }
            return (links, LinkOracle(files: files, folders: Set(try snapshot.index.lists.folders().map(\.path))))
        }
    }

    private static func expectSameTargets(
        _ vault: TemporaryVault, _ before: (links: [VaultPath: Links], oracle: LinkOracle), _ what: String,
        renamed: (VaultPath) -> VaultPath
    ) throws {
        let after = try state(vault)
        for (path, old) in before.links {
            let newPath = renamed(path)
            guard let new = after.links[newPath] else {
                Issue.record("\(what): '\(newPath)' is gone")
                continue
            }
            #expect(old.links.count == new.links.count, "\(what): in '\(path)'")
            for (old, new) in zip(old.links, new.links) {
                guard let target = old.path else { continue }
                // A link to a folder may now lead to its new index note.
                let isIndex = new.path.map { IndexNote.rank($0) != nil && $0.folder == renamed(target) } ?? false
                #expect(
                    new.path == renamed(target) || isIndex && before.oracle.folders.contains(target)
                        || isIndex && target.isRoot, "\(what): [[\(old.target)]], now [[\(new.target)]] in '\(newPath)'"
                )
                if before.oracle.answer(old.target, in: path.folder, byFileName: true)?.path == target {
                    #expect(
                        after.oracle.answer(new.target, in: newPath.folder, byFileName: true)?.path == renamed(target),
                        "\(what): by file name: [[\(old.target)]], now [[\(new.target)]] in '\(newPath)'")
                }
            }
            for (old, new) in zip(old.attachments, new.attachments) {
                guard let old else { continue }
                #expect(new == renamed(old), "\(what): '\(old)' in '\(newPath)'")
            }
        }
    }

    @Test(arguments: 0..<(LongTests.areWanted ? 60 : 8))
    func `links keep their targets, by slip's rules and by file name`(seed: Int) throws {
        var random = FixedGenerator(UInt64(seed) &* 104_729 &+ 5)
        let vault = try Self.vault(&random)
        for round in 0..<5 {
            let before = try Self.state(vault)
            let folder = VaultPath(Self.folders.randomElement(using: &random) ?? "")
            let stem = Self.stems.randomElement(using: &random) ?? "Box"
            let isNew = Int.random(in: 0..<3, using: &random) == 0
            if isNew {
                if !vault.exists(folder.text), !folder.isRoot { continue }
                let result = try CommandLine.run(
                    ["new", stem, "--folder", folder.isRoot ? "." : folder.text], in: vault)
                #expect(result.status == 0, "\(result.errors)")
                try Self.expectSameTargets(vault, before, "seed \(seed), \(round): new \(stem) in '\(folder)'") { $0 }
                if Bool.random(using: &random) {
                    #expect(try CommandLine.run(["undo"], in: vault).status == 0)
                    try Self.expectSameTargets(vault, before, "seed \(seed), \(round): undo") { $0 }
                }
                continue
            }
            guard let source = vault.list().map(\.path).randomElement(using: &random) else { continue }
            let isFolder = vault.list().contains { $0.path == source && $0.isFolder }
            let dest = folder.appending(isFolder ? "F\(round)" : "\(stem).\(source.pathExtension)")
            let result = try CommandLine.run(["mv", "--", source.text, dest.text], in: vault)
            if result.status != 0 {
                try Self.expectSameTargets(vault, before, "seed \(seed), \(round): refused") { $0 }
                continue
            }
            let what = "seed \(seed), \(round): mv '\(source)' '\(dest)'"
            try Self.expectSameTargets(vault, before, what) { path in
                path.isInside(source) ? VaultPath(bytes: dest.bytes + path.bytes.dropFirst(source.bytes.count)) : path
            }
        }
    }

    @Test(arguments: [
        // Other programs resolve file names only, so a link that matches only the title is rewritten.
        ("[[Slip box]] [[slip box|lab]] [t](Slip%20box.md)", "[[Drawer]] [[Drawer|lab]] [t](Drawer.md)"),
        // A link that matched only an alias before is unchanged.
        ("[[The drawer]]", "[[The drawer]]"),
    ])
    func `a link by bare name is rewritten only if the file name requires it`(before: String, after: String) throws {
        let vault = try TemporaryVault([
            "Slip box.md": "---\ntitle: Slip box\naliases: [The drawer]\n---\n", "a.md": before,
        ])
        #expect(try CommandLine.run(["mv", "Slip box.md", "Drawer.md"], in: vault).status == 0)
        #expect(vault.read("a.md").map { String(decoding: $0, as: UTF8.self) } == after)
    }

    @Test func `a rename to another Unicode form rewrites paths`() throws {
        let vault = try TemporaryVault(["\u{E9}.md": "x", "l.md": "[1](\u{E9}.md)\n"])
        #expect(try CommandLine.run(["mv", "\u{E9}.md", "e\u{301}.md"], in: vault).status == 0)
        #expect(vault.read("l.md") == Array("[1](e\u{301}.md)\n".utf8))
    }

    @Test func `a link by the end of a path gets the end of the new path`() throws {
        let vault = try TemporaryVault(["A/B/x.md": "x", "n.md": "[[B/x]] [[B/x.md#Part|p]]"])
        #expect(try CommandLine.run(["mv", "A/B/x.md", "A/D/"], in: vault).status == 0)
        #expect(vault.read("n.md") == Array("[[D/x]] [[D/x.md#Part|p]]".utf8))
    }

    @Test func `a new note takes over no link, says so, and can be undone`() throws {
        let vault = try TemporaryVault([
            "Ideas/Slip box.md": "x", "Other.md": "---\naliases: [Drawer]\n---\n",
            "People/a.md": "[[Slip box]] and [[Drawer]] and [[Nothing]]\n",
            "B/two.md": "x", "A/one.md": "[[Two#Part]]\n",
        ])
        let result = try CommandLine.run(["new", "Slip box"], in: vault)
        #expect(result.status == 0)
        #expect(result.errors.contains("links to 'Ideas/Slip box.md' in 'People/a.md' would match 'Slip box.md'"))
        #expect(vault.read("People/a.md") == Array("[[Ideas/Slip box]] and [[Drawer]] and [[Nothing]]\n".utf8))
        #expect(try CommandLine.run(["new", "Drawer"], in: vault).errors.contains("'Other.md'"))
        #expect(vault.read("People/a.md") == Array("[[Ideas/Slip box]] and [[Other]] and [[Nothing]]\n".utf8))
        #expect(try CommandLine.run(["undo"], in: vault).status == 0)
        #expect(vault.read("People/a.md") == Array("[[Ideas/Slip box]] and [[Drawer]] and [[Nothing]]\n".utf8))
        // Other programs ignore case in names.
        #expect(try CommandLine.run(["new", "Two", "--folder", "A"], in: vault).status == 0)
        #expect(vault.read("A/one.md") == Array("[[B/two#Part]]\n".utf8))
        // A broken link gets the new note as its target.
        #expect(try !CommandLine.run(["new", "Nothing"], in: vault).errors.contains("keep"))
    }
}
