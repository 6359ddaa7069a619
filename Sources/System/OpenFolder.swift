internal import CLinux

/// A folder below a root, opened without following links. Its `path` leads to the same folder for as long as this value
/// exists, even if the folder is moved or replaced by a symbolic link.
package final class OpenFolder {
    /// The path of the open folder: proc_pid_fd(5). `shownPath` returns its name in the file system.
    package let path: [UInt8]
    private let descriptor: Int32

    private static let descriptors = Array("/proc/self/fd/".utf8)

    /// Opens the folder at `parts` below `root`. Each part is opened relative to the one before, and none may be a
    /// symbolic link: openat(2) with O_NOFOLLOW.
    ///
    /// - Parameter mode: the permissions of missing folders, which are created then (default: they are an error).
    /// - Throws: `SystemError`. If a part is a link, it is `isLoop`.
    package init(_ root: [UInt8], _ parts: [[UInt8]], creatingWith mode: UInt32? = nil) throws(SystemError) {
        var descriptor = root.withCPath { unsafe slip_open_folder(AT_FDCWD, $0, 1) }
        guard descriptor >= 0 else { throw SystemError("open", root) }
        var path = root
        for part in parts {
            path += [UInt8(ascii: "/")] + part
            let here = Self.path(descriptor)
            var (next, code) = Self.open(part, in: descriptor)
            if next < 0, code == ENOENT, let mode {
                do throws(SystemError) {
                    try Files.makeDirectory(here + [UInt8(ascii: "/")] + part, mode: mode)
                } catch  where error.exists {
                    // Another process created it.
                } catch {
                    close(descriptor)
                    throw error
                }
                (next, code) = Self.open(part, in: descriptor)
            }
            if code == ENOTDIR, (try? FileStatus(at: descriptor, part, follows: false))?.kind == .link { code = ELOOP }
            close(descriptor)
            guard next >= 0 else { throw SystemError("open", path, code: code) }
            descriptor = next
        }
        self.descriptor = descriptor
        self.path = Self.path(descriptor)
    }

    deinit { close(descriptor) }

    /// Returns a descriptor, or -1 and the error code.
    private static func open(_ part: [UInt8], in descriptor: Int32) -> (descriptor: Int32, code: Int32) {
        let opened = part.withCPath { unsafe slip_open_folder(descriptor, $0, 0) }
        return (opened, slip_errno())
    }

    private static func path(_ descriptor: Int32) -> [UInt8] { descriptors + Array(String(descriptor).utf8) }

    /// Returns the present name of a file whose path starts with that of an open folder. Returns any other path unchanged.
    package static func shownPath(_ path: [UInt8]) -> [UInt8] {
        guard path.starts(with: descriptors) else { return path }
        let end = path[descriptors.count...].firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
        guard let folder = Files.linkText(Array(path[..<end])) else { return path }
        return folder + path[end...]
    }
}
