internal import CLinux

/// What the system says of changes in folders: inotify(7).
///
/// The system queues an event before the call that made the change returns, so that whoever reads the queue until it
/// is empty has heard of everything that was done before. That holds for file systems of this machine alone.
package final class FileEvents {
    package let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// - Throws: `SystemError`, among others where this user has too many queues: `fs.inotify.max_user_instances`.
    package init() throws(SystemError) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { throw SystemError("watch", []) }
    }

    deinit { close(descriptor) }

    /// What is to be heard of.
    package enum Interest: Sendable {
        /// All that changes what a folder holds, or the content and the metadata of what is in it.
        ///
        /// What is written through a mapping (mmap(2), MAP_SHARED) makes no event of its own; `IN_CLOSE_WRITE` comes
        /// when the last one who could write lets the file go, mappings among them.
        case everything
        /// Which names come and go, and that a file was written and closed.
        case names

        var mask: UInt32 {
            let names =
                IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF
                | IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK
            return UInt32(self == .names ? names : names | IN_MODIFY | IN_ATTRIB)
        }
    }

    /// Hears of the folder `path` from now on.
    ///
    /// - Returns: the number that its events bear; the same for the same folder, whatever its path.
    package func watch(_ path: [UInt8], _ interest: Interest = .everything) throws(SystemError) -> Int32 {
        let watch = path.withCPath { unsafe inotify_add_watch(descriptor, $0, interest.mask) }
        guard watch >= 0 else { throw SystemError("watch", path) }
        return watch
    }

    /// Hears no more of a folder. What was queued before is still to be read.
    package func forget(_ watch: Int32) { _ = inotify_rm_watch(descriptor, watch) }

    /// Calls `body` with each event that is queued, until none is left.
    package func drain(_ body: (FileEvent) throws -> Void) throws {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, slip_errno() == EINTR { continue }
            if count <= 0 { return }
            var offset = 0
            // struct inotify_event: four numbers of four bytes, the last the length of the name with its NULs.
            while offset + 16 <= count {
                let length = Int(word(offset + 12))
                guard offset + 16 + length <= count else { return }
                let name = buffer[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }
                try body(
                    FileEvent(watch: Int32(bitPattern: word(offset)), mask: word(offset + 4), name: Array(name)))
                offset += 16 + length
            }
        }
    }

    private func word(_ offset: Int) -> UInt32 {
        unsafe buffer.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }
}
