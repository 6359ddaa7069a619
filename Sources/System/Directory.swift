internal import CLinux

/// An open directory: what is in it, and what its entries look like, without walking its path again for each.
@safe package final class Directory: Sendable {
    private let descriptor: Int32

    /// - Parameter follows: whether `path` itself may be a link to one.
    package init(_ path: [UInt8], follows: Bool = true) throws(SystemError) {
        try CallSeam.passReading(of: path)
        let flags = O_RDONLY | O_DIRECTORY | (follows ? 0 : O_NOFOLLOW)
        descriptor = path.withCPath { unsafe slip_open($0, flags, 0) }
        guard descriptor >= 0 else { throw SystemError("read", path) }
    }

    deinit { close(descriptor) }

    /// The status of the directory itself.
    package func status() throws(SystemError) -> FileStatus { try FileStatus(descriptor: descriptor, path: []) }

    /// The status of an entry; of the link itself where it is a symbolic link.
    package func status(of name: [UInt8]) throws(SystemError) -> FileStatus {
        try FileStatus(at: descriptor, name, follows: false)
    }

    /// The status of the entry whose name stands in a range of `names`.
    package func status(of names: [UInt8], _ range: Range<Int>) throws(SystemError) -> FileStatus {
        try FileStatus(at: descriptor, names, range)
    }

    /// The names of its entries but `.` and `..`, in no order.
    package func names() throws(SystemError) -> [[UInt8]] {
        let copy = dup(descriptor)
        guard copy >= 0, let stream = unsafe fdopendir(copy) else {
            if copy >= 0 { close(copy) }
            throw SystemError("read", [])
        }
        defer { unsafe closedir(stream) }
        unsafe rewinddir(stream)
        var names: [[UInt8]] = []
        while true {
            // Both the end and an error are no entry; only an error says so here.
            slip_clear_errno()
            guard let entry = unsafe readdir(stream) else {
                let code = slip_errno()
                if code != 0 { throw SystemError("read", [], code: code) }
                return names
            }
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: UInt8.self, capacity: 256) { bytes in
                    unsafe Array(UnsafeBufferPointer(start: bytes, count: slip_length(bytes)))
                }
            }
            if name != [0x2E] && name != [0x2E, 0x2E] { names.append(name) }
        }
    }
}
