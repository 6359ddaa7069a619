extension Collection<UInt8> {
    /// Returns the bytes with each one that `isKept` rejects as `%` and two hexadecimal digits (RFC 3986, section 2.1).
    @inlinable
    package func percentEncoded(keeping isKept: (UInt8) -> Bool) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        encoded.reserveCapacity(count)
        for byte in self {
            if isKept(byte) {
                encoded.append(byte)
            } else {
                encoded += [Byte.percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return encoded
    }
}

extension ArraySlice<UInt8> {
    /// The percent-decoded bytes (RFC 3986, section 2.1). A `%` without two hexadecimal digits is kept.
    package var percentDecoded: [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(count)
        var index = startIndex
        while index < endIndex {
            if self[index] == Byte.percent, index + 2 < endIndex, let high = self[index + 1].hexValue,
                let low = self[index + 2].hexValue
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(self[index])
                index += 1
            }
        }
        return decoded
    }
}
