import Notes
import Searching
import TestSupport
import Testing

@Suite struct LinkLabelTests {
    /// Returns the text that readers see for a label.
    private static func shown(_ label: String) -> String? {
        let inlines = Inline.all(in: "[\(label)](x.md)")
        guard inlines.count == 1, case .link = inlines[0].kind else { return nil }
        return inlines[0].children.plainText
    }

    @Test(arguments: [
        "__init__.py", "Vec<T>", "AT&amp;T", "*args*", "mail <a@b.de>", "`x`", "a <!-- b --> c", "~~x~~", "==m==",
        "$x$",
        "a [b] c", "back\\slash", "https://example.org",
    ])
    func `the label of a link shows the title`(title: String) {
        #expect(Self.shown(NewLink.markdownLabel(title)) == title)
        #expect(!NewLink.markdownLabel(title).contains("<!--"))
    }

    @Test(arguments: ["snake_case", "R&D", "2 * 3", "a < b", "x = y"])
    func `a sign that is no markup is not escaped`(title: String) {
        #expect(NewLink.markdownLabel(title) == title)
    }

    /// A sign before the link does not end in it.
    @Test(arguments: ["$", "`"])
    func `a title is no part of markup before the link`(sign: String) {
        let inlines = Inline.all(in: "pay \(sign)3 to Ann ([\(NewLink.markdownLabel("US\(sign) 5"))](m.md))")
        #expect(inlines.contains { if case .link = $0.kind { true } else { false } })
    }

    @Test(arguments: ["__tests__", "a*b", "x_y", "`c`", "a**b", "*"])
    func `bold text shows all signs`(text: String) {
        let inlines = Inline.all(in: NewLink.bold(text))
        #expect(inlines.count == 1 && inlines[0].kind == .strong && inlines.plainText == text)
    }

    @Test(arguments: 0..<20)
    func `the label of a link shows any title`(seed: Int) {
        var random = FixedGenerator(UInt64(seed))
        for _ in 0..<200 {
            let signs = (0..<8).compactMap { _ in "ab *_`<>&~=$[]\\#;".randomElement(using: &random) }
            let title = "x" + String(signs) + "x"
            #expect(Self.shown(NewLink.markdownLabel(title)) == title, "\(title)")
        }
    }
}
