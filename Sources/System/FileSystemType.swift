internal import CLinux

/// The kind of file system that a path lies on: `f_type` of statfs(2).
package struct FileSystemType: Hashable, Sendable {
    package let number: Int64

    package init(of path: [UInt8]) throws(SystemError) {
        number = path.withCPath { unsafe slip_file_system($0) }
        if number < 0 { throw SystemError("read", path) }
    }

    /// Those on which everything that changes files goes through this machine's kernel, which therefore tells inotify
    /// of all of it (linux/magic.h and the file systems' own sources).
    ///
    /// A list of those that can be trusted, not of those that cannot: NFS, SMB, 9P, AFS, Ceph, Lustre, the shared
    /// folders of virtual machines and whatever FUSE stands for (sshfs, rclone) are changed by others without a word,
    /// and one more of them may come with any kernel. eCryptfs is left out as well: its files may be changed below it.
    private static let local: [Int64: String] = [
        0xEF53: "ext2, ext3, ext4", 0x5846_5342: "XFS", 0x9123_683E: "Btrfs", 0xF2F5_2010: "F2FS",
        0xCA45_1A4E: "bcachefs", 0x2FC1_2FC1: "ZFS", 0x3153_464A: "JFS", 0x5265_4973: "ReiserFS", 0x3434: "NILFS",
        0x0102_1994: "tmpfs", 0x8584_58F6: "ramfs", 0x794C_7630: "overlayfs", 0x4D44: "FAT", 0x2011_BAB0: "exFAT",
        0x7366_746E: "NTFS", 0x482B: "HFS+",
    ]

    /// Those that give a folder a new time of change with every entry that comes, goes or is replaced, and tell times
    /// finely: Linux's own. Others may, but nothing says so; what overlayfs shows may come from a layer below.
    private static let keepingTimes: Set<Int64> = [
        0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0xCA45_1A4E, 0x2FC1_2FC1, 0x0102_1994,
    ]

    /// Whether a folder whose times stand still holds the same entries under the same names.
    package var keepsFolderTimes: Bool { Self.keepingTimes.contains(number) }

    /// Whether inotify hears of every change.
    package var tellsAllChanges: Bool { Self.local[number] != nil }

    /// How statfs(2) writes it, since most that are not in the list have no name here.
    package var name: String { Self.local[number] ?? "of type 0x" + String(number, radix: 16) }
}
