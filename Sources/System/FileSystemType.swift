internal import CLinux

/// The type of the file system that contains a path: `f_type` of statfs(2).
package struct FileSystemType: Hashable, Sendable {
    package let number: Int64

    package init(of path: [UInt8]) throws(SystemError) {
        number = path.withCPath { unsafe slip_file_system($0) }
        if number < 0 { throw SystemError("read", path) }
    }

    /// The file systems that only this machine's kernel changes, so that inotify reports every change (linux/magic.h
    /// and the sources of the file systems).
    ///
    /// This is an allow list, because other machines change the rest without an event: NFS, SMB, 9P, AFS, Ceph, Lustre,
    /// shared folders of virtual machines, and FUSE (sshfs, rclone). Any kernel may add another. eCryptfs is left out
    /// because its files may be changed in the layer below it.
    private static let local: [Int64: String] = [
        0xEF53: "ext2, ext3, ext4", 0x5846_5342: "XFS", 0x9123_683E: "Btrfs", 0xF2F5_2010: "F2FS",
        0xCA45_1A4E: "bcachefs", 0x2FC1_2FC1: "ZFS", 0x3153_464A: "JFS", 0x5265_4973: "ReiserFS", 0x3434: "NILFS",
        0x0102_1994: "tmpfs", 0x8584_58F6: "ramfs", 0x794C_7630: "overlayfs", 0x4D44: "FAT", 0x2011_BAB0: "exFAT",
        0x7366_746E: "NTFS", 0x482B: "HFS+",
    ]

    /// The Linux file systems that update a directory's change time on every change of its entries, with fine
    /// resolution. Others may do so, but do not guarantee it. Files of overlayfs may come from a lower layer.
    private static let reliableTimes: Set<Int64> = [
        0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0xCA45_1A4E, 0x2FC1_2FC1, 0x0102_1994,
    ]

    /// Whether a directory with unchanged times has the same entries under the same names.
    package var hasReliableFolderTimes: Bool { Self.reliableTimes.contains(number) }

    /// Whether inotify reports every change.
    package var reportsAllChanges: Bool { Self.local[number] != nil }

    /// The name to display. Types outside the list are shown as their number in statfs(2).
    package var name: String { Self.local[number] ?? "of type 0x" + String(number, radix: 16) }
}
