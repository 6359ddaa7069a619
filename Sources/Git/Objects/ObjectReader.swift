import SourceText
import System

/// A reader of many objects through one long-lived `git cat-file --batch`.
///
/// Not thread-safe. https://git-scm.com/docs/git-cat-file#_batch_output
package final class ObjectReader {
    private let program: GitProgram
    private let process: PipedProcess

    package init(_ program: GitProgram) throws {
        self.program = program
        process = try program.start(["cat-file", "--batch"])
    }

    /// Returns the contents of objects in order, each requested by its name or as `COMMIT:PATH`. Nil for an object that
    /// does not exist or is not a blob.
    ///
    /// - Parameter names: less than a pipe holds (64 KB) in total.
    package func blobs(_ names: [[UInt8]]) throws -> [[UInt8]?] {
        let asked = try names.map { ObjectRequest.isLine($0) ? $0 : try program.objectName($0) }
        try process.write(asked.reduce(into: [UInt8]()) { if let name = $1 { $0 += name + [Byte.newline] } })
        return try asked.map { $0 == nil ? nil : try next() }
    }

    private func next() throws -> [UInt8]? {
        guard let head = try process.read(upTo: Byte.newline) else { throw GitError("git cat-file ended unexpectedly") }
        let words = head.split(separator: Byte.space)
        // `NAME missing` or `NAME ambiguous`. A name may contain spaces.
        guard words.count >= 3, let size = Int(String(decoding: words[words.count - 1], as: UTF8.self)),
            (0..<Int.max / 2).contains(size)
        else { return nil }
        let content = try process.read(size + 1)
        guard content.count == size + 1 else { throw GitError("git cat-file ended unexpectedly") }
        return words[words.count - 2].elementsEqual("blob".utf8) ? Array(content.dropLast()) : nil
    }
}

/// A reader of object names through one long-lived `git cat-file --batch-check`.
///
/// Not thread-safe.
final class ObjectFinder {
    private let program: GitProgram
    private let process: PipedProcess

    init(_ program: GitProgram) throws {
        self.program = program
        process = try program.start(["cat-file", "--batch-check=%(objectname)"])
    }

    /// Returns the names, in hexadecimal digits, of the objects at paths of a commit, or nil for missing ones. The
    /// paths are relative to the work tree's root.
    func names(of paths: [[UInt8]], in commit: [UInt8]) throws -> [[UInt8]?] {
        // One path at a time: a pipe holds 64 KB, and the two processes must not block each other.
        try paths.map { path in
            let name = commit + [Byte.colon] + path
            guard ObjectRequest.isLine(name) else { return try program.objectName(name) }
            try process.write(name + [Byte.newline])
            guard let line = try process.read(upTo: Byte.newline) else {
                throw GitError("git cat-file ended unexpectedly")
            }
            return BlobName.bytes(line) == nil ? nil : line
        }
    }
}

/// A request to `git cat-file`, one per line: its option `-z` is newer than 2.30.
private enum ObjectRequest {
    /// Whether `name` can be written as a line. Git treats a carriage return before the newline as part of the line
    /// end.
    static func isLine(_ name: [UInt8]) -> Bool { !name.contains(Byte.newline) && name.last != Byte.carriageReturn }
}

extension GitProgram {
    /// Returns the name, in hexadecimal digits, of the object `COMMIT:PATH`, or nil if there is none.
    ///
    /// Complexity: starts git. Use it only for names that `cat-file` cannot read.
    fileprivate func objectName(_ name: [UInt8]) throws -> [UInt8]? {
        let answer = try ask(["rev-parse", "--verify", "--quiet", "--end-of-options"], paths: [name])
        // Before 2.30, git also printed the `--end-of-options` argument.
        let digits = answer.output.split(separator: Byte.newline).last.map { Array($0) }
        return answer.status == 0 ? digits.flatMap { BlobName.bytes($0) == nil ? nil : $0 } : nil
    }
}
