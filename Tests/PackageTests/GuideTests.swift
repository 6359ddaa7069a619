import Foundation
import TestSupport
import Testing

/// The documentation names existing files, modules and tests.
@Suite struct GuideTests {
    private static let root = ProjectFiles.root

    @Test func `every path in the documentation exists`() throws {
        let guide = Self.root.appendingPathComponent("Sources/slip/Documentation.docc")
        var count = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: guide.path) {
            let text = try String(contentsOf: guide.appendingPathComponent(name), encoding: .utf8)
            for part in text.split(separator: "`") where part.hasPrefix("Sources/") || part.hasPrefix("Tests/") {
                count += 1
                let path = Self.root.appendingPathComponent(String(part)).path
                #expect(FileManager.default.fileExists(atPath: path), "\(name) names \(part)")
            }
        }
        #expect(count > 50)
    }

    @Test func `the guide lists every module`() throws {
        let text = try String(
            contentsOf: Self.root.appendingPathComponent("Sources/slip/Documentation.docc/Guide.md"), encoding: .utf8)
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: Self.root.appendingPathComponent("Sources").path)
        for folder in folders where !["CLinux", "CSQLite"].contains(folder) {
            #expect(text.contains("| `\(folder)` |"), "\(folder)")
        }
    }

    @Test func `every promise names existing tests`() throws {
        let page = try String(
            contentsOf: Self.root.appendingPathComponent("Sources/slip/Documentation.docc/Promises.md"), encoding: .utf8
        )
        var names: Set<String> = []
        let tests = Self.root.appendingPathComponent("Tests")
        for path in try FileManager.default.subpathsOfDirectory(atPath: tests.path) where path.hasSuffix(".swift") {
            let text = try String(contentsOf: tests.appendingPathComponent(path), encoding: .utf8)
            for part in text.components(separatedBy: "func `").dropFirst() {
                names.insert(String(part.prefix { $0 != "`" }))
            }
        }
        var promised = 0
        for promise in page.components(separatedBy: "\n- **").dropFirst() {
            let parts = promise.components(separatedBy: "Test")
            #expect(parts.count > 1, "without a test: \(promise.prefix(60))")
            for name in parts.dropFirst().joined().split(separator: "`", omittingEmptySubsequences: false).enumerated()
            where name.offset % 2 == 1 {
                promised += 1
                let wanted = name.element.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                #expect(names.contains(wanted), "there is no test '\(wanted)'")
            }
        }
        #expect(promised > 40)
    }
}
