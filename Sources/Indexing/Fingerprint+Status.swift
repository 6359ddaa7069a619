package import SearchIndex
import SourceText
package import System

extension Fingerprint {
    /// Hashes the type, size, device, inode and all times of a file. The change time cannot be set by programs.
    ///
    /// Two different states have the same fingerprint with a probability of 2⁻⁶⁴. It is never `unknown`.
    package init(_ status: FileStatus) {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func mix(_ word: UInt64) {
            // Multiplies to 128 bits and folds the halves together, so that each bit affects all others.
            let (high, low) = (state ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
            state = high ^ low ^ (state >> 29)
        }
        mix(status.kind == .directory ? 1 : 0)
        mix(UInt64(bitPattern: status.size))
        mix(status.device)
        mix(status.inode)
        mix(UInt64(bitPattern: status.modified))
        mix(UInt64(bitPattern: status.changed))
        mix(UInt64(bitPattern: status.born ?? .min))
        self.init(state == 0 ? 1 : Int64(bitPattern: state))
    }

    /// Returns the fingerprint of a file whose status was read after `start`. Returns `unknown` if a later change might
    /// get the same times: file system clocks tick every few milliseconds, on some file systems every one or two
    /// seconds. Git takes the same precaution.
    static func settled(_ status: FileStatus, at start: Moment) -> Fingerprint {
        let isCoarse = status.changed % 1_000_000_000 == 0
        let margin: Int64 = isCoarse ? 2_100_000 : 50_000
        return start.microseconds - status.changed / 1000 > margin ? Fingerprint(status) : .unknown
    }
}
