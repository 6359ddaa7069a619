package import SourceText
import System

/// A vault: a folder with `.slipbox/` in it, and what its configuration says.
package struct Vault: Sendable {
    /// The real path of the root, without a slash at its end.
    package let root: [UInt8]
    package let configuration: Configuration
    /// Where this user's private things are, such as the index, the trash and what can be undone: `.slipbox`, or in that of
    /// another user, as a group has it, a folder of one's own, `.slipbox/user-1000`.
    package let ownPath: VaultPath

    package static let folderName = Array(".slipbox".utf8)
    package static let configurationPath = VaultPath(".slipbox/config.yaml")
    package static let templatesPath = VaultPath(".slipbox/templates")

    /// Opens the vault at `root`, which holds `.slipbox/`.
    package init(root: [UInt8]) throws {
        guard let real = Files.realPath(root), Self.isVault(real) else {
            let name = String(decoding: root, as: UTF8.self)
            throw VaultError("'\(name)' is not a vault", help: "make it one: slip init '\(name)'")
        }
        // The file system's root is the empty path here, so that paths are always root + "/" + path.
        self.root = real == [Byte.slash] ? [] : real
        ownPath = Self.ownPath(try Self.checkFolder(self.root))
        configuration = Configuration(try Self.configurationBytes(self.root) ?? [])
    }

    /// The same vault as another configuration reads it.
    package init(_ vault: Vault, _ configuration: Configuration) {
        root = vault.root
        ownPath = vault.ownPath
        self.configuration = configuration
    }

    /// Whether `folder` holds a `.slipbox` that is a folder, or a link to one, which `init(root:)` refuses.
    package static func isVault(_ folder: [UInt8]) -> Bool {
        FileStatus.seen(folder + [Byte.slash] + folderName, follows: true)?.kind == .directory
    }

    /// Refuses a `.slipbox` that leads elsewhere. git stores links, and vaults are cloned from strangers: what lies behind
    /// such a link is none of ours to read, to write or to sweep.
    @discardableResult
    private static func checkFolder(_ root: [UInt8]) throws -> FileStatus {
        let folder = root + [Byte.slash] + folderName
        let status = try FileStatus(folder)
        guard status.kind == .directory else {
            throw VaultError(
                "'\(String(decoding: folder, as: UTF8.self))' is a link; slip follows none there",
                help: "make it a folder of the vault: remove the link, then slip init")
        }
        guard try FileStatus(root.isEmpty ? [Byte.slash] : root).device == status.device else {
            throw VaultError(
                "'\(String(decoding: folder, as: UTF8.self))' lies on another file system than the vault",
                help: "it has to be a folder of the vault itself")
        }
        return status
    }

    private static func ownPath(_ folder: FileStatus) -> VaultPath {
        folder.owner == ThisProcess.user ? VaultPath(".slipbox") : guestPath
    }

    /// The folder for what is this user's alone in a vault of somebody else.
    package static var guestPath: VaultPath { VaultPath(".slipbox/user-\(ThisProcess.user)") }

    /// The folder of `ownPath`, which is not there before it is needed.
    ///
    /// - Throws: `VaultError` where what is there is a link, or somebody else's.
    package func ownFolder() throws -> [UInt8] {
        let path = fullPath(ownPath)
        // The vault's own folder is taken whoever has it by now: it was looked at when the vault was opened.
        guard let status = FileStatus.seen(path),
            status.kind != .directory || (status.owner != ThisProcess.user && path != folder)
        else { return path }
        throw VaultError(
            "'\(ownPath.text)' is a link, or another user's; nothing was changed",
            help: "move it out of the way: slip makes its own")
    }

    /// The bytes of `config.yaml`; nil where there is none.
    ///
    /// - Throws: `VaultError` where it is a link, or cannot be read.
    package func configurationBytes() throws -> [UInt8]? { try Self.configurationBytes(root) }

    private static func configurationBytes(_ root: [UInt8]) throws -> [UInt8]? {
        do throws(SystemError) {
            return try Files.read(inside: root, [folderName, Array("config.yaml".utf8)])
        } catch {
            if error.isMissing { return nil }
            if error.isLoop {
                throw VaultError(
                    configurationPath, "is a link; slip follows none there",
                    help: "put the file itself in its place")
            }
            throw VaultError(
                "cannot read '\(configurationPath.text)': \(error.reason)", at: configurationPath,
                help: error.isNoPlainFile ? "put a file of settings in its place, or remove it" : nil)
        }
    }

    /// The vault that holds the folder `start`: the nearest one upwards.
    ///
    /// - Throws: `VaultError` where there is none, and where that cannot be told: the next one above is another.
    package static func find(from start: [UInt8]) throws -> Vault {
        var folder = start
        while true {
            let mark = folder + [Byte.slash] + folderName
            do {
                _ = try FileStatus.ifThere(mark)
            } catch  where !error.isTooLong {
                throw VaultError(
                    "cannot look at '\(String(decoding: mark, as: UTF8.self))': \(error.reason)",
                    help: "which vault this is in cannot be told; name one: slip --vault DIR")
            } catch {
                // Too deep to be looked at; above it may be a vault all the same.
            }
            if isVault(folder) { return try Vault(root: folder.isEmpty ? [Byte.slash] : folder) }
            guard !folder.isEmpty, let slash = folder.lastIndex(of: Byte.slash) else { break }
            folder = Array(folder[..<slash])
        }
        throw VaultError(
            "no vault here: there is no .slipbox folder in '\(String(decoding: start, as: UTF8.self))' or above",
            help: "make one with: slip init    or name one: slip --vault DIR")
    }

    /// Where a path of the vault is on disk.
    package func fullPath(_ path: VaultPath) -> [UInt8] {
        path.isRoot ? (root.isEmpty ? [Byte.slash] : root) : root + [Byte.slash] + path.bytes
    }

    /// Whether anything is there on disk, be it a note or not.
    package func exists(_ path: VaultPath) -> Bool { FileStatus.seen(fullPath(path)) != nil }

    /// The path inside the vault that a full path without symbolic links has; nil where it lies outside.
    package func path(ofFull full: [UInt8]) -> VaultPath? {
        if full == root || (root.isEmpty && full == [Byte.slash]) { return .root }
        guard full.starts(with: root + [Byte.slash]) else { return nil }
        return VaultPath(bytes: Array(full[(root.count + 1)...]))
    }

    /// `.slipbox`, which all users of the vault share.
    package var folder: [UInt8] { root + [Byte.slash] + Self.folderName }

    // MARK: init

    static let gitIgnore = """
        # Written by `slip init`: all but your own files is derived or private.
        /*
        !/.gitignore
        !/config.yaml
        !/templates/

        """

    static let initialConfiguration = """
        # Everything here may be left out: slip help config says more. These are the defaults:
        # statuses: [draft, review, archived]
        # extensions: [md, markdown]
        # hashtags: true
        # titles: heading
        # dates: file
        # touch-modified: true
        # watch: off
        # limit: 50

        # Nothing of this is there unless you say so:
        # ignore: ["Archive/**", "*.excalidraw.md"]
        # keys: {created: [published]}
        # attachment-extensions: [png, jpg, pdf]
        # sort: modified
        # nearly: true
        # searches:
        #   inbox: "status:draft no:keyword"
        # keywords:
        #   important: "#d04020"

        """

    /// What a new vault is begun with, by paths from its root.
    package typealias NewFile = (path: VaultPath, bytes: [UInt8])

    /// The configuration as a new vault has it.
    static func initialConfiguration(isVersioned: Bool) -> [UInt8] {
        let dates = isVersioned ? "dates: git" : "# dates: file"
        return Array(initialConfiguration.replacing("# dates: file", with: dates).utf8)
    }

    /// - Parameter isVersioned: whether git knows when notes were made.
    private static func ownFiles(isVersioned: Bool) -> [NewFile] {
        [
            (VaultPath(".slipbox/.gitignore"), Array(gitIgnore.utf8)),
            (configurationPath, initialConfiguration(isVersioned: isVersioned)),
        ]
    }

    /// Makes `directory` a vault, changing no file that is there.
    ///
    /// - Parameter files: what the new vault holds from the beginning. Only a folder without visible files takes any: they
    ///   are never mixed with somebody's own.
    /// - Returns: false where it is one already.
    /// - Throws: `VaultError` where the folder cannot be written, in which case all is as it was, or where it holds
    ///   something and `files` are to come.
    package static func create(_ directory: [UInt8], with files: [NewFile] = []) throws -> Bool {
        let folder = directory + [Byte.slash] + folderName
        if try FileStatus.ifThere(folder) != nil {
            try checkFolder(directory)
            // A vault that another program or person began gets what is missing.
            if files.isEmpty { try add([ownFiles(isVersioned: false)[0]], to: directory) }
            return false
        }
        if !files.isEmpty, FileStatus.seen(directory, follows: true)?.kind == .directory,
            try Files.list(directory).contains(where: { $0.name.first != Byte.dot })
        {
            throw VaultError(
                "'\(String(decoding: directory, as: UTF8.self))' holds files of its own",
                help: "the examples want a new folder: slip init --with-examples examples")
        }
        // The vault's own files last: they make it one.
        let isOwn = { (file: NewFile) in file.path.parts.first?.bytes == folderName }
        try add(
            files.filter { !isOwn($0) } + files.filter(isOwn) + ownFiles(isVersioned: isVersioned(directory)),
            to: directory)
        return true
    }

    /// Whether a folder lies in a repository, as far as can be seen without asking git.
    private static func isVersioned(_ directory: [UInt8]) -> Bool {
        let real = Files.realPath(directory) ?? directory
        return sequence(first: real) { path in path.lastIndex(of: Byte.slash).map { Array(path[..<$0]) } }
            .contains { FileStatus.seen($0 + Array("/.git".utf8), follows: true) != nil }
    }

    /// Makes files that are not there, all or none.
    private static func add(_ files: [NewFile], to directory: [UInt8]) throws {
        func full(_ path: VaultPath) -> [UInt8] { directory + [Byte.slash] + path.bytes }
        var made: [[UInt8]] = []
        // The deepest first.
        let folders = Set(
            files.flatMap { file in sequence(first: file.path.folder) { $0.folder }.prefix { !$0.isRoot } }
        ).sorted(by: >).map(full)
        let missing = folders.filter { FileStatus.seen($0) == nil }
        do throws(SystemError) {
            for file in files {
                try Files.makeDirectories(file.path.folder.isRoot ? directory : full(file.path.folder))
                do throws(SystemError) {
                    try Files.create(full(file.path), file.bytes)
                    made.append(full(file.path))
                } catch {
                    if !error.exists { throw error }
                }
            }
        } catch {
            for path in made { Files.discard(path) }
            // One that holds something refuses, as it should.
            for path in folders { try? Files.removeDirectory(path) }
            throw VaultError("cannot make '\(error.path)': \(error.reason)")
        }
        // Root's own `.slipbox` would lock the owner of the notes out.
        guard ThisProcess.user == 0, let owner = FileStatus.seen(directory, follows: true), owner.owner != 0
        else { return }
        for path in missing + made { Files.setOwner(path, like: owner) }
    }
}
