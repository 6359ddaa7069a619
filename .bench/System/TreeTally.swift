internal import CLinux
internal import Dispatch
internal import Synchronization
package import System

/// The number and total size of the files in a folder tree. It only lists directories and calls statx(2), on two
/// threads: the lower bound for a scan. It skips hidden names.
package struct TreeTally: Hashable, Sendable {
    package var files = 0
    package var folders = 0
    /// The total size of the files.
    package var bytes: Int64 = 0

    /// The folders not yet listed, and the number of threads that are listing one and may find more.
    private struct Queue {
        var folders: [[UInt8]]
        var working = 0
        var failure: SystemError?
    }

    private init() {}

    /// Complexity: O(files)
    package init(_ root: [UInt8]) throws(SystemError) {
        let queue = Mutex(Queue(folders: [root]))
        let total = Mutex(TreeTally())
        DispatchQueue.concurrentPerform(iterations: 2) { _ in
            var own = TreeTally()
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            var found: [[UInt8]] = []
            var isWorking = false
            while true {
                let (next, isDone) = queue.withLock { queue -> ([UInt8]?, Bool) in
                    if isWorking { queue.working -= 1 }
                    queue.folders += found
                    guard queue.failure == nil, let next = queue.folders.popLast() else {
                        isWorking = false
                        return (nil, queue.failure != nil || queue.working == 0)
                    }
                    queue.working += 1
                    isWorking = true
                    return (next, false)
                }
                found.removeAll(keepingCapacity: true)
                guard let next else {
                    if isDone { break }
                    sched_yield()
                    continue
                }
                do throws(SystemError) {
                    try own.list(next, &buffer, found: &found)
                } catch {
                    queue.withLock { $0.failure = error }
                }
            }
            total.withLock { total in
                total.files += own.files
                total.folders += own.folders
                total.bytes += own.bytes
            }
        }
        if let failure = queue.withLock({ $0.failure }) { throw failure }
        self = total.withLock { $0 }
    }

    private mutating func list(
        _ folder: [UInt8], _ buffer: inout [UInt8], found: inout [[UInt8]]
    ) throws(SystemError) {
        let descriptor = try Files.open(folder, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        while true {
            let size = unsafe buffer.withUnsafeMutableBytes { unsafe getdents64(descriptor, $0.baseAddress, $0.count) }
            guard size >= 0 else { throw SystemError("read", folder) }
            if size == 0 { return }
            unsafe buffer.withUnsafeBytes { bytes in
                var offset = 0
                while offset < size {
                    // linux_dirent64 of getdents(2): inode and offset of 8 bytes each, the entry's length in 2, its
                    // type in 1, and the name with its NUL.
                    let length = unsafe Int(bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt16.self))
                    let name = unsafe UnsafeRawBufferPointer(rebasing: bytes[(offset + 19)..<(offset + length)])
                    unsafe add(descriptor, folder, name: name, found: &found)
                    offset += length
                }
            }
        }
    }

    private mutating func add(
        _ directory: Int32, _ folder: [UInt8], name: UnsafeRawBufferPointer, found: inout [[UInt8]]
    ) {
        guard unsafe name[0] != UInt8(ascii: "."), let start = name.baseAddress else { return }
        var status = statx()
        let path = unsafe start.assumingMemoryBound(to: CChar.self)
        // A file removed in the meantime is not counted.
        guard unsafe slip_statx(directory, path, AT_SYMLINK_NOFOLLOW, &status) == 0 else { return }
        if slip_is_directory(mode_t(status.stx_mode)) != 0 {
            folders += 1
            found.append(unsafe folder + [UInt8(ascii: "/")] + name.prefix { $0 != 0 })
        } else {
            files += 1
            bytes += Int64(clamping: status.stx_size)
        }
    }
}
