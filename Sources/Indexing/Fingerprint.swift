import SourceText
package import System

/// What the system says of a file, as one number: type, size, device, inode, and all its times. While it stays the
/// same, nobody has touched the file: the time of change cannot be set back.
///
/// Two different states have the same number with a chance of one in 2⁶⁴. It is never 0, which stands for a file that
/// has to be looked at again whatever it looks like.
package enum FilePrint {
    package static func of(_ status: FileStatus) -> Int64 {
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
        return state == 0 ? 1 : Int64(bitPattern: state)
    }

    /// The print of a file or folder that was looked at after `start`, or 0 where a later change might bear the same
    /// times: the clock that stamps files ticks every few milliseconds, on some file systems every second or two. git
    /// takes the same care.
    static func settled(_ status: FileStatus, at start: Moment) -> Int64 {
        let isCoarse = status.changed % 1_000_000_000 == 0
        let margin: Int64 = isCoarse ? 2_100_000 : 50_000
        return start.microseconds - status.changed / 1000 > margin ? of(status) : 0
    }
}
