import Arguments
import Testing

@Suite struct HelpBlockTests {
    private static let blocks = HelpBlock.blocks(
        of: #"""
            Run `slip check --fix`, see [the page](Git.md)
            and `[x](y.md)`.

            ### Keys

            | key | value |
            |---|---|
            | `a b`, `c` | one \| two |

            1. first,
               continued
            2. second

            ```sh
            slip search 'a b'

              # indented
            ```

                slip help
            """#)

    @Test func `help is wrapped by the columns of the text`() {
        let text = (0..<20).map { _ in "漢字漢字" }.joined(separator: " ")
        let lines = HelpText(width: 40).text([.paragraph(text)]).split(separator: "\n")
        // Each word has eight columns.
        #expect(lines == (0..<5).map { _ in "漢字漢字 漢字漢字 漢字漢字 漢字漢字" }, "\(lines)")
        #expect(HelpText(width: 40).table([("漢", "a"), ("bcd", "e")]) == "  漢   a\n  bcd  e")
    }

    @Test func `help shows blocks without Markdown`() {
        #expect(
            HelpText(width: 60).text(Self.blocks) == """
                Run 'slip check --fix', see the page and [x](y.md).

                Keys:

                  a b, c  one | two

                  1. first, continued
                  2. second

                    slip search 'a b'

                      # indented

                    slip help
                """)
    }

    @Test func `the manual shows code in bold, tables as tagged paragraphs, and examples unfilled`() {
        let man = ManText(program: "slip", version: "1", date: "2026-01-01")
        let text = man.topic("x", summary: "X.", blocks: Self.blocks).text
        #expect(
            text.contains(
                #"""
                .SH DESCRIPTION
                Run \fBslip check \-\-fix\fR, see the page and \fB[x](y.md)\fR.
                .SS Keys
                .TP
                \fBa b\fR, \fBc\fR
                one | two
                .IP 1. 4
                first, continued
                .IP 2. 4
                second
                .PP
                .nf
                .RS 4
                slip search \(aqa b\(aq

                  # indented
                .RE
                .fi
                .PP
                """#), "\(text)")
    }
}
