internal import CLinux

extension Files {
    /// Tries once to read a regular file, with the five system calls needed to verify that its bytes and status belong
    /// together. Returns nil on any error or concurrent change: `read` then retries and reports the reason.
    static func readOnce(_ path: [UInt8], limit: Int, followsLinks: Bool) -> (bytes: [UInt8], status: FileStatus)? {
        let descriptor = openToRead(path, followsLinks: followsLinks)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // `read` retries and reports the error.
        guard let before = try? FileStatus(descriptor: descriptor, path: path), before.kind == .regular,
            before.size <= limit
        else { return nil }
        let size = Int(before.size)
        var count = 0
        // One byte more than the size: if it stays empty, this is the end of the file.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, filled in
            count = unsafe CLinux.read(descriptor, buffer.baseAddress, size + 1)
            filled = max(0, count)
        }
        guard count == size, let after = try? FileStatus(descriptor: descriptor, path: path),
            before.size == after.size, before.modified == after.modified, before.changed == after.changed
        else { return nil }
        return (bytes, after)
    }
}
