internal import CLinux

/// An open file below a directory, opened without following links: in an untrusted vault, a link may lead anywhere.
package final class InsideFile {
    let descriptor: Int32
    let path: [UInt8]
    package let status: FileStatus

    /// Opens the regular file at `parts` below `root`. Each part is opened relative to the one before, and none may be a
    /// symbolic link: openat(2) with O_NOFOLLOW.
    ///
    /// - Throws: `SystemError`. If a part is a link, it is `isLoop`, or `ENOTDIR` (`isMissing`).
    package init(_ root: [UInt8], _ parts: [[UInt8]]) throws(SystemError) {
        path = parts.reduce(root) { $0 + [UInt8(ascii: "/")] + $1 }
        try CallSeam.passReading(of: path)
        descriptor = try Self.open(root, parts, path)
        do throws(SystemError) {
            status = try FileStatus(descriptor: descriptor, path: path)
        } catch {
            close(descriptor)
            throw error
        }
        guard status.kind == .regular else { throw SystemError(reading: path, which: status) }
    }

    deinit { close(descriptor) }

    private static func open(_ root: [UInt8], _ parts: [[UInt8]], _ path: [UInt8]) throws(SystemError) -> Int32 {
        var descriptor = root.withCPath { unsafe slip_open($0, O_RDONLY | O_DIRECTORY, 0) }
        guard descriptor >= 0 else { throw SystemError("read", path) }
        for (index, part) in parts.enumerated() {
            let flags = index + 1 < parts.count ? O_DIRECTORY : O_NONBLOCK | O_NOCTTY
            let next = part.withCPath { unsafe slip_openat(descriptor, $0, O_RDONLY | O_NOFOLLOW | flags, 0) }
            let error = next < 0 ? SystemError("read", path) : nil
            close(descriptor)
            if let error { throw error }
            descriptor = next
        }
        return descriptor
    }

    /// Returns at most `count` bytes from an offset, fewer at the end, or nil if they cannot be read.
    package func read(at offset: Int64, count: Int) -> [UInt8]? {
        var failed = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
            let result = unsafe pread(descriptor, buffer.baseAddress, count, off_t(offset))
            failed = result < 0
            used = max(0, result)
        }
        return failed ? nil : bytes
    }
}
