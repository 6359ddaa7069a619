import SourceText

/// Encodes arbitrary bytes as one word of printable ASCII: RFC 3986, section 2.1.
package enum PercentText {
    package static func encoded(_ bytes: [UInt8]) -> String {
        var out = ""
        for byte in bytes {
            if byte > 0x20 && byte < 0x7F && byte != Byte.percent {
                out.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                out += "%" + String(byte, width: 2, radix: 16)
            }
        }
        return out
    }

    package static func decoded(_ text: Substring) -> [UInt8]? {
        let bytes = Array(text.utf8)
        var out: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == Byte.percent {
                guard index + 2 < bytes.count, let high = bytes[index + 1].hexValue, let low = bytes[index + 2].hexValue
                else { return nil }
                out.append(high << 4 | low)
                index += 3
            } else {
                out.append(bytes[index])
                index += 1
            }
        }
        return out
    }
}
