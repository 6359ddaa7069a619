import Foundation
import Notes
import TestSupport
import Testing

@Suite struct FormulaTests {
    /// Returns the MathML of a formula without the elements that all formulas have.
    private static func mathML(_ source: String, isDisplay: Bool = false) throws -> String {
        var macros = FormulaMacros()
        let html = try Formula(source, macros: &macros).mathML(isDisplay: isDisplay)
        let start = try #require(html.range(of: "<semantics>")).upperBound
        let end = try #require(html.range(of: "<annotation")).lowerBound
        return String(html[start..<end])
    }

    private static func text(_ source: String) throws -> String? {
        var macros = FormulaMacros()
        return try Formula(source, macros: &macros).text
    }

    @Test(arguments: [
        ("x", "<mi>x</mi>"),
        ("12.5", "<mn>12.5</mn>"),
        ("\\frac12", "<mfrac><mn>1</mn><mn>2</mn></mfrac>"),
        ("\\frac{a}{b+c}", "<mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mi>c</mi></mrow></mfrac>"),
        ("\\sqrt{x}", "<msqrt><mi>x</mi></msqrt>"),
        ("\\sqrt[3]{x}", "<mroot><mi>x</mi><mn>3</mn></mroot>"),
        ("x_i^2", "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>"),
        ("\\mathbb{R}^n", "<msup><mi>ℝ</mi><mi>n</mi></msup>"),
        ("\\mathrm{d}x", "<mrow><mi mathvariant=\"normal\">d</mi><mi>x</mi></mrow>"),
        ("\\Gamma", "<mi mathvariant=\"normal\">Γ</mi>"),
        ("\\boldsymbol\\alpha", "<mi>𝜶</mi>"),
        ("\\text{if } x", "<mrow><mtext>if\u{A0}</mtext><mi>x</mi></mrow>"),
        ("\\not\\in", "<mo stretchy=\"false\">∉</mo>"),
        ("\\hat x", "<mover accent=\"true\"><mi>x</mi><mo stretchy=\"false\">^</mo></mover>"),
        ("a % comment\n b", "<mrow><mi>a</mi><mi>b</mi></mrow>"),
        ("{n \\over k}", "<mfrac><mi>n</mi><mi>k</mi></mfrac>"),
        ("\\newcommand{\\R}{\\mathbb{R}} \\R", "<mi>ℝ</mi>"),
        ("\\def\\a#1{#1#1}\\a{x}", "<mrow><mi>x</mi><mi>x</mi></mrow>"),
        (
            "\\sum_{i}",
            "<munder><mo>∑</mo><mi>i</mi></munder>"
        ),
        ("\\sum\\nolimits_{i}", "<msub><mo>∑</mo><mi>i</mi></msub>"),
        ("\\sum\\limits_{i}", "<munder><mo movablelimits=\"false\">∑</mo><mi>i</mi></munder>"),
        (
            "-x",
            "<mrow><mo form=\"prefix\" lspace=\"0em\" rspace=\"0em\">−</mo><mi>x</mi></mrow>"
        ),
        (
            "\\left( x \\right.",
            "<mrow><mo form=\"prefix\" fence=\"true\" stretchy=\"true\">(</mo><mi>x</mi></mrow>"
        ),
        (
            "\\begin{matrix}a&b\\\\[2pt]c\\end{matrix}",
            "<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr><mtr><mtd><mi>c</mi></mtd></mtr></mtable>"
        ),
        (
            "\\begin{array}{l|r}a&b\\\\\\hline c&d\\end{array}",
            "<mtable><mtr><mtd class=\"l\"><mi>a</mi></mtd><mtd class=\"r start\"><mi>b</mi></mtd></mtr>"
                + "<mtr><mtd class=\"l top\"><mi>c</mi></mtd><mtd class=\"r top start\"><mi>d</mi></mtd></mtr></mtable>"
        ),
        ("\\textcolor{red}{x}", "<mstyle mathcolor=\"red\"><mi>x</mi></mstyle>"),
        ("\\color{red\"}{x}", "<mstyle><mi>x</mi></mstyle>"),
        ("\\text{<b>&\"}", "<mtext>&lt;b&gt;&amp;&quot;</mtext>"),
        ("3{,}5", "<mrow><mn>3</mn><mo stretchy=\"false\" lspace=\"0em\" rspace=\"0em\">,</mo><mn>5</mn></mrow>"),
        (
            "\\overset{!}{=}",
            "<mover><mo stretchy=\"false\">=</mo><mo stretchy=\"false\" lspace=\"0em\" rspace=\"0em\">!</mo></mover>"
        ),
        ("\\cancel{x}", "<menclose notation=\"updiagonalstrike\"><mi>x</mi></menclose>"),
        (
            "\\xcancel{x}",
            "<menclose notation=\"updiagonalstrike downdiagonalstrike\"><mi>x</mi></menclose>"
        ),
        ("\\color[rgb]{1,0,0}{x}", "<mstyle><mi>x</mi></mstyle>"),
        ("\\bbox[red, 5px]{x}", "<mi>x</mi>"), ("\\colorbox{red}{a}", "<mtext>a</mtext>"),
        ("\\gdef\\a{x}\\a", "<mi>x</mi>"), ("\\let\\a=\\alpha\\def\\alpha{x}\\a", "<mi>α</mi>"),
        (
            "\\newcommand{\\a}[2][z]{#1#2}\\a{x}\\a[{y}]{x}",
            "<mrow><mi>z</mi><mi>x</mi><mi>y</mi><mi>x</mi></mrow>"
        ),
        ("\\genfrac{}{}{0pt}{}{n}{k}", "<mfrac linethickness=\"0\"><mi>n</mi><mi>k</mi></mfrac>"),
        ("\\operatornamewithlimits{lim}", "<mo movablelimits=\"true\" lspace=\"0em\" rspace=\"0em\">lim</mo>"),
        (
            "\\begin{array}{@{}l|*{2}{r}p{2cm}}a&b&c&d\\end{array}",
            "<mtable><mtr><mtd class=\"l\"><mi>a</mi></mtd><mtd class=\"r start\"><mi>b</mi></mtd>"
                + "<mtd class=\"r\"><mi>c</mi></mtd><mtd class=\"l\"><mi>d</mi></mtd></mtr></mtable>"
        ),
        ("\\phantom{x}", "<mpadded><mphantom><mi>x</mi></mphantom></mpadded>"),
    ])
    func `a formula becomes MathML`(source: String, expected: String) throws {
        #expect(try Self.mathML(source) == expected)
    }

    @Test func `the source is an annotation, and a displayed formula is a block`() throws {
        var macros = FormulaMacros()
        let formula = try Formula("a<b", macros: &macros)
        #expect(formula.mathML(isDisplay: true).hasPrefix("<math display=\"block\"><semantics>"))
        #expect(
            formula.mathML(isDisplay: false).hasSuffix(
                "<annotation encoding=\"application/x-tex\">a&lt;b</annotation></semantics></math>"))
    }

    @Test(arguments: [
        ("x^2", "x²"), ("\\alpha \\le \\beta", "α ≤ β"), ("\\sqrt 2", "√2"), ("\\sum_i x_i", "∑ᵢ xᵢ"),
        ("\\frac{a}{b}", "a/b"), ("\\frac{a+b}{2}", "(a + b)/2"), ("O(n \\log n)", "O(n log n)"),
        ("dp_{i-1,j}", "dp_{i−1,j}"), ("\\hat x \\in \\mathbb R^n", "x̂ ∈ ℝⁿ"), ("-x+(-y)", "−x + (−y)"),
        ("f: A \\to B", "f : A → B"), ("a \\equiv b \\pmod m", "a ≡ b (mod m)"), ("\\text{if } x > 0", "if\u{A0}x > 0"),
        ("\\begin{matrix}a\\end{matrix}", nil), ("\\binom nk", nil), ("x^{y^z}", nil),
        ("\\frac{x_{a,b}}{2}", "x_{a,b}/2"), ("\\ket{\\psi}", "|ψ⟩"), ("\\bra{a}", "⟨a|"), ("\\braket{a|b}", "⟨a|b⟩"),
        ("\\abs{x} + \\norm{y}", "|x| + ‖y‖"), ("\\set{x}", "{x}"), ("\\nicefrac12", "1/2"), ("3{,}5", "3,5"),
        ("x \\tag{26{-}27}", "x (26-27)"), ("x \\tag*{A}", "x A"), ("\\cancel{x}", nil), ("\\boxed{x}", "x"),
        ("\\check a\\acute b\\grave c\\breve d\\mathring e\\dddot f", "ǎb́c̀d̆e̊f⃛"), ("a \\bmod b", "a mod b"),
    ])
    func `a formula that needs one line becomes Unicode text`(source: String, expected: String?) throws {
        #expect(try Self.text(source) == expected)
    }

    @Test(arguments: [
        "\\Bra{a}", "\\Ket{a}", "\\Braket{a}", "\\Set{a}", "\\bcancel{a}", "\\cancelto{0}{a}", "\\fcolorbox{a}{b}{c}",
        "\\bbox{a}", "\\varinjlim_a", "\\varprojlim", "\\varlimsup", "\\varliminf", "\\digamma", "\\iddots", "\\iiiint",
        "\\mapsfrom", "\\Longmapsto", "\\eqcolon", "\\dblcolon", "\\mathclap{a}", "\\mathllap{a}", "\\mathrlap{a}",
        "\\rlap{a}", "\\llap{a}", "\\huge a", "\\tiny a", "\\ensuremath{a}", "\\sfrac12", "\\require{cancel}",
        "\\fbox{a}",
        "\\genfrac{[}{\\rangle}{1pt}{0}{a}{b}", "\\smash[b]{a}", "\\global\\def\\a{b}", "\\sout{a}", "\\LaTeX",
        "\\begin{drcases}a\\end{drcases}", "\\begin{multlined}a\\\\b\\end{multlined}",
        "\\begin{psmallmatrix}a&b\\end{psmallmatrix}", "\\begin{array}{*{9999}{*{9999}{c}}>{a}m{1em}!{b}}a\\end{array}",
    ])
    func `a command of LaTeX and its packages is understood`(source: String) throws {
        #expect(try Self.mathML(source) != "")
    }

    @Test(arguments: [
        ("Z $x^2$ of $5 *a*", "Z x² of $5 *a*", "Z <msup><mi>x</mi><mn>2</mn></msup> of $5 *a*"),
        ("$\\binom nk$ & $\\b$", "$\\binom nk$ & $\\b$", nil), ("a<b", "a<b", "a&lt;b"),
    ])
    func `a title is text with formulas as Unicode text or MathML`(title: String, text: String, html: String?) {
        #expect(FormulaLine(title).text == text)
        guard let html else { return }
        let written = FormulaLine(title).html { $0.replacing("<", with: "&lt;") }
        #expect(written.replacing(/<.?math>|<semantics>|<annotation.*<.semantics>/, with: "") == html)
    }

    @Test func `a heading is a title with the dollar signs of formulas`() {
        #expect(FormulaLine.isTitle("Z  x^2", "Z $x^2$") && !FormulaLine.isTitle("Z", "Z $x^2$"))
    }

    @Test(arguments: [
        ("\\unknown", FormulaError.unknownCommand("unknown")),
        ("\\begin{tikz}\\end{tikz}", .unknownEnvironment("tikz")),
        ("a}", .unexpected("'}'")), ("{a", .unexpected("end")), ("x^a^b", .unexpected("'^'")),
        ("\\frac{a}", .unexpected("end")), ("a & b", .unexpected("'&'")), ("\\left( a", .unexpected("end")),
        ("\\begin{matrix}a\\end{pmatrix}", .unexpected("'\\end{pmatrix}'")),
        (String(repeating: "{", count: 100_000), .tooLarge), (String(repeating: "\\sqrt", count: 9000), .tooLarge),
        ("\\def\\a{\\a}\\a", .tooLarge),
        (
            "\\def\\a{\\b\\b}\\def\\b{\\c\\c}\\def\\c{\\d\\d}\\def\\d{\\e\\e}\\def\\e{\\f\\f}\\def\\f{\\f\\f}\\a",
            .tooLarge
        ),
    ])
    func `what is not understood is an error`(source: String, expected: FormulaError) throws {
        var macros = FormulaMacros()
        #expect(throws: expected) { try Formula(source, macros: &macros) }
    }

    @Test func `a macro holds in later formulas of a note`() throws {
        var macros = FormulaMacros()
        _ = try Formula("\\newcommand{\\size}[1]{\\left|#1\\right|}", macros: &macros)
        #expect(try Formula("\\size{x}", macros: &macros).text == "|x|")
        var others = FormulaMacros()
        #expect(throws: FormulaError.unknownCommand("size")) { try Formula("\\size{x}", macros: &others) }
    }

    /// Parts of LaTeX from which formulas are put together, with errors more often than not.
    private static let parts = [
        "{", "}", "{", "}", "[", "]", "(", ")", "^", "_", "&", "\\\\", "$", "#", "%", "~", "'", "\"", "<", ">", "x",
        "2", " ",
        "\n", "\\", "\\frac", "\\sqrt", "\\left", "\\right", "\\begin{matrix}", "\\end{matrix}", "\\begin{array}{l|c}",
        "\\end{array}", "\\text", "\\over", "\\color{red}", "\\displaystyle", "\\rm", "\\sum", "\\limits", "\\not",
        "\\hat",
        "\\overbrace", "\\operatorname*", "\\newcommand{\\x}", "\\x", "\\def", "\\hline", "\\big", "\\substack",
        "\\hspace{1em}",
        "\\mathbb", "ä", "中", "\u{301}", "\0", "]]>", "<!--", "</math>", "\\tag{1}", "\\middle|", "\\textcircled",
        "\\cancel", "\\genfrac", "\\let\\x", "\\tag", "\\bbox[", "*", "\\ket", "\\begin{array}{*{3}{c@{}}}",
        "\\varinjlim",
    ]

    @Test func `any text is an error or well-formed MathML, and never a tag of its own`() throws {
        let known: Set = [
            "math", "semantics", "annotation", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mfrac", "msqrt", "mroot",
            "msub", "msup", "msubsup", "munder", "mover", "munderover", "mtable", "mtr", "mtd", "mpadded", "mphantom",
            "mstyle", "menclose",
        ]
        var random = FixedGenerator(64)
        var read = 0
        for _ in 0..<2000 {
            let source = (0..<Int.random(in: 1...12, using: &random))
                .map { _ in Self.parts.randomElement(using: &random) ?? "" }.joined()
            var macros = FormulaMacros()
            guard let formula = try? Formula(source, macros: &macros) else { continue }
            read += 1
            _ = formula.text
            var open: [String] = []
            // A mark after `>` is one character with it.
            for part in formula.mathML(isDisplay: true).unicodeScalars.split(separator: "<") {
                let end = try #require(part.firstIndex(of: ">"), "\(source)")
                let name = String(String.UnicodeScalarView(part[..<end].prefix { $0 != " " }))
                #expect(!part[end...].dropFirst().contains(">"), "\(source)")
                if name.hasPrefix("/") {
                    #expect(open.popLast() == String(name.dropFirst()), "\(source)")
                } else {
                    #expect(known.contains(name), "\(source)")
                    open.append(name)
                }
            }
            #expect(open.isEmpty, "\(source)")
        }
        #expect(read > 100)
    }

    @Test(arguments: [
        "x_1+", "{x}", "\\alpha ", "\\left(x\\right)", "a\\\\", "x'", "\\text{a}", "\\frac{a}b", "\\color{red}", "^",
        "\\smash[", "\\ket x", "\\bbox[{",
    ])
    func `the time grows with the length`(part: String) {
        func seconds(_ count: Int) -> Duration {
            ContinuousClock().measure {
                var macros = FormulaMacros()
                let formula = try? Formula(String(repeating: part, count: count), macros: &macros)
                _ = formula?.text
                _ = formula?.mathML(isDisplay: true)
            }
        }
        // A quadratic scan of so many parts would take minutes.
        #expect(seconds(49_000 / part.utf8.count) < .seconds(5))
    }
}
