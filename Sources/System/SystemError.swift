internal import CLinux

/// A failed system call: the operation, the path and the reason.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The value of `errno`.
    package let code: Int32
    /// The operation as a verb: `read`, `write`, `open`.
    package let operation: String
    package let path: String
    /// The reason, if `errno` does not describe it.
    private var detail: String?

    package init(_ operation: String, _ path: [UInt8], code: Int32 = slip_errno()) {
        self.code = code
        self.operation = operation
        self.path = String(decoding: OpenFolder.shownPath(path), as: UTF8.self)
    }

    /// Describes an attempt to read something other than a regular file.
    init(reading path: [UInt8], which status: FileStatus) {
        self.init("read", path, code: EISDIR)
        if status.kind != .directory { detail = "is \(status.kind.words), not a file" }
    }

    /// The errors for missing and unreadable files of sources other than the file system.
    package static func missing(_ path: [UInt8]) -> SystemError { SystemError("read", path, code: ENOENT) }
    package static func unreadable(_ path: [UInt8]) -> SystemError { SystemError("read", path, code: EIO) }

    package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
    package var exists: Bool { code == EEXIST || code == ENOTEMPTY }
    package var crossesDevices: Bool { code == EXDEV }
    /// `ENOSPC`: the disk is full, or the limit of watched directories is reached.
    package var isOutOfSpace: Bool { code == ENOSPC }
    /// `EMFILE` or `ENFILE`: the limit of open files is reached.
    package var isOutOfFiles: Bool { code == EMFILE || code == ENFILE }
    /// `EWOULDBLOCK`: another process holds the lock.
    package var isLocked: Bool { code == EWOULDBLOCK }
    /// `ENOLCK`, or another error of a file system that does not support locks.
    package var lacksLocks: Bool { code == ENOLCK || code == ENOSYS || code == EOPNOTSUPP || code == EINVAL }
    /// `ENAMETOOLONG`: the path is longer than the system allows.
    package var isTooLong: Bool { code == ENAMETOOLONG }
    /// `ELOOP`: a symbolic link where none is allowed.
    package var isLoop: Bool { code == ELOOP }
    /// Whether the path is not a readable regular file: a link, a directory, a socket, or too large a file.
    package var isNoPlainFile: Bool { [ELOOP, EISDIR, ENXIO, EFBIG].contains(code) }
    /// Whether the system lacks memory, processes, files or space for the moment, or reading failed.
    package var isTransient: Bool { [EAGAIN, ENOMEM, EMFILE, ENFILE, ENOSPC, EDQUOT, EIO, ETXTBSY].contains(code) }
    package var isReadOnly: Bool { code == EROFS || code == EACCES || code == EPERM }

    /// The system's message for the code, with a lowercase first letter: `permission denied`.
    package var reason: String {
        if let detail { return detail }
        // Only a socket fails with ENXIO when it is opened for reading this way.
        if code == ENXIO, operation == "read" { return "is \(FileStatus.Kind.socket.words), not a file" }
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        let words = unsafe String(cString: text)
        return words.prefix(1).lowercased() + words.dropFirst()
    }

    package var description: String { "cannot \(operation) '\(path)': \(reason)" }
}
