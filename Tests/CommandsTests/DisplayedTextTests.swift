import TestSupport
import Testing

/// Search in the displayed text of the body.
struct DisplayedTextTests {
    @Test(arguments: [
        ("un**believ**able", "unbelievable"), ("un*believ*able", "unbelievable"), ("caf&eacute; au", "\"café au\""),
        ("a &amp; b", "\"a b\""), ("x&#233;y", "xéy"), ("&fjlig;ord", "fjord"),
        ("the [fox jumps](u.md) over", "\"fox jumps over\""), ("un[believ](x.md)able", "unbelievable"),
        ("un[**believ**](x)able", "unbelievable"), ("see ![a b](p.png) c", "\"see a b c\""),
        ("a [[Box|drawer]] here", "\"a drawer here\""), ("a [[Box]] here", "\"a box here\""),
        ("[a b][r] c\n\n[r]: x.md", "\"a b c\""), ("[r]: x.md\n\n[a b][r] c", "\"a b c\""),
        ("[fox jumps](url \"Some title\") over", "\"jumps over\""), ("a `b c` d", "\"b c\""),
        ("a `b c` d", "\"a\" \"d\""), ("x [y](https://e.org/needle) z", "needle"),
        ("x [y](https://e.org/needle) z", "\"y z\""), ("see https://e.org/needle there", "needle"),
        ("<https://e.org/needle>", "\"org needle\""), ("[[Needle|x]] y", "needle"),
        ("```\nneedle in code\n```\n", "\"needle in code\""), ("    needle in\n    code\n", "\"needle in code\""),
        ("# un**believ**able", "heading:unbelievable"), ("# a `b` c", "heading:\"a b c\""),
        ("# a `b` c", "title:\"a b c\""), ("# [Foo bar][r] x\n\n[r]: y.md", "title:=\"Foo bar x\""),
        ("# [Foo]\n\n[foo]: y.md", "title:=Foo"), ("a\\*b*c*", "\"a bc\""), ("**bold** text", "\"bold text\""),
        ("> un**be\n> liev**able", "\"unbe lievable\""), ("snake_case_word", "\"snake case word\""),
        ("2 * 3 * 4", "\"2 3 4\""), ("[[A#HTTP ([MDN](https //x))|B]] c", "\"b c\""),
        ("AT&T &nosuch; &amp", "\"at t\""), ("x &lt;b&gt; y", "\"x b y\""), ("in<b>cred</b>ible", "incredible"),
        ("in<span class=\"x\">cred</span>ible", "incredible"), ("in<wbr>cred<!-- x -->ible", "incredible"),
        ("in<i>*cred*</i>ible", "incredible"), ("a<br>b", "\"a b\""),
        ("a[^1] b", "\"a b\""), ("note<sup>1</sup> x", "note"),
        ("H<sub>2</sub>O", "h2o"), ("# in<b>cred</b>ible", "heading:incredible"),
    ])
    func `text is found as displayed, with its place in the file`(body: String, query: String) throws {
        let terminal = try Console(["n.md": body + "\n", "other.md": "nothing of it\n"])
        #expect(terminal.slip("search", query, "--format", "paths").output == "n.md\n")
        // Every match has a place in the file.
        let places = terminal.slip("search", query, "--format", "vimgrep").output
        let line = body.split(separator: "\n", omittingEmptySubsequences: false).count
        #expect((1...line).contains { places.hasPrefix("n.md:\($0):") })
        let json = terminal.slip("search", query, "--format", "json").output
        #expect(query.contains(":=") || !json.contains("\"matches\": []"), "\(json)")
    }

    @Test(arguments: [
        ("the [fox](u.md) jumps", "\"fox u\""), ("a `b` c", "\"a b\""), ("a `b` c", "\"a c\""), ("a `b` c", "\"b c\""),
        ("see https://e.org now", "\"see https\""), ("see https://e.org now", "\"org now\""),
        ("[a](b) [c](d)", "\"b d\""),
        ("text\n```\ncode\n```\nmore", "\"text code\""), ("text\n```\ncode\n```\nmore", "\"code more\""),
        ("a\n\n    b c\n\nd", "\"a b\""), ("a\n\n    b c\n\nd", "\"c d\""), ("[x]: dest.md\n\nnext", "\"md next\""),
        ("caf&eacute;", "eacute"), ("in<b>cred</b>ible", "cred"), ("in<br>cred", "incred"),
        ("un**believ**able", "believ"), ("[[Box|drawer]]", "\"box drawer\""),
    ])
    func `no phrase matches across parts that are not adjacent in the text`(body: String, query: String) throws {
        let terminal = try Console(["n.md": body + "\n"])
        #expect(terminal.slip("search", query, "--count").output == "0\n")
    }

    @Test(arguments: [("un**believ**able", 1), ("a [b c](d.md) e", 6), ("`x y` z", 3), ("&eacute; &amp;", 1)])
    func `words are counted as displayed`(body: String, words: Int) throws {
        let terminal = try Console(["n.md": body])
        #expect(terminal.slip("search", "words:\(words)").output == "n.md\n")
    }

    @Test func `every match is printed with its column in the file`() throws {
        let terminal = try Console(["n.md": "---\na: b\n---\ncaf&eacute; [fox *jumps*](url) over\nun**believ**able\n"])
        let places = terminal.slip("search", "café OR \"jumps over\" OR unbelievable OR url", "--format", "vimgrep")
            .output
        let columns = places.split(separator: "\n").map {
            $0.split(separator: ":").dropFirst().prefix(2).joined(separator: ":")
        }
        #expect(columns == ["4:1", "4:19", "5:1"], "\(places)")
    }
}
