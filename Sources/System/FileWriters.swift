internal import CLinux

/// The processes that have a file open for writing.
package enum FileWriters {
    /// Waits until no process has a file open for writing, at most `timeout` milliseconds. Does not wait if that cannot
    /// be determined: for a file of another user, and on file systems without leases (fcntl(2), F_SETLEASE).
    ///
    /// - Throws: `SystemError` if the file cannot be read.
    package static func wait(for path: [UInt8], timeout: Int) throws(SystemError) {
        let descriptor = try Files.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        defer { close(descriptor) }
        for _ in 0..<timeout {
            if slip_has_writers(descriptor) == 0 { return }
            ThisProcess.sleep(.milliseconds(1))
        }
    }
}
