import AgentServer
import SourceText
import TestSupport
import Testing

/// Results of the reading tools, compared with the command line.
@Suite struct ReadingTests {
    private static let queries = [
        "", "alpha", "beta gamma", "-alpha", "alpha OR box", "\"alpha beta\"", "al*", "#k", "-#red", "status:draft",
        "status:=odd", "in:a", "in:a/b", "has:link", "no:keyword", "is:orphan", "is:broken", "title:alpha",
        "created:2024-03", "last:7d", "older:1d", "words:>3", "links-to:note", "linked-from:a/note", "rank:>1",
        "due:2024-03", "author:smith", "/alph[ab]/", "żółw", "contains:lph", "has:attachment", "favorite:true",
        "stat:x", "created:xyz", "(alpha", "is:nothing", "sort:title alpha", "limit:2", "group:status",
    ]
    private static let sorts = ["title", "modified-", "created+", "path", "words-", "random", "nothing"]
    private static let groups = ["status", "folder", "keyword", "period", "nothing"]
    private static let fields = [
        "path", "title", "snippet", "hash", "status", "keywords", "rank", "line", "matches", "zzz",
    ]

    /// Returns random arguments of `search` and the same as a command line.
    private static func search(_ changer: VaultChanger) -> (arguments: JSONValue, words: [String]) {
        let query = changer.pick(queries) + (changer.chance(20) ? " \(changer.pick(queries))" : "")
        var members: [(String, JSONValue)] = [("query", .string(query))]
        var words = ["search", "--format", "json"]
        func add(_ name: String, _ value: JSONValue, _ option: String) {
            members.append((name, value))
            words += ["--\(name)", option]
        }
        let limit = changer.number(1...30)
        if changer.chance(50) || !query.contains("limit:") { add("limit", .int(limit), String(limit)) }
        if changer.chance(20) { add("offset", .int(limit / 3), String(limit / 3)) }
        if changer.chance(30) {
            let sort = changer.pick(sorts)
            if sort != "random" { add("sort", .string(sort), sort) }
        }
        if changer.chance(20) {
            let group = changer.pick(groups)
            add("group", .string(group), group)
        }
        if changer.chance(30) {
            let names = (0..<changer.number(1...3)).map { _ in changer.pick(fields) }
            // The path comes first, unless the client asks for it.
            let shown = (names.contains("path") ? [] : ["path"]) + names
            add("fields", .array(names.map { .string($0) }), shown.joined(separator: ","))
        } else {
            words += ["--fields", "path,title,snippet,keywords,modified,status,hash,nearly"]
        }
        let scope = changer.pick(["all", "folder", "here"])
        add("scope", .string(scope), scope)
        if changer.chance(30) { words.append("--near") } else { members.append(("near", false)) }
        return (.object(members.map { JSONValue.Member(name: $0.0, value: $0.1) }), words + ["--", query])
    }

    @Test(arguments: 1...(LongTests.areWanted ? 200 : 6))
    func `search equals the command line, also after changes, and conforms to its schema`(_ seed: Int) throws {
        let vault = try TemporaryVault()
        let changer = VaultChanger(vault, seed: UInt64(seed))
        for name in ["note.md", "box.md", "a/note.md", "a/b/note.md", "b/other.md", "é.md", "x y.md"] {
            try vault.writeDeep(name, String(decoding: changer.note(), as: UTF8.self))
        }
        let agent = AgentSession(vault)
        let schema = try #require(
            agent.answer("tools/list")["result"]?["tools"]?.list.first { $0["name"] == "search" }?["outputSchema"])
        for step in 0..<50 {
            if step.isMultiple(of: 10) { changer.change() }
            var (arguments, words) = Self.search(changer)
            // Where no note has a status, that of each is only the default.
            if try CommandLine.run(["search", "--count", "--scope", "all", "has:status"], in: vault).status == 1 {
                words = words.map { $0.hasPrefix("path,title,snippet") ? $0.replacing("status,", with: "") : $0 }
            }
            let result = agent.call("search", arguments)
            let command = try CommandLine.run(words, in: vault)
            guard let content = result["structuredContent"] else {
                // The same error, with the words of either interface for options.
                #expect(command.status == 2, "\(arguments) \(result)")
                continue
            }
            #expect(command.status < 2, "\(words) \(command.errors)")
            #expect(content["notes"] == JSONValue(parsing: command.output), "\(words)")
            #expect(SchemaValidator.fault(content, schema) == nil)
            let text = result["content"]?.list.first?["text"]?.text ?? ""
            let paths = content["notes"]?.list.compactMap { $0["path"]?.text } ?? []
            #expect(paths.allSatisfy { text.contains("- \(SafeText.escapedForModels($0))") }, "\(text)")
            #expect(text.contains("total: "))
            #expect(text.utf8.count <= content.written.count)
            let counted = try CommandLine.run(
                ["search", "--count", "--scope"] + [words[words.count - 3], "--", words[words.count - 1]], in: vault)
            if !words.contains("--near") {
                #expect(content["total"]?.plainText == counted.lines.first, "\(words)")
            }
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `check and read equal the command line`(_ seed: UInt64) throws {
        let vault = try TemporaryVault()
        let changer = VaultChanger(vault, seed: seed)
        for _ in 0..<20 { changer.change() }
        let agent = AgentSession(vault)
        let tools = agent.answer("tools/list")["result"]?["tools"]?.list ?? []
        let checked = try CommandLine.run(["check", "--format", "json"], in: vault)
        #expect(agent.content("check", [:])["findings"] == JSONValue(parsing: checked.output))
        let broken = try CommandLine.run(["check", "--format", "json", "--kind", "broken-link", "."], in: vault)
        #expect(
            agent.content("check", ["kinds": ["broken-link"], "paths": ["/"]])["findings"]
                == JSONValue(parsing: broken.output))
        let notes = try CommandLine.run(["search", "--format", "json", "--limit", "1000"], in: vault)
        for note in JSONValue(parsing: notes.output)?.list ?? [] where note["path_base64"] == nil {
            let path = note["path"]?.text ?? ""
            let shown = JSONValue(
                parsing: try CommandLine.run(["show", "--format", "json", "--", "./\(path)"], in: vault).output)
            let read = agent.content("read", ["note": .string(path), "max_bytes": 1_000_000])
            for name in ["path", "title", "hash", "headings", "backlinks"] {
                #expect(read[name] == shown?[name], "\(path)")
            }
            #expect(read["text"]?.text == vault.read(path).map { String(decoding: $0, as: UTF8.self) })
            let schema = tools.first { $0["name"] == "read" }?["outputSchema"]
            #expect(schema.map { SchemaValidator.fault(read, $0) } == .some(nil))
        }
    }

    @Test func `a part of a note is read by heading or lines, and truncation says how to continue`() throws {
        let lines = (1...100).map { "line \($0)" }
        let text = "---\nn: 1\n---\n\n# A\n\n## B\n\n" + lines.joined(separator: "\n") + "\n\n## C\n\nend\n"
        let vault = try TemporaryVault(["a.md": text])
        let agent = AgentSession(vault)
        let section = agent.content("read", ["note": "a", "heading": "C"])
        #expect(section["text"] == "## C\n\nend\n" && section["line"] == 110 && section["truncated"] == false)
        #expect(agent.content("read", ["note": "a.md", "lines": "5-7"])["text"] == "# A\n\n## B\n")
        #expect(agent.content("read", ["note": "a.md", "lines": "112-"])["text"] == "end\n")
        #expect(agent.content("read", ["note": "a.md", "lines": "2"])["text"] == "n: 1\n")
        // All pieces together are the note.
        var whole = ""
        var next: JSONValue? = "1-"
        while let lines = next, lines != .null {
            let piece = agent.content("read", ["note": "a.md", "lines": lines, "max_bytes": 150])
            whole += piece["text"]?.text ?? ""
            next = piece["next"]
            #expect(piece["truncated"]?.truth == (next != .null))
            #expect((piece["text"]?.text?.utf8.count ?? 0) <= 150)
        }
        #expect(whole == text)
        for arguments in [
            ["note": "a.md", "lines": "0-3"], ["note": "a.md", "lines": "x"], ["note": "a.md", "lines": "500"],
            ["note": "a.md", "heading": "Z"], ["note": "a.md", "heading": "C", "lines": "1"], ["note": "zzz"], [:],
            ["note": 5], ["note": "a.md", "max_bytes": 0],
        ] as [JSONValue] {
            let error = agent.error("read", arguments)
            #expect(error?["error"]?["message"]?.text?.isEmpty == false, "\(arguments)")
        }
        let beyond = agent.error("read", ["note": "a.md", "lines": "500-"])?["error"]?["message"]?.text
        #expect(beyond == "'a.md' has no line 500", "\(beyond ?? "")")
    }

    @Test func `max_bytes limits front matter, headings and backlinks too`() throws {
        var files = ["a.md": "---\nshort: 1\nlong: \(String(repeating: "x ", count: 20_000))\n---\n"]
        files["a.md"]? += (0..<500).map { "# Heading \($0)\n\ntext\n" }.joined()
        for number in 0..<200 { files["n\(number).md"] = "[[a]]\n" }
        let agent = AgentSession(try TemporaryVault(files))
        for limit in [100, 1000, 5000] {
            let read = agent.content("read", ["note": "a.md", "max_bytes": .int(limit)])
            #expect(read.written.count < limit + 1000, "\(limit)")
            #expect(read["front_matter"] == ["short": 1])
            let remarks = read["remarks"]?.list.compactMap(\.text) ?? []
            #expect(
                remarks.count { $0.hasSuffix("are left out, because they do not fit in max_bytes") } == 3, "\(remarks)")
        }
    }

    @Test func `a part of a note has its own headings, and backlinks only on request`() throws {
        var files = ["a.md": "# A\n\n## B\n\ntext\n\n### C\n\nmore\n\n## D\n\nend\n"]
        for number in 0..<100 {
            files["a.md"]? += "\n## Other \(number)\n"
            files["n\(number).md"] = "[[a]]\n"
        }
        let agent = AgentSession(try TemporaryVault(files))
        func headings(_ arguments: JSONValue) -> [String] {
            let read = agent.content("read", arguments)
            #expect(read["backlinks"] == nil && read.written.count < 1000, "\(read.written.count)")
            return read["headings"]?.list.compactMap { $0["text"]?.text } ?? []
        }
        #expect(headings(["note": "a.md", "heading": "B"]) == ["B", "C"])
        #expect(headings(["note": "a.md", "lines": "5-11"]) == ["C", "D"])
        #expect(headings(["note": "a.md", "lines": "9"]).isEmpty)
        let linked = agent.content("read", ["note": "a.md", "heading": "D", "backlinks": true])
        #expect(linked["backlinks"]?.list.count == 100 && linked["headings"]?.list.count == 1)
        let whole = agent.content("read", ["note": "a.md"])
        #expect(whole["backlinks"]?.list.count == 100 && whole["headings"]?.list.count == 104)
        #expect(agent.content("read", ["note": "a.md", "backlinks": false])["backlinks"] == nil)
    }

    @Test func `a note that a search finds always has its path, and its vault if there are several`() throws {
        let vault = try TemporaryVault(["a.md": "some text\n"])
        let other = try TemporaryVault([:])
        func names(_ agent: AgentSession, _ fields: JSONValue) -> [String] {
            let found = agent.content("search", ["query": "some", "fields": fields])
            return found["notes"]?.list.first?.members.map(\.name) ?? []
        }
        let alone = AgentSession(vault)
        #expect(names(alone, ["title"]) == ["path", "title"])
        #expect(names(alone, ["title", "path"]) == ["title", "path"])
        #expect(names(alone, ["title, path"]) == ["title", "path"])
        let both = AgentSession(vault, vaults: [other])
        #expect(names(both, ["title"]) == ["vault", "path", "title"])
    }

    @Test func `a line that is longer than the limit is cut at a character`() throws {
        let vault = try TemporaryVault(["a.md": String(repeating: "ż", count: 1000)])
        let agent = AgentSession(vault)
        let read = agent.content("read", ["note": "a.md", "max_bytes": 101])
        #expect(read["text"]?.text == String(repeating: "ż", count: 50) && read["truncated"] == true)
        #expect(read["remarks"]?.list.first?.text?.contains("max_bytes") == true && read["next"] == .null)
    }

    @Test func `an invalid query is an error with message, offset and suggestion`() throws {
        let agent = AgentSession(try TemporaryVault(["a.md": "x"]))
        let error = agent.error("search", ["query": "x stat:draft"])?["error"]
        #expect(error?["offset"] == 2 && error?["help"]?.text?.contains("status") == true)
        #expect(
            agent.error("search", ["query": "x", "fields": ["titel"]])?["error"]?["help"]?.text?.contains("title")
                == true)
        #expect(
            agent.error("search", ["quer": "x"])?["error"]?["message"]?.text?.contains("did you mean 'query'") == true)
        #expect(agent.error("search", ["query": "x", "limit": 201]) != nil)
        #expect(agent.error("check", ["kinds": ["nothing"]])?["error"]?["help"]?.text?.contains("broken-link") == true)
        #expect(agent.answer("tools/call", ["name": "search", "arguments": 5])["result"]?["isError"] == true)
    }

    @Test func `the limit is twenty notes, and a query cannot exceed two hundred`() throws {
        let vault = try TemporaryVault()
        for number in 0..<250 { try vault.write("\(number).md", "x") }
        let agent = AgentSession(vault)
        let first = agent.content("search", ["query": "x", "fields": ["path"]])
        #expect(first["notes"]?.list.count == 20 && first["total"] == 250)
        #expect(first["remarks"]?.list.contains("230 more: offset 20") == true)
        #expect(agent.content("search", ["query": "x limit:5"])["notes"]?.list.count == 5)
        #expect(agent.content("search", ["query": "x limit:1000", "max_bytes": 1_000_000])["notes"]?.list.count == 200)
    }

    @Test func `the notes of a search fit in max_bytes, and the rest follows with offset`() throws {
        let vault = try TemporaryVault()
        let long = "k: \(String(repeating: "v", count: 90))\n"
        for number in 10..<60 { try vault.write("\(number).md", "---\n\(long)---\nx text\n") }
        try vault.write("big.md", "---\nbig: \(String(repeating: "w", count: 40_000))\n---\nlarge\n")
        let agent = AgentSession(vault)
        var paths: [String] = []
        for _ in 0..<30 {
            let content = agent.content(
                "search",
                ["query": "x sort:path", "limit": 50, "offset": .int(paths.count), "max_bytes": 3000, "near": false])
            let notes = content["notes"]?.list ?? []
            #expect(content["notes"]?.written.count ?? 0 <= 3000 && content["total"] == 50)
            paths += notes.map { $0["path"]?.text ?? "" }
            let next = "\(50 - paths.count) more: offset \(paths.count)"
            if paths.count == 50 { break }
            #expect(!notes.isEmpty && content["remarks"]?.list == [.string(next)], "\(content["remarks"] ?? .null)")
        }
        #expect(paths == (10..<60).map { "\($0).md" })
        let grouped = agent.content("search", ["query": "x", "limit": 50, "group": "status", "max_bytes": 3000])
        #expect(grouped["notes"]?.list.first?["notes"]?.list.isEmpty == false)
        #expect(grouped["notes"]?.written.count ?? 0 <= 3000)
        #expect(agent.content("search", ["query": "large"])["notes"]?.list.first?["properties"] == nil)
        let cut = agent.content("search", ["query": "large", "fields": ["path", "big"]])
        #expect(cut["notes"]?.list.first?["big"]?.text?.hasSuffix("w…") == true)
        #expect(cut["notes"]?.written.count ?? 0 <= 20_000)
        #expect(cut["remarks"]?.list.contains("texts that do not fit in max_bytes are cut") == true)
        let many = JSONValue.array((0..<400).map { _ in "big" } + ["path"])
        let error = agent.error("search", ["query": "large", "fields": many, "max_bytes": 1000])
        #expect(error?["error"]?["help"] == "give fewer fields")
    }

    @Test func `a title, a keyword or a task of 120 kB does not exceed the limit of a result`() throws {
        let title = String(repeating: "wörd ", count: 24_000), keyword = String(repeating: "k", count: 120_000)
        let vault = try TemporaryVault([
            "big.md": "---\nkeywords: [\(keyword), short]\n---\n# \(title)\n\nunusual\n\n- [ ] \(title)\n",
            "other.md": "See [[big]] and unusual.\n", "t.txt": "text", "link.md": "[[big]]\n# \(title)\n\n[t](t.txt)\n",
        ])
        let agent = AgentSession(vault, listsAllTools: true)
        let calls: [(tool: String, arguments: JSONValue, limit: Int)] = [
            ("read", ["note": "big.md", "max_bytes": 5000], 5000),
            ("read", ["note": "other.md", "max_bytes": 3000], 3000), ("read", ["note": "t.txt"], 2000),
            ("search", ["query": "unusual", "max_bytes": 3000], 3000),
            ("search", ["query": "unusual", "group": "keyword", "max_bytes": 3000], 3000),
            ("search", ["query": "wörd", "tasks": true, "max_bytes": 3000], 3000),
            ("list", ["what": "recent"], 3000), ("list", ["what": "keywords"], 3000),
            ("context", ["note": "other.md", "max_bytes": 2000], 2000),
            ("context", ["note": "big.md", "max_bytes": 2000], 2000),
        ]
        for (tool, arguments, limit) in calls {
            let content = agent.content(tool, arguments)
            let size = content.written.count
            #expect(size > 20 && size <= limit + 1000, "\(tool) \(arguments): \(size)")
        }
        let found = agent.content("search", ["query": "unusual", "max_bytes": 3000])["notes"]?.list ?? []
        #expect(Set(found.compactMap { $0["path"]?.text }) == ["big.md", "other.md"])
        #expect(agent.content("search", ["query": "wörd", "tasks": true])["tasks"]?.list.count == 1)
        #expect(agent.content("context", ["note": "other.md"])["neighbors"]?.list.first?["path"] == "big.md")
    }

    @Test func `a question in words finds near matches`() throws {
        let vault = try TemporaryVault(["a.md": "# Borrow checker\n\nThe borrow checker refuses it.\n"])
        for number in 0..<20 { try vault.write("\(number).md", "the garden that I write about, and what we did\n") }
        let agent = AgentSession(vault)
        let question: JSONValue = ["query": "what did I write about the borrow checker"]
        let note = agent.content("search", question)["notes"]?.list.first
        #expect(note?["path"] == "a.md" && note?["nearly"] != .null)
        // The text has the same in fewer bytes.
        let text = agent.call("search", question)["content"]?.list.first?["text"]?.text ?? ""
        #expect(text.contains("nearly: lacks ") && !text.contains("<mark>") && !text.contains("{"), "\(text)")
        #expect(text.contains("modified: 20") && !text.contains("T00:") && !text.contains("Z;"), "\(text)")
        try vault.writeDeep(".slipbox/config.yaml", "near: false\n")
        #expect(AgentSession(vault).content("search", question)["notes"]?.list.isEmpty == true)
    }

    /// Returns the text of a result.
    private func text(_ agent: AgentSession, _ arguments: JSONValue) -> String {
        agent.call("search", arguments)["content"]?.list.first?["text"]?.text ?? ""
    }

    @Test func `the text of a search names all notes, and describes the first`() throws {
        let vault = try TemporaryVault()
        for number in 10..<35 { try vault.write("\(number).md", "# Note \(number)\n\nall about \(number) needles\n") }
        let agent = AgentSession(vault)
        let brief = text(agent, ["query": "needles"])
        let (named, described) = (brief.ranges(of: "\n- "), brief.ranges(of: "hash: "))
        #expect(named.count == 20 && (4..<15).contains(described.count) && brief.utf8.count < 1500, "\(brief)")
        // The first ones.
        #expect(described.last.map { $0.lowerBound < named[described.count].lowerBound } == true)
        #expect(brief.contains("details of \(20 - described.count) omitted: give fields, or a limit of 5"), "\(brief)")
        for arguments: JSONValue in [
            ["query": "needles", "limit": 5], ["query": "12 needles", "near": false],
            ["query": "needles", "fields": ["title", "hash", "snippet"]],
        ] {
            let whole = text(agent, arguments)
            let notes = whole.ranges(of: "\n- ").count
            #expect(whole.ranges(of: "hash: ").count == notes && notes >= 1 && !whole.contains("omitted"), "\(whole)")
        }
        let grouped = text(agent, ["query": "needles", "group": "folder"])
        #expect(grouped.ranges(of: "\n- ").count == 20 && grouped.contains(" omitted: "), "\(grouped)")
    }

    @Test func `the text of a search always has what identifies a note`() throws {
        let (one, two) = (try TemporaryVault(), try TemporaryVault())
        for number in 10..<30 {
            try one.write("\(number).md", "some needles\n")
            try two.write("\(number).md", "some needles\n")
        }
        let brief = text(AgentSession(one, vaults: [two]), ["query": "needles"])
        #expect(brief.ranges(of: "vault: ").count == 20 && brief.contains(" omitted: "), "\(brief)")
        for number in 10..<30 { try two.remove(VaultPath("\(number).md")) }
        let near = text(AgentSession(one), ["query": "some needles nowhere"])
        let notes = near.ranges(of: "\n- ").count
        let marked = near.ranges(of: "nearly: ").count + near.ranges(of: "· (near match)").count
        #expect(marked == notes && notes > 5, "\(near)")
        #expect(near.contains(" omitted: "), "\(near)")
    }

    @Test func `snippets in the text are as written`() throws {
        let line = "see [the <b> & page](https://see.org/a?b&c) now &amp; then"
        let found = text(AgentSession(try TemporaryVault(["a.md": "\(line)\n"])), ["query": "see"])
        #expect(found.contains("\n  \(line); modified: "), "\(found)")
    }

    @Test func `fields that are read from the note have values`() throws {
        let vault = try TemporaryVault(["a.md": "# A\n\nsome text\n", "b.md": "[[a]]\n"])
        let other = try TemporaryVault([:])
        let arguments: JSONValue = ["query": "some", "fields": ["excerpt", "backlinks", "headings"]]
        for vaults in [[], [other]] {
            let note = AgentSession(vault, vaults: vaults).content("search", arguments)["notes"]?.list.first
            #expect(note?["excerpt"] == "some text", "\(vaults.count)")
            #expect(note?["backlinks"]?.list.first?["path"] == "b.md")
            #expect(note?["headings"]?.list.first?["text"] == "A")
        }
    }

    @Test func `notes are resources`() throws {
        let vault = try TemporaryVault(["a b.md": "one", "é/c.md": "two"])
        let agent = AgentSession(vault)
        let listed = agent.answer("resources/list")["result"]?["resources"]?.list ?? []
        #expect(listed.count == 2)
        for resource in listed {
            let contents = agent.answer("resources/read", ["uri": resource["uri"] ?? .null])["result"]?["contents"]
            let text = vault.read(resource["name"]?.text ?? "").map { String(decoding: $0, as: UTF8.self) }
            #expect(contents?.list.first?["text"]?.text == text && contents?.list.first?["uri"] == resource["uri"])
        }
        let templates = agent.answer("resources/templates/list")["result"]
        #expect(templates?["resourceTemplates"]?.list.first?["uriTemplate"]?.text?.hasPrefix("slip://note/") == true)
        for uri in [
            "slip://note/x.md", "slip://note/../../etc/passwd", "file:///etc/passwd", "slip://note/%2e%2e/x", "",
            "slip://note/.slipbox/config.yaml",
        ] {
            #expect(agent.answer("resources/read", ["uri": .string(uri)])["error"]?["code"] == -32602, "\(uri)")
        }
        #expect(agent.answer("resources/list", ["cursor": "x"])["error"]?["code"] == -32602)
    }

    @Test func `control and format characters of notes are escaped in text`() throws {
        let vault = try TemporaryVault([
            "a.md": "# T\n\n\u{1B}[31mred\u{9B}x \u{202E}abc \u{E0041}\u{7F} a\u{200B}b\u{FE0F}\u{3164}\n"
        ])
        let agent = AgentSession(vault)
        let result = agent.call("read", ["note": "a.md"])
        let text = result["content"]?.list.first?["text"]?.text ?? ""
        #expect(
            text.unicodeScalars.allSatisfy {
                ($0.value >= 0x20 || $0 == "\n") && !(0x7F..<0xA0).contains($0.value) && $0.value != 0x202E
                    && $0.value < 0xE0000
            }, "\(text)")
        #expect(text.contains("\\x1b[31mred") && !text.contains("\u{200B}"))
    }
}
