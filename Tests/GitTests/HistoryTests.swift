import Git
import SourceText
import TestSupport
import Testing

/// Histories as slip reads them, compared with `git log`.
@Suite struct HistoryTests {
    /// The commits that changed each note, by our reading.
    static func read(_ folder: GitFolder) throws -> [VaultPath: [String]] {
        let repository = try folder.repository()
        guard let head = try repository.head() else { return [:] }
        let read = try repository.history(at: head, isWanted: { _ in true })
        return Dictionary(
            uniqueKeysWithValues: read.traces.map { note, trace in
                (note, trace.changes.map { String(decoding: read.commits[$0.commit].name, as: UTF8.self) })
            })
    }

    static func files(_ folder: GitFolder) throws -> [String] {
        try folder.git(["ls-tree", "-r", "-z", "--name-only", "HEAD"]).split(separator: "\0").map(String.init)
    }

    @Test(arguments: 0..<6) func `a line of commits is followed as git log --follow does`(seed: Int) throws {
        let vault = try TemporaryVault()
        let folder = try GitFolder(vault)
        var history = RandomHistory(seed: UInt64(seed), branches: false)
        try history.make(in: folder, commits: 60)
        let found = try Self.read(folder)
        for file in try Self.files(folder) {
            let expected = try folder.git(["log", "--follow", "-M", "--format=%H", "--", file])
                .split(separator: "\n").map(String.init)
            #expect(found[VaultPath(file)] == expected, "\(file), seed \(seed)")
        }
    }

    @Test(arguments: 0..<6) func `merged lines are followed as git log does`(seed: Int) throws {
        let vault = try TemporaryVault()
        let folder = try GitFolder(vault)
        var history = RandomHistory(seed: UInt64(seed), branches: true)
        try history.make(in: folder, commits: 60)
        let found = try Self.read(folder)
        for file in try Self.files(folder) {
            let expected = try folder.git(["log", "--date-order", "--format=%H", "--", file])
                .split(separator: "\n").map(String.init)
            #expect(found[VaultPath(file)] == expected, "\(file), seed \(seed)")
        }
    }
}
