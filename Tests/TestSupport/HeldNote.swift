import Foundation

/// A note that is held open for writing, at its end.
package final class HeldNote: Sendable {
    /// F_SETLEASE of fcntl(2), which Swift does not import.
    private static let setLease: Int32 = 1024
    private let descriptor: Int32

    /// Opens the file at a full path.
    package init(_ path: String) throws {
        descriptor = unsafe Glibc.open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw TemporaryVault.Failure("open") }
        lseek(descriptor, 0, SEEK_END)
    }

    package func write(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
            throw TemporaryVault.Failure("write")
        }
    }

    /// Removes the content, as a program does that saves in place.
    package func empty() throws {
        guard ftruncate(descriptor, 0) == 0 else { throw TemporaryVault.Failure("truncate") }
        seekToStart()
    }

    package func seekToStart() { seek(to: 0) }

    package func seek(to offset: Int) { lseek(descriptor, offset, SEEK_SET) }

    /// Closes the note, and waits until no process has it open. A program that another test starts at this moment has all
    /// open files until it runs.
    package func close() throws {
        let reader = unsafe Glibc.open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC)
        guard reader >= 0 else { throw TemporaryVault.Failure("open") }
        defer { _ = Glibc.close(reader) }
        _ = Glibc.close(descriptor)
        for _ in 0..<1000 {
            // Either this is the only one that has the file open for writing, or there are no leases to wait for.
            if fcntl(reader, Self.setLease, F_RDLCK) == 0 || errno != EAGAIN { break }
            usleep(10_000)
        }
        _ = fcntl(reader, Self.setLease, F_UNLCK)
    }
}
