internal import CLinux

/// A call of the operating system that failed: which, on what, and why.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The value of `errno`.
    package let code: Int32
    /// What was tried, as a verb: `read`, `write`, `open`.
    package let operation: String
    package let path: String
    /// The reason, where the system has no words for it.
    private var detail: String?

    package init(_ operation: String, _ path: [UInt8], code: Int32 = slip_errno()) {
        self.code = code
        self.operation = operation
        self.path = String(decoding: path, as: UTF8.self)
    }

    /// What is read is no regular file.
    init(reading path: [UInt8], which status: FileStatus) {
        self.init("read", path, code: EISDIR)
        if status.kind != .directory { detail = "is \(status.kind.words), not a file" }
    }

    /// What is said of a file that is not there, and of one that cannot be had, by who reads files from elsewhere.
    package static func missing(_ path: [UInt8]) -> SystemError { SystemError("read", path, code: ENOENT) }
    package static func unreadable(_ path: [UInt8]) -> SystemError { SystemError("read", path, code: EIO) }

    package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
    package var exists: Bool { code == EEXIST || code == ENOTEMPTY }
    package var crossesDevices: Bool { code == EXDEV }
    /// `ENOSPC`: the disk is full, or as many folders are watched as may be.
    package var isOutOfSpace: Bool { code == ENOSPC }
    /// `EMFILE` or `ENFILE`: as many files are open as may be.
    package var isOutOfFiles: Bool { code == EMFILE || code == ENFILE }
    /// `EWOULDBLOCK`: another one has the lock.
    package var isLocked: Bool { code == EWOULDBLOCK }
    /// `ENOLCK`, or what file systems say that know no locks.
    package var lacksLocks: Bool { code == ENOLCK || code == ENOSYS || code == EOPNOTSUPP || code == EINVAL }
    /// `ENAMETOOLONG`: a path of more bytes than the system takes.
    package var isTooLong: Bool { code == ENAMETOOLONG }
    /// `ELOOP`: a symbolic link where none may be.
    package var isLoop: Bool { code == ELOOP }
    /// What is there is no file that can be read as one: a link, a folder, a socket, or too large a file.
    package var isNoPlainFile: Bool { [ELOOP, EISDIR, ENXIO, EFBIG].contains(code) }
    package var isReadOnly: Bool { code == EROFS || code == EACCES || code == EPERM }

    /// The system's words for the code, starting small: `permission denied`.
    package var reason: String {
        if let detail { return detail }
        // Of what is there nothing else refuses to be opened for reading so.
        if code == ENXIO, operation == "read" { return "is \(FileStatus.Kind.socket.words), not a file" }
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        let words = unsafe String(cString: text)
        return words.prefix(1).lowercased() + words.dropFirst()
    }

    package var description: String { "cannot \(operation) '\(path)': \(reason)" }
}
