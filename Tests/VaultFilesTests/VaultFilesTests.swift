import Notes
import SourceText
import TestSupport
import Testing

@testable import VaultFiles

@Suite struct VaultFilesTests {
    @Test func `any bytes come back from percent encoding as they were`() {
        var random = FixedGenerator(77)
        for _ in 0..<500 {
            let bytes = (0..<random.below(20)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            let text = PercentText.encoded(bytes)
            #expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
            #expect(PercentText.decoded(Substring(text)) == bytes)
        }
        for text in ["%", "%4", "%zz", "a%2"] { #expect(PercentText.decoded(Substring(text)) == nil) }
    }

    @Test(
        arguments: [
            (["*.tmp.md"], "A/x.tmp.md", false, "*.tmp.md"), (["/Archive"], "Archive/x.md", false, "/Archive"),
            (["/Archive"], "B/Archive/x.md", false, nil), (["Archive/"], "Archive", false, nil),
            (["Archive/"], "Archive", true, "Archive/"), (["*.md", "!keep.md"], "keep.md", false, nil),
            (["A", "!A/keep.md"], "A/keep.md", false, "A"), ([], "x.md", false, nil),
        ] as [([String], String, Bool, String?)])
    func `what is ignored is ignored as git would`(
        patterns: [String], path: String, isFolder: Bool, wanted: String?
    ) {
        #expect(IgnoreRules(patterns).pattern(ignoring: VaultPath(path), isFolder: isFolder) == wanted)
    }

    @Test func `a file name made of a title is one that every file system takes`() {
        var random = FixedGenerator(5)
        let letters = Array("aZ ü漢:/\\*?\"<>|.-_\t\u{301}")
        for _ in 0..<500 {
            let title = String(random.some(letters, 1...30))
            if !title.contains(where: { !$0.isWhitespace }) { continue }
            let stem = FileName.stem(for: title)
            #expect(FileName.fault(stem + ".md") == nil, "\(title) became \(stem)")
            #expect(!stem.isEmpty && !stem.contains("/") && stem.utf8.count <= 240)
        }
        #expect(FileName.identity("Cafe\u{301}.MD") == FileName.identity("CAFÉ.md"))
    }

    @Test func `a configuration that cannot be read is a warning each, and the defaults hold`() {
        let text = """
            statuses: []
            limit: many
            hashtags: perhaps
            titles: none
            extnsions: [md]
            searches: {a: 1, b: [x]}
            """
        let configuration = Configuration(Array(text.utf8))
        #expect(configuration.diagnostics.count >= 5)
        #expect(configuration.diagnostics.allSatisfy { $0.kind == .config && $0.severity == .warning })
        let defaults = Configuration([])
        #expect(configuration.rules.statuses == defaults.rules.statuses && configuration.search.limit == nil)
        #expect(configuration.extensions == defaults.extensions)
    }
}
