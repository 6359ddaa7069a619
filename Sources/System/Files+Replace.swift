internal import CLinux

/// Putting a new content in a file's place so that an interruption at any moment leaves the old or the new, whole.
extension Files {
    /// What became of an exchange.
    package enum Exchange: Sendable {
        /// Both names now hold what the other held.
        case done
        /// This file system cannot exchange two files.
        case unsupported
        /// The two files are on different file systems.
        case crossesDevices
    }

    /// Exchanges two files in one step: renameat2(2) with RENAME_EXCHANGE.
    package static func exchange(_ a: [UInt8], _ b: [UInt8]) throws(SystemError) -> Exchange {
        if CallSeam.isPlain { return .unsupported }
        try CallSeam.pass(.exchange(a, b))
        let flags = UInt32(RENAME_EXCHANGE)
        let done = a.withCPath { from in b.withCPath { to in unsafe renameat2(AT_FDCWD, from, AT_FDCWD, to, flags) } }
        if done == 0 { return .done }
        let code = slip_errno()
        if code == EINVAL || code == ENOSYS { return .unsupported }
        if code == EXDEV { return .crossesDevices }
        throw SystemError("replace", b, code: code)
    }

    /// Gives `old` the name `new`, but never onto something that is there: renameat2(2) with RENAME_NOREPLACE, and
    /// where the file system lacks it a check right before.
    package static func move(_ old: [UInt8], _ new: [UInt8]) throws(SystemError) {
        if !CallSeam.isPlain {
            try CallSeam.pass(.move(old, new))
            let flags = UInt32(RENAME_NOREPLACE)
            let done = old.withCPath { from in
                new.withCPath { to in unsafe renameat2(AT_FDCWD, from, AT_FDCWD, to, flags) }
            }
            if done == 0 { return }
            let code = slip_errno()
            guard code == EINVAL || code == ENOSYS else { throw SystemError("move", old, code: code) }
        }
        if try FileStatus.ifThere(new) != nil { throw SystemError("move", old, code: EEXIST) }
        try rename(old, new)
    }

    /// Gives a file a second name, where nothing bears it: link(2).
    ///
    /// - Returns: false where the file system gives this file none, for whatever reason of its own.
    package static func link(_ path: [UInt8], _ new: [UInt8]) throws(SystemError) -> Bool {
        try CallSeam.pass(.link(path, new))
        let done = path.withCPath { from in new.withCPath { to in unsafe linkat(AT_FDCWD, from, AT_FDCWD, to, 0) } }
        if done == 0 { return true }
        let code = slip_errno()
        if [ENOENT, ENOTDIR, ENOSPC, EDQUOT, EROFS].contains(code) { throw SystemError("link", path, code: code) }
        return false
    }

    /// Writes a new file beside or apart from `model`, whose mode, owner, group and extended attributes it takes over.
    /// The system begins to write it to the disk; `synchronize` waits until it has. So of many files all are begun before
    /// the first is waited for, and the file system's journal is written once for all rather than for each.
    ///
    /// - Throws: `EPERM` where the owner cannot be kept, unless `keepsOwner` is false.
    package static func create(
        _ path: [UInt8], _ bytes: [UInt8], like model: [UInt8], status: FileStatus, keepsOwner: Bool = true
    ) throws(SystemError) {
        try CallSeam.pass(.create(path))
        let descriptor = path.withCPath { unsafe slip_open($0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600) }
        guard descriptor >= 0 else { throw SystemError("write", path) }
        defer { close(descriptor) }
        do throws(SystemError) {
            try writeAll(bytes, to: descriptor, path)
            let made = try FileStatus(descriptor: descriptor, path: path)
            if made.owner != status.owner || made.group != status.group {
                let changed = fchown(descriptor, status.owner, status.group)
                if changed != 0, keepsOwner { throw SystemError("keep the owner of", model) }
            }
            try copyAttributes(of: model, to: descriptor)
            // After the owner, whose change clears the set-user bits: chown(2).
            guard fchmod(descriptor, mode_t(status.mode)) == 0 else { throw SystemError("keep the mode of", model) }
            // Only a hint: sync_file_range(2) promises nothing.
            _ = sync_file_range(descriptor, 0, 0, UInt32(SYNC_FILE_RANGE_WRITE))
        } catch {
            discard(path)
            throw error
        }
    }

    /// Copies the extended attributes, access control lists among them; where the file system has none, there are none.
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
            // The system's own labels may be its own alone to set; a person's are not lost silently.
            if set != 0, name.starts(with: Array("user.".utf8)) { throw SystemError("keep the attributes of", model) }
        }
    }

    /// Writes to the disk which files a directory has: without it a rename may be lost with the power.
    package static func synchronizeDirectory(_ path: [UInt8]) {
        guard (try? CallSeam.pass(.synchronizeDirectory(path))) != nil else { return }
        let descriptor = path.withCPath { unsafe slip_open($0, O_RDONLY | O_DIRECTORY, 0) }
        guard descriptor >= 0 else { return }
        // Some file systems cannot; what can be done was done.
        _ = fsync(descriptor)
        close(descriptor)
    }

    package static func removeDirectory(_ path: [UInt8]) throws(SystemError) {
        try CallSeam.pass(.removeDirectory(path))
        guard path.withCPath({ unsafe rmdir($0) }) == 0 else { throw SystemError("remove folder", path) }
    }

    /// Removes a directory with all in it; links are removed, not followed, and what is mounted in it is left alone.
    ///
    /// - Throws: `SystemError`; `EXDEV` where a part of it is another file system.
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

    /// Removes a file, a link, or an empty directory; never what is in a directory.
    package static func removeAlone(_ path: [UInt8]) throws(SystemError) {
        guard let status = FileStatus.seen(path) else { return }
        if status.kind == .directory { try removeDirectory(path) } else { try remove(path) }
    }
}
