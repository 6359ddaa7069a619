package import SourceText
import System

/// A vault: a folder with a `.slipbox` subfolder, and its configuration.
package struct Vault: Sendable {
    /// The real path of the root, without a final slash.
    package let root: [UInt8]
    package let configuration: Configuration
    /// The hash of the file from which the configuration was read. Nil for a configuration of a commit.
    package let configurationHash: Int64?
    /// The folder for this user's private files, such as the index, the trash and undo records. It is `.slipbox`, or,
    /// if that belongs to another user, a subfolder of it such as `.slipbox/user-1000`.
    package let ownPath: VaultPath

    /// The name of the root folder.
    package var name: String { VaultPath(bytes: Array(root.dropFirst())).name.text }

    package static let folderName = Array(".slipbox".utf8)
    package static let configurationPath = VaultPath(".slipbox/config.yaml")
    /// The file that keeps the index out of git.
    package static let ignoreFilePath = VaultPath(".slipbox/.gitignore")
    package static let templatesPath = VaultPath(".slipbox/templates")

    /// Opens the vault at `root`, which must contain `.slipbox/`.
    package init(root: [UInt8]) throws {
        guard let real = Files.realPath(root), Self.isVault(real) else {
            let name = String(decoding: root, as: UTF8.self)
            throw VaultError("'\(name)' is not a vault", help: "to make it a vault: slip init '\(name)'")
        }
        // The root of the file system becomes the empty path, so that full paths are always root + "/" + path.
        self.root = real == [Byte.slash] ? [] : real
        ownPath = Self.ownPath(try Self.checkFolder(self.root))
        let bytes = try Self.configurationBytes(self.root) ?? []
        (configuration, configurationHash) = (Configuration(bytes), ContentHash.hash(bytes))
    }

    /// Creates a copy of a vault with another configuration.
    package init(_ vault: Vault, _ configuration: Configuration) {
        root = vault.root
        ownPath = vault.ownPath
        (self.configuration, configurationHash) = (configuration, nil)
    }

    /// Whether `folder` contains a `.slipbox` that is a folder, or a link to one. `init(root:)` refuses the link.
    package static func isVault(_ folder: [UInt8]) -> Bool {
        FileStatus.seen(folder + [Byte.slash] + folderName, follows: true)?.kind == .directory
    }

    /// Refuses a `.slipbox` that is a link or on another file system. git stores links, and vaults are cloned from
    /// strangers: slip must not read, write or clean up files behind such a link.
    @discardableResult
    private static func checkFolder(_ root: [UInt8]) throws -> FileStatus {
        let folder = root + [Byte.slash] + folderName
        let status = try FileStatus(folder)
        guard status.kind == .directory else {
            throw VaultError(
                "'\(String(decoding: folder, as: UTF8.self))' is a symbolic link, which slip does not follow here",
                help: "remove the link, then run slip init")
        }
        guard try FileStatus(root.isEmpty ? [Byte.slash] : root).device == status.device else {
            throw VaultError(
                "'\(String(decoding: folder, as: UTF8.self))' is on a different file system than the vault",
                help: "move it to the file system of the vault")
        }
        return status
    }

    private static func ownPath(_ folder: FileStatus) -> VaultPath {
        folder.owner == ThisProcess.user ? VaultPath(".slipbox") : guestPath
    }

    /// The folder for this user's private files in a vault of another user.
    package static var guestPath: VaultPath { VaultPath(".slipbox/user-\(ThisProcess.user)") }

    /// Returns the folder of `ownPath`. It is created only when needed.
    ///
    /// - Throws: `VaultError` if the path is a link or belongs to another user.
    package func ownFolder() throws -> [UInt8] {
        let path = fullPath(ownPath)
        // The owner of the vault's own folder does not matter: it was checked when the vault was opened.
        guard let status = FileStatus.seen(path),
            status.kind != .directory || (status.owner != ThisProcess.user && path != folder)
        else { return path }
        throw VaultError(
            "'\(ownPath.text)' is a symbolic link, or belongs to another user; nothing was changed",
            help: "move it elsewhere; slip creates a new one")
    }

    /// Returns the bytes of `config.yaml`, or nil if it does not exist.
    ///
    /// - Throws: `VaultError` if it is a link or cannot be read.
    package func configurationBytes() throws -> [UInt8]? { try Self.configurationBytes(root) }

    private static func configurationBytes(_ root: [UInt8]) throws -> [UInt8]? {
        do throws(SystemError) {
            return try Files.read(inside: root, [folderName, Array("config.yaml".utf8)])
        } catch {
            if error.isMissing { return nil }
            if error.isLoop {
                throw VaultError(
                    configurationPath, "is a symbolic link, which slip does not follow here",
                    help: "replace the link with the file")
            }
            throw VaultError(
                "cannot read '\(configurationPath.text)': \(error.reason)", at: configurationPath,
                help: error.isNoPlainFile ? "replace it with a configuration file, or remove it" : nil)
        }
    }

    /// Returns the vault that contains the folder `start`: the nearest one upwards. Returns nil if there is none.
    ///
    /// - Throws: `VaultError` if a folder cannot be checked: the next vault up could be the wrong one.
    package static func nearest(to start: [UInt8]) throws -> Vault? {
        var folder = start
        while true {
            let mark = folder + [Byte.slash] + folderName
            do {
                _ = try FileStatus.ifThere(mark)
            } catch  where !error.isTooLong {
                throw VaultError(
                    "cannot access '\(String(decoding: mark, as: UTF8.self))': \(error.reason)",
                    help: "to use another vault: slip --vault DIR")
            } catch {
                // The path is too long to be checked. A folder above may still be a vault.
            }
            if isVault(folder) { return try Vault(root: folder.isEmpty ? [Byte.slash] : folder) }
            guard !folder.isEmpty, let slash = folder.lastIndex(of: Byte.slash) else { break }
            folder = Array(folder[..<slash])
        }
        return nil
    }

    package func fullPath(_ path: VaultPath) -> [UInt8] {
        path.isRoot ? (root.isEmpty ? [Byte.slash] : root) : root + [Byte.slash] + path.bytes
    }

    package func exists(_ path: VaultPath) -> Bool { FileStatus.seen(fullPath(path)) != nil }

    /// Returns the path in the vault of a full path without symbolic links, or nil if it is outside the vault.
    package func path(ofFull full: [UInt8]) -> VaultPath? {
        if full == root || (root.isEmpty && full == [Byte.slash]) { return .root }
        guard full.starts(with: root + [Byte.slash]) else { return nil }
        return VaultPath(bytes: Array(full[(root.count + 1)...]))
    }

    /// `.slipbox`, which all users of the vault share.
    package var folder: [UInt8] { root + [Byte.slash] + Self.folderName }

    // MARK: init

    static let gitIgnore = """
        # Written by `slip init`. Everything except your own files is derived or private.
        /*
        !/.gitignore
        !/config.yaml
        !/templates/
        !/schemas/

        """

    static let initialConfiguration = """
        # All keys are optional. See: slip help config. The defaults are:
        # statuses: [draft, review, archived]
        # extensions: [md, markdown]
        # hashtags: true
        # titles: heading
        # dates: file
        # touch-modified: true
        # watch: off
        # limit: 50

        # Examples of other keys:
        # ignore: ["Archive/**", "*.excalidraw.md"]
        # keys: {created: [published]}
        # attachment-extensions: [png, jpg, pdf]
        # sort: modified
        # near: true
        # searches:
        #   inbox: "status:draft no:keyword"
        # keywords:
        #   important: "#d04020"

        """

    /// A file of a new vault, with its path from the root.
    package typealias NewFile = (path: VaultPath, bytes: [UInt8])

    static func initialConfiguration(isVersioned: Bool) -> [UInt8] {
        let dates = isVersioned ? "dates: git" : "# dates: file"
        return Array(initialConfiguration.replacing("# dates: file", with: dates).utf8)
    }

    /// Returns the files in `.slipbox` of a new vault.
    ///
    /// - Parameter isVersioned: whether the vault is in a git repository, which knows creation dates.
    private static func ownFiles(isVersioned: Bool) -> [NewFile] {
        [
            (ignoreFilePath, Array(gitIgnore.utf8)),
            (configurationPath, initialConfiguration(isVersioned: isVersioned)),
        ]
    }

    /// Makes `directory` a vault. Does not change existing files. If it is a vault already, only adds a missing
    /// `.slipbox/.gitignore`, and not even that if `files` are given.
    ///
    /// - Parameter files: initial files of the vault. They require a folder without visible files, so that they never
    ///   mix with the user's files.
    /// - Returns: false if it was a vault already.
    /// - Throws: `VaultError` if the folder cannot be written, or if `files` are given and a folder that is no vault
    ///   has visible files. Nothing is changed then.
    package static func create(_ directory: [UInt8], with files: [NewFile] = []) throws -> Bool {
        let folder = directory + [Byte.slash] + folderName
        if try FileStatus.ifThere(folder) != nil {
            try checkFolder(directory)
            // Adds the missing file to a vault that another program or the user started.
            if files.isEmpty { try add([ownFiles(isVersioned: false)[0]], to: directory) }
            return false
        }
        if !files.isEmpty, FileStatus.seen(directory, follows: true)?.kind == .directory,
            try Files.list(directory).contains(where: { $0.name.first != Byte.dot })
        {
            throw VaultError(
                "'\(String(decoding: directory, as: UTF8.self))' is not empty",
                help: "to create the examples in a new folder: slip init --with-examples examples")
        }
        // The files in `.slipbox` come last, because they make the folder a vault.
        let isOwn = { (file: NewFile) in file.path.parts.first?.bytes == folderName }
        try add(
            files.filter { !isOwn($0) } + files.filter(isOwn) + ownFiles(isVersioned: isVersioned(directory)),
            to: directory)
        return true
    }

    /// Whether a folder is in a repository. Looks only for `.git`, without running git.
    private static func isVersioned(_ directory: [UInt8]) -> Bool {
        let real = Files.realPath(directory) ?? directory
        return sequence(first: real) { path in path.lastIndex(of: Byte.slash).map { Array(path[..<$0]) } }
            .contains { FileStatus.seen($0 + Array("/.git".utf8), follows: true) != nil }
    }

    /// Creates those files that do not exist: all or none.
    private static func add(_ files: [NewFile], to directory: [UInt8]) throws {
        func full(_ path: VaultPath) -> [UInt8] { directory + [Byte.slash] + path.bytes }
        var made: [[UInt8]] = []
        // Deepest first.
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
            // Removing a folder that is not empty fails, as intended.
            for path in folders { try? Files.removeDirectory(path) }
            throw VaultError("cannot create '\(error.path)': \(error.reason)")
        }
        // A `.slipbox` owned by root would lock out the owner of the notes.
        guard ThisProcess.user == 0, let owner = FileStatus.seen(directory, follows: true), owner.owner != 0
        else { return }
        for path in missing + made { Files.setOwner(path, like: owner) }
    }
}
