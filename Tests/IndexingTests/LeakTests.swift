import Foundation
import SearchIndex
import TestSupport
import Testing

/// What a session opens it closes.
@Suite(.serialized) struct LeakTests {
    private static func openFiles(below root: String) -> [String] {
        let folder = "/proc/self/fd"
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return numbers.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
            .filter { $0.hasPrefix(root) }
    }

    @Test func `a session that goes leaves no file open`() throws {
        let vault = try TemporaryVault(["a.md": "alpha", "b/c.md": "beta"])
        for _ in 0..<3 {
            _ = try vault.dump(rebuild: true)
            try vault.write("a.md", "alpha beta")
            _ = try vault.dump()
        }
        #expect(Self.openFiles(below: vault.rootText) == [])
        for arguments in [["search", "alpha"], ["search", "alpha", "(("], ["show", "a"], ["keyword", "list"]] {
            _ = try CommandLine.run(arguments, in: vault)
            #expect(Self.openFiles(below: vault.rootText) == [], "\(arguments)")
        }
    }
}
