import Documents
import Foundation
import SourceText
import System
import TestSupport
import Testing

/// Searches in the text of attachments.
@Suite struct AttachmentTextTests {
    private func search(_ words: String..., in vault: TemporaryVault) throws -> [String] {
        try CommandLine.run(["search"] + words, in: vault).output.split(separator: "\n").map(String.init)
    }

    private func document(_ text: String) -> [UInt8] { DocumentWriter.document("docx", text) }

    private func vault(config: String = "attachments: text") throws -> TemporaryVault {
        let vault = try TemporaryVault(
            ["a.md": "See [plan](plan.docx) about drawers.\n", "b.md": "The wombat.\n", "c.md": "[s](s.pptx)\n"],
            config: config)
        try vault.write(VaultPath("plan.docx"), document("wombat cabinet"))
        try vault.write(
            VaultPath("s.pptx"),
            ZIPWriter.archive([
                "ppt/presentation.xml": "<p><p:sldId r:id=\"1\"/><p:sldId r:id=\"2\"/></p>",
                "ppt/_rels/presentation.xml.rels": """
                <R><Relationship Id="1" Type="x/slide" Target="1.xml"/><Relationship Id="2" Type="x/slide" Target="2.xml"/></R>
                """,
                "ppt/1.xml": "<a:p><a:t>first</a:t></a:p>", "ppt/2.xml": "<a:p><a:t>the quokka slide</a:t></a:p>",
            ]))
        return vault
    }

    @Test func `a note matches by the words in its attachments, and ranks below notes with the words`() throws {
        let vault = try vault()
        #expect(try search("wombat", in: vault) == ["b.md", "a.md"])
        #expect(try search("drawers", "cabinet", in: vault) == ["a.md"])
        #expect(try search("wombat", "quokka", in: vault) == [])
        #expect(Set(try search("cabinet", "OR", "quokka", in: vault)) == ["a.md", "c.md"])
        #expect(try search("-wombat", in: vault) == ["c.md"])
        #expect(try search("cab*", in: vault) == ["a.md"])
        #expect(try search("text:wombat", in: vault) == ["b.md"])
        #expect(try search("attached:wombat", in: vault) == ["a.md"])
        #expect(try search("attached:\"wombat cabinet\"", in: vault) == ["a.md"])
        #expect(try search("attached:\"cabinet wombat\"", in: vault) == [])
        for word in ["wombat", "cabinet", "drawers"] {
            let count = try CommandLine.run(["search", "--count", word], in: vault).output
            #expect(try count == "\(search(word, in: vault).count)\n", "\(word)")
        }
    }

    @Test func `attachments are searched only if configured or requested`() throws {
        let vault = try vault(config: "")
        #expect(try search("cabinet", in: vault) == [])
        #expect(try search("cabinet", "--attachments", in: vault) == ["a.md"])
        #expect(try search("cabinet", in: vault) == [])
        #expect(try search("attached:cabinet", in: vault) == ["a.md"])
    }

    @Test func `passages and JSON name the attachment and the page`() throws {
        let vault = try vault()
        let text = try CommandLine.run(["search", "quokka", "--format", "text"], in: vault).output
        #expect(text.contains("s.pptx p. 2: the quokka slide"), "\(text)")
        let json = try CommandLine.run(["search", "quokka", "--format", "json"], in: vault).output
        #expect(json.contains("\"attachment\": \"s.pptx\"") && json.contains("\"page\": 2"), "\(json)")
        #expect(json.contains("s.pptx p. 2: the <mark>quokka</mark> slide"), "\(json)")
        let shown = try CommandLine.run(["show", "c.md", "--attachments"], in: vault).output
        #expect(shown.contains("s.pptx p. 1\n\nfirst") && shown.contains("s.pptx p. 2\n\nthe quokka slide"), "\(shown)")
    }

    @Test func `files that no note references are listed after the notes, only by attached:`() throws {
        let vault = try vault()
        try vault.makeFolder("Old")
        try vault.write(VaultPath("Old/loose.docx"), document("the wombat drawer"))
        #expect(try search("wombat", in: vault) == ["b.md", "a.md"])
        #expect(try search("attached:wombat", in: vault) == ["a.md", "Old/loose.docx"])
        #expect(try search("attached:drawer", in: vault) == ["Old/loose.docx"])
        #expect(try search("attached:wombat", "-attached:drawer", in: vault) == ["a.md"])
        #expect(try search("attached:wombat", "in:Old", in: vault) == ["Old/loose.docx"])
        #expect(try search("attached:wombat", "path:loose", in: vault) == ["Old/loose.docx"])
        #expect(try search("attached:wombat", "status:draft", in: vault) == ["a.md"])
        #expect(try search("attached:wombat", "--limit", "1", in: vault) == ["a.md"])
        #expect(try search("attached:wombat", "--offset", "1", in: vault) == ["Old/loose.docx"])
        #expect(try search("attached:wombat", "--count", in: vault) == ["2"])
        let json = try CommandLine.run(["search", "attached:drawer", "--format", "json"], in: vault).output
        #expect(json.contains("\"file\": true") && json.contains("\"attachment\": \"Old/loose.docx\""), "\(json)")
        let text = try CommandLine.run(["search", "attached:wombat", "--format", "text"], in: vault).output
        #expect(text.contains("Files that no note refers to\n\nloose.docx"), "\(text)")
        #expect(text.contains("loose.docx: the wombat drawer"), "\(text)")
        let grouped = try CommandLine.run(
            ["search", "attached:wombat", "--group", "status", "--format", "json"], in: vault
        ).output
        #expect(grouped.contains("{\"group\": \"Files\", \"notes\": ["), "\(grouped)")
    }

    /// In the long form, 1,000 documents of each format.
    @Test func `documents of every format are found by a word`() throws {
        let vault = try TemporaryVault([:], config: "attachments: text")
        let formats = DocumentFormat.allCases.map(\.rawValue)
        let numbers = 0..<(LongTests.areWanted ? 1000 : 10)
        for format in formats {
            try vault.makeFolder(format)
            for number in numbers {
                try vault.write(VaultPath("\(format)/\(number).md"), Array("[d](\(number).\(format))\n".utf8))
                try vault.write(
                    VaultPath("\(format)/\(number).\(format)"),
                    DocumentWriter.document(format, "The word\(number)\(format) here"))
            }
        }
        #expect(try CommandLine.run(["index"], in: vault).status == 0)
        for format in formats {
            for number in numbers.prefix(10) {
                #expect(try search("word\(number)\(format)", in: vault) == ["\(format)/\(number).md"])
            }
            // Several words in one search are faster.
            for start in stride(from: 0, to: numbers.count, by: 50) {
                let part = start..<min(start + 50, numbers.count)
                let query = part.map { "word\($0)\(format)" }.joined(separator: " OR ")
                #expect(try Set(search(query, in: vault)) == Set(part.map { "\(format)/\($0).md" }))
            }
        }
    }

    private static let path = ProcessInfo.processInfo.environment["PATH"] ?? ""

    @Test(.enabled(if: CommandLine.program != nil && ProgramPath(path).program(Array("pdftotext".utf8)) != nil))
    func `100 PDF files are searched by page`() throws {
        let vault = try TemporaryVault([:], config: "attachments: text")
        for number in 0..<100 {
            try vault.write("n\(number).md", "[p](p\(number).pdf)\n")
            try vault.write(
                VaultPath("p\(number).pdf"), DocumentWriter.pdf(["first word\(number)", "second other\(number)"]))
        }
        let variables = [
            "PATH": Self.path, "HOME": vault.full(VaultPath("..")), "XDG_CACHE_HOME": vault.full(VaultPath("../cache")),
        ]
        let program = try #require(CommandLine.program)
        #expect(try CommandLine.ask(program, ["index"], in: vault, variables: variables).status == 0)
        let words = (0..<100).map { "other\($0)" }.joined(separator: " OR ")
        let found = try CommandLine.ask(
            program, ["search", words, "--format", "json"], in: vault, variables: variables
        ).output
        for number in 0..<100 {
            #expect(found.contains("{\"attachment\": \"p\(number).pdf\", \"page\": 2}"), "\(found)")
        }
    }

    @Test func `changed, moved and removed attachments are noticed`() throws {
        let vault = try vault()
        #expect(try search("cabinet", in: vault) == ["a.md"])
        let path = vault.full(VaultPath("plan.docx"))
        let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
        // The same size and time.
        try vault.write(VaultPath("plan.docx"), document("wombat drawer!"))
        try FileManager.default.setAttributes([.modificationDate: date as Any], ofItemAtPath: path)
        #expect(try search("attached:cabinet", in: vault) == [])
        #expect(try search("attached:drawer", in: vault) == ["a.md"])
        #expect(try CommandLine.run(["mv", "plan.docx", "other.docx"], in: vault).status == 0)
        #expect(try search("attached:drawer", in: vault) == ["a.md"])
        try FileManager.default.removeItem(atPath: vault.full(VaultPath("other.docx")))
        #expect(try search("attached:drawer", in: vault) == [])
        #expect(try CommandLine.run(["index", "--verify"], in: vault).status == 0)
    }

    @Test func `unreadable attachments are reported with the reason`() throws {
        let vault = try TemporaryVault(
            [
                "a.md": "[p](p.docx) [q](q.pdf) [n](n.txt)\n", "p.docx": "no archive", "q.pdf": "%PDF",
                "n.txt": "wombat",
            ],
            config: "attachments: text")
        #expect(try search("wombat", in: vault) == ["a.md"])
        let found = try CommandLine.run(["check", "--kind", "unreadable-attachment"], in: vault)
        #expect(found.status == 1 && found.output.contains("p.docx"), "\(found.output)")
        #expect(found.output.contains("is damaged") && found.output.contains("'pdftotext' is not installed"))
        let status = try CommandLine.run(["index", "--status"], in: vault).output
        #expect(status.contains("3 files, 0 pages, 6 B of text, 2 unreadable"), "\(status)")
    }

    @Test func `an unreadable attachment that is read again is not reported again`() throws {
        let vault = try TemporaryVault(["a.md": "[p](p.docx)\n"], config: "attachments: text")
        // The index does not rely on the times of a file that has just been written.
        try vault.write("p.docx", "no archive")
        let errors = try (0..<2).map { _ in try CommandLine.run(["search", "wombat"], in: vault).errors }
        #expect(errors[0].contains("1 attachment has no text") && !errors[1].contains("attachment"), "\(errors)")
        try vault.write("p.docx", "no archive either")
        #expect(try CommandLine.run(["search", "wombat"], in: vault).errors.contains("1 attachment has no text"))
    }

    @Test func `index --verify finds a wrong text`() throws {
        let vault = try vault()
        #expect(try CommandLine.run(["index"], in: vault).status == 0)
        #expect(try CommandLine.run(["index", "--verify"], in: vault).status == 0)
        // The text in the store is not that in the index. With a wrong hash, it does not count.
        let store = vault.full(VaultPath(".slipbox/text"))
        let files = try #require(FileManager.default.subpaths(atPath: store)).filter { $0.hasSuffix(".docx") }
        let path = "\(store)/\(try #require(files.first))"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let wrong = text.replacing("cabinet", with: "changed")
        try wrong.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try CommandLine.run(["index", "--verify", "--no-sync"], in: vault).status == 0)
        func hash(_ text: String) -> String {
            ContentHash.text(of: Array((text.split(separator: "\n", maxSplits: 1).last ?? "").utf8))
        }
        try wrong.replacing(hash(text), with: hash(wrong)).write(toFile: path, atomically: true, encoding: .utf8)
        let found = try CommandLine.run(["index", "--verify", "--no-sync"], in: vault)
        #expect(found.status == 1 && found.output.contains("plan.docx: attachment"), "\(found.output)")
    }

    @Test func `a vault cannot name a program`() throws {
        let vault = try TemporaryVault(
            ["a.md": "[p](p.pdf)\n", "p.pdf": "%PDF"],
            config: "attachments: text\nextractors: {pdf: [touch, ran]}\n")
        let found = try CommandLine.run(["search", "wombat"], in: vault)
        #expect(found.errors.contains("a vault cannot name programs to run"), "\(found.errors)")
        #expect(!vault.exists("ran"))
    }

    // MARK: Answers

    @Test func `a note that replaces an attachment in the index has no text of it`() throws {
        let vault = try TemporaryVault(["a.md": "[b](b.md)\n", "zz.txt": "cabinet"], config: "attachments: text")
        #expect(try search("attached:cabinet", in: vault) == ["zz.txt"])
        try vault.remove("zz.txt")
        _ = try search("x", in: vault)
        try vault.write("b.md", "text\n")
        #expect(try search("attached:cabinet", in: vault) == [])
        #expect(try CommandLine.run(["index", "--verify"], in: vault).status == 0)
    }

    @Test func `--no-sync reads no attachment`() throws {
        let vault = try vault()
        #expect(try search("cabinet", "--no-sync", in: vault) == [])
        #expect(try search("cabinet", in: vault) == ["a.md"])
        try vault.write(VaultPath("plan.docx"), document("wardrobe"))
        #expect(try search("wardrobe", "--no-sync", in: vault) == [])
    }

    @Test func `notes with all words come first, then those with the best attachments`() throws {
        let vault = try TemporaryVault(
            [
                "own.md": "This is a cabinet, and much later in the text comes a drawer.\n",
                "partial.md": "cabinet cabinet cabinet [d](d.txt)\n", "d.txt": "drawer",
                "few.md": "[f](f.txt)\n", "f.txt": "cabinet drawer and a lot of other words about furniture",
                "many.md": "[m](m.txt)\n", "m.txt": "cabinet drawer cabinet drawer",
            ], config: "attachments: text")
        #expect(try search("cabinet", "drawer", in: vault) == ["own.md", "partial.md", "many.md", "few.md"])
        #expect(try search("attached:cabinet", in: vault) == ["many.md", "few.md"])
        #expect(try search("cabinet", "drawer", "--near", in: vault) == ["own.md", "partial.md", "many.md", "few.md"])
    }

    @Test func `the best attachment and its best paragraphs are shown`() throws {
        let vault = try TemporaryVault(
            [
                "n.md": "[a](a.txt) [z](z.txt)\n", "a.txt": "cabinet and words that say something else entirely",
                "z.txt": "cabinet\n\ncabinet\n\ncabinet\n\ncabinet drawer",
            ], config: "attachments: text")
        let text = try CommandLine.run(["search", "cabinet", "OR", "drawer", "--format", "text"], in: vault).output
        #expect(text.contains("z.txt: cabinet drawer"), "\(text)")
        let places = ["a.txt", "z.txt"].map { text.range(of: $0)?.lowerBound ?? text.endIndex }
        #expect(places[0] > places[1], "\(text)")
    }

    @Test func `passages are read again if the cache was deleted`() throws {
        let vault = try vault()
        #expect(try search("cabinet", in: vault) == ["a.md"])
        try FileManager.default.removeItem(atPath: vault.full(VaultPath(".slipbox/text")))
        let text = try CommandLine.run(["search", "cabinet", "--format", "text"], in: vault).output
        #expect(text.contains("plan.docx: wombat cabinet"), "\(text)")
    }

    @Test func `files are listed only if each alternative requires their text`() throws {
        let vault = try vault()
        try vault.write("one two.txt", "drawer")
        try vault.write("other.txt", "x")
        #expect(try search("attached:drawer name:one", in: vault) == ["one two.txt"])
        #expect(try search("attached:cabinet OR path:other", in: vault) == ["a.md"])
        let shown = try CommandLine.run(["search", "attached:drawer", "--template", "{{path}}|{{excerpt}}"], in: vault)
        #expect(shown.output == "one two.txt|\n", "\(shown.output)")
        let printed = try CommandLine.run(["show", "--attachments", "one two.txt"], in: vault).output
        #expect(printed.contains("\n\ndrawer\n"), "\(printed)")
        let refused = try CommandLine.run(["show", "one two.txt"], in: vault)
        #expect(refused.status == 2 && refused.errors.contains("is a file, not a note"), "\(refused.errors)")
    }

    @Test func `lines and tabs of a text are shown as they are`() throws {
        let vault = try TemporaryVault(["a.md": "[t](t.csv)\n", "t.csv": "a\tb\r\nc"], config: "attachments: text")
        let shown = try CommandLine.run(["show", "--attachments", "a.md"], in: vault).output
        #expect(shown == "t.csv\n\na\tb\nc\n\n", "\(shown)")
    }

    @Test func `unreadable attachments are checked on request, and are never new problems`() throws {
        let vault = try TemporaryVault(["a.md": "[d](d.docx)\n", "d.docx": "no zip"], config: "")
        let kind = ["check", "--kind", "unreadable-attachment"]
        #expect(try CommandLine.run(kind, in: vault).status == 1)
        #expect(try CommandLine.run(["check"], in: vault).status == 0)
        let repository = try GitFolder(vault)
        try repository.commit("all", at: 1)
        try vault.write(".slipbox/config.yaml", "attachments: text\n")
        let since = try CommandLine.run(["check", "--since", "HEAD"], in: vault)
        #expect(since.status == 0, "\(since.output)")
    }
}
