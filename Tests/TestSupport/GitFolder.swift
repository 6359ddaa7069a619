import Foundation
package import Git
import SourceText

/// A Git working tree for tests. Runs the real `git`, in an environment that is the same on every machine.
package struct GitFolder {
    package let path: String

    /// Makes a repository, or takes the one that is there.
    package init(_ path: String, isNew: Bool = true, _ options: [String] = []) throws {
        self.path = path
        if isNew { try git(["init", "--quiet", "--initial-branch=main"] + options) }
    }

    package init(_ vault: TemporaryVault) throws { try self.init(vault.rootText) }

    /// The environment of git: no user or system configuration, and fixed names and dates.
    package static let variables: [String: String] = [
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": "/dev/null/none",
        "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "Ada Lovelace", "GIT_AUTHOR_EMAIL": "ada@example.org",
        "GIT_COMMITTER_NAME": "Ada Lovelace", "GIT_COMMITTER_EMAIL": "ada@example.org",
    ]

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Runs git here; what it wrote.
    @discardableResult
    package func git(
        _ arguments: [String], at seconds: Int64? = nil, variables: [String: String] = [:], input: [UInt8] = [],
        accepts: Set<Int32> = [0]
    ) throws -> String {
        var all = Self.variables.merging(variables) { $1 }
        if let seconds {
            all["GIT_AUTHOR_DATE"] = "@\(seconds) +0000"
            all["GIT_COMMITTER_DATE"] = "@\(seconds) +0000"
        }
        let result = try TestProcess.run(
            "git", arguments, in: path, environment: all, input: input, joinsErrors: true)
        guard accepts.contains(result.status) else {
            throw Failure(description: "git \(arguments.joined(separator: " ")): \(result.output)")
        }
        return result.output
    }

    package func write(_ name: String, _ text: String) throws {
        let file = URL(fileURLWithPath: "\(path)/\(name)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    package func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")), as: UTF8.self)
    }

    package func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }

    /// Commits all that is there.
    package func commit(_ subject: String, at seconds: Int64, as author: String? = nil) throws {
        try git(["add", "--all"])
        try git(
            ["commit", "--quiet", "--allow-empty", "--message", subject] + (author.map { ["--author=\($0)"] } ?? []),
            at: seconds)
    }

    /// The repository as the program sees it.
    package func repository() throws -> Repository {
        let root = Array(path.utf8)
        guard let found = try Repository(of: root, from: root, Self.variables) else {
            throw Failure(description: "not a repository")
        }
        return found
    }
}
