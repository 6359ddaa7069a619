internal import CLinux

/// The metadata of a file, from `statx(2)`.
package struct FileStatus: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case regular, directory, link, pipe, socket, device

        /// The user-visible description, with its article.
        package var words: String {
            switch self {
            case .regular: "a file"
            case .directory: "a directory"
            case .link: "a symbolic link"
            case .pipe: "a named pipe (FIFO)"
            case .socket: "a socket"
            case .device: "a device"
            }
        }

        init(_ mode: mode_t) {
            self =
                switch mode & 0o170_000 {
                case 0o100_000: .regular
                case 0o040_000: .directory
                case 0o120_000: .link
                case 0o010_000: .pipe
                case 0o140_000: .socket
                default: .device
                }
        }
    }

    package var kind: Kind
    package var size: Int64
    package var device: UInt64
    package var inode: UInt64
    /// The modification time in nanoseconds since 1970.
    package var modified: Int64
    /// The time of the last change of content or metadata, in nanoseconds since 1970. No program can set it.
    package var changed: Int64
    /// The creation time in nanoseconds since 1970, if the file system records it.
    package var born: Int64?
    /// Permission bits.
    package var mode: UInt32
    package var owner: UInt32
    package var group: UInt32
    package var links: UInt32

    /// Reads the status of `path`. A symbolic link is followed only if `follows`.
    package init(_ path: [UInt8], follows: Bool = false) throws(SystemError) {
        try self.init(at: AT_FDCWD, path, follows: follows)
    }

    /// Returns the status of `path`, or nil only if it does not exist. Any other failure is an error.
    package static func ifThere(_ path: [UInt8], follows: Bool = false) throws(SystemError) -> FileStatus? {
        do {
            return try FileStatus(path, follows: follows)
        } catch {
            if error.isMissing { return nil }
            throw error
        }
    }

    /// Returns the status of `path`, or nil if it is missing or inaccessible. For callers that treat both cases alike.
    package static func seen(_ path: [UInt8], follows: Bool = false) -> FileStatus? {
        try? FileStatus(path, follows: follows)
    }

    init(at directory: Int32, _ name: [UInt8], follows: Bool) throws(SystemError) {
        try CallSeam.passStatus(at: name)
        var raw = statx()
        let flags = follows ? 0 : AT_SYMLINK_NOFOLLOW
        let done = name.withCPath { unsafe slip_statx(directory, $0, flags, &raw) }
        guard done == 0 else { throw SystemError("read", name) }
        self.init(raw)
    }

    /// Reads the status of an entry of an open directory. Its name is at a range of `names`.
    init(at directory: Int32, _ names: [UInt8], _ range: Range<Int>) throws(SystemError) {
        try CallSeam.passStatus(at: Array(names[range]))
        var raw = statx()
        let done = names.withCPath(range) { unsafe slip_statx(directory, $0, AT_SYMLINK_NOFOLLOW, &raw) }
        guard done == 0 else { throw SystemError("read", Array(names[range])) }
        self.init(raw)
    }

    init(descriptor: Int32, path: [UInt8]) throws(SystemError) {
        try CallSeam.passStatus(at: path)
        var raw = statx()
        let done = [UInt8]().withCPath { unsafe slip_statx(descriptor, $0, slip_at_empty_path, &raw) }
        guard done == 0 else { throw SystemError("read", path) }
        self.init(raw)
    }

    private init(_ raw: statx) {
        kind = Kind(mode_t(raw.stx_mode))
        size = Int64(clamping: raw.stx_size)
        device = UInt64(raw.stx_dev_major) << 32 | UInt64(raw.stx_dev_minor)
        inode = raw.stx_ino
        modified = Self.nanoseconds(raw.stx_mtime)
        changed = Self.nanoseconds(raw.stx_ctime)
        born = raw.stx_mask & UInt32(STATX_BTIME) != 0 ? Self.nanoseconds(raw.stx_btime) : nil
        mode = UInt32(raw.stx_mode) & 0o7777
        owner = raw.stx_uid
        group = raw.stx_gid
        links = raw.stx_nlink
    }

    private static func nanoseconds(_ time: statx_timestamp) -> Int64 {
        let (whole, overflow) = time.tv_sec.multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? (time.tv_sec < 0 ? .min : .max) : whole &+ Int64(time.tv_nsec)
    }
}
