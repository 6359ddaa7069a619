internal import CLinux

/// The process that holds a lock. One in another container or on another machine is not found.
package struct LockHolder: Hashable, Sendable {
    package var process: Int32
    /// Whether the process is stopped (Ctrl-Z, `SIGSTOP`), so that only the user can resume it.
    package var isStopped: Bool

    /// Finds the process that holds `flock(2)` on an open file, or returns nil:
    /// https://man7.org/linux/man-pages/man5/proc_locks.5.html
    init?(descriptor: Int32, path: [UInt8]) {
        guard let status = try? FileStatus(descriptor: descriptor, path: path),
            let locks = try? Files.readAll(ofSystemFile: "/proc/locks")
        else { return nil }
        // The kernel's notation. On some file systems stat(2) reports another device number, and the holder is not
        // found.
        let file =
            String(status.device >> 32, radix: 16).leftPadded + ":"
            + String(status.device & 0xffff_ffff, radix: 16).leftPadded + ":\(status.inode)"
        var holders: [LockHolder] = []
        for line in locks.split(separator: UInt8(ascii: "\n")) {
            // 7: FLOCK  ADVISORY  WRITE 1234 08:01:131 0 EOF
            let words = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard words.count >= 6, words[1] == "FLOCK", words[5] == file, let process = Int32(words[4]),
                process > 0
            else { continue }
            holders.append(LockHolder(process: process, isStopped: Self.isStopped(process)))
        }
        // If several processes share the lock, prefer one that is stopped.
        guard let holder = holders.first(where: \.isStopped) ?? holders.first else { return nil }
        self = holder
    }

    private init(process: Int32, isStopped: Bool) {
        self.process = process
        self.isStopped = isStopped
    }

    /// Whether a process is stopped. The state follows the name in parentheses, which may itself contain parentheses.
    private static func isStopped(_ process: Int32) -> Bool {
        guard let bytes = try? Files.readAll(ofSystemFile: "/proc/\(process)/stat"),
            let end = bytes.lastIndex(of: UInt8(ascii: ")")), end + 2 < bytes.count
        else { return false }
        return [UInt8(ascii: "T"), UInt8(ascii: "t")].contains(bytes[end + 2])
    }
}

extension String {
    /// The string padded with a zero to two digits.
    fileprivate var leftPadded: String { count < 2 ? "0" + self : self }
}
