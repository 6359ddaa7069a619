/// Places for what another program is to read from a file.
extension Files {
    /// Makes a new folder of this user's alone below `$TMPDIR`, else `/tmp`.
    package static func makeTemporaryFolder() throws(SystemError) -> [UInt8] {
        let place = ThisProcess.variable("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        while true {
            let path = Array("\(place)/slip-\(String(UInt64.random(in: .min ... .max), radix: 36))".utf8)
            do throws(SystemError) {
                try makeDirectory(path, mode: 0o700)
                return path
            } catch {
                if !error.exists { throw error }
            }
        }
    }

    /// Puts bytes in the place of a file at once, or makes it: whoever looks sees the old one or the new one, whole.
    ///
    /// - Parameter mode: its permissions then.
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

    /// Removes a folder of ours that is empty; one that is not stays.
    package static func discardFolder(_ path: [UInt8]) { try? removeDirectory(path) }
}
