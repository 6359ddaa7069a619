import SourceText
import System

/// Reads many objects through one long-lived `git cat-file --batch`.
///
/// One thread at a time. https://git-scm.com/docs/git-cat-file#_batch_output
package final class ObjectReader {
    private let process: PipedProcess

    package init(_ program: GitProgram) throws {
        process = try program.start(["cat-file", "--batch"])
    }

    /// The contents of objects in their order, each asked for by its name or as `COMMIT:PATH`; nil for one that is not
    /// there or is no blob.
    ///
    /// - Parameter names: fewer than a pipe holds (64 KB) in all.
    package func blobs(_ names: [[UInt8]]) throws -> [[UInt8]?] {
        // A question is a line: of a name with a newline in it nothing is known.
        let asked = names.map { !$0.contains(Byte.newline) }
        try process.write(zip(names, asked).reduce(into: [UInt8]()) { $0 += $1.1 ? $1.0 + [Byte.newline] : [] })
        return try asked.map { try $0 ? next() : nil }
    }

    private func next() throws -> [UInt8]? {
        guard let head = try process.read(upTo: Byte.newline) else { throw GitError("git cat-file ended too early") }
        let words = head.split(separator: Byte.space)
        // `NAME missing`, or `NAME ambiguous`; a name may hold spaces.
        guard words.count >= 3, let size = Int(String(decoding: words[words.count - 1], as: UTF8.self)),
            (0..<Int.max / 2).contains(size)
        else { return nil }
        let content = try process.read(size + 1)
        guard content.count == size + 1 else { throw GitError("git cat-file ended too early") }
        return words[words.count - 2].elementsEqual("blob".utf8) ? Array(content.dropLast()) : nil
    }
}

/// Answers for the names of objects through one long-lived `git cat-file --batch-check`.
///
/// One thread at a time.
final class ObjectFinder {
    private let process: PipedProcess

    init(_ program: GitProgram) throws {
        process = try program.start(["cat-file", "--batch-check=%(objectname)"])
    }

    /// The names in hexadecimal digits of what stands at some paths of a commit, from the work tree's root; nil where nothing
    /// does.
    func names(of paths: [[UInt8]], in commit: [UInt8]) throws -> [[UInt8]?] {
        var result: [[UInt8]?] = []
        // A pipe holds 64 KB, and neither side shall wait for the other.
        for path in paths {
            // A question is a line; of a name with a newline in it nothing is known.
            if path.contains(Byte.newline) {
                result.append(nil)
                continue
            }
            try process.write(commit + [Byte.colon] + path + [Byte.newline])
            guard let line = try process.read(upTo: Byte.newline) else {
                throw GitError("git cat-file ended too early")
            }
            result.append(BlobName.bytes(line) == nil ? nil : line)
        }
        return result
    }
}
