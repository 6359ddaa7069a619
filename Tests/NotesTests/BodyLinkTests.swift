import Notes
import SourceText
import Testing

struct BodyLinkTests {
    @Test(arguments: [
        ("[[Old]]", ["wiki [[Old]] -> Old"]),
        ("See [[Old|that]].", ["wiki [[Old|that]] -> Old | that"]),
        ("[[Old#Part|this]]", ["wiki [[Old#Part|this]] -> Old # Part | this"]),
        ("[[t#One#Two]] [[t#^id]]", ["wiki [[t#One#Two]] -> t # One#Two", "wiki [[t#^id]] -> t # ^id"]),
        ("![[t^id-1|x]] ![[A/t ^id]]", ["wiki! ![[t^id-1|x]] -> t # ^id-1 | x", "wiki! ![[A/t ^id]] -> A/t # ^id"]),
        ("[[2^id]] ![[x^2.png]]", ["wiki [[2^id]] -> 2^id", "wiki! ![[x^2.png]] -> x^2.png"]),
        ("![[E=mc^2]] ![[x^n]]", ["wiki! ![[E=mc^2]] -> E=mc^2", "wiki! ![[x^n]] -> x^n"]),
        ("x![[Old.png|100]]", ["wiki! ![[Old.png|100]] -> Old.png | 100"]),
        ("\\![[Old]]", ["wiki [[Old]] -> Old"]),
        ("[[ My note ]]", ["wiki [[ My note ]] -> My note"]),
        ("[[My%20note]]", ["wiki [[My%20note]] -> My%20note"]),
        ("| [[t\\|label]] | x |", ["wiki [[t\\|label]] -> t | label"]),
        ("[[t#p\\|label]]", ["wiki [[t#p\\|label]] -> t # p | label"]),
        ("[[a|b|c]] [[a|]] [[a#]]", ["wiki [[a|b|c]] -> a | b|c", "wiki [[a|]] -> a | ", "wiki [[a#]] -> a"]),
        ("[[]] [[ ]] [[a] [[#part]] [[|x]] [[a\nb]]", []),
        ("\\[[x]] [\\[x]]", []),
        ("[[[x]]]", ["wiki [[x]] -> x"]),
        ("[[a [[b]] c]]", ["wiki [[b]] -> b"]),
        ("[[x]](y)", ["wiki [[x]] -> x"]),
        (
            "[[1]](https://example.org) [[note]] (a.md) [[note]](no destination.md)",
            ["wiki [[note]] -> note", "wiki [[note]] -> note"]
        ),
        (
            "[[a]](b.md) ![[1]](x.png) [[a]](#part)",
            ["markdown [[a]](b.md) -> b.md | [a]", "markdown! ![[1]](x.png) -> x.png | [1]"]
        ),
        ("[[x](y)] [[z]](w)]", ["markdown [x](y) -> y | x", "wiki [[z]] -> z"]),
        ("[[x](y), c[d]]", ["markdown [x](y) -> y | x"]),
        ("[a [[b]] c](d)", ["markdown [a [[b]] c](d) -> d | a [[b]] c", "wiki [[b]] -> b"]),
        ("[[a `]]` b]]", ["wiki [[a `]]` b]] -> a `]]` b"]),
        ("[[a `b]]` c", []),
        ("[[`a` ``b]] `c", ["wiki [[`a` ``b]] -> `a` ``b"]),
        ("[[https://example.org]] [[Re: budget]]", ["wiki [[Re: budget]] -> Re: budget"]),
        ("> [[a\n> b]] [[c]]", ["wiki [[c]] -> c"]),
        ("<b title=\"[[x]]\">[[y]]</b>", ["wiki [[y]] -> y"]),
    ])
    func `wiki links`(text: String, expected: [String]) { #expect(Body.dump(text) == expected) }

    @Test(arguments: [
        ("[t](Old.md)", ["markdown [t](Old.md) -> Old.md | t"]),
        ("[u](Old.md#part)", ["markdown [u](Old.md#part) -> Old.md # part | u"]),
        ("[v](Old.md \"Old.md\")", ["markdown [v](Old.md \"Old.md\") -> Old.md | v"]),
        ("[v](a 'b') [v](a (b))", ["markdown [v](a 'b') -> a | v", "markdown [v](a (b)) -> a | v"]),
        ("[t](My%20Note.md)", ["markdown [t](My%20Note.md) -> My%20Note.md = My Note.md | t"]),
        ("[u](<My Note.md#a b>)", ["markdown [u](<My Note.md#a b>) -> My Note.md # a b | u angle"]),
        ("[x](my note.md) [x](<a\nb>) [x](<a<b>)", []),
        ("[x](a(b(c)).md)", ["markdown [x](a(b(c)).md) -> a(b(c)).md | x"]),
        ("[x](a\\(b.md)", ["markdown [x](a\\(b.md) -> a\\(b.md = a(b.md | x"]),
        ("[x](a(b.md)", []),
        ("[x](a&amp;b.md)", ["markdown [x](a&amp;b.md) -> a&amp;b.md = a&b.md | x"]),
        ("[x](a%23b.md#c%20d)", ["markdown [x](a%23b.md#c%20d) -> a%23b.md = a#b.md # c d | x"]),
        ("[x](a.png?raw=true)", ["markdown [x](a.png?raw=true) -> a.png | x"]),
        ("[x](m.md?x=1#p) [x](?x#p)", ["markdown [x](m.md?x=1#p) -> m.md # p | x"]),
        (
            "[x](m?v=1.2) [x](a%3Fb.md?c)",
            ["markdown [x](m?v=1.2) -> m | x", "markdown [x](a%3Fb.md?c) -> a%3Fb.md = a?b.md | x"]
        ),
        (
            "[x](Why?.md) [x](a/b?c.md#p)",
            ["markdown [x](Why?.md) -> Why?.md | x", "markdown [x](a/b?c.md#p) -> a/b?c.md # p | x"]
        ),
        ("[x](a%zz%4)", ["markdown [x](a%zz%4) -> a%zz%4 | x"]),
        ("[x]( a.md\n\"b\nc\" )", ["markdown [x]( a.md⏎\"b⏎c\" ) -> a.md | x"]),
        ("[x](a.md\"b\")", ["markdown [x](a.md\"b\") -> a.md\"b\" | x"]),
        ("[x] (a.md) \\[x](a.md)", []),
        ("[x](https://a.org/b.md) [x](mailto:a) [x](//h/b) [x](#p) [x]() [x](<>)", []),
        ("[x](C:/a.md)", ["markdown [x](C:/a.md) -> C:/a.md | x"]),
        ("![i](p.png)", ["markdown! ![i](p.png) -> p.png | i"]),
        ("\\![i](p.png)", ["markdown [i](p.png) -> p.png | i"]),
        (
            "[![alt](a.png)](b.md)",
            ["markdown [![alt](a.png)](b.md) -> b.md | ![alt](a.png)", "markdown! ![alt](a.png) -> a.png | alt"]
        ),
        ("[a [b](c) d](e)", ["markdown [b](c) -> c | b"]),
        ("[a [b](https://c) d](e)", []),
        ("![a [b](c)](d)", ["markdown! ![a [b](c)](d) -> d | a [b](c)", "markdown [b](c) -> c | b"]),
        ("[a]b](c) [[a]b](c)", ["markdown [[a]b](c) -> c | [a]b"]),
        ("[a `](b)` c](d)", ["markdown [a `](b)` c](d) -> d | a `](b)` c"]),
        ("[a <b c=\"](x)\">](d)", ["markdown [a <b c=\"](x)\">](d) -> d | a <b c=\"](x)\">"]),
        ("[a <https://x.org/](b)> c](d)", ["markdown [a <https://x.org/](b)> c](d) -> d | a <https://x.org/](b)> c"]),
        ("> [a\n> b](c)", ["markdown [a⏎> b](c) -> c | a⏎> b"]),
        ("[é](ü.md)", ["markdown [é](ü.md) -> ü.md | é"]),
        ("[a]\n\n(b)", []),
    ])
    func `inline links`(text: String, expected: [String]) { #expect(Body.dump(text) == expected) }

    @Test(arguments: [
        ("[x]: Old.md \"A title\"", ["definition [x]: Old.md \"A title\" -> Old.md | x"]),
        ("[y]: <Old.md#part>", ["definition [y]: <Old.md#part> -> Old.md # part | y angle"]),
        ("[x]: My%20note.md", ["definition [x]: My%20note.md -> My%20note.md = My note.md | x"]),
        ("[a]: b\n[c]:\n  d\n  'e\n  f'", ["definition [a]: b -> b | a", "definition [c]:⏎  d⏎  'e⏎  f' -> d | c"]),
        ("[a]: b\n'no title' x", ["definition [a]: b -> b | a"]),
        ("[a]: b c\n[d]: e", []),
        ("text\n[a]: b", []),
        ("    [a]: b", []),
        ("   [a]: b", ["definition [a]: b -> b | a"]),
        ("[^1]: see [[x]]", ["wiki [[x]] -> x"]),
        ("[a]: [[b]]", ["wiki [[b]] -> b"]),
        ("[a]: https://x.org\n[b]: c", ["definition [b]: c -> c | b"]),
        ("> [a]: b\n> > [c]: d", ["definition [a]: b -> b | a", "definition [c]: d -> d | c"]),
        ("- [a]: b", ["definition [a]: b -> b | a"]),
        ("[a]: b\n===\n[[c]]", ["definition [a]: b -> b | a", "wiki [[c]] -> c"]),
        ("[a]: b\nTitle\n===", ["h1 Title⏎=== = Title", "definition [a]: b -> b | a"]),
        ("[a][b] [b]\n\n[b]: c.md", ["definition [b]: c.md -> c.md | b"]),
        ("[ ]: b\n\n[]: b\n\n[a[b]: c\n\n[a]:\n\n[a]: (", []),
        ("[a\\]b]: c", ["definition [a\\]b]: c -> c | a\\]b"]),
        ("# x\n[a]: b\n# y", ["h1 # x = x", "h1 # y = y", "definition [a]: b -> b | a"]),
    ])
    func `reference definitions`(text: String, expected: [String]) { #expect(Body.dump(text) == expected) }

    @Test func `a destination is exactly what a rewrite replaces`() {
        let text = "A [[Old]], ![[Old#P|x]] [t](Old.md \"Old.md\")\r\n> [u](<Old.md#p>)\r\n\r\n[x]: Old.md 'Old'\r\n"
        var bytes = Array(text.utf8)
        for link in Body(bytes).links.reversed() {
            bytes.replaceSubrange(link.destination, with: Array("New".utf8))
        }
        let rewritten = "A [[New]], ![[New#P|x]] [t](New \"Old.md\")\r\n> [u](<New#p>)\r\n\r\n[x]: New 'Old'\r\n"
        #expect(bytes.text(0..<bytes.count) == rewritten)
    }

    @Test func `offsets count from the file's beginning`() {
        let bytes = Array("---\n[[no]]\n---\n# A\n> x [[b]]\n".utf8)
        let body = Body(bytes, from: 15)
        #expect(body.links.map(\.range) == [23..<28])
        #expect(body.links.map(\.destination) == [25..<26])
        #expect(body.headings.map(\.range) == [15..<18])
        #expect(body.headings.map(\.raw) == [17..<18])
        #expect(Body(bytes, from: 1000) == Body(bytes, from: bytes.count))
    }

    @Test(arguments: ["x", "é", "図", "\"", "\u{8A}"], ["\n", "\r", "\r\n"])
    func `marks are found wherever in a line they stand`(filler: String, lineEnd: String) {
        for before in 0..<20 {
            for after in 0..<20 {
                let start = String(repeating: filler, count: before)
                let rest = String(repeating: filler, count: after)
                let text = "\(start) [[a]] \(rest) #t\(lineEnd)\(rest)\(lineEnd)\(lineEnd)\(start)[b](c) `[[d]]`\(rest)"
                let bytes = Array(text.utf8)
                let body = Body(bytes)
                #expect(body.links.map { bytes.text($0.range) } == ["[[a]]", "[b](c)"])
                #expect(body.hashtags.map { bytes.text($0.range) } == ["#t"])
                let plain = Array("\(start) a \(rest) t\(lineEnd)\(rest)".utf8)
                #expect(Body(plain).links.isEmpty && Body(plain).hashtags.isEmpty)
            }
        }
    }
}
