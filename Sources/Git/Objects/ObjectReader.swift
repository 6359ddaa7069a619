import SourceText
import System

/// Reads many objects through one long-lived `git cat-file --batch`.
///
/// One thread at a time. https://git-scm.com/docs/git-cat-file#_batch_output
package final class ObjectReader {
    private let program: GitProgram
    private let process: PipedProcess

    package init(_ program: GitProgram) throws {
        self.program = program
        process = try program.start(["cat-file", "--batch"])
    }

    /// The contents of objects in their order, each asked for by its name or as `COMMIT:PATH`; nil for one that is not
    /// there or is no blob.
    ///
    /// - Parameter names: fewer than a pipe holds (64 KB) in all.
    package func blobs(_ names: [[UInt8]]) throws -> [[UInt8]?] {
        let asked = try names.map { ObjectRequest.isLine($0) ? $0 : try program.objectName($0) }
        try process.write(asked.reduce(into: [UInt8]()) { if let name = $1 { $0 += name + [Byte.newline] } })
        return try asked.map { $0 == nil ? nil : try next() }
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
    private let program: GitProgram
    private let process: PipedProcess

    init(_ program: GitProgram) throws {
        self.program = program
        process = try program.start(["cat-file", "--batch-check=%(objectname)"])
    }

    /// The names in hexadecimal digits of what stands at some paths of a commit, from the work tree's root; nil where nothing
    /// does.
    func names(of paths: [[UInt8]], in commit: [UInt8]) throws -> [[UInt8]?] {
        // A pipe holds 64 KB, and neither side shall wait for the other: one path at a time.
        try paths.map { path in
            let name = commit + [Byte.colon] + path
            guard ObjectRequest.isLine(name) else { return try program.objectName(name) }
            try process.write(name + [Byte.newline])
            guard let line = try process.read(upTo: Byte.newline) else {
                throw GitError("git cat-file ended too early")
            }
            return BlobName.bytes(line) == nil ? nil : line
        }
    }
}

/// A request to `git cat-file`, which reads a line each: its option `-z` is newer than 2.30.
private enum ObjectRequest {
    /// Whether `name` can be written as a line. Git takes a carriage return before the newline for part of the line's end.
    static func isLine(_ name: [UInt8]) -> Bool { !name.contains(Byte.newline) && name.last != Byte.carriageReturn }
}

extension GitProgram {
    /// The name in hexadecimal digits of the object that `COMMIT:PATH` means; nil where there is none.
    ///
    /// Complexity: starts git, so only for what `cat-file` cannot be asked.
    fileprivate func objectName(_ name: [UInt8]) throws -> [UInt8]? {
        let answer = try ask(["rev-parse", "--verify", "--quiet", "--end-of-options"], paths: [name])
        // Before 2.30 git printed the mark that ends options as well.
        let digits = answer.output.split(separator: Byte.newline).last.map { Array($0) }
        return answer.status == 0 ? digits.flatMap { BlobName.bytes($0) == nil ? nil : $0 } : nil
    }
}
