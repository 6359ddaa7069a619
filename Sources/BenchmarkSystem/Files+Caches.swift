internal import CLinux
package import System

/// The system's cache of files.
extension Files {
    private static let dropper = Array("/proc/sys/vm/drop_caches".utf8)

    /// Whether this process may empty the cache: seldom anyone but root.
    package static var canDropCaches: Bool { isWritable(dropper) }

    /// Has the system forget what it holds of files in memory: proc(5). Nothing is lost, since it is written first.
    package static func dropCaches() throws(SystemError) {
        sync()
        let descriptor = dropper.withCPath { unsafe slip_open($0, O_WRONLY, 0) }
        guard descriptor >= 0 else { throw SystemError("write", dropper) }
        defer { close(descriptor) }
        try writeAll(Array("3\n".utf8), to: descriptor, dropper)
    }
}
