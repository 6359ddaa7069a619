internal import CLinux
package import System

extension Files {
    private static let dropper = Array("/proc/sys/vm/drop_caches".utf8)

    /// Whether this process may empty the cache: usually only root.
    package static var canDropCaches: Bool { isWritable(dropper) }

    /// Empties the system's file cache: proc(5). Writes changes to disk first, so nothing is lost.
    package static func dropCaches() throws(SystemError) {
        sync()
        let descriptor = try open(dropper, O_WRONLY, to: "write")
        defer { close(descriptor) }
        try writeAll(Array("3\n".utf8), to: descriptor, dropper)
    }
}
