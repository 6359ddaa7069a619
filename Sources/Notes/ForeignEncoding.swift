import SourceText

/// The encoding of a file that is not UTF-8 text. Such a file can neither be read nor edited correctly.
package enum ForeignEncoding: Hashable, Sendable {
    case utf16, utf32
    /// A file with NUL bytes, which text does not contain.
    case binary

    /// Detects the encoding by the byte order mark, else by the positions of NUL bytes. Most letters in UTF-16 have
    /// one.
    /// Returns nil if the bytes may be UTF-8.
    ///
    /// Complexity: O(bytes).
    package init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
            self = .utf32
        } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            self = .utf16
        } else if let first = bytes.firstNUL {
            let sample = bytes[(first & ~3)...].prefix(256)
            var counts = [0, 0, 0, 0]
            for (index, byte) in sample.enumerated() where byte == 0 { counts[index & 3] += 1 }
            let half = max(1, sample.count / 8)
            let isEven = counts[0] + counts[2] >= 2 * half && counts[1] + counts[3] == 0
            let isOdd = counts[1] + counts[3] >= 2 * half && counts[0] + counts[2] == 0
            if isEven || isOdd {
                self = .utf16
            } else if counts.count(where: { $0 >= half }) == 3, counts.contains(0) {
                self = .utf32
            } else {
                self = .binary
            }
        } else {
            return nil
        }
    }

    /// The encoding as a predicate, for a message that starts with `this note `.
    package var description: String {
        switch self {
        case .utf16: "is UTF-16, not UTF-8"
        case .utf32: "is UTF-32, not UTF-8"
        case .binary: "contains NUL bytes, so it is not text"
        }
    }
}
