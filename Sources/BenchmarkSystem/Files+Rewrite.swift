internal import CLinux
package import System

extension Files {
    /// Writes files anew as bare as it can be done that a cut of the power leaves each old or new: every new one beside
    /// the old, all begun to be written before the first is waited for, then put in their places.
    package static func rewrite(_ paths: [[UInt8]]) throws(SystemError) {
        let mark = Array(".new".utf8)
        for path in paths {
            let bytes = try read(path).bytes
            let descriptor = (path + mark).withCPath { unsafe slip_open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o644) }
            guard descriptor >= 0 else { throw SystemError("write", path) }
            defer { close(descriptor) }
            try writeAll(bytes, to: descriptor, path)
            // Only a hint: sync_file_range(2) promises nothing.
            _ = sync_file_range(descriptor, 0, 0, UInt32(SYNC_FILE_RANGE_WRITE))
        }
        for path in paths { try synchronize(path + mark) }
        for path in paths { try rename(path + mark, path) }
    }
}
