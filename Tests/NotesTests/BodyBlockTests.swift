import Notes
import SourceText
import Testing

struct BodyBlockTests {
    @Test(arguments: [
        ("# One", ["h1 # One = One"]),
        ("###### Six ######  ", ["h6 ###### Six ###### = Six"]),
        ("## a # b #\n####### seven\n#five", ["h2 ## a # b # = a # b", "tag #five = five"]),
        ("#\n##  ##\n### #a", ["h1 # = ", "h2 ##  ## = ", "h3 ### #a = #a", "tag #a = a"]),
        ("   # three\n    # four", ["h1 # three = three"]),
        ("\\# no", []),
        ("# a\\#", ["h1 # a\\# = a#"]),
        ("Title\n=====", ["h1 Title⏎===== = Title"]),
        ("Two\n  lines \n---  ", ["h2 Two⏎  lines ⏎--- = Two lines"]),
        ("> Quoted\n> ===\n> x", ["h1 Quoted⏎> === = Quoted"]),
        ("> Lazy\n===", []),
        ("---\nx: y\n---\n", ["h2 x: y⏎--- = x: y"]),
        ("a\n\n===\n\n---", []),
        ("- a\n  ---\n- # b", ["h2 a⏎  --- = a", "h1 # b = b"]),
        ("a\n- - -\n* * *", []),
    ])
    func headings(text: String, expected: [String]) {
        #expect(Body.dump(text) == expected)
    }

    @Test(arguments: [
        ("A *b* [[c|d]]", "A b d"),
        ("[[c#d]] ![[e]] [f](g) ![h](i \"j\")", "c#d e f h"),
        ("`a*b*` ``c ` d``", "a*b* c ` d"),
        ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
        ("**bold _and_** *open **both***", "bold and open both"),
        ("*a **b* c", "*a *b c"),
        ("*foo**bar*", "foo**bar"),
        ("**_a* b_", "*_a b_"),
        ("a &amp; b &#35; &nope; &", "a & b # &nope; &"),
        ("a \\* b \\[c\\]", "a * b [c]"),
        ("<b>x</b> <!-- y --> <https://z.org>", "x  https://z.org"),
        ("«*é*»", "«é»"),
    ])
    func `a heading's text is what a reader sees`(raw: String, text: String) {
        let bytes = Array("# \(raw)".utf8)
        #expect(Body(bytes).headings.map(\.text) == [text])
        #expect(Body(bytes).headings.map { bytes.text($0.raw) } == [raw])
    }

    @Test(arguments: [
        "`[[Old]] #t`", "``[[a]] ` #t [b](c)``", "`[[a]]\n #b [c](d)`", "```\n# h\n[[a]] #b\n- [ ] c\n```",
        "~~~ md\n[[a]]\n```\n#b", "> ```\n> [[a]]\n> #b", "- a\n  ```\n  [[b]]\n\n  #c\n  ```", "    [[Old]]\n\n\t#a",
        "- item\n\n      [[code]]", "-     [[code]]", "- a\n- \n\n      #b", "1.  a\n\n        [[b]]",
        "> a\n\n>     [[b]]", "````\n```\n[[a]]\n```\n````", "```\n[[a]]\n``` x\n[[b]]", "   ```\n[[a]]\n   ```",
        "<!-- [[Old]] #a -->", "<!--\n[[a]]\n\n#b [c](d)\n\n- [ ] e\n-->", "x <!-- [[a]]\n #b --> y",
        "<script>\n[[a]]\n\n#b\n</script>", "<pre>[[a]]\n\n# b", "<style>\n #a {}\n</style>",
        "<div>\n[[x]]\n #y\n</div>",
        "</td>\n# x", "<?php [[a]]\n\n #b ?>", "<!DOCTYPE [[a]]\n #b>", "<![CDATA[\n[[a]]\n\n #b]]>",
        "<a title=\"x #y [[z]]\">", "<a\n b='[[c]]\n'>", "[[`a [[b]]` ``c", "<https://x.org/[[a]]>",
        "<!--> x <!-- [[a]] -->",
    ])
    func `code, comments and HTML hold nothing`(text: String) { #expect(Body.dump(text) == []) }

    @Test(arguments: [
        ("```\n[[a]]\n```\n[[b]]", ["b"]),
        ("> ```\n> [[a]]\n[[b]]", ["b"]),
        ("- ```\n  [[a]]\n[[b]]", ["b"]),
        ("``` a`b\n[[c]]", ["c"]),
        ("a\n    [[b]]", ["b"]),
        ("- a\n\n    [[b]]", ["b"]),
        ("- a\n    - b\n        - [[c]]", ["c"]),
        ("- a\n\t- b\n\n\t\t[[c]]\n\n\t\t\t[[d]]", ["c"]),
        ("10. a\n\n    [[b]]\n\n        [[c]]", ["b"]),
        ("> > a\n[[b]]\n> [[c]]", ["b", "c"]),
        ("-\n\n  [[a]]", ["a"]),
        ("-\n\n      [[a]]", []),
        ("`a [[b]]", ["b"]),
        ("`a\n\n[[b]]`", ["b"]),
        ("``a` [[b]]", ["b"]),
        ("\\`[[a]]`", ["a"]),
        ("<!-- a --> [[b]]\n[[c]]", ["c"]),
        ("x <!-- a --> [[b]]", ["b"]),
        ("<div>\n\n[[a]]\n\n</div>", ["a"]),
        ("<span>\n[[a]]\n</span>", []), ("<x-y a='b'>\n[[a]]\n\n[[b]]", ["b"]), ("</a>\n[[a]]", []),
        ("<span> x\n[[a]]", ["a"]), ("text\n<span>\n[[a]]", ["a"]), ("<https://e.org>\n[[a]]", ["a"]),
        ("<a name='x'></a>\n[[a]]", ["a"]), ("> text\n<span>\n[[a]]", ["a"]),
        ("x <y [[a]]", ["a"]),
        ("<pre>x</pre>\n[[a]]", ["a"]),
        ("a <!-- b\n\n[[c]] -->", ["c"]),
        (">```\n>[[a]]\n>```\n>[[b]]", ["b"]),
        ("a\r\r    [[b]]\r\r[[c]]", ["c"]),
        ("* a\n  [[b]]\n+ [[c]]\n1) [[d]]", ["b", "c", "d"]),
        ("\u{FEFF}x [[a]]", ["a"]),
    ])
    func `where code and HTML end`(text: String, targets: [String]) {
        #expect(Body(Array(text.utf8)).links.map(\.target) == targets)
    }

    @Test(arguments: [
        ("- [ ] one\n- [x] two\n* [X] three", ["task false [ ] one", "task true [x] two", "task true [X] three"]),
        ("+ [ ] a\n1. [x] b\n2) [ ]", ["task false [ ] a", "task true [x] b", "task false [ ] "]),
        ("- a\n  - [ ] b\n    1. [x] c", ["task false [ ] b", "task true [x] c"]),
        ("> - [ ] a\n> > - [x] b", ["task false [ ] a", "task true [x] b"]),
        ("- - [ ] a", ["task false [ ] a"]),
        ("-\t[x]\ta  \r\n", ["task true [x] a"]),
        ("- [ ] a\n  b", ["task false [ ] a"]),
        ("[ ] a\n\n- a [ ] b\n- [yy] c\n- [] d\n- [x]e\n-[ ] f\n- \\[ ] g", []),
        ("a\n- [ ] b", ["task false [ ] b"]),
        ("a\n2. [ ] b", []),
        ("-     [ ] code", []),
        ("- [ ] [[a]] #b", ["wiki [[a]] -> a", "tag #b = b", "task false [ ] [[a]] #b"]),
        ("- [ ](a.md)", ["markdown [ ](a.md) -> a.md |  "]),
    ])
    func tasks(text: String, expected: [String]) { #expect(Body.dump(text) == expected) }

    @Test(arguments: [
        ("<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n", ["<<<<<<< HEAD", "=======", ">>>>>>> x"]),
        ("x\r\n<<<<<<< a\r\n||||||| o\r\n=======\r\n>>>>>>> b\r\n", ["<<<<<<< a", "=======", ">>>>>>> b"]),
        ("<<<<<<< a\n```\n=======\n>>>>>>> b", ["<<<<<<< a", "=======", ">>>>>>> b"]),
        ("```\n<<<<<<< a\n=======\n>>>>>>> b\n```", []),
        ("<<<<<<< a\n>>>>>>> b\n=======", []),
        ("<<<<<<<< a\n=======\n>>>>>>> b", []),
        (" <<<<<<< a\n=======\n>>>>>>> b", []),
        ("<<<<<<< a\n======== \n>>>>>>> b", []),
        ("=======\n>>>>>>> b", []),
        ("<<<<<<< a\n<<<<<<< b\n=======\n>>>>>>> c", ["<<<<<<< b", "=======", ">>>>>>> c"]),
    ])
    func `conflict markers`(text: String, expected: [String]) {
        let bytes = Array(text.utf8)
        #expect(Body(bytes).conflicts.map { bytes.text($0) } == expected)
    }
}
