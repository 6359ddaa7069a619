import Foundation
import SourceText
import TestSupport
import Testing

/// Findings of `check` about anchors, misspelt keys and conflicted copies.
struct CheckTests {
    private static let target = """
        # What's *new*?

        ## 1.0.0 - 2024

        ## Same

        ## Same

        ### `code_name` & more

        ## Über uns

        <a name="by-name"></a> <div class='x' id=bare> <span title="a > b" id="By Id">

        text ^block

        ## Same
        """

    @Test(arguments: [
        "whats-new", "What's new?", "what-s-new", "100---2024", "1.0.0 - 2024", "same", "same-1", "same-2", "Same",
        "code_name--more", "über-uns", "%C3%BCber-uns", "uber uns", "by-name", "bare", "By%20Id", "^block",
    ])
    func `check accepts a link to an existing anchor`(fragment: String) throws {
        let terminal = try Console([
            "t.md": Self.target,
            "a.md": "[x](t.md#\(fragment.replacing(" ", with: "%20").replacing("?", with: "%3F")))",
        ])
        #expect(terminal.slip("check").output.isEmpty)
    }

    @Test(arguments: ["whats", "same-3", "new", "by", "^blok", "x", "title"])
    func `check reports a link to a missing anchor`(fragment: String) throws {
        let terminal = try Console(["t.md": Self.target, "a.md": "[x](t.md#\(fragment))"])
        #expect(terminal.slip("check").output.hasPrefix("a.md:1:"))
    }

    @Test(arguments: [
        ("keeywords: [a]", "keywords"), ("tile: A note", "title"), ("stauts: review", "status"),
        ("craeted: 2024-01-01", "created"), ("creatd_at: 2024-01-01", "created-at"), ("favorit: yes", "favorite"),
        ("alises: [x]", "aliases"), ("oder: 3", "order"), ("Taggs: x", "tags"),
    ])
    func `check reports a key that resembles a known one`(line: String, name: String) throws {
        let terminal = try Console(["a.md": "---\n\(line)\n---\n"])
        let check = terminal.slip("check", "--kind", "near-key")
        #expect(check.status == 1 && check.output.contains("resembles '\(name)'"), "\(check.output)")
    }

    @Test(arguments: [
        "data: something", "dates: soon", "link: https://e.org", "state: open", "created-by: me", "author: x",
        "type: y", "due: 2024-01-01", "tile: A\ntitle: B", "odder: x", "stats: 3", "tagline: x", "keeywords:", "key: x",
    ])
    func `check accepts a user-defined key`(lines: String) throws {
        let terminal = try Console(["a.md": "---\n\(lines)\n---\n"])
        #expect(terminal.slip("check").output.isEmpty)
    }

    @Test(arguments: [
        ("note (conflicted copy 2024-01-01).md", "note.md"), ("note (Jane's conflicted copy 2024-01-01).md", "note.md"),
        ("note.sync-conflict-20240101-120000-ABCDEFG.md", "note.md"), ("note_conflict-20240101-120000.md", "note.md"),
        ("note (SFConflict jane@e.org 2024-01-01-12-00-00).md", "note.md"), ("a (Case Conflict).png", "a.png"),
        ("żółw (Conflicted copy Pixel 7 202401011200).md", "żółw.md"),
        ("a b (Selective Sync Conflict 2).md", "a b.md"), ("x (Unicode Encoding Conflict).md", "x.md"),
        ("x (White Space Conflict).md", "x.md"), ("x (In Konflikt stehende Kopie von Jo 2024-01-01).md", "x.md"),
        ("x (Copie en conflit de Jo 2024-01-01).md", "x.md"), ("x (Copia en conflicto de Jo 2024-01-01).md", "x.md"),
        ("x (конфликтующая копия с Jo 2024-01-01).md", "x.md"), ("x (Jo 的冲突副本 2024-01-01).md", "x.md"),
    ])
    func `check reports conflicted copies that sync programs left`(name: String, original: String) throws {
        let terminal = try Console([name: "x\n"])
        #expect(terminal.slip("check", "--kind", "sync-copy").output.contains("a copy of '\(original)'"))
    }

    @Test(arguments: [
        "note 2.md", "note (1).md", "About conflicted copy.md", "sync-conflict-x.md", "a_conflict-b.md",
        "x (in Konflikt stehende Kopie).md", "x (white space).md",
    ])
    func `check does not mistake ordinary names for conflicted copies`(name: String) throws {
        #expect(try Console([name: "x\n"]).slip("check").output.isEmpty)
    }

    @Test(arguments: [
        ("note-DESKTOP-7Q2F9KL.md", true), ("note-LAPTOP-AB12CD34-2.md", true), ("note-ANNA-PC.md", true),
        ("note-2024-01-02.md", false), ("note-DRAFT.md", false), ("note-part-2.md", false), ("other-ANNA-PC.md", false),
    ])
    func `a file named after a note and a machine may be a copy`(name: String, isCopy: Bool) throws {
        let terminal = try Console(["note.md": "a\n", name: "b\n", "README.md": "c\n", "README-WIN-11.md": "d\n"])
        let output = terminal.slip("check").output
        #expect(
            output
                == (isCopy
                    ? "\(name):1:1: sync-copy: this may be a copy of 'note.md', created by a sync program after a conflict; copy its changes to the original, and remove it\n"
                    : ""))
    }

    @Test(arguments: [
        ("note-LAPTOP.md", "# A\n\none\ntwo, changed\nthree\n", true), ("note-LAPTOP.md", "# Else\n\nfour\n", false),
        ("note-FINAL-2.md", "# A\n\none\ntwo\nthree\n", true), ("note-laptop.md", "# A\n\none\ntwo\n", false),
        ("other-LAPTOP.md", "# A\n\none\ntwo\n", false),
    ])
    func `a file named after a note and a word in capitals may be a copy if both share most lines`(
        name: String, text: String, isCopy: Bool
    ) throws {
        let terminal = try Console(["note.md": "# A\n\none\ntwo\nthree\n", name: text])
        let output = terminal.slip("check", "--kind", "sync-copy").output
        #expect(output.contains("\(name):1:1: sync-copy: this may be a copy of 'note.md'") == isCopy, "\(output)")
    }

    @Test func `a link to a file that is ignored or hidden is not broken`() throws {
        let terminal = try Console([
            "F/n.md":
                "[g](../deps/usage.md) ![](/deps/p.png) [[deps/usage]] [h](../.hidden/x.md) [i](../deps/%C3%A9.md#a)\n",
            "deps/usage.md": "# U\n", "deps/p.png": "p", ".hidden/x.md": "x\n", "deps/é.md": "x\n",
            ".slipbox/config.yaml": "ignore: [\"deps/**\"]\n",
        ])
        #expect(terminal.slip("check").output.isEmpty)
        try terminal.write("F/n.md", "[g](../deps/none.md) ![](../deps/none.png) [x](../../outside.md) [[usage]]\n")
        #expect(terminal.slip("check").output.split(separator: "\n").count == 4)
    }

    @Test(arguments: [
        ("extensions: [md, \"*\", \"\"]", 2), ("extensions: [\"*.md\"]", 1), ("extensions: [.md, tar.gz]", 1),
        ("attachment-extensions: [\"p?g\", a/b]", 2), ("extensions: [md, .txt, MARKDOWN]", 0), ("extensions: []", 1),
    ])
    func `an extension that no file can have is reported`(line: String, count: Int) throws {
        let terminal = try Console(["a.md": "x\n", ".slipbox/config.yaml": line + "\n"])
        #expect(terminal.slip("check").output.split(separator: "\n").count == count)
        #expect(terminal.slip("search").output == "a.md\n")
    }

    @Test func `an invalid configuration is reported once, as a finding`() throws {
        let terminal = try Console(["a.md": "x\n", ".slipbox/config.yaml": "wach: auto\n"])
        let check = terminal.slip("check")
        #expect(
            check.errors.isEmpty && check.output.contains("config.yaml:1:1: config: unknown key 'wach'"), "\(check)")
        #expect(terminal.slip("search", "x").errors.contains("unknown key 'wach'"))
    }

    @Test func `a terminal shows errors first, and unused attachments last by folder`() throws {
        let terminal = try Console([
            "a.md": "[[nope]] [[nada]]\n", "b.md": "---\ntitle: [\n---\n", "Pictures/1.png": "x", "Pictures/2.png": "y",
            "Pictures/Old/3.png": "z", "0.png": "0",
        ])
        terminal.isTerminal = true
        terminal.variables["SLIPBOX_PAGER"] = ""
        let lines = terminal.slip("check").output.split(separator: "\n").map(String.init)
        #expect(lines[1].hasSuffix("front-matter") && lines[3].hasSuffix("  4  unused-attachment"), "\(lines)")
        let files = lines.filter { !$0.hasPrefix(" ") }.dropFirst()
        #expect(Array(files) == ["b.md", "a.md", "Unused attachments  (to list each: --all)"])
        #expect(Array(lines.suffix(3)) == ["  ./  1 file", "  Pictures/  2 files", "  Pictures/Old/  1 file"])
        for arguments in [["check", "--all"], ["check", "--kind", "unused-attachment"]] {
            let output = terminal.slip(arguments).output
            #expect(output.contains("\nPictures/1.png\n") && !output.contains("Unused attachments"), "\(arguments)")
        }
    }

    @Test func `a terminal lists the most severe problems first, in the whole list and in each file`() throws {
        let terminal = try Console([
            ".slipbox/config.yaml": "findings: {missing-attachment: note}\n",
            "a.md": "![](gone.png) [[nope]]\n", "b.md": "![](lost.png)\n", "c.md": "[[nada]]\n",
            "d.md": "---\ntitle: [\n---\n",
        ])
        terminal.isTerminal = true
        terminal.variables["SLIPBOX_PAGER"] = ""
        func listed(_ arguments: String...) -> [String] {
            let lines = terminal.slip(["check"] + arguments).output.split(separator: "\n").map(String.init)
            let kinds = ["broken-link", "missing-attachment", "front-matter"]
            return lines.compactMap { line in
                if line.hasSuffix(".md") { return line }
                return line.contains(":") ? kinds.first { line.contains($0) } : nil
            }
        }
        #expect(
            listed() == [
                "d.md", "front-matter", "a.md", "broken-link", "missing-attachment", "c.md", "broken-link", "b.md",
                "missing-attachment",
            ], "\(listed())")
        #expect(listed("--limit", "2") == ["d.md", "front-matter", "a.md", "broken-link"])
        let limited = terminal.slip("check", "--limit", "2")
        #expect(limited.output.hasPrefix("5 problems in 4 files\n") && limited.status == 1)
        #expect(limited.output.hasSuffix("\nand 3 more; to list all, leave out --limit\n"))
    }

    @Test func `check --limit limits the output for programs`() throws {
        let terminal = try Console(["a.md": "[[nope]] [[nada]]\n", "b.md": "[[nil]]\n"])
        let limited = terminal.slip("check", "--limit", "2")
        #expect(limited.lines.count == 2 && limited.errors.contains("1 more problem; to list all, leave out --limit"))
        #expect(terminal.slip("check", "--limit", "1", "-fjson").output.contains("nope"))
        #expect(!terminal.slip("check", "--limit", "1", "-fjson").output.contains("nada"))
        #expect(terminal.slip("check", "--limit", "3").errors.isEmpty)
        #expect(terminal.slip("check", "--limit", "0").status == 2)
    }

    @Test(arguments: [
        (["in:Box"], ["Box/a.md"]), (["#k"], ["c.md"]), (["#k", "status:review"], []),
        (["in:Box OR #k"], ["Box/a.md", "c.md"]),
        (["Box"], ["Box/a.md"]), (["c.md", "in:Box"], ["Box/a.md", "c.md"]), (["title:b"], ["b.md"]),
        (["-in:Box"], ["b.md", "c.md"]), (["in:Box", "OR", "#k"], ["Box/a.md", "c.md"]),
        (["-#k", "NOT", "in:Box"], ["b.md"]),
    ])
    func `check lists the problems of the notes that a query finds`(_ arguments: [String], _ paths: [String]) throws {
        let terminal = try Console(["Box/a.md": "[[x]]\n", "b.md": "[[y]]\n", "c.md": "#k [[z]]\n"])
        let result = terminal.slip(["check"] + arguments)
        #expect(result.lines.map { String($0.prefix { $0 != ":" }) } == paths, "\(result)")
        #expect(result.status == (paths.isEmpty ? 0 : 1))
    }

    @Test(arguments: [["nope"], ["no pe"], ["/no/pe"], ["statsu:x"], ["--staged", "in:Box"], ["--fix", "in:Box"]])
    func `check refuses an argument that is no path, note or query`(_ arguments: [String]) throws {
        #expect(try Console(["Box/a.md": "[[x]]\n"]).slip(["check"] + arguments).status == 2)
    }

    @Test(arguments: [30, 40, 60, 80, 120])
    func `a terminal shows findings by file, in columns, with words wrapped`(columns: Int) throws {
        let terminal = try Console([
            "A.md": "# A\n\nSee [[Nowhere at all to be found by anybody]] and ![a picture](missing picture.png)\n",
            "In/B.md": "---\nstatus: nonsense\n---\n" + String(repeating: "\n", count: 100) + "[[Gone away]]\n",
        ])
        terminal.isTerminal = true
        terminal.columns = columns
        let lines = terminal.slip("check").output.split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init)
        #expect(lines.allSatisfy { TextWidth.columns($0) <= columns }, "\(lines)")
        #expect(lines.filter { $0 == "A.md" || $0 == "In/B.md" }.count == 2)
        // No word is broken.
        let shown = Set(lines.flatMap { $0.split(separator: " ").map(String.init) })
        terminal.isTerminal = false
        let findings = terminal.slip("check").output.split(separator: "\n").map { $0.split(separator: ": ") }
        #expect(findings.count == 3)
        for finding in findings {
            for word in finding[2...].joined(separator: ": ").split(separator: " ") where word.count < columns - 8 {
                #expect(shown.contains(String(word)), "\(word)")
            }
        }
        // Kinds and texts are aligned in columns.
        let listed = lines.drop { !$0.isEmpty }
        let rows = findings.compactMap { finding in listed.first { $0.contains(" \(finding[1])") && $0.hasPrefix("  ") }
        }
        let places = zip(rows, findings).map { row, finding in
            row.range(of: finding[1]).map { row.distance(from: row.startIndex, to: $0.lowerBound) }
        }
        #expect(rows.count == 3 && Set(places).count == 1, "\(rows)")
        if columns >= 80 {
            let texts = zip(rows, findings).map { row, finding in
                row.range(of: finding[2].prefix(8)).map { row.distance(from: row.startIndex, to: $0.lowerBound) }
            }
            #expect(Set(texts).count == 1 && texts[0] != nil, "\(rows)")
        }
    }

    @Test func `check of some kinds or paths reports that part of all findings`() throws {
        let terminal = try Console([
            "a/x.md": "[[gone]] [[y#no]] ![](p.png) [[dup]]\n", "a/y.md": "---\nstatus: odd\n---\n# T\n",
            "b/x.md": "# T\n", "c/dup.md": "", "d/dup.md": "", "e/note (conflicted copy 1).md": "", "f.pdf": "",
        ])
        let all = terminal.slip("check").output.split(separator: "\n")
        #expect(all.count >= 8)
        for kind in Set(all.map { $0.split(separator: ": ")[1] }) {
            let some = terminal.slip("check", "--kind", String(kind)).output.split(separator: "\n")
            #expect(some == all.filter { $0.contains(": \(kind): ") })
        }
        for folder in ["a", "b", "c", "e"] {
            let some = terminal.slip("check", folder).output.split(separator: "\n")
            #expect(some == all.filter { $0.hasPrefix("\(folder)/") })
        }
        #expect(terminal.slip(["check", "-"], input: "").output.isEmpty)
    }
}
