internal import CLinux
internal import SourceText

/// A lease on a regular file: until it ends, another process that opens the file waits (fcntl(2), F_SETLEASE).
///
/// The waiting process gets the file that its path led to before it waited, even if that file has another name by then.
/// The kernel ends a lease that a process waits for after `/proc/sys/fs/lease-break-time`, 45 seconds by default.
///
/// Until `end`, this process must not open the file either. `contentHash` and `bytes` read it.
package final class FileLease {
    /// The result of an attempt to take a lease.
    package enum Attempt {
        case taken(FileLease)
        /// A process has the file open for writing.
        case hasWriter
        /// The file belongs to another user, or its file system has no leases.
        case unavailable
    }

    private let path: [UInt8]
    private let descriptor: Int32
    private let type: Int32
    private var isHeld = true
    /// The status of the file when it was opened.
    package let status: FileStatus

    private init(_ path: [UInt8], descriptor: Int32, type: Int32, status: FileStatus) {
        // The folder of the path may be closed by the time of an error.
        self.path = OpenFolder.shownPath(path)
        self.descriptor = descriptor
        self.type = type
        self.status = status
    }

    deinit { end() }

    /// Ends the lease, so that a waiting process can continue. The value must not be used afterwards.
    package func end() {
        if !isHeld { return }
        isHeld = false
        slip_end_lease(descriptor)
        close(descriptor)
    }

    /// Takes a lease that readers and writers wait for, or only writers if a process has the file open for reading.
    ///
    /// - Throws: `SystemError` if the file cannot be read, or is not a regular file. A link is not followed.
    package static func take(_ path: [UInt8]) throws(SystemError) -> Attempt {
        let descriptor = try Files.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        do throws(SystemError) {
            let status = try FileStatus(descriptor: descriptor, path: path)
            guard status.kind == .regular else { throw SystemError(reading: path, which: status) }
            try CallSeam.pass(.lease(path))
            for type in CallSeam.hasLeases ? [Int32(slip_lease_write), Int32(slip_lease_read)] : [] {
                let code = slip_set_lease(descriptor, type)
                if code == 0 { return .taken(FileLease(path, descriptor: descriptor, type: type, status: status)) }
                if code != EAGAIN { break }
                if type == slip_lease_read {
                    close(descriptor)
                    return .hasWriter
                }
            }
        } catch {
            close(descriptor)
            throw error
        }
        close(descriptor)
        return .unavailable
    }

    /// Whether this process gets leases on the files in a folder: on the first regular file there. True if there is none.
    package static func isAvailable(in folder: [UInt8]) -> Bool {
        let entries = (try? Files.list(folder)) ?? []
        guard let file = entries.first(where: { $0.status.kind == .regular }),
            let attempt = try? take(folder + [UInt8(ascii: "/")] + file.name)
        else { return true }
        if case .unavailable = attempt { return false }
        return true
    }

    /// Whether a process waits for the end of the lease, or has waited for so long that the kernel ended it.
    package var isBroken: Bool {
        // A test that stops all calls stops this one too. The careful answer is yes.
        guard (try? CallSeam.pass(.lease(path))) != nil else { return true }
        return slip_lease_is_broken(descriptor, type) != 0
    }

    /// Returns the hash of the file's content, as `Files.contentHash` does.
    package func contentHash() throws(SystemError) -> Int64 {
        try CallSeam.passReading(of: path)
        lseek(descriptor, 0, SEEK_SET)
        return try ContentHash.hash(reading: descriptor, path)
    }

    /// Reads the file.
    ///
    /// - Throws: `SystemError`, `EFBIG` if it is larger than `Files.defaultLimit`.
    package func bytes() throws(SystemError) -> [UInt8] {
        guard try FileStatus(descriptor: descriptor, path: path).size <= Files.defaultLimit else {
            throw SystemError("read", path, code: EFBIG)
        }
        try CallSeam.passReading(of: path)
        lseek(descriptor, 0, SEEK_SET)
        return try Files.readAll(descriptor, expecting: Int(status.size), path)
    }
}
