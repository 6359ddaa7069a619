import Arguments
import Commands
import Foundation
import SourceText
import System
import TestSupport
import Testing

/// Built-in aliases and aliases of the user.
@Suite struct AliasTests {
    /// Returns a vault, with a home folder that contains the user's configuration.
    private func vault(aliases: String? = nil, _ files: [String: String] = [:]) throws -> Console {
        let console = try Console()
        try console.write("vault/.slipbox/config.yaml", files[".slipbox/config.yaml"] ?? "")
        for (path, text) in ["a.md": "one #t\n", "b.md": "two\n", "F/c.md": "three [[a]]\n- [ ] do\n"] {
            try console.write("vault/\(path)", text)
        }
        console.folder = "vault"
        let home = console.url("home").path
        console.variables["HOME"] = home
        if let aliases { try console.write("home/.config/slipbox/config.yaml", aliases) }
        return console
    }

    private static let equivalents: [([String], [String])] = [
        (["ls"], ["search"]), (["list", "one"], ["search", "one"]), (["find", "two"], ["search", "two"]),
        (["grep", "-n1", "sort:path"], ["search", "-n1", "sort:path"]), (["cat", "a"], ["show", "a"]),
        (["view", "b.md", "--raw"], ["show", "b.md", "--raw"]), (["info", "a"], ["show", "a"]),
        (["tags"], ["keyword", "list"]), (["tags", "t", "-fjson"], ["keyword", "list", "t", "-fjson"]),
        (["backlinks", "a"], ["links", "a"]), (["orphans"], ["search", "is:orphan"]),
        (["recent"], ["search", "@recent"]), (["tree"], ["folder", "tree"]), (["lint"], ["check"]),
        (["lint", "a.md"], ["check", "a.md"]), (["todo"], ["task", "list"]), (["tasks"], ["task", "list"]),
        (["todo", "one"], ["task", "list", "one"]),
        (["reindex"], ["index", "--rebuild"]), (["rebuild"], ["index", "--rebuild"]),
        (["-v"], ["--version"]), (["search", "--json", "one"], ["search", "--format", "json", "one"]),
        (["tags", "--json"], ["keyword", "list", "--format", "json"]), (["ls", "--csv"], ["search", "-fcsv"]),
        (["search", "--tag", "t"], ["search", "#t"]), (["search", "-t", "t", "one"], ["search", "#t one"]),
        (["ls", "one", "--tag=t"], ["search", "#t one"]), (["task", "list", "--tag", "t"], ["task", "list", "#t"]),
        (["search", "--tag", "two words"], ["search", "#\"two words\""]),
        // A keyword option applies to the whole OR.
        (["search", "--tag", "t", "one", "OR", "two"], ["search", "#t (one OR two)"]),
        (["search", "--tag", "t", "one OR two sort:title limit:3"], ["search", "#t (one OR two) sort:title limit:3"]),
        (["search", "--tag", "t", "sort:title one OR two"], ["search", "#t (one OR two) sort:title"]),
        (["search", "one OR two", "-t", "t"], ["search", "#t (one OR two)"]),
        (["orphans", "two", "OR", "three"], ["search", "is:orphan (two OR three)"]),
        // A single argument stays one query.
        (["search", "'status:draft one'", "--tag", "t"], ["search", "#t 'status:draft one'"]),
        (["--quiet", "ls", "nowhere"], ["--quiet", "search", "nowhere"]),
    ]

    @Test(arguments: equivalents)
    func `an alias for a command of another program runs the equivalent command`(_ typed: [String], _ meant: [String])
        throws
    {
        let console = try vault()
        #expect(console.slip(typed) == console.slip(meant), "\(typed)")
        #expect(console.slip(meant).status < 2)
    }

    @Test func `aliases for commands that change notes run, and their changes can be undone`() throws {
        let console = try vault()
        #expect(console.slip("add", "New one").output == "New one.md\n" && console.exists("vault/New one.md"))
        #expect(console.slip("delete", "b.md", "--force").status == 0 && !console.exists("vault/b.md"))
        #expect(console.slip("undo", "2").status == 0 && console.exists("vault/b.md"))
        #expect(console.slip("journal").output == "2024-03-30.md\n")
        var opened: [String] = []
        console.variables["EDITOR"] = "ed"
        console.runShell = { editor, files in
            opened = [editor] + files.map { String(decoding: $0, as: UTF8.self) }
            return 0
        }
        #expect(
            console.slip("open", "a").status == 0 && opened.first == "ed" && opened.last?.hasSuffix("/a.md") == true)
        #expect(console.slip("todo", "add", "Buy tea").errors.contains("task added"))
    }

    @Test func `random finds one note`() throws {
        let console = try vault()
        #expect(["a.md\n", "b.md\n", "F/c.md\n"].contains(console.slip("random").output))
    }

    @Test func `no alias has the name of a command, and each alias exists once`() {
        let names = BuiltInAliases.commands.map(\.name)
        #expect(Set(names).count == names.count)
        for name in names {
            #expect(!Program.table.contains { $0.name == name })
            #expect(ForeignWords.help(forCommand: name) == nil, "\(name) is explained and runs")
        }
    }

    @Test func `an option of the command takes precedence over an alias for an option`() throws {
        let console = try vault()
        try console.write("vault/.slipbox/templates/t.md", "made of t\n")
        #expect(console.slip("new", "X", "-t", "t").status == 0)
        #expect(try console.read("vault/X.md").contains("made of t"))
        #expect(console.slip("mv", "--json", "--tag", "x").isError("'--tag'"))
    }

    @Test func `an error names the typed alias and the command that it stands for`() throws {
        let result = try vault().slip("ls", "--lmit", "3")
        #expect(result.status == 2)
        #expect(
            result.errors == """
                slip: unknown option '--lmit' ('ls' is an alias for 'search')
                  did you mean '--limit'?

                """)
        #expect(try vault().slip("ls", "--json", "(one").isError("{\"error\""))
        #expect(try vault().slip("LS").errors.contains("the command in slip is: slip search"))
        for word in ["sync", "push", "pull", "commit", "fetch"] {
            #expect(try vault().slip(word).errors.contains("the command in slip is: slip git sync"), "\(word)")
        }
        #expect(try vault().slip("diff").errors.contains("slip history NOTE"))
        #expect(try vault().slip("search", "-q", "x").errors.contains("--quiet"))
    }

    @Test func `the help of an alias names the command that it stands for`() throws {
        let console = try vault(aliases: "aliases: {mine: \"tags re\", out: \"!echo $1\"}\n")
        let keywords = console.slip("help", "keyword", "list").output
        #expect(console.slip("help", "tags").output == "'tags' is an alias for 'keyword list'\n\n\(keywords)")
        let asked = console.slip("tags", "--help")
        #expect(asked.output == keywords && asked.errors == "slip: 'tags' is an alias for 'keyword list'\n")
        #expect(console.slip("help", "mine").output == "'mine' is an alias for 'tags re'\n\n\(keywords)")
        #expect(console.slip("help", "out").output == "'out' is an alias for '!echo $1'\n")
        #expect(console.slip("out", "--help").output == "'out' is an alias for '!echo $1'\n")
        let topic = console.slip("help", "aliases").output
        for word in ["ls, list, find, grep", "--json", "slip-NAME", "mine", "tags re"] { #expect(topic.contains(word)) }
    }

    @Test func `an alias runs its words followed by the typed arguments`() throws {
        let console = try vault(
            aliases: """
                aliases:
                  sorted: "search sort:path"
                  quoted: "search 'title:a OR title:b'"
                  again: sorted -n1
                  all: "--quiet search --scope all"
                  list: keyword list

                """)
        #expect(console.slip("sorted").output == "a.md\nb.md\nF/c.md\n")
        #expect(console.slip("sorted", "-n1").output == "a.md\n")
        #expect(console.slip("quoted").output == console.slip("search", "title:a OR title:b").output)
        #expect(console.slip("again").output == "a.md\n")
        #expect(console.slip("--vault", ".", "again").output == "a.md\n")
        console.folder = "vault/F"
        #expect(console.slip("all", "one").output == "../a.md\n")
        // The user's alias takes precedence over a built-in one.
        #expect(console.slip("list") == console.slip("keyword", "list"))
    }

    @Test func `an alias cannot replace a command`() throws {
        let console = try vault(aliases: "aliases: {search: \"show a\", version: \"!false\"}\n")
        #expect(console.slip("search", "two").output == "b.md\n")
        #expect(console.slip("version").output.hasPrefix("slip "))
        #expect(console.slip("help", "aliases").output.contains("no effect"))
    }

    @Test(arguments: [
        ("a: b\n  b: c\n  c: a", "'a' expands to itself: a → b → c → a", 2),
        ("a: a x", "'a' expands to itself: a → a", 2),
        ("a: ls\n  ls: ls -n1", "'ls' expands to itself: a → ls → ls", 3),
    ])
    func `an alias that expands to itself is an error that shows the chain`(
        _ aliases: String, _ wanted: String, line: Int
    ) throws {
        let result = try vault(aliases: "aliases:\n  \(aliases)\n").slip("a")
        #expect(result.isError(wanted), "\(result.errors)")
        #expect(result.errors.contains("config.yaml, line \(line)"), "\(result.errors)")
    }

    @Test func `an invalid alias is reported with its file and line`() throws {
        let console = try vault(
            aliases: """
                aliases:
                  open-quote: "search 'a"
                  nowhere: serach one
                  "a/b": search
                  none: []
                colour: red

                """)
        let quote = console.slip("open-quote")
        #expect(quote.isError("cannot parse the alias 'open-quote': a quote is not closed"))
        let unknown = console.slip("nowhere")
        #expect(unknown.errors.contains("cannot expand the alias 'nowhere': unknown command 'serach'"))
        #expect(unknown.errors.contains("config.yaml, line 3"))
        let warned = console.slip("ls").errors
        #expect(warned.contains("config.yaml:4: 'a/b' is not a valid alias name"))
        #expect(warned.contains("config.yaml:5: the alias 'none' is not a command line"))
        #expect(warned.contains("config.yaml:6: unknown key 'colour'"))
        // A built-in command does not read the file.
        #expect(console.slip("search").errors.isEmpty)
        try console.remove("home/.config/slipbox/config.yaml")
        try console.write("home/.config/slipbox/config.yaml/is", "a folder")
        #expect(console.slip("ls").errors.contains("cannot be read"))
    }

    @Test func `a vault cannot define aliases, and check reports them`() throws {
        let console = try vault([".slipbox/config.yaml": "aliases: {zap: \"!touch ran\"}\n"])
        let ran = console.slip("zap")
        #expect(ran.isError("unknown command 'zap'") && !console.exists("vault/ran"))
        let checked = console.slip("check", "--kind", "config")
        #expect(checked.status == 1 && checked.output.contains("'aliases' has no effect here"), "\(checked)")
    }

    @Test func `XDG_CONFIG_HOME locates the configuration, unless it is relative`() throws {
        let console = try vault()
        try console.write("xdg/slipbox/config.yaml", "aliases: {mine: version}\n")
        try console.write("vault/rel/slipbox/config.yaml", "aliases: {mine: version}\n")
        console.variables["XDG_CONFIG_HOME"] = console.directory.path + "/xdg"
        #expect(console.slip("mine").output.hasPrefix("slip "))
        console.variables["XDG_CONFIG_HOME"] = "rel"
        #expect(console.slip("mine").status == 2)
    }

    private func completed(_ console: Console, _ line: String) -> [String] {
        console.slip("complete", "zsh", line).output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    @Test func `aliases are suggested after the commands, and their arguments are completed`() throws {
        let console = try vault(
            aliases: "aliases: {linked: \"search has:link\", search: version, k: tags, loop: loop}\n")
        #expect(completed(console, "li") == ["links", "link", "linked", "list", "lint"])
        #expect(completed(console, "sear") == ["search", "searches"])
        #expect(!completed(console, "").contains("grep") && completed(console, "").contains("linked"))
        func answer(_ words: String...) -> String { console.slip(["complete", "zsh"] + words).output }
        for alias in ["ls", "linked", "orphans"] {
            #expect(answer(alias, "status:dr") == answer("search", "status:dr"))
            #expect(answer(alias, "--form") == answer("search", "--form"))
        }
        #expect(answer("k", "") == answer("keyword", "list", "") && answer("tags", "--fo").contains("--format"))
        #expect(answer("--vault", ".", "cat", "") == answer("show", ""))
        #expect(
            answer("ls", "--tag", "") == answer("new", "x", "--keyword", "") && answer("ls", "-t", "").contains("t\t"))
        #expect(answer("loop", "").isEmpty && answer("nothing", "").isEmpty)
    }
}
