import Arguments
import Testing

/// Words of an alias, as git splits them (`split_cmdline` of its alias.c).
@Suite struct AliasWordsTests {
    @Test(
        arguments: [
            ("search is:draft", ["search", "is:draft"]), ("  a \t b\n", ["a", "b"]), ("", []),
            ("a 'b c' \"d e\"", ["a", "b c", "d e"]), ("a'b c'd", ["ab cd"]), ("''", [""]),
            ("a \"\" b", ["a", "", "b"]),
            (#"a\ b "c\"d" 'e\f'"#, ["a b", "c\"d", #"e\f"#]), (#""a'b" 'c"d'"#, ["a'b", "c\"d"]),
            ("$HOME *.md", ["$HOME", "*.md"]), ("naïve ŻÓŁW", ["naïve", "ŻÓŁW"]),
        ] as [(String, [String])])
    func `words are split at white space, quotes keep them together`(_ text: String, _ words: [String]) throws {
        #expect(try AliasWords.split(text).map(\.shown) == words)
    }

    @Test(arguments: ["a 'b", "a \"b", "a\\", "\"a\\"])
    func `what is not closed is an error`(_ text: String) {
        #expect(throws: AliasWords.SplitFault.self) { try AliasWords.split(text) }
    }
}
