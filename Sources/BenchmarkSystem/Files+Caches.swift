internal import CLinux
package import System

extension Files {
    private static let dropper = Array("/proc/sys/vm/drop_caches".utf8)

    /// Whether this process may empty the cache: usually only root.
    package static var canDropCaches: Bool { isWritable(dropper) }

    /// Empties the system's file cache: proc(5). Writes changes to disk first, so nothing is lost.
    package static func dropCaches() throws(SystemError) {
        sync()
        let descriptor = dropper.withCPath { unsafe slip_open($0, O_WRONLY, 0) }
        guard descriptor >= 0 else { throw SystemError("write", dropper) }
        defer { close(descriptor) }
        try writeAll(Array("3\n".utf8), to: descriptor, dropper)
    }
}
