package import Foundation

/// Where tests make their folders.
package enum TestFolder {
    /// What `TMPDIR` names; else memory, where it is a file system with room for all of them: on a disk half of the tests'
    /// time is the system's, most of it ext4's search for a number that no file deleted of late had.
    package static let root: URL = {
        let memory = URL(fileURLWithPath: "/dev/shm").resolvingSymlinksInPath()
        var status = statvfs()
        guard ProcessInfo.processInfo.environment["TMPDIR"] == nil, unsafe access(memory.path, W_OK) == 0,
            // Tests run scripts there; 8 is ST_NOEXEC of statvfs(3).
            unsafe statvfs(memory.path, &status) == 0, status.f_flag & 8 == 0,
            let free = try? FileManager.default.attributesOfFileSystem(forPath: memory.path)[.systemFreeSize]
                as? NSNumber,
            free.int64Value > 2 << 30
        else { return FileManager.default.temporaryDirectory.resolvingSymlinksInPath() }
        return memory
    }()

    /// A new name in it.
    package static func new(_ kind: String) -> URL {
        root.appendingPathComponent("slipbox-\(kind)-\(UUID().uuidString)")
    }
}
