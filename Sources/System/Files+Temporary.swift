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

    /// Removes a folder of ours that is empty; one that is not stays.
    package static func discardFolder(_ path: [UInt8]) { try? removeDirectory(path) }
}
