import SourceText
import System

/// The work tree that contains a folder, and its git directory, found as git finds them but without starting git.
///
/// Unlike git, this never takes a folder of ordinary files for a bare repository. Such a folder can be part of a clone,
/// together with a configuration that names programs: https://git-scm.com/docs/git-config, `safe.bareRepository`.
struct WorkTreeLocation: Sendable {
    /// The work tree's root, a full path.
    let top: [UInt8]
    /// The git directory of this work tree: `.git`, or the directory that a file of this name refers to.
    let directory: [UInt8]
    /// The git directory shared by all work trees.
    let common: [UInt8]

    /// Finds the work tree that contains a folder. Returns nil if there is none.
    ///
    /// - Parameters:
    ///   - folder: a full path.
    ///   - variables: the environment. `GIT_CEILING_DIRECTORIES` and `GIT_DISCOVERY_ACROSS_FILESYSTEM` limit the search:
    ///     https://git-scm.com/docs/git#_environment_variables
    init?(containing folder: [UInt8], _ variables: [String: String]) {
        let found = Self.folders(above: folder, variables).lazy.compactMap(Self.init(top:)).first
        guard let found else { return nil }
        self = found
    }

    /// Whether the environment selects a repository or some of its directories, which this search does not consider.
    static func isSelected(by variables: [String: String]) -> Bool {
        ["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR"].contains { variables[$0] != nil }
    }

    /// Makes the paths in git's variables absolute, since git runs in another directory.
    static func absolute(_ variables: [String: String], from directory: [UInt8]) -> [String: String] {
        var all = variables
        for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"] {
            guard let value = variables[name], !value.isEmpty, !value.hasPrefix("/") else { continue }
            all[name] = String(decoding: directory, as: UTF8.self) + "/" + value
        }
        return all
    }

    /// Whether this user owns the work tree and the git directory. Git refuses repositories of other users, but only if
    /// it finds them itself.
    var belongsToUser: Bool {
        [top, directory, common].allSatisfy { FileStatus.seen($0, follows: true)?.owner == ThisProcess.user }
    }

    /// Whether git takes a directory for a repository: https://git-scm.com/docs/gitrepository-layout
    static func isGitDirectory(_ directory: [UInt8]) -> Bool {
        // Git would wait for ever for a writer of a pipe.
        let files = ["/HEAD", "/commondir", "/config"].map {
            FileStatus.seen(directory + Array($0.utf8), follows: true)?.kind
        }
        let head = FileStatus.seen(directory + Array("/HEAD".utf8))?.kind
        return (head == .regular || head == .link) && files.allSatisfy { $0 == nil || $0 == .regular }
            && ["/objects", "/refs"].allSatisfy {
                FileStatus.seen(commonDirectory(of: directory) + Array($0.utf8), follows: true)?.kind == .directory
            }
    }

    /// The first folder, from `folder` up to but without the root of the work tree, that git itself would take for a bare
    /// repository. Nil if there is none.
    func embeddedRepository(above folder: [UInt8]) -> [UInt8]? {
        sequence(first: folder) { below in below.lastIndex(of: Byte.slash).map { Array(below[..<$0]) } }
            .prefix { $0.count > top.count }.first(where: Self.isGitDirectory)
    }

    private init?(top: [UInt8]) {
        guard let directory = Self.directory(of: top + Array("/.git".utf8)), Self.isGitDirectory(directory) else {
            return nil
        }
        self.top = top.isEmpty ? [Byte.slash] : top
        self.directory = directory
        common = Self.commonDirectory(of: directory)
    }

    /// Returns a folder and those that contain it, as far as git searches them. The root directory is empty.
    private static func folders(above folder: [UInt8], _ variables: [String: String]) -> [[UInt8]] {
        let ceilings = (variables["GIT_CEILING_DIRECTORIES"] ?? "").utf8.split(separator: Byte.colon).map {
            Files.realPath(Array($0)) ?? Array($0)
        }
        let across = ["1", "true", "yes", "on"].contains(variables["GIT_DISCOVERY_ACROSS_FILESYSTEM"]?.lowercased())
        let start = folder == [Byte.slash] ? [] : folder
        let device = FileStatus.seen(folder, follows: true)?.device
        let parents = sequence(first: start) { below in below.lastIndex(of: Byte.slash).map { Array(below[..<$0]) } }
        return [start]
            + parents.dropFirst().prefix { parent in
                let path = parent.isEmpty ? [Byte.slash] : parent
                return !ceilings.contains(path) && (across || FileStatus.seen(path, follows: true)?.device == device)
            }
    }

    /// Returns `.git` itself, or the directory named by a `.git` file, as in linked work trees and submodules.
    private static func directory(of git: [UInt8]) -> [UInt8]? {
        switch FileStatus.seen(git, follows: true)?.kind {
        case .directory: return git
        case .regular:
            let mark = Array("gitdir: ".utf8)
            guard let line = firstLine(of: git), line.starts(with: mark) else { return nil }
            return resolved(Array(line.dropFirst(mark.count)), from: Array(git.dropLast(5)))
        default: return nil
        }
    }

    private static func commonDirectory(of directory: [UInt8]) -> [UInt8] {
        firstLine(of: directory + Array("/commondir".utf8)).map { resolved($0, from: directory) } ?? directory
    }

    private static func resolved(_ path: [UInt8], from folder: [UInt8]) -> [UInt8] {
        path.first == Byte.slash ? path : folder + [Byte.slash] + path
    }

    /// Returns the first line of a small file, without its newline, or nil if the file cannot be read.
    static func firstLine(of path: [UInt8]) -> [UInt8]? {
        (try? Files.read(path, limit: 1 << 16).bytes).map { Array($0.prefix { $0 != Byte.newline }) }
    }
}
