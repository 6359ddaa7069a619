import Foundation
import TestSupport
import Testing

/// The folder of templates, and their fields.
@Suite struct TemplateTests {
    private static func console(_ configuration: String, _ files: [String: String]) throws -> Console {
        try Console(files.merging([".slipbox/config.yaml": configuration + "\n"]) { $1 })
    }

    @Test func `new finds the templates of the configured folder and of its subfolders`() throws {
        let console = try Self.console(
            "template-folder: Meta/T\nignore: [/Meta/]",
            [
                "Meta/T/day.md": "# {{Title}}\n\n{{ date }} {{date:dddd, D MMMM YYYY}} {{time:HH[h]mm}}\n",
                "Meta/T/Work/meeting.md": "m\n", "Meta/T/p.png": "p", ".slipbox/templates/day2.md": "own\n",
                "a.md": "x\n",
            ])
        console.slip("new", "N", "--template", "day")
        #expect(
            try console.read("N.md").hasSuffix("---\n# N\n\n2024-03-30 Saturday, 30 March 2024 12h00\n"))
        for name in ["meeting", "Work/meeting", "meeting.md", "day2"] {
            #expect(console.slip("new", "M", "--template", name, "--dry-run").status == 0, "\(name)")
        }
        let error = console.slip("new", "M", "--template", "p").errors
        #expect(error.contains("valid templates: Work/meeting, day, day2"), "\(error)")
    }

    @Test func `a templates folder behind a symbolic link has no templates`() throws {
        let console = try Self.console("template-folder: T", ["a.md": "x\n"])
        try console.write("../\(console.directory.lastPathComponent)-t/t.md", "secret\n")
        defer { try? console.remove("../\(console.directory.lastPathComponent)-t") }
        try console.link("T", to: "../\(console.directory.lastPathComponent)-t")
        #expect(console.slip("new", "N", "--template", "t").isError("there is no template 't'"))
    }

    @Test(arguments: [
        ("date:YYYY-MM-DD", "2024-03-30"), ("date:", "2024-03-30"), ("date: ddd Do MMM YY", "Sat 30th Mar 24"),
        ("date:GGGG-[W]WW", "2024-W13"), ("date:DDDD", "090"), ("date:Q", "1"), ("time:", "12:00"),
        ("time:h:mm A", "12:00 PM"), ("DATE:E d", "6 6"), ("date:[Week] W", "Week 13"), ("date:M/D", "3/30"),
        ("time:hh:mm:ss a", "12:00:00 pm"), ("date:Mo dd", "3rd Sa"),
    ])
    func `fields with a format of Moment js are filled in`(_ field: String, _ text: String) throws {
        let console = try Console(["a.md": "x\n"])
        console.slip("append", "a.md", "{{\(field)}}", "--expand")
        #expect(try console.read("a.md") == "x\n\n\(text)\n")
    }

    @Test(arguments: ["date:ww", "date:L", "date:YYYYY", "date:x", "folder:YYYY", "cursor"])
    func `a field without a meaning here is an error`(_ field: String) throws {
        let console = try Console([".slipbox/templates/t.md": "{{\(field)}}\n"])
        let result = console.slip("new", "N", "--template", "t")
        #expect(result.isError("unknown field '{{\(field)}}'") && !console.exists("N.md"))
    }

    @Test(arguments: [["new", "N", "--template", "t"], ["daily", "--print"]])
    func `all unknown fields of a template are named at once`(_ command: [String]) throws {
        let console = try Console([
            ".slipbox/templates/t.md": "---\na: \"{{one}}\"\n---\n{{two}} {{title}} {{one}} {{three}}\n",
            ".slipbox/config.yaml": "daily: {template: t}\n",
        ])
        let result = console.slip(command)
        #expect(result.isError("unknown fields '{{one}}', '{{two}}', '{{three}}' in the template"), "\(result)")
    }

    @Test func `an unknown template is answered with the ones that exist`() throws {
        let console = try Console([".slipbox/templates/day.md": "", ".slipbox/templates/memo.md": ""])
        let near = console.slip("new", "N", "--template", "dai")
        #expect(near.errors.contains("did you mean 'day'? valid templates: day, memo"), "\(near)")
        #expect(console.slip("new", "N", "--template", "other").errors.contains("valid templates: day, memo"))
    }

    @Test func `commands of Templater are reported`() throws {
        let console = try Console([".slipbox/templates/t.md": "one\n<% tp.file.title %>\n"])
        let result = console.slip("new", "N", "--template", "t")
        #expect(result.errors.contains("t.md':2: commands of Templater (<% … %>) are not run"), "\(result.errors)")
        #expect(try console.read("N.md").hasSuffix("<% tp.file.title %>\n"))
    }
}
