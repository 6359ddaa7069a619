import Foundation
import TestSupport
import Testing

/// Formulas in `slip export --html`.
struct SiteFormulaTests {
    private static func vault() throws -> SiteVault {
        let vault = try SiteVault([
            "a.md": """
            # Z $x^2$

            $\\newcommand{\\R}{\\mathbb{R}}$ First $\\beta$.

            ## One $\\R$

            [[b|$y$]] has $\\alpha$ and $\\unknown$.

            ## Two

            Real $\\R$.

            ## Three
            """,
            "b.md": "![[a#Two]]\n", "c.md": "---\ntitle: C $\\gamma$ *d*\n---\nText\n",
        ])
        vault.export()
        return vault
    }

    @Test func `a heading with a formula is the title of its page once`() throws {
        let page = try Self.vault().page("a.html")
        #expect(page.contains(">Z <math>") && page.contains("<title>Z x² · "))
        #expect(page.components(separatedBy: "<mi>x</mi>").count == 2, "\(page)")
        #expect(try Self.vault().page("c.html").contains("<h1>C <math>"))
    }

    @Test func `contents, descriptions and labels have formulas`() throws {
        let page = try Self.vault().page("a.html")
        #expect(page.contains(">One <math><semantics><mi>ℝ</mi>"))
        #expect(page.contains("<a href=\"b.html\"><math><semantics><mi>y</mi>"))
        #expect(page.contains("\"First β.\">"))
    }

    @Test func `sentences and lists have the Unicode text of formulas`() throws {
        let vault = try Self.vault()
        let page = try vault.page("b.html")
        #expect(page.contains(">Z x²</a><p>y has α and $\\unknown$.</p>"), "\(page)")
        #expect(try vault.page("index.html").contains(">C γ *d*</a>"))
    }

    @Test func `an embedded section has the macros that are defined above it`() throws {
        #expect(try Self.vault().page("b.html").contains("<p>Real <math><semantics><mi>ℝ</mi>"))
    }
}
