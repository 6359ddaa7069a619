import SourceText
import System

/// Merges three versions of a text by lines, as git does: `git merge-file`, with the person's conflict style.
package struct LineMerge: Sendable {
    package struct Result: Sendable {
        package var bytes: [UInt8]
        package var hasConflicts: Bool
    }

    package static let labels = (ours: "ours", base: "base", theirs: "theirs")

    private let program: GitProgram
    private let markerSize: Int

    /// - Parameter markerSize: of how many signs a conflict marker is made.
    package init(_ program: GitProgram, markerSize: Int) {
        self.program = program
        self.markerSize = markerSize
    }

    /// - Throws: `GitError`, also for what git takes for no text; `SystemError` where there is no room for files.
    package func callAsFunction(base: [UInt8], ours: [UInt8], theirs: [UInt8]) throws -> Result {
        let folder = try Files.makeTemporaryFolder()
        let files = ["ours", "base", "theirs"].map { folder + Array("/\($0)".utf8) }
        defer {
            for file in files { Files.discard(file) }
            Files.discardFolder(folder)
        }
        for (file, bytes) in zip(files, [ours, base, theirs]) { try Files.create(file, bytes, mode: 0o600) }
        let answer = try merge(files, ["--stdout"])
        return Result(bytes: answer.output, hasConflicts: answer.status > 0)
    }

    /// Merges into the file `ours`, with markers around conflicts. Git writes to a pipe: into the file itself it would
    /// truncate it first, and lose it on a full disk.
    ///
    /// - Returns: whether there are conflicts.
    /// - Throws: as above, also where one of them is not a regular file, which git might read without end. `ours` is
    ///   unchanged then.
    package func replace(_ ours: [UInt8], base: [UInt8], theirs: [UInt8]) throws -> Bool {
        for file in [ours, base, theirs] where try FileStatus(file, follows: true).kind != .regular {
            throw GitError("'\(String(decoding: file, as: UTF8.self))' is not a regular file, so it cannot be merged")
        }
        let answer = try merge([ours, base, theirs], ["--stdout"])
        try Files.replace(ours, answer.output, mode: try FileStatus(ours, follows: true).mode)
        return answer.status > 0
    }

    private func merge(_ files: [[UInt8]], _ options: [String]) throws -> GitProgram.Answer {
        let labels = [Self.labels.ours, Self.labels.base, Self.labels.theirs].flatMap { ["-L", $0] }
        let answer = try program.ask(
            ["merge-file", "--quiet", "--marker-size=\(markerSize)"] + options + labels + ["--"], paths: files)
        // The number of conflicts, 127 at most: https://git-scm.com/docs/git-merge-file
        guard answer.status <= 127 else { throw answer.error(["merge-file"]) }
        return answer
    }
}
