internal import CLinux

/// Atomic replacement: an interruption at any moment leaves either the old or the new content.
extension Files {
    /// Whether two files were exchanged, or why that is impossible.
    package enum Exchange: Sendable {
        /// The two files have exchanged their names.
        case done
        /// The file system cannot exchange two files.
        case unsupported
        /// The two files are on different file systems.
        case crossesDevices
    }

    /// Exchanges two files atomically: renameat2(2) with RENAME_EXCHANGE.
    package static func exchange(_ a: [UInt8], _ b: [UInt8]) throws(SystemError) -> Exchange {
        if CallSeam.isPlain { return .unsupported }
        try CallSeam.pass(.exchange(a, b))
        let code = rename(a, b, flag: RENAME_EXCHANGE)
        if code == 0 { return .done }
        if code == EINVAL || code == ENOSYS { return .unsupported }
        if code == EXDEV { return .crossesDevices }
        throw SystemError("replace", b, code: code)
    }

    /// Calls renameat2(2). Returns 0 or the error code.
    private static func rename(_ old: [UInt8], _ new: [UInt8], flag: Int32) -> Int32 {
        let done = old.withCPath { old in
            new.withCPath { new in unsafe renameat2(AT_FDCWD, old, AT_FDCWD, new, UInt32(flag)) }
        }
        return done == 0 ? 0 : slip_errno()
    }

    /// Renames `old` to `new` without replacing an existing file: renameat2(2) with RENAME_NOREPLACE. If the file
    /// system does not support that, checks for `new` right before the rename.
    package static func move(_ old: [UInt8], _ new: [UInt8]) throws(SystemError) {
        if !CallSeam.isPlain {
            try CallSeam.pass(.move(old, new))
            let code = rename(old, new, flag: RENAME_NOREPLACE)
            if code == 0 { return }
            guard code == EINVAL || code == ENOSYS else { throw SystemError("move", old, code: code) }
        }
        if try FileStatus.ifThere(new) != nil { throw SystemError("move", old, code: EEXIST) }
        try rename(old, new)
    }

    /// Adds the name `new`, which must not exist, to the file `path`: link(2).
    ///
    /// - Returns: false if the file system refuses to link this file, or `new` exists.
    package static func link(_ path: [UInt8], _ new: [UInt8]) throws(SystemError) -> Bool {
        try CallSeam.pass(.link(path, new))
        let done = path.withCPath { from in new.withCPath { to in unsafe linkat(AT_FDCWD, from, AT_FDCWD, to, 0) } }
        if done == 0 { return true }
        let code = slip_errno()
        if [ENOENT, ENOTDIR, ENOSPC, EDQUOT, EROFS].contains(code) { throw SystemError("link", path, code: code) }
        return false
    }

    /// Writes a new file with the extended attributes of the file `model` and with the mode, owner and group in
    /// `status`.
    ///
    /// Starts to write it to disk without waiting. `synchronize` waits for that. With many files, all writes start
    /// before the first wait, and the file system commits its journal once instead of once per file.
    ///
    /// - Throws: `EEXIST` if `path` exists. `EPERM` if the owner or group cannot be kept, unless `keepsOwner` is false.
    package static func create(
        _ path: [UInt8], _ bytes: [UInt8], like model: [UInt8], status: FileStatus, keepsOwner: Bool = true
    ) throws(SystemError) {
        try CallSeam.pass(.create(path))
        let descriptor = try open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600, to: "write")
        defer { close(descriptor) }
        do throws(SystemError) {
            try writeAll(bytes, to: descriptor, path)
            let made = try FileStatus(descriptor: descriptor, path: path)
            if made.owner != status.owner || made.group != status.group {
                let changed = fchown(descriptor, status.owner, status.group)
                if changed != 0, keepsOwner { throw SystemError("keep the owner of", model) }
            }
            try copyAttributes(of: model, to: descriptor)
            // After chown(2), which clears the set-user-ID bits.
            guard fchmod(descriptor, mode_t(status.mode)) == 0 else { throw SystemError("keep the mode of", model) }
            // A hint only: sync_file_range(2) guarantees nothing.
            _ = sync_file_range(descriptor, 0, 0, UInt32(SYNC_FILE_RANGE_WRITE))
        } catch {
            discard(path)
            throw error
        }
    }

    /// Copies the extended attributes, including access control lists. Skips attributes that cannot be read or set.
    ///
    /// - Throws: `SystemError` if an attribute of the user (`user.`) cannot be set.
    static func copyAttributes(of model: [UInt8], to descriptor: Int32) throws(SystemError) {
        let size = model.withCPath { unsafe listxattr($0, nil, 0) }
        if size <= 0 { return }
        var names = [UInt8](repeating: 0, count: size)
        let count = unsafe names.withUnsafeMutableBytes { buffer in
            model.withCPath { path in
                unsafe listxattr(path, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
            }
        }
        guard count > 0 else { return }
        for name in names[..<count].split(separator: 0).map({ Array($0) }) {
            let length = name.withCPath { name in model.withCPath { path in unsafe getxattr(path, name, nil, 0) } }
            if length < 0 { continue }
            var value = [UInt8](repeating: 0, count: length)
            let read = unsafe value.withUnsafeMutableBytes { buffer in
                name.withCPath { name in
                    model.withCPath { path in unsafe getxattr(path, name, buffer.baseAddress, buffer.count) }
                }
            }
            if read < 0 { continue }
            let set = unsafe value.withUnsafeBytes { buffer in
                name.withCPath { name in unsafe fsetxattr(descriptor, name, buffer.baseAddress, read, 0) }
            }
            // The system may reserve its own labels, but user attributes must not be lost silently.
            if set != 0, name.starts(with: Array("user.".utf8)) { throw SystemError("keep the attributes of", model) }
        }
    }

    /// Writes a directory's entries to disk. Without this, a power failure may undo a rename. Ignores errors.
    package static func synchronizeDirectory(_ path: [UInt8]) {
        guard (try? CallSeam.pass(.synchronizeDirectory(path))) != nil else { return }
        // Best effort: some file systems do not support this.
        guard let descriptor = try? open(path, O_RDONLY | O_DIRECTORY) else { return }
        _ = fsync(descriptor)
        close(descriptor)
    }

    package static func removeDirectory(_ path: [UInt8]) throws(SystemError) {
        try CallSeam.pass(.removeDirectory(path))
        guard path.withCPath({ unsafe rmdir($0) }) == 0 else { throw SystemError("remove folder", path) }
    }

    /// Removes a file or a directory with its content. Does nothing if it does not exist. Links are removed without
    /// being followed, and other file systems mounted in the directory are not entered.
    ///
    /// - Throws: `SystemError`, `EXDEV` if a part of it is another file system.
    package static func removeTree(_ path: [UInt8]) throws(SystemError) {
        guard let status = FileStatus.seen(path) else { return }
        try removeTree(path, status, device: status.device)
    }

    private static func removeTree(_ path: [UInt8], _ status: FileStatus, device: UInt64) throws(SystemError) {
        guard status.kind == .directory else { return try remove(path) }
        guard status.device == device else { throw SystemError("remove", path, code: EXDEV) }
        for entry in try list(path, follows: false) {
            try removeTree(path + [UInt8(ascii: "/")] + entry.name, entry.status, device: device)
        }
        try removeDirectory(path)
    }

    /// Removes a file, a link or an empty directory. Does nothing if it does not exist. A directory with content is an
    /// error.
    package static func removeAlone(_ path: [UInt8]) throws(SystemError) {
        guard let status = FileStatus.seen(path) else { return }
        if status.kind == .directory { try removeDirectory(path) } else { try remove(path) }
    }
}
