import Notes
import SourceText
import Testing

struct BodyHashtagTests {
    @Test(arguments: [
        ("See #alpha here.", ["alpha"]),
        ("#beta/one starts a line", ["beta/one"]),
        ("all #done. and #a-b, #c/d/ #日記。 (#no)", ["done", "a-b", "c/d", "日記"]),
        ("#a/-/ #b_ #c-", ["a", "b_", "c"]),
        ("word#code ##x #1code # code #_x #-x #", []),
        ("http://example.org/#code and https://example.org/x#code", []),
        ("a `#code` span ` #x`", []),
        ("# Heading #inside\n\nSetext #two\n===", ["inside", "two"]),
        ("> #quoted\n>#close\n- #item\n- [ ] #task", ["quoted", "close", "item", "task"]),
        ("| #cell | x#no |\n|---|---|\n| a | #b|", ["cell", "b"]),
        ("*#no* **see #yes**", ["yes"]),
        ("\\#no \\ #yes", ["yes"]),
        ("[a #b](c) [a](<c #d> \"e #f\") [a](https://x.org/#y)", ["b"]),
        ("[[a #b]] [[a|b #c `#d`]]", ["c"]),
        ("[a]: b \"c #d\"", []),
        ("#Ünï #данные-1 #नमस्ते #e\u{301}a #x٣", ["Ünï", "данные-1", "नमस्ते", "e\u{301}a", "x٣"]),
        ("#😀 #a😀b", ["a"]),
        ("a\u{3000}#wide b\u{A0}#nbsp\t#tab", ["wide", "nbsp", "tab"]),
        ("&#35; &#x61;", []),
        ("a\n  #b\r\n#c", ["b", "c"]),
        ("#a#b #c/#d", ["a", "c"]),
        ("# Head {#one}\n\ntext {: #two .three} #four\n\n{: .x #five key=\"v #w\" }", ["four"]),
        ("{see #this} {#no #six } {x #seven\n#eight}", ["this", "seven", "eight"]),
    ])
    func hashtags(text: String, names: [String]) {
        let bytes = Array(text.utf8)
        let found = Body(bytes).hashtags
        #expect(found.map(\.name) == names)
        #expect(found.map { bytes.text($0.range) } == names.map { "#" + $0 })
    }

    @Test func `bytes that are not UTF-8 end a hashtag and begin none`() {
        let bytes: [UInt8] =
            Array("#a".utf8) + [0xE9, 0x20] + Array("#".utf8) + [0xC3] + Array(" x\u{FF}".utf8) + [0xFF]
        #expect(Body(bytes + Array("#b #c".utf8)).hashtags.map(\.name) == ["a", "c"])
    }
}
