internal import CLinux

/// File system events of watched directories: inotify(7).
///
/// The kernel queues an event before the system call that made the change returns. A reader that drains the queue
/// therefore knows of every earlier change. This holds for local file systems only.
package final class FileEvents {
    package let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// - Throws: `SystemError`, for example if the user has too many queues (`fs.inotify.max_user_instances`).
    package init() throws(SystemError) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { throw SystemError("watch", []) }
    }

    deinit { close(descriptor) }

    /// The kinds of changes to report.
    package enum Interest: Sendable {
        /// Every change of the directory's entries, their content and their metadata.
        ///
        /// A write through a mapping (mmap(2), MAP_SHARED) causes no event. `IN_CLOSE_WRITE` follows when the last
        /// writer closes or unmaps the file.
        case everything
        /// Entries that are created, deleted or moved, and files that are closed after writing.
        case names

        var mask: UInt32 {
            let names =
                IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF
                | IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK
            return UInt32(self == .names ? names : names | IN_MODIFY | IN_ATTRIB)
        }
    }

    /// Starts to watch the directory `path`, which must not be a symbolic link. If the directory is watched already,
    /// only its interest changes.
    ///
    /// - Returns: the watch descriptor in its events, which depends on the directory and not on its path.
    package func watch(_ path: [UInt8], _ interest: Interest = .everything) throws(SystemError) -> Int32 {
        let watch = path.withCPath { unsafe inotify_add_watch(descriptor, $0, interest.mask) }
        guard watch >= 0 else { throw SystemError("watch", path) }
        return watch
    }

    /// Stops watching a directory. Events that are already queued are still delivered.
    package func remove(_ watch: Int32) { _ = inotify_rm_watch(descriptor, watch) }

    /// Calls `body` with each queued event until the queue is empty. Never waits. If `body` throws, events that were
    /// read with the current one are lost.
    package func drain(_ body: (FileEvent) throws -> Void) throws {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, slip_errno() == EINTR { continue }
            if count <= 0 { return }
            var offset = 0
            // struct inotify_event: four 4-byte numbers. The last is the length of the name with its NUL padding.
            while offset + 16 <= count {
                let length = Int(word(offset + 12))
                guard offset + 16 + length <= count else { return }
                let name = buffer[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }
                try body(
                    FileEvent(watch: Int32(bitPattern: word(offset)), name: Array(name), mask: word(offset + 4)))
                offset += 16 + length
            }
        }
    }

    private func word(_ offset: Int) -> UInt32 {
        unsafe buffer.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }
}
