import SourceText
import System

/// A commit with the files that it changed.
package struct CommitRecord: Sendable {
    /// The full name in hexadecimal digits.
    package var name: [UInt8]
    package var parents: [[UInt8]]
    /// The author date in seconds since 1970, in UTC.
    package var time: Int64
    /// The author as `.mailmap` maps it.
    package var author: Author
    /// The changes relative to the only parent, or to nothing for a root commit. Empty for a merge.
    package var changes: [TreeChange] = []
}

/// The author of a commit, as mapped by `.mailmap`.
package struct Author: Hashable, Sendable {
    package var name: String
    package var address: String
}

extension Repository {
    private static let format = "%x01%H%x00%P%x00%at%x00%aN%x00%aE"

    /// Returns the commits of a history with their changes, children before parents and otherwise latest first.
    ///
    /// - Parameters:
    ///   - head: the commit to start from.
    ///   - known: a commit that is left out with its history.
    ///   - each: called with the number of commits read so far, every 256 commits.
    /// - Complexity: that of `git log --raw -M`.
    package func commits(
        _ head: String, without known: String? = nil, each: (Int) -> Void = { _ in }
    ) throws -> [CommitRecord] {
        let process = try program.start(
            [
                "log", "-z", "--raw", "--no-abbrev", "--date-order", "--find-renames", "--no-ext-diff",
                "--no-textconv", "--no-decorate", "--no-notes", "--format=\(Self.format)", head,
            ] + (known.map { ["^\($0)"] } ?? []) + ["--"])
        process.closeInput()
        var commits: [CommitRecord] = []
        func token() throws -> ArraySlice<UInt8>? { try process.read(upTo: 0).map { $0[...] } }
        while var head = try token() {
            if head.first == Byte.newline { head = head.dropFirst() }
            switch head.first {
            case 1:
                guard let parents = try token(), let time = try token(), let name = try token(),
                    let address = try token()
                else { throw GitError("git log ended unexpectedly") }
                commits.append(
                    CommitRecord(
                        name: Array(head.dropFirst()), parents: parents.split(separator: Byte.space).map { Array($0) },
                        time: Self.time(time),
                        author: Author(
                            name: String(decoding: name, as: UTF8.self),
                            address: String(decoding: address, as: UTF8.self))))
                if commits.count % 256 == 0 { each(commits.count) }
            case Byte.colon:
                guard !commits.isEmpty else { continue }
                var paths: ArraySlice<ArraySlice<UInt8>> = []
                for _ in 0..<(Self.hasTwoPaths(head) ? 2 : 1) { if let path = try token() { paths.append(path) } }
                if let change = TreeChange(head, from: &paths) { commits[commits.count - 1].changes.append(change) }
            default: continue
            }
        }
        let ending = try process.finish()
        if ending.status != 0 {
            throw GitProgram.Answer(
                status: ending.status, output: [], words: String(decoding: ending.errors, as: UTF8.self)
            ).error(["log"])
        }
        return commits
    }

    /// Parses seconds since 1970, clamped to years of four digits: a commit's date may be arbitrary.
    private static func time(_ text: ArraySlice<UInt8>) -> Int64 {
        min(max(Int64(String(decoding: text, as: UTF8.self)) ?? 0, -62_167_219_200), 253_402_300_799)
    }

    /// Whether the head of a change is followed by two paths, as for `R100` and `C75`.
    private static func hasTwoPaths(_ head: ArraySlice<UInt8>) -> Bool {
        guard let space = head.lastIndex(of: Byte.space), space + 1 < head.endIndex else { return false }
        return head[space + 1] == UInt8(ascii: "R") || head[space + 1] == UInt8(ascii: "C")
    }

    /// Returns the differences between each commit and its given parent, in the order of `pairs`.
    ///
    /// - Parameter findsRenames: whether a moved file is reported as a rename. Otherwise it is deleted and added.
    package func changes(
        ofPairs pairs: [(commit: [UInt8], parent: [UInt8])], findsRenames: Bool = false
    ) throws -> [[TreeChange]] {
        if pairs.isEmpty { return [] }
        let input = pairs.reduce(into: [UInt8]()) { $0 += $1.commit + [Byte.space] + $1.parent + [Byte.newline] }
        let output = try program.read(
            [
                "diff-tree", "--stdin", "-r", "-z", "--raw", "--always", "--no-ext-diff", "--no-textconv",
                findsRenames ? "--find-renames" : "--no-renames",
            ], input: input)
        var result: [[TreeChange]] = []
        var tokens = output.split(separator: 0)[...]
        while let token = tokens.popFirst() {
            if let change = TreeChange(token, from: &tokens) {
                if !result.isEmpty { result[result.count - 1].append(change) }
            } else {
                result.append([])
            }
        }
        guard result.count == pairs.count else { throw GitError("git diff-tree returned unexpected commits") }
        return result
    }
}

extension Repository {
    /// Returns the first lines of the messages of commits, in the same order.
    ///
    /// - Parameter commits: full names in hexadecimal digits.
    package func subjects(of commits: [String]) throws -> [String] {
        if commits.isEmpty { return [] }
        let input = Array(commits.joined(separator: "\n").utf8) + [Byte.newline]
        let output = try program.read(
            ["log", "--no-walk=unsorted", "--stdin", "-z", "--no-decorate", "--no-notes", "--format=%H%x00%s"],
            input: input)
        let tokens = output.split(separator: 0, omittingEmptySubsequences: false)
        var subjects: [String: String] = [:]
        for index in stride(from: 0, to: tokens.count - 1, by: 2) {
            subjects[String(decoding: tokens[index], as: UTF8.self)] = String(
                decoding: tokens[index + 1], as: UTF8.self)
        }
        return commits.map { subjects[$0] ?? "" }
    }
}
