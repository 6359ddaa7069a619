/// Temporary files that other programs read.
extension Files {
    /// The folder for temporary files: `$TMPDIR`, or `/tmp`.
    static var temporaryFolder: [UInt8] {
        Array((ThisProcess.variable("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp").utf8)
    }

    /// Creates a new directory, private to this user, in `temporaryFolder`.
    ///
    /// - Parameter prefix: the start of its name.
    package static func makeTemporaryFolder(_ prefix: String = "slip-") throws(SystemError) -> [UInt8] {
        while true {
            let path = temporaryFolder + Array("/\(prefix)\(String(UInt64.random(in: .min ... .max), radix: 36))".utf8)
            do throws(SystemError) {
                try makeDirectory(path, mode: 0o700)
                return path
            } catch {
                if !error.exists { throw error }
            }
        }
    }

    /// Creates or replaces a file atomically: readers see either the old or the new content.
    ///
    /// - Parameter mode: the permissions of the new file.
    package static func replace(_ path: [UInt8], _ bytes: [UInt8], mode: UInt32) throws(SystemError) {
        let fresh = path + Array(".slip-\(ThisProcess.identifier)".utf8)
        try create(fresh, bytes, mode: 0o600)
        do throws(SystemError) {
            try setMode(fresh, mode)
            try rename(fresh, path)
        } catch {
            discard(fresh)
            throw error
        }
    }

    /// Removes a directory of this program if it is empty.
    package static func discardFolder(_ path: [UInt8]) { try? removeDirectory(path) }
}
