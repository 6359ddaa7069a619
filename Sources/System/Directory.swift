internal import CLinux

/// An open directory. Its entries are looked up without resolving its path again.
@safe package final class Directory: Sendable {
    private let descriptor: Int32

    /// - Parameter follows: whether `path` itself may be a symbolic link to a directory.
    package init(_ path: [UInt8], follows: Bool = true) throws(SystemError) {
        try CallSeam.passReading(of: path)
        descriptor = try Files.open(path, O_RDONLY | O_DIRECTORY | (follows ? 0 : O_NOFOLLOW))
    }

    deinit { close(descriptor) }

    /// Returns the status of the directory itself.
    package func status() throws(SystemError) -> FileStatus { try FileStatus(descriptor: descriptor, path: []) }

    /// Returns the status of an entry. A symbolic link is not followed.
    package func status(of name: [UInt8]) throws(SystemError) -> FileStatus {
        try FileStatus(at: descriptor, name, follows: false)
    }

    /// Returns the status of the entry whose name is at a range of `names`. A symbolic link is not followed.
    package func status(of names: [UInt8], _ range: Range<Int>) throws(SystemError) -> FileStatus {
        try FileStatus(at: descriptor, names, range)
    }

    /// Returns the names of the entries in no particular order, without `.` and `..`.
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
            // readdir(3) returns null both at the end and on an error, which it reports only in `errno`.
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
