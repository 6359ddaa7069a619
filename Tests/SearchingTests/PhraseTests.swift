import Searching
import SourceText
import TestSupport
import Testing

/// Places of phrases.
@Suite struct PhraseTests {
    @Test func `a phrase is found wherever its words are adjacent`() {
        var random = FixedGenerator(11)
        for _ in 0..<2000 {
            func words(_ count: ClosedRange<Int>) -> [[UInt8]] {
                (0..<Int.random(in: count, using: &random)).map { _ in [UInt8.random(in: 97...98, using: &random)] }
            }
            let phrase = words(0...6)
            let text = words(0...30)
            let source = text.map { $0 + [0x20] }.flatMap { $0 }
            let tokens = Words.tokens(of: source, in: source.indices)
            var found: [Int] = []
            Phrase(phrase[...]).forEachEnd(in: tokens) { found.append($0) }
            let expected = (0...text.count).filter { end in
                end >= phrase.count && Array(text[(end - phrase.count)..<end]) == phrase
            }
            #expect(found == expected, "\(phrase) in \(text)")
        }
    }

    /// One note with blocks of every kind.
    private static let blocks = """
        # Hello

        world one <b>two</b> three<br>four <!-- hidden words --> five[^1] six
        seven eight in<b>cred</b>ible <img src="pic/file.png" class="wide" alt="red fox" title="tool tip"> jumps

        - item alpha
        - item beta
          1. gamma

        | ab | cd |
        |----|----|
        | ef gh | ij [[x\\|y z]] kl |

        <div class="boxy" title="hint text">
        block <b>text</b> goes&nbsp;on
        <p>other para</p>
        </div>

        > quoted
        > lines

            code line

            code end

        [^1]: foot note
        """

    @Test(arguments: [
        ("one two three four five six seven eight", true), ("incredible", true),
        ("eight incredible red fox jumps", true),
        ("tool tip", true), ("pic file png", true), ("hidden words", true), ("hint text", true),
        ("block text goes on", true), ("other para", true), ("item alpha", true), ("ef gh", true), ("ij y z kl", true),
        ("quoted lines", true), ("code line code end", true), ("foot note", true),
        ("hello world", false), ("eight jumps", false), ("four hidden", false), ("alpha item", false),
        ("beta gamma", false), ("beta 1", false), ("ab cd", false), ("cd ef", false), ("gh ij", false),
        ("kl block", false), ("on other", false), ("para quoted", false), ("lines code", false), ("five 1", false),
        ("tip jumps", false), ("span", false), ("br", false), ("div", false), ("class", false), ("boxy", false),
        ("wide", false),
    ])
    func `a phrase matches within one block as it is displayed`(_ phrase: String, _ isFound: Bool) throws {
        let vault = try TemporaryVault(["a.md": Self.blocks])
        let output = try CommandLine.run(["search", "\"\(phrase)\"", "--format", "paths"], in: vault).output
        #expect(output == (isFound ? "a.md\n" : ""))
    }

    private static let comments = """
        # Head <br>Tail %%aside%% end

        alpha %%note here%% beta %%un**believ**able
        [label words](target.md) over%%gamma delta%%split%%epsilon

        - item %%one%% two
        - %%three%% four

        | ab %%cd%% ef | gh |
        |--------------|----|

        before %%a comment

        over blocks%% after

        %% alone %%

        last `code %% is` text
        """

    @Test(arguments: [
        ("alpha beta", true), ("beta gamma delta", true), ("note here", true), ("label words over", true),
        ("unbelievable label", true), ("item two", true), ("ab ef", true), ("before after", true),
        ("head tail end", true), ("over blocks", true), ("alone", true), ("delta epsilon", true), ("code is", true),
        ("split", true), ("target md", true),
        ("alpha note", false), ("here beta", false), ("note beta", false), ("here unbelievable", false),
        ("over gamma", false), ("two four", false), ("ef gh", false), ("cd gh", false), ("comment over", false),
        ("after alone", false), ("after last", false), ("item one", false), ("deltaepsilon", false),
        ("words target", false), ("end alpha", false),
    ])
    func `a phrase runs through a comment, whose words are a separate text`(_ phrase: String, _ isFound: Bool)
        throws
    {
        let vault = try TemporaryVault(["a.md": Self.comments])
        let output = try CommandLine.run(["search", "\"\(phrase)\"", "--format", "paths"], in: vault).output
        #expect(output == (isFound ? "a.md\n" : ""))
    }

    @Test func `a phrase through a comment is shown with it`() throws {
        let vault = try TemporaryVault(["a.md": "alpha %%note%% beta\n"])
        let places = try CommandLine.run(["search", "\"alpha beta\"", "--format", "vimgrep"], in: vault).output
        #expect(places == "a.md:1:1:alpha %%note%% beta\n")
    }

    @Test func `a line break in a heading separates words`() throws {
        let vault = try TemporaryVault([
            "a.md": "# One<br>Two<BR/>*Three* <br> Four\n\n## Five<br />Six\n",
            "b.md": "[x](a.md#five-six) [y](a.md#fivesix) [[a#Five Six]] [[a#Five<br />Six]]\n",
        ])
        for query in ["title:\"one two three four\"", "heading:\"five six\"", "title:two"] {
            #expect(try CommandLine.run(["search", query, "--format", "paths"], in: vault).output == "a.md\n")
        }
        #expect(try CommandLine.run(["search", "fivesix", "--format", "paths"], in: vault).output == "b.md\n")
        #expect(try CommandLine.run(["check"], in: vault).output == "")
    }

    @Test func `a phrase crosses the border of blocks in no note`() throws {
        let vault = try TemporaryVault(["a.md": "# Hello\n\nworld\n", "b.md": "x\n\nHello *world*\n"])
        let shown = try CommandLine.run(["search", "\"hello world\"", "--format", "text"], in: vault).output
        #expect(shown.contains("Hello world") && !shown.contains("a.md"), "\(shown)")
    }

    @Test func `a title of many equal words is searched in linear time`() throws {
        let vault = try TemporaryVault([
            "t.md": "---\ntitle: \(String(repeating: "a ", count: 16_000))\n---\n",
            "b.md": String(repeating: "a ", count: 200_000),
        ])
        let duration = try ContinuousClock().measure {
            let result = try CommandLine.run(["links", "t.md"], in: vault)
            #expect(result.output == "Mentioned in\n  b.md:1\n")
        }
        // Comparing each word with each of the title's took minutes.
        #expect(duration < .seconds(60))
    }
}
