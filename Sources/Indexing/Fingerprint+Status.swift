package import SearchIndex
import SourceText
package import System

extension Fingerprint {
    /// Of type, size, device, inode, and all times. The time of change cannot be set back.
    ///
    /// Two different states have the same fingerprint with a chance of one in 2⁶⁴. It is never `unknown`.
    package init(_ status: FileStatus) {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func mix(_ word: UInt64) {
            // Multiplied to 128 bits, the halves folded together: each bit spreads over all others.
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

    /// That of a file or folder that was looked at after `start`, or none where a later change might bear the same
    /// times: the clock that stamps files ticks every few milliseconds, on some file systems every second or two. git
    /// takes the same care.
    static func settled(_ status: FileStatus, at start: Moment) -> Fingerprint {
        let isCoarse = status.changed % 1_000_000_000 == 0
        let margin: Int64 = isCoarse ? 2_100_000 : 50_000
        return start.microseconds - status.changed / 1000 > margin ? Fingerprint(status) : .unknown
    }
}
