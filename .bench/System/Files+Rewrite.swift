internal import CLinux
package import System

extension Files {
    /// Rewrites files with the minimum of calls such that a power failure leaves each file either old or new. Writes
    /// every new file next to the old one, starts all writes before it waits for the first, then renames them.
    package static func rewrite(_ paths: [[UInt8]]) throws(SystemError) {
        let mark = Array(".new".utf8)
        for path in paths {
            let bytes = try read(path).bytes
            let descriptor = try open(path + mark, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644, to: "write")
            defer { close(descriptor) }
            try writeAll(bytes, to: descriptor, path)
            // Only a hint: sync_file_range(2) guarantees nothing.
            _ = sync_file_range(descriptor, 0, 0, UInt32(SYNC_FILE_RANGE_WRITE))
        }
        for path in paths { try synchronize(path + mark) }
        for path in paths { try rename(path + mark, path) }
    }
}
