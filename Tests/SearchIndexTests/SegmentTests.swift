import SQLite
import SearchIndex
import Searching
import SourceText
import TestSupport
import Testing

/// How the full-text table is laid out on disk.
@Suite struct SegmentTests {
    private static func levels(_ vault: TemporaryVault) throws -> [[UInt8]] {
        let session = try vault.session()
        // FTS5's own check of all its structures.
        try session.index.connection.execute("INSERT INTO fts(fts) VALUES('integrity-check')")
        return try session.index.connection.all("SELECT block FROM fts_data WHERE id = 10") { $0.bytes(0) }
    }

    @Test func `what was built stands above what changes write, and stays whole as they are merged`() throws {
        let vault = try TemporaryVault(["a.md": "alpha beta", "b.md": "beta gamma"])
        // One segment on the eighth level: number of levels, of segments, pages written; seven levels without any.
        let built = try #require(try Self.levels(vault).first)
        #expect(built.count > 20 && Array(built[4...5]) == [8, 1])
        #expect(Array(built[7..<21]) == [UInt8](repeating: 0, count: 14))
        for round in 0..<40 {
            try vault.write("a.md", "alpha round\(round)")
            #expect(try vault.notes(with: "round\(round)") == 1)
        }
        let changed = try #require(try Self.levels(vault).first)
        #expect(changed[4] == 8, "the built one is not merged")
        #expect(changed[5] <= 16, "few segments stay")
        #expect(try vault.notes(with: "beta") == 1)
    }
}
