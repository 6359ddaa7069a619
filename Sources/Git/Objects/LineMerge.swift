import SourceText
import System

/// A three-way merge of text by lines, with the user's conflict style: `git merge-file`.
package struct LineMerge: Sendable {
    package struct Result: Sendable {
        package var bytes: [UInt8]
        package var hasConflicts: Bool
    }

    package static let labels = (ours: "ours", base: "base", theirs: "theirs")

    private let program: GitProgram
    private let markerSize: Int

    /// - Parameter markerSize: the length of a conflict marker in characters.
    package init(_ program: GitProgram, markerSize: Int) {
        self.program = program
        self.markerSize = markerSize
    }

    /// - Throws: `GitError`, also if git considers a version binary. `SystemError` if there is no space for temporary
    ///   files.
    package func callAsFunction(base: [UInt8], ours: [UInt8], theirs: [UInt8]) throws -> Result {
        let folder = try Files.makeTemporaryFolder()
        let files = ["ours", "base", "theirs"].map { folder + Array("/\($0)".utf8) }
        defer {
            for file in files { Files.discard(file) }
            Files.discardFolder(folder)
        }
        for (file, bytes) in zip(files, [ours, base, theirs]) { try Files.create(file, bytes, mode: 0o600) }
        let answer = try merge(files)
        return Result(bytes: answer.output, hasConflicts: answer.status > 0)
    }

    /// Merges into the file `ours`, with conflict markers. Git writes to a pipe: it would truncate the file before
    /// writing to it, and lose it on a full disk.
    ///
    /// - Returns: whether there are conflicts.
    /// - Throws: as above, and if a file is not a regular file, which git might read endlessly. `ours` is then
    ///   unchanged.
    package func replace(_ ours: [UInt8], base: [UInt8], theirs: [UInt8]) throws -> Bool {
        for file in [ours, base, theirs] where try FileStatus(file, follows: true).kind != .regular {
            throw GitError("'\(String(decoding: file, as: UTF8.self))' is not a regular file, so it cannot be merged")
        }
        let answer = try merge([ours, base, theirs])
        try Files.replace(ours, answer.output, mode: try FileStatus(ours, follows: true).mode)
        return answer.status > 0
    }

    private func merge(_ files: [[UInt8]]) throws -> GitProgram.Answer {
        let labels = [Self.labels.ours, Self.labels.base, Self.labels.theirs].flatMap { ["-L", $0] }
        let answer = try program.ask(
            ["merge-file", "--quiet", "--marker-size=\(markerSize)", "--stdout"] + labels + ["--"], paths: files)
        // The number of conflicts, at most 127: https://git-scm.com/docs/git-merge-file
        guard answer.status <= 127 else { throw answer.error(["merge-file"]) }
        return answer
    }
}
