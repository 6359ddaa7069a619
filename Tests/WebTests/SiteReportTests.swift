import Foundation
import TestSupport
import Testing

/// What `slip export --html` prints.
struct SiteReportTests {
    private static let notes = [
        "a.md": "one ![[p.png]]", "b.md": "---\ndraft: true\n---\ntwo", "F/c.md": "three", "p.png": "1",
        "q.pdf": "2", ".hidden/r.pdf": "3",
    ]

    @Test func `an export prints what it omits and why, and the address of the site`() throws {
        let vault = try SiteVault(Self.notes)
        for _ in 0..<2 {
            let result = vault.export("path:a.md OR path:b.md")
            #expect(result.status == 0)
            #expect(
                result.errors.contains(
                    "left out: 1 note with 'draft: true' or 'publish: false' (to include: --drafts): 'b.md'"))
            #expect(
                result.errors.contains("left out: 1 note that the query does not find: 'F/c.md'"), "\(result.errors)")
            #expect(result.errors.contains("left out: 1 attachment that no note of the site shows: 'q.pdf'"))
            #expect(!result.errors.contains("p.png") && !result.errors.contains("r.pdf"))
            let address = try #require(result.output.split(separator: "\n").last)
            #expect(address.hasPrefix("file:///") && address.hasSuffix("/.site/index.html"))
            #expect(try URL(string: String(address))?.checkResourceIsReachable() == true)
        }
        let quiet = vault.export("--quiet", "path:a.md")
        #expect(quiet.errors.isEmpty && quiet.output.contains(" files, "))
    }

    @Test func `a dry run lists pages and attachments, and writes nothing`() throws {
        let vault = try SiteVault(Self.notes)
        let result = vault.export("--scope", "all", "--dry-run")
        #expect(result.output == "F/c.md -> F/c.html\na.md -> a.html\np.png -> p.png\n", "\(result.output)")
        #expect(result.errors.contains("'b.md'") && !FileManager.default.fileExists(atPath: vault.site.path))
        let refused = vault.console.slip("export", "--dry-run")
        #expect(refused.status == 2 && refused.errors.contains("'--dry-run' requires '--html DIR'"))
    }

    @Test func `the result is an object in JSON`() throws {
        struct Result: Decodable {
            struct Page: Decodable, Equatable { let source, path: String }
            let dryRun: Bool
            let address: String
            let files, written, removed: Int
            let pages: [Page]?
            let leftOut: [String: [String]]
        }
        let vault = try SiteVault(Self.notes)
        func export(_ more: String...) throws -> Result {
            let result = vault.console.slip(["export", "--html", ".site", "--format", "json", "--quiet"] + more)
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return try decoder.decode(Result.self, from: Data(result.output.utf8))
        }
        let plan = try export("--dry-run", "path:a.md")
        #expect(
            plan.dryRun
                && plan.pages == [.init(source: "a.md", path: "a.html"), .init(source: "p.png", path: "p.png")])
        let done = try export("path:a.md")
        #expect(!done.dryRun && done.written == done.files && done.files > 0 && done.pages == nil)
        #expect(
            done.leftOut == [
                "drafts": [], "outside": ["F/c.md", "b.md"], "attachments": ["q.pdf"], "unreadable": [],
                "uncertain": [],
            ])
        let refused = vault.console.slip("export", "--format", "json")
        #expect(refused.status == 2 && refused.errors.contains("'--format json' requires '--html DIR'"))
    }
}
