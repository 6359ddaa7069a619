import SourceText
package import System

/// A random identifier of a vault for one user and machine. It is part of the stamps (`VaultStamps`) by which `slip`
/// recognizes its own index, undo records and trash. With it these stay valid when the vault is moved, and are ignored
/// in a copy.
///
/// Each user and machine has its own file in the user's folder in `.slipbox`. It is written with the first change.
/// Until then, or if it cannot be written, stamps use the path.
///
/// `cp -a` copies the identifier too, but the copy must not count as the same vault. So the file also records where the
/// vault was when it was last changed: the path of its root, and the device, inode and birth time of `.slipbox`. The
/// identifier belongs to the vault in one of these cases:
///
/// - The path is the same: the vault was not moved, or was restored from a backup.
/// - `.slipbox` is the same directory: the vault was renamed, or is seen through another mount.
/// - The recorded path no longer contains a vault with the identifier: the vault was moved to another file system.
///
/// Otherwise the vault is a copy. The next command that changes it gives it a new identifier.
struct VaultIdentity: Hashable {
    let identifier: String
    /// The root when the identifier was created. Earlier versions used that path in their stamps.
    let firstRoot: [UInt8]
    private(set) var root: [UInt8]
    private(set) var folder: FolderMark

    /// The numbers that tell a directory from others. The birth time is included where the file system records it,
    /// because inodes are reused.
    struct FolderMark: Hashable {
        var device: UInt64
        var inode: UInt64
        var born: Int64?

        init(_ path: [UInt8]) throws(SystemError) {
            let status = try FileStatus(path)
            (device, inode, born) = (status.device, status.inode, status.born)
        }

        init?(_ text: Substring) {
            let parts = text.split(separator: " ")
            guard parts.count == 3, let device = UInt64(parts[0]), let inode = UInt64(parts[1]) else { return nil }
            (self.device, self.inode, born) = (device, inode, Int64(parts[2]))
        }

        var text: String { "\(device) \(inode) \(born.map { "\($0)" } ?? "-")" }
    }

    private init(new vault: Vault) throws(SystemError) {
        let characters = Array("0123456789abcdefghijklmnopqrstuvwxyz")
        identifier = String((0..<25).map { _ in characters.randomElement() ?? "0" })
        firstRoot = vault.root
        root = vault.root
        folder = try FolderMark(vault.folder)
    }

    // MARK: Recognizing

    /// Returns the identity of a vault, or nil if it has none yet or is a copy. Writes nothing.
    ///
    /// - Throws: `SystemError` if a file cannot be read.
    static func of(_ vault: Vault) throws(SystemError) -> VaultIdentity? {
        let identity = try read(at: vault.root, vault.ownPath)
        return try identity?.belongs(to: vault) == true ? identity : nil
    }

    private func belongs(to vault: Vault) throws(SystemError) -> Bool {
        if root == vault.root { return true }
        return try FolderMark(vault.folder) == folder || !isStillHeld(at: root, otherThan: vault)
    }

    /// Whether another vault, now at `path`, has the same identifier. True if that cannot be read.
    private func isStillHeld(at path: [UInt8], otherThan vault: Vault) -> Bool {
        // A symbolic link at the old path may lead to the new one.
        let path = path.isEmpty ? [Byte.slash] : path
        do {
            guard let real = Files.realPath(path) else { return try FileStatus.ifThere(path, follows: true) != nil }
            if real == vault.root { return false }
            return try Self.read(at: real, vault.ownPath)?.identifier == identifier
        } catch {
            return true
        }
    }

    // MARK: Writing

    /// Gives the vault an identity if it has none or is a copy, and records its current location. The caller holds the
    /// lock on changes.
    ///
    /// The file is synced to disk before this returns: stamps made afterwards depend on it.
    ///
    /// - Throws: `SystemError` if the identity cannot be read. If it cannot be written, stamps use the path.
    static func establish(in vault: Vault) throws(SystemError) {
        let known = try of(vault)
        do throws(SystemError) {
            var identity: VaultIdentity
            if let known { identity = known } else { identity = try VaultIdentity(new: vault) }
            identity.root = vault.root
            identity.folder = try FolderMark(vault.folder)
            if identity == known { return }
            try identity.write(to: vault)
        } catch {
            // The disk is full, or a file that slip did not create is in the way: the vault has no identity then.
        }
    }

    private func write(to vault: Vault) throws(SystemError) {
        let directory = vault.fullPath(vault.ownPath)
        let path = directory + [Byte.slash] + Self.fileName
        let found = FileStatus.seen(path)
        if let found, found.kind != .regular || found.owner != ThisProcess.user { return }
        try Files.makeDirectories(directory, mode: 0o700)
        let fresh = path + Array(".new".utf8)
        // A leftover of an interrupted write. The lock on changes is held.
        Files.discard(fresh)
        try Files.create(fresh, bytes, mode: 0o600)
        do throws(SystemError) {
            try Files.synchronize(fresh)
            try Files.rename(fresh, path)
        } catch {
            Files.discard(fresh)
            throw error
        }
        Files.synchronizeDirectory(directory)
    }

    // MARK: The file

    /// One file per user and machine, since the vault as a whole may be synchronized with other machines.
    private static var fileName: [UInt8] {
        let owner = ContentHash.hash(Array("\(ThisProcess.machine)\n\(ThisProcess.user)".utf8))
        return Array("identity-\(String(UInt64(bitPattern: owner), radix: 36))".utf8)
    }

    private static let header = "slip-identity 1"
    private static let longest = 1 << 16

    private var bytes: [UInt8] {
        let lines = [
            Self.header, "machine \(ThisProcess.machine)", "user \(ThisProcess.user)", "id \(identifier)",
            "first \(PercentText.encoded(firstRoot))", "root \(PercentText.encoded(root))", "folder \(folder.text)",
            "end",
            "",
        ]
        return Array(lines.joined(separator: "\n").utf8)
    }

    /// Reads the identity of the vault at `root` for this user and machine, even if the vault is a copy. Returns nil if
    /// there is none.
    private static func read(at root: [UInt8], _ ownPath: VaultPath) throws(SystemError) -> VaultIdentity? {
        do {
            let parts = ownPath.parts.map(\.bytes) + [fileName]
            let (bytes, status) = try Files.readWithStatus(
                inside: root.isEmpty ? [Byte.slash] : root, parts, limit: longest)
            return status.owner == ThisProcess.user ? VaultIdentity(bytes) : nil
        } catch {
            if error.isMissing || error.isNoPlainFile { return nil }
            throw error
        }
    }

    private init?(_ bytes: [UInt8]) {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 9, lines[0] == Self.header, lines[7] == "end",
            lines[1] == "machine \(ThisProcess.machine)", lines[2] == "user \(ThisProcess.user)",
            lines[3].hasPrefix("id "), lines[4].hasPrefix("first "), lines[5].hasPrefix("root "),
            lines[6].hasPrefix("folder "), let first = PercentText.decoded(lines[4].dropFirst(6)),
            let root = PercentText.decoded(lines[5].dropFirst(5)), let folder = FolderMark(lines[6].dropFirst(7))
        else { return nil }
        identifier = String(lines[3].dropFirst(3))
        guard !identifier.isEmpty, identifier.utf8.allSatisfy({ $0.isDigit || $0.isLetter }) else { return nil }
        firstRoot = first
        self.root = root
        self.folder = folder
    }
}

extension Vault {
    /// Gives the vault an identity that moves with it, and records its current location. The caller holds the lock on
    /// changes.
    ///
    /// - Throws: `SystemError` if the existing identity cannot be read.
    package func establishIdentity() throws(SystemError) { try VaultIdentity.establish(in: self) }
}
