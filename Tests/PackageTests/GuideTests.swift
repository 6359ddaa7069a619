import Foundation
import Testing

/// The newcomer's guide names files that are there.
@Suite struct GuideTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test func `every path in the guide leads to something`() throws {
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

    @Test func `the guide has every module`() throws {
        let text = try String(
            contentsOf: Self.root.appendingPathComponent("Sources/slip/Documentation.docc/Guide.md"), encoding: .utf8)
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: Self.root.appendingPathComponent("Sources").path)
        for folder in folders where !["Benchmark", "BenchmarkSystem", "CLinux", "CSQLite", "Examples"].contains(folder)
        {
            #expect(text.contains("| `\(folder)` |"), "\(folder)")
        }
    }
}
