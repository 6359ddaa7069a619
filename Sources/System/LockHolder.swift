internal import CLinux

/// The process that has a lock, as far as the system tells: not where it runs in another container, or on another machine.
package struct LockHolder: Hashable, Sendable {
    package var process: Int32
    /// Whether it is stopped (Ctrl-Z, `SIGSTOP`), so that nothing but a person has it go on.
    package var isStopped: Bool

    /// Who has `flock(2)` on an open file: https://man7.org/linux/man-pages/man5/proc_locks.5.html
    init?(descriptor: Int32, path: [UInt8]) {
        guard let status = try? FileStatus(descriptor: descriptor, path: path),
            let locks = try? Files.readAll(ofSystemFile: "/proc/locks")
        else { return nil }
        // As the kernel writes it, which not every file system tells by stat(2): nobody is named there then.
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
        // Of several that share it the one that is stopped.
        guard let holder = holders.first(where: \.isStopped) ?? holders.first else { return nil }
        self = holder
    }

    private init(process: Int32, isStopped: Bool) {
        self.process = process
        self.isStopped = isStopped
    }

    /// The state is the word behind the name, which is in parentheses and may hold any.
    private static func isStopped(_ process: Int32) -> Bool {
        guard let bytes = try? Files.readAll(ofSystemFile: "/proc/\(process)/stat"),
            let end = bytes.lastIndex(of: UInt8(ascii: ")")), end + 2 < bytes.count
        else { return false }
        return [UInt8(ascii: "T"), UInt8(ascii: "t")].contains(bytes[end + 2])
    }
}

extension String {
    /// With two digits at least.
    fileprivate var leftPadded: String { count < 2 ? "0" + self : self }
}
