internal import CLinux

/// Basic reading and changing of files. Paths are bytes, absolute or relative to the current directory.
package enum Files {
    /// The default size limit, larger than any note or settings file. A sparse file may claim to be larger than memory.
    package static let defaultLimit = 64 << 20

    /// Reads a regular file with its consistent status. If the file changes meanwhile, it is read again.
    ///
    /// - Parameters:
    ///   - limit: the largest size that is read.
    ///   - followsLinks: whether any part of the path may be a symbolic link. Otherwise a link is `ELOOP`.
    /// - Throws: `SystemError`. `EBUSY` if the file keeps changing while it is read, `EFBIG` if it is too large, `EISDIR`
    ///   if it is not a regular file.
    package static func read(
        _ path: [UInt8], limit: Int = defaultLimit, followsLinks: Bool = true
    ) throws(SystemError) -> (bytes: [UInt8], status: FileStatus) {
        try CallSeam.passReading(of: path)
        if let once = readOnce(path, limit: limit, followsLinks: followsLinks) { return once }
        for _ in 0..<20 {
            let descriptor = openToRead(path, followsLinks: followsLinks)
            guard descriptor >= 0 else { throw SystemError("read", path) }
            defer { close(descriptor) }
            let before = try FileStatus(descriptor: descriptor, path: path)
            guard before.kind == .regular else { throw SystemError(reading: path, which: before) }
            guard before.size <= limit else { throw SystemError("read", path, code: EFBIG) }
            let bytes = try readAll(descriptor, expecting: Int(before.size), path)
            let after = try FileStatus(descriptor: descriptor, path: path)
            if before.size == after.size, before.modified == after.modified, before.changed == after.changed,
                bytes.count == Int(after.size)
            {
                return (bytes, after)
            }
        }
        throw SystemError("read", path, code: EBUSY)
    }

    /// Opens a file, and closes it on exec.
    ///
    /// - Parameters:
    ///   - flags: those of open(2).
    ///   - operation: the operation that an error names.
    package static func open(
        _ path: [UInt8], _ flags: Int32, mode: UInt32 = 0, to operation: String = "read"
    ) throws(SystemError) -> Int32 {
        let descriptor = path.withCPath { unsafe slip_open($0, flags, mode_t(mode)) }
        guard descriptor >= 0 else { throw SystemError(operation, path) }
        return descriptor
    }

    static func openToRead(_ path: [UInt8], followsLinks: Bool) -> Int32 {
        let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY
        return path.withCPath {
            unsafe followsLinks ? slip_open($0, flags, 0) : slip_open_without_links($0, flags)
        }
    }

    /// Reads `descriptor` to its end.
    package static func readAll(
        _ descriptor: Int32, expecting size: Int = 0, _ path: [UInt8] = Array("-".utf8)
    ) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        // One byte more than the size, so that the end is detected without growing the array.
        bytes.reserveCapacity(size + 1)
        var capacity = max(size + 1, 4096)
        while true {
            let piece = try readPiece(descriptor, path, atMost: capacity)
            if piece.isEmpty { return bytes }
            if bytes.isEmpty { bytes = piece } else { bytes += piece }
            capacity = piece.count == capacity ? min(capacity * 2, 1 << 20) : max(4096, size + 1 - bytes.count)
        }
    }

    /// Reads a file of `/proc`, whose reported size is meaningless.
    package static func readAll(ofSystemFile path: String) throws(SystemError) -> [UInt8] {
        let path = Array(path.utf8)
        let descriptor = try open(path, O_RDONLY)
        defer { close(descriptor) }
        return try readAll(descriptor, path)
    }

    /// Returns the bytes available from `descriptor`, at most `capacity`. Waits for the first one. Returns none at the
    /// end.
    package static func readPiece(
        _ descriptor: Int32, _ path: [UInt8] = Array("-".utf8), atMost capacity: Int = 1 << 16
    ) throws(SystemError) -> [UInt8] {
        var failure: Int32 = 0
        var count = 0
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
            repeat {
                count = unsafe CLinux.read(descriptor, buffer.baseAddress, capacity)
            } while count < 0
                && slip_errno() == EINTR
            failure = slip_errno()
            filled = max(0, count)
        }
        guard count >= 0 else { throw SystemError("read", path, code: failure) }
        return piece
    }

    /// Reads the start of a file until `buffer` is full. Fast for many small files, but does not detect concurrent
    /// changes.
    ///
    /// - Returns: the number of bytes that were read.
    package static func read(_ path: [UInt8], into buffer: inout [UInt8]) throws(SystemError) -> Int {
        let descriptor = try open(path, O_RDONLY)
        defer { close(descriptor) }
        var filled = 0
        while filled < buffer.count {
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe CLinux.read(descriptor, bytes.baseAddress.map { unsafe $0 + filled }, bytes.count - filled)
            }
            if count < 0, slip_errno() == EINTR { continue }
            guard count >= 0 else { throw SystemError("read", path) }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// Sets the modification time of a file, in nanoseconds since 1970: utimensat(2).
    package static func setModified(_ path: [UInt8], _ nanoseconds: Int64) throws(SystemError) {
        let time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        let times = [time, time]
        guard path.withCPath({ unsafe utimensat(AT_FDCWD, $0, times, 0) }) == 0 else {
            throw SystemError("set the time of", path)
        }
    }

    /// Writes all of `bytes` and continues after short writes.
    package static func writeAll(
        _ bytes: [UInt8], to descriptor: Int32, _ path: [UInt8] = Array("standard output".utf8)
    ) throws(SystemError) {
        try CallSeam.pass(.write(path, bytes))
        var offset = 0
        while offset < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe CLinux.write(descriptor, buffer.baseAddress.map { unsafe $0 + offset }, buffer.count - offset)
            }
            if count < 0 {
                if slip_errno() == EINTR { continue }
                throw SystemError("write", path)
            }
            offset += count
        }
    }

    /// Returns the entries of a directory in no particular order, without `.` and `..`. Entries that are inaccessible,
    /// or vanish meanwhile, are left out.
    ///
    /// - Parameter follows: whether `path` itself may be a symbolic link to a directory.
    package static func list(
        _ path: [UInt8], follows: Bool = true
    ) throws(SystemError) -> [(name: [UInt8], status: FileStatus)] {
        let directory = try Directory(path, follows: follows)
        do throws(SystemError) {
            // Entries that vanished between the two calls, or that are inaccessible, are left out.
            return try directory.names().compactMap { name in
                (try? directory.status(of: name)).map { (name, $0) }
            }
        } catch {
            throw SystemError("read", path, code: error.code)
        }
    }

    /// Returns the entries of a directory, or none only if it does not exist.
    package static func listIfThere(
        _ path: [UInt8], follows: Bool = true
    ) throws(SystemError) -> [(name: [UInt8], status: FileStatus)] {
        do {
            return try list(path, follows: follows)
        } catch {
            if error.isMissing { return [] }
            throw error
        }
    }

    /// Returns the path with every symbolic link resolved, or nil if the file does not exist or is inaccessible.
    package static func realPath(_ path: [UInt8]) -> [UInt8]? {
        path.withCPath { pointer in
            guard let resolved = unsafe realpath(pointer, nil) else { return nil }
            defer { unsafe free(resolved) }
            return unsafe Array(cString: resolved)
        }
    }

    /// Returns the target of a symbolic link, which need not exist. Returns nil if there is no link at `path`, or the
    /// target is longer than the system allows.
    package static func linkText(_ path: [UInt8]) -> [UInt8]? {
        let size = Int(PATH_MAX)
        var text = [CChar](repeating: 0, count: size)
        let count = path.withCPath { unsafe readlink($0, &text, size) }
        // A target that fills the buffer may be truncated.
        return count < 0 || count == size ? nil : text[..<count].map { UInt8(bitPattern: $0) }
    }

    package static func makeDirectory(_ path: [UInt8], mode: UInt32 = 0o777) throws(SystemError) {
        try CallSeam.pass(.makeDirectory(path))
        guard path.withCPath({ unsafe mkdir($0, mode_t(mode)) }) == 0 else { throw SystemError("make folder", path) }
    }

    /// Creates a directory and its missing parents. Also succeeds if a file of any kind exists at `path`.
    package static func makeDirectories(_ path: [UInt8], mode: UInt32 = 0o777) throws(SystemError) {
        do {
            try makeDirectory(path, mode: mode)
        } catch {
            if error.exists { return }
            guard error.code == ENOENT, let slash = path.lastIndex(of: UInt8(ascii: "/")), slash > 0 else {
                throw error
            }
            try makeDirectories(Array(path[..<slash]), mode: mode)
            do { try makeDirectory(path, mode: mode) } catch { if !error.exists { throw error } }
        }
    }

    /// Writes a file's content to disk and waits for it: `fsync(2)`.
    package static func synchronize(_ path: [UInt8]) throws(SystemError) {
        try CallSeam.pass(.synchronize(path))
        let descriptor = try open(path, O_RDONLY, to: "write")
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw SystemError("write", path) }
    }

    package static func remove(_ path: [UInt8]) throws(SystemError) {
        try CallSeam.pass(.remove(path))
        guard path.withCPath({ unsafe unlink($0) }) == 0 else { throw SystemError("remove", path) }
    }

    /// Removes a temporary file of this program, which may already be gone. A later cleanup removes it if this fails.
    package static func discard(_ path: [UInt8]) { try? remove(path) }

    /// Renames `old` to `new` and replaces an existing file.
    package static func rename(_ old: [UInt8], _ new: [UInt8]) throws(SystemError) {
        try CallSeam.pass(.rename(old, new))
        let done = old.withCPath { from in new.withCPath { to in unsafe CLinux.rename(from, to) } }
        guard done == 0 else { throw SystemError("rename", old) }
    }

    package static func setMode(_ path: [UInt8], _ mode: UInt32) throws(SystemError) {
        guard path.withCPath({ unsafe chmod($0, mode_t(mode)) }) == 0 else {
            throw SystemError("set the mode of", path)
        }
    }

    /// Gives a file the owner and group of another. Does nothing if that is not permitted. A link itself is changed.
    package static func setOwner(_ path: [UInt8], like status: FileStatus) {
        _ = path.withCPath { unsafe lchown($0, status.owner, status.group) }
    }

    /// Writes a new file. Fails if it exists.
    package static func create(_ path: [UInt8], _ bytes: [UInt8], mode: UInt32 = 0o666) throws(SystemError) {
        try CallSeam.pass(.create(path))
        let descriptor = try open(path, O_WRONLY | O_CREAT | O_EXCL, mode: mode, to: "write")
        defer { close(descriptor) }
        do {
            try writeAll(bytes, to: descriptor, path)
        } catch {
            // Do not leave a partial file.
            discard(path)
            throw error
        }
    }

    /// Returns the reason why a file of this size cannot be read now, or nil if it can.
    package static func obstacle(_ path: [UInt8], size: Int64) -> SystemError? {
        if size > defaultLimit { return SystemError("read", path, code: EFBIG) }
        return path.withCPath { unsafe access($0, R_OK) } == 0 ? nil : SystemError("read", path)
    }

    /// Whether this process may write to the directory `path`.
    package static func isWritable(_ path: [UInt8]) -> Bool { path.withCPath { unsafe access($0, W_OK) } == 0 }

    package static func currentDirectory() throws(SystemError) -> [UInt8] {
        guard let path = unsafe getcwd(nil, 0) else { throw SystemError("find the current directory", []) }
        defer { unsafe free(path) }
        return unsafe Array(cString: path)
    }
}
