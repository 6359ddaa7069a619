import SourceText
import System

/// A stamp that differs whenever a vault's history may have changed, read without starting git. It consists of the
/// content of `HEAD` and its branch, and the metadata of the other files that the history depends on.
///
/// The content is only compared, never interpreted. If it differs, git is queried.
/// https://git-scm.com/docs/gitrepository-layout
package struct HeadStamp: Hashable, Sendable {
    package let text: String

    /// Reads the stamp of the work tree that contains a folder. Returns nil if none is found, or the environment
    /// selects it.
    ///
    /// - Parameter root: the vault's root, a full path.
    package init?(of root: [UInt8], _ variables: [String: String]) {
        if GitProgram(in: root, variables).hasRepositoryVariables { return nil }
        guard let text = Self.search(root, { Self.text($0, top: $1) }) else { return nil }
        self.text = text
    }

    /// Returns the common directory of the repository that contains a folder, or nil if none is found.
    static func commonDirectory(of root: [UInt8]) -> [UInt8]? {
        search(root) { directory, _ in commonDirectory(ofGit: directory) }
    }

    /// Returns the first result of `body` for the git directory of a folder or of one that contains it.
    private static func search<Value>(
        _ root: [UInt8], _ body: (_ directory: [UInt8], _ top: [UInt8]) -> Value?
    ) -> Value? {
        sequence(first: root) { folder in folder.lastIndex(of: Byte.slash).map { Array(folder[..<$0]) } }.lazy
            .compactMap { top in directory(top + Array("/.git".utf8)).flatMap { body($0, top) } }.first
    }

    private static func commonDirectory(ofGit directory: [UInt8]) -> [UInt8] {
        small(directory + Array("/commondir".utf8)).map { resolved(line($0), from: directory) } ?? directory
    }

    private static func text(_ directory: [UInt8], top: [UInt8]) -> String? {
        guard let head = small(directory + Array("/HEAD".utf8)) else { return nil }
        let common = commonDirectory(ofGit: directory)
        var parts = [String(decoding: directory, as: UTF8.self), line(head).text]
        let reference = Array("ref: ".utf8)
        if head.starts(with: reference) {
            let name = line(Array(head.dropFirst(reference.count)))
            let file = small(common + [Byte.slash] + name) ?? small(directory + [Byte.slash] + name)
            parts.append(file.map { line($0).text } ?? "packed")
        }
        for name in ["packed-refs", "reftable/tables.list", "shallow"] {
            parts.append(appearance(common + Array("/\(name)".utf8)))
        }
        if common != directory { parts.append(appearance(directory + Array("/reftable/tables.list".utf8))) }
        parts.append(appearance(top + Array("/.mailmap".utf8)))
        return parts.joined(separator: "\n")
    }

    /// Returns `.git` itself, or the directory named by a `.git` file, as in linked work trees and submodules.
    private static func directory(_ git: [UInt8]) -> [UInt8]? {
        switch FileStatus.seen(git, follows: true)?.kind {
        case .directory: return git
        case .regular:
            let mark = Array("gitdir: ".utf8)
            guard let content = small(git), content.starts(with: mark) else { return nil }
            return resolved(line(Array(content.dropFirst(mark.count))), from: Array(git.dropLast(5)))
        default: return nil
        }
    }

    private static func resolved(_ path: [UInt8], from folder: [UInt8]) -> [UInt8] {
        path.first == Byte.slash ? path : folder + [Byte.slash] + path
    }

    private static func small(_ path: [UInt8]) -> [UInt8]? { try? Files.read(path, limit: 1 << 16).bytes }

    private static func line(_ bytes: [UInt8]) -> [UInt8] { Array(bytes.prefix { $0 != Byte.newline }) }

    private static func appearance(_ path: [UInt8]) -> String {
        guard let status = FileStatus.seen(path, follows: true) else { return "-" }
        return "\(status.size) \(status.inode) \(status.modified) \(status.changed)"
    }
}

extension [UInt8] {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
