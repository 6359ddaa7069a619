import Foundation
import TestSupport
import Testing

/// The folder for attachments and the form of links: settings, and those of Obsidian.
@Suite struct WritingSettingTests {
    /// Returns a folder with settings of Obsidian.
    private static func obsidian(_ app: String, _ files: [String: String]) throws -> Console {
        let console = try Console()
        try console.write(".obsidian/app.json", app)
        for (path, text) in files { try console.write(path, text) }
        return console
    }

    private static func console(_ configuration: String, _ files: [String: String]) throws -> Console {
        try Console(files.merging([".slipbox/config.yaml": configuration + "\n"]) { $1 })
    }

    // MARK: Init

    @Test func `init takes over the attachment folder, the form of links and the templates folder of Obsidian`() throws
    {
        let console = try Self.obsidian(
            #"{"attachmentFolderPath": "Files", "useMarkdownLinks": true, "newLinkFormat": "absolute"}"#,
            [
                ".obsidian/templates.json": #"{"folder": "Meta/T", "dateFormat": "DD.MM.YYYY"}"#,
                "Meta/T/day.md": "x\n",
                "Files/p.png": "x", "a.md": "x\n",
            ])
        let made = console.slip("init", "--yes")
        let config = try console.read(".slipbox/config.yaml")
        for line in [
            "attachment-folder: Files", "template-folder: \"Meta/T\"", "links: {form: markdown, path: absolute}",
            "ignore: [\"/Meta/T/\"]",
        ] {
            #expect(config.contains("\n\(line)\n") && made.errors.contains("  \(line)\n"), "\(line) in \(made.errors)")
        }
        #expect(made.errors.contains("{{date}} in templates is DD.MM.YYYY there, but YYYY-MM-DD here"))
        #expect(console.slip("check", "--kind", "config").output.isEmpty)
    }

    @Test(arguments: [
        (#"{"attachmentFolderPath": "Files"}"#, "attachments in 'Files'"),
        (#"{"attachmentFolderPath": "../out"}"#, "found settings"),
        (#"{"attachmentFolderPath": ".trash"}"#, "found settings"),
        (#"{"useMarkdownLinks": false, "newLinkFormat": "shortest"}"#, "found settings"),
        (#"{"useMarkdownLinks": 1, "newLinkFormat": "other"}"#, "found settings"),
    ])
    func `init proposes no folder that is missing, and nothing for the usual form of links`(
        _ app: String, _ notice: String
    ) throws {
        let console = try Self.obsidian(app, [".obsidian/templates.json": #"{"folder": "T"}"#, "a.md": "x\n"])
        #expect(console.slip("init", "--yes").errors.contains(notice))
        let config = try console.read(".slipbox/config.yaml")
        #expect(!config.contains("-folder:") && !config.contains("\nlinks:"), "\(config)")
    }

    @Test(arguments: [
        ("links: x", "'links' must be a mapping"), ("links: {form: html}", "'form' in 'links' must be"),
        ("links: {path: near}", "'path' in 'links' must be"),
        ("links: {style: wiki}", "unknown key 'style' in 'links'"),
        ("attachment-folder: ../x", "'attachment-folder' must be a folder"),
        ("attachment-folder: .hidden", "'attachment-folder' must be a folder"),
        ("template-folder: /", "'template-folder' must be a folder"),
    ])
    func `an invalid setting is reported`(_ setting: String, _ message: String) throws {
        #expect(try Self.console(setting, ["a.md": "x\n"]).slip("check").output.contains(message))
    }

    // MARK: Attachments

    @Test(arguments: [
        ("Files", "Files/p.png", "../Files/p.png"), ("/", "p.png", "../p.png"), ("./", "Sub/p.png", "p.png"),
        ("./Files", "Sub/Files/p.png", "Files/p.png"), ("A/B", "A/B/p.png", "../A/B/p.png"),
    ])
    func `attach copies a file to the folder of the configuration`(
        _ folder: String, _ path: String, _ reference: String
    ) throws {
        let console = try Self.console("attachment-folder: \"\(folder)\"", ["Sub/n.md": "x\n"])
        try console.write("../outside-\(console.directory.lastPathComponent)/p.png", "p")
        defer { try? console.remove("../outside-\(console.directory.lastPathComponent)") }
        let file = console.url("../outside-\(console.directory.lastPathComponent)/p.png").standardizedFileURL.path
        #expect(console.slip("attach", "Sub/n.md", file).status == 0)
        #expect(try console.read(path) == "p")
        #expect(try console.read("Sub/n.md").contains(reference))
        #expect(console.slip("check").output.isEmpty)
        #expect(console.slip("undo").status == 0)
        #expect(!console.exists(path) && !console.exists("Files") && !console.exists("A"))
    }

    @Test func `the settings follow a moved folder, and name one that is removed`() throws {
        let console = try Self.console(
            "attachment-folder: Files # why\ntemplate-folder: T", ["Files/n.md": "x\n", "T/t.md": "x\n", "a.md": "y\n"])
        #expect(console.slip("mv", "Files", "Pictures").status == 0)
        #expect(try console.read(".slipbox/config.yaml") == "attachment-folder: Pictures # why\ntemplate-folder: T\n")
        #expect(console.slip("folder", "rm", "T", "--recursive", "--force").errors.contains("'template-folder' names"))
    }

    // MARK: Links

    @Test(arguments: [
        ("{}", "[[b]]"), ("{path: relative}", "[[../B/b]]"), ("{path: absolute}", "[[B/b]]"),
        ("{form: markdown}", "[[b]]"),
    ])
    func `link writes the path of the configuration`(_ links: String, _ link: String) throws {
        let console = try Self.console("links: \(links)", ["A/a.md": "x\n", "B/b.md": "y\n"])
        #expect(console.slip("link", "A/a.md", "B/b.md").status == 0)
        #expect(try console.read("A/a.md").contains("\"\(link)\""))
        #expect(console.slip("links", "A/a.md").output.contains("b"))
        #expect(console.slip("check", "--kind", "broken-link").output.isEmpty)
    }

    @Test(arguments: [("shortest", "[[C/b]]"), ("relative", "[[../C/b]]"), ("absolute", "[[C/b]]")])
    func `a name that no longer suffices after a move gets the path of the configuration`(
        _ path: String, _ link: String
    ) throws {
        let console = try Self.console(
            "links: {path: \(path)}", ["A/a.md": "[[b]]\n", "A/b.md": "x\n", "A/D/b.md": "y\n"])
        #expect(console.slip("mv", "A/b.md", "C/").status == 0)
        #expect(try console.read("A/a.md") == "\(link)\n")
    }
}
