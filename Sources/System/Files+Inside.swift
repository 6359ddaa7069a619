internal import CLinux
internal import SourceText

/// Reads below a directory without following links: in an untrusted vault, a link may lead anywhere.
extension Files {
    /// Returns the bytes of the regular file at `parts` below `root`. Each part is opened relative to the one before,
    /// and none may be a symbolic link: openat(2) with O_NOFOLLOW.
    ///
    /// - Throws: `SystemError`. If a part is a link, it is `isLoop`, or `ENOTDIR` (`isMissing`).
    package static func read(
        inside root: [UInt8], _ parts: [[UInt8]], limit: Int = defaultLimit
    ) throws(SystemError) -> [UInt8] {
        try readWithStatus(inside: root, parts, limit: limit).bytes
    }

    /// Returns the same bytes with the status of the file before it was read.
    package static func readWithStatus(
        inside root: [UInt8], _ parts: [[UInt8]], limit: Int = defaultLimit
    ) throws(SystemError) -> (bytes: [UInt8], status: FileStatus) {
        let file = try InsideFile(root, parts)
        guard file.status.size <= limit else { throw SystemError("read", file.path, code: EFBIG) }
        return (try readAll(file.descriptor, expecting: Int(file.status.size), file.path), file.status)
    }

    /// Returns the hash of a file's content. It is read in chunks, so that memory stays constant.
    ///
    /// - Throws: `SystemError`. A link is not followed. `EBUSY` if the file changes its size meanwhile.
    package static func contentHash(_ path: [UInt8]) throws(SystemError) -> Int64 {
        let descriptor = try open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        defer { close(descriptor) }
        return try ContentHash.hash(reading: descriptor, path)
    }

    /// Whether two files have the same content hash.
    package static func sameContent(_ a: [UInt8], _ b: [UInt8]) throws(SystemError) -> Bool {
        try contentHash(a) == contentHash(b)
    }

    /// Copies a file to a path that does not exist, in chunks, with extended attributes and modification time. Returns
    /// when it is on disk.
    ///
    /// - Parameters:
    ///   - mode: the permissions of the copy.
    ///   - isNew: whether the copy is a new file of this user, whose permissions the umask limits. Otherwise it keeps
    ///     the owner and group if that is permitted.
    package static func copy(
        _ old: [UInt8], to new: [UInt8], mode: UInt32, isNew: Bool = false
    ) throws(SystemError) {
        let source = try open(old, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        defer { close(source) }
        let status = try FileStatus(descriptor: source, path: old)
        guard status.kind == .regular else { throw SystemError(reading: old, which: status) }
        try CallSeam.pass(.create(new))
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
        let target = try open(new, flags, mode: isNew ? mode & 0o777 : 0o600, to: "write")
        defer { close(target) }
        do throws(SystemError) {
            while true {
                let piece = try readPiece(source, old, atMost: chunk)
                if piece.isEmpty { break }
                try writeAll(piece, to: target, new)
            }
            try copyAttributes(of: old, to: target)
            if !isNew {
                // If this is not permitted, this user owns the copy. mv(1) does the same.
                _ = fchown(target, status.owner, status.group)
                guard fchmod(target, mode_t(mode)) == 0 else { throw SystemError("keep the mode of", old) }
            }
            try CallSeam.pass(.synchronize(new))
            guard fsync(target) == 0 else { throw SystemError("write", new) }
            try setModified(new, status.modified)
        } catch {
            discard(new)
            throw error
        }
    }

    /// The size of the pieces of a large file: a multiple of the hash's word size.
    private static let chunk = 1 << 18

    // MARK: Extended attributes

    /// Returns the value of an extended attribute: xattr(7). Returns nil if the file lacks it, it is longer than 256
    /// bytes, or the file system supports none.
    package static func attribute(_ name: String, of path: [UInt8]) -> [UInt8]? {
        let name = Array(name.utf8)
        var value = [UInt8](repeating: 0, count: 256)
        let count = unsafe value.withUnsafeMutableBytes { buffer in
            name.withCPath { name in path.withCPath { path in unsafe getxattr(path, name, buffer.baseAddress, 256) } }
        }
        return count < 0 ? nil : Array(value[..<count])
    }

    /// Sets an extended attribute. Ignores errors: the file system may support none.
    package static func setAttribute(_ name: String, of path: [UInt8], to value: [UInt8]) {
        let name = Array(name.utf8)
        _ = unsafe value.withUnsafeBytes { buffer in
            name.withCPath { name in
                path.withCPath { path in unsafe setxattr(path, name, buffer.baseAddress, buffer.count, 0) }
            }
        }
    }
}
