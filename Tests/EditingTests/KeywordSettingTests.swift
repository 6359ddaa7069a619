import Foundation
import TestSupport
import Testing

/// `keywords:` in the configuration, as `keyword delete`, `rename` and `color` edit it.
@Suite struct KeywordSettingTests {
    private func after(_ keywords: String, _ command: String) throws -> String {
        let console = try Console([".slipbox/config.yaml": "hashtags: true\n\(keywords)# end\n", "a.md": "x\n"])
        let result = console.slip(["keyword"] + command.split(separator: " ").map(String.init))
        #expect(result.status == 0, "\(keywords): \(result)")
        let text = try console.read(".slipbox/config.yaml")
        #expect(text.hasPrefix("hashtags: true\n") && text.hasSuffix("# end\n"))
        #expect(console.slip("check").output.isEmpty, "\(text)")
        return String(text.dropFirst(15).dropLast(6))
    }

    @Test(arguments: [
        ("keywords: {reg: red, other: blue}\n", "keywords: {other: blue}\n"),
        ("keywords: {other: blue, reg: red}\n", "keywords: {other: blue}\n"),
        ("keywords: {a: red, reg: , b: \"#00ff00\"} # c\n", "keywords: {a: red, b: \"#00ff00\"} # c\n"),
        ("keywords: { reg: red }\n", "keywords: {}\n"),
        ("keywords: {\n  reg: red,  # mine\n  b: blue,\n}\n", "keywords: {\n    # mine\n  b: blue,\n}\n"),
        ("keywords: {\n  b: blue,  # mine\n  'reg': red\n}\n", "keywords: {\n  b: blue  # mine\n  \n}\n"),
        ("keywords: {b: blue, reg: red,}\n", "keywords: {b: blue,}\n"),
        ("keywords: [reg, other]\n", "keywords: [other]\n"), ("keywords: [a, \"reg\"]\n", "keywords: [a]\n"),
        ("keywords: [reg]\n", "keywords: []\n"), ("keywords:\n  - a\n  - reg # c\n", "keywords:\n  - a\n"),
        ("keywords:\n  reg: red\n  a: blue\n", "keywords:\n  a: blue\n"), ("keywords: a, reg\n", "keywords: a\n"),
    ])
    func `keyword delete changes no other byte of the configuration`(before: String, expected: String) throws {
        #expect(try after(before, "delete reg") == expected)
    }

    @Test(arguments: [
        ("keywords: {reg: red, other: blue}\n", "keywords: {reg: red, new: blue}\n"),
        ("keywords: [reg, other] # c\n", "keywords: [reg, new] # c\n"),
        ("keywords:\n  - other\n", "keywords:\n  - new\n"),
    ])
    func `keyword rename changes no other byte of the configuration`(before: String, expected: String) throws {
        let console = try Console([".slipbox/config.yaml": before, "a.md": "#other\n"])
        #expect(console.slip("keyword", "rename", "other", "new").status == 0)
        #expect(try console.read(".slipbox/config.yaml") == expected)
    }

    @Test func `keyword rename lists the keywords that it merges`() throws {
        let console = try Console([
            "a.md": "---\ntags: [old, old/x, Old/z]\n---\n", "b.md": "#new #new/x\n", "c.md": "#new\n",
            "d.md": "#old/new\n",
        ])
        let notice = "'old' is merged into keywords that exist: 'new' in 2 notes, 'new/x' in 1 note"
        for options in [["--dry-run"], []] {
            let result = console.slip(["keyword", "rename", "old", "new"] + options)
            #expect(result.status == 0 && result.errors.contains(notice), "\(result)")
        }
        for (old, new) in [("new", "New"), ("New", "other"), ("other", "other/nested"), ("other/nested", "none")] {
            let result = console.slip("keyword", "rename", old, new)
            #expect(result.status == 0 && !result.errors.contains("merged"), "\(result)")
        }
    }

    @Test(arguments: [
        ("keywords: {reg: red, b: blue}\n", "teal", "keywords: {reg: teal, b: blue}\n"),
        ("keywords: {b: blue,}\n", "0000FF", "keywords: {b: blue, reg: \"#0000FF\",}\n"),
        ("keywords: {}\n", "#0000ff80", "keywords: {reg: \"#0000ff80\"}\n"),
        ("keywords: [b, reg]\n", "0000FF80", "keywords: {b: , reg: \"#0000FF80\"}\n"),
        ("keywords: {reg: red, b: blue}\n", "none", "keywords: {reg: , b: blue}\n"),
        ("keywords:\n  reg: \"#00ff00\"\n  b: blue\n", "none", "keywords:\n  reg:\n  b: blue\n"),
        ("keywords:\n  reg: red # c\n", "none", "keywords:\n  reg:  # c\n"),
        ("keywords:\n  b: blue\n", "none", "keywords:\n  b: blue\n"),
    ])
    func `keyword color changes no other byte of the configuration`(before: String, color: String, expected: String)
        throws
    {
        #expect(try after(before, "color reg \(color)") == expected)
    }

    @Test(arguments: ["0000FFF", "#12", "nocolor", "12345"])
    func `an invalid color is refused with the valid form`(color: String) throws {
        let console = try Console(["a.md": "#k\n"])
        #expect(console.slip("keyword", "color", "k", color).isError("RRGGBB"))
        #expect(!console.exists(".slipbox/config.yaml"))
    }

    @Test func `a name that a list cannot contain is refused`() throws {
        let console = try Console(["a.md": "---\nkeywords: [reg]\n---\n", ".slipbox/config.yaml": "keywords: reg, b\n"])
        #expect(console.slip("keyword", "rename", "reg", "v1.0").isError("nothing was changed"))
        #expect(try console.read(".slipbox/config.yaml") == "keywords: reg, b\n")
        #expect(try console.read("a.md") == "---\nkeywords: [reg]\n---\n")
    }

    @Test(arguments: [
        "<<<<<<< HEAD\nsearches:\n  a: in:Box\n=======\nsearches:\n  a: in:Box x\n>>>>>>> o\n",
        "searches:\n  z: caf\u{E9} in:Box\n",
    ])
    func `a configuration that cannot be changed safely is not changed`(text: String) throws {
        let console = try Console(["Box/b.md": "b\n"])
        // The second one is Latin-1.
        let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        let path = console.url(".slipbox/config.yaml")
        try Data(bytes).write(to: path)
        #expect(console.slip("folder", "rename", "Box", "New").isError("nothing was changed"))
        #expect(try Array(Data(contentsOf: path)) == bytes && console.exists("Box/b.md"))
    }

    @Test(arguments: [
        ("نرم", "نرم\u{200C}افزار"), ("ශ්", "ශ්\u{200D}රී"), ("צה", "צה\u{05F4}ל"), ("col", "col·lecció"), ("二", "二〇二四"),
        ("བོད", "བོད\u{0F0B}ཡིག"), ("Donau", "Donau\u{AD}dampf"), ("CO", "CO₂"), ("ινστ", "ινστ\u{0387}α"),
        ("a", "a\u{2060}b"),
    ])
    func `rename and delete change no hashtag that continues after a joiner`(keyword: String, longer: String) throws {
        let text = "#\(longer) #\(keyword)\n"
        let console = try Console(["n.md": text])
        #expect(console.slip("keyword", "rename", keyword, "soft").status == 0)
        #expect(try console.read("n.md") == "#\(longer) #soft\n")
        #expect(console.slip("undo").status == 0)
        #expect(console.slip("keyword", "delete", "--force", keyword).status == 0)
        #expect(try console.read("n.md") == "#\(longer) \(keyword)\n")
        #expect(console.slip("search", "#\(longer)").output.contains("n.md"))
    }
}
