import TestSupport

/// Texts with more trouble in them than people write.
enum RandomText {
    private static let ranges: [ClosedRange<UInt32>] = [
        0x20...0x7E, 0x61...0x7A, 0x30...0x39, 0x20...0x20, 0xA0...0x24F, 0x250...0x2FF, 0x300...0x36F, 0x300...0x345,
        0x370...0x3FF, 0x400...0x52F, 0x438...0x439, 0x306...0x306, 0x591...0x5F4, 0x600...0x6FF, 0x8A0...0x8FF,
        0x900...0xDFF, 0xE00...0xFFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1100...0x1112, 0x1161...0x1175,
        0x11A7...0x11C2, 0x17B4...0x17DD, 0x1B00...0x1B44, 0x1D00...0x1DFF, 0x1E00...0x1FFF, 0x2000...0x206F,
        0x20D0...0x23FF, 0x2460...0x24FF, 0x2C60...0x2C7F, 0x3000...0x30FF, 0x3099...0x309C, 0x3130...0x33FF,
        0x4E00...0x4E20, 0xA720...0xA7FF, 0xAC00...0xAC40, 0xD780...0xD7FB, 0xF900...0xFAD9, 0xFB00...0xFDFF,
        0xFE00...0xFEFF, 0xFF01...0xFFEE, 0x11080...0x110BF, 0x11300...0x1137F, 0x1D150...0x1D1FF, 0x1D400...0x1D7FF,
        0x1F100...0x1F6FF, 0x20000...0x20010, 0x2F800...0x2FA1D, 0xE0001...0xE0020,
    ]

    /// Up to `count` scalars that Unicode 14 knows, of few scripts at a time.
    static func make(_ count: Int, using random: inout FixedGenerator) -> String {
        var text = String.UnicodeScalarView()
        let few = (0..<Int.random(in: 1...5, using: &random)).map { _ in Int.random(in: ranges.indices, using: &random)
        }
        for _ in 0..<Int.random(in: 0...count, using: &random) {
            let range = ranges[few[Int.random(in: few.indices, using: &random)]]
            guard let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)), isKnown(scalar) else {
                continue
            }
            text.append(scalar)
        }
        return String(text)
    }

    /// Random bytes, many of which begin or continue a UTF-8 sequence.
    static func bytes(_ count: Int, using random: inout FixedGenerator) -> [UInt8] {
        let likely: [UInt8] = [
            0x20, 0x61, 0x80, 0xBF, 0xC3, 0xCC, 0x81, 0xE3, 0x82, 0x99, 0xED, 0xA0, 0xF0, 0xF4, 0x90, 0xFF,
        ]
        return (0..<Int.random(in: 0...count, using: &random)).map { _ in
            Bool.random(using: &random)
                ? UInt8.random(in: 0...255, using: &random)
                : likely[Int.random(in: likely.indices, using: &random)]
        }
    }

    /// Whether the scalar is in Unicode 14, which is what the tables are made from, and may be used in texts.
    ///
    /// Not U+1113 and U+1176: they are one beyond the jamo that compose, and Foundation, the oracle, composes them.
    static func isKnown(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "\u{1113}" || scalar == "\u{1176}" { return false }
        return (scalar.properties.age?.major ?? 99) <= 14 && scalar.properties.generalCategory != .unassigned
    }

    /// Every scalar of Unicode 14 outside of ASCII and private use, but of Han and Hangul syllables only a few.
    static let known: [Unicode.Scalar] = {
        var known: [Unicode.Scalar] = []
        for value: UInt32 in 0x80...0xE01EF {
            let isMany = 0x3400...0x9FFF ~= value || 0xAC00...0xD7A3 ~= value || 0x17000...0x18CFF ~= value
            let isRare = 0x20000...0x2F7FF ~= value || 0x30000...0x32000 ~= value
            let isPrivate = 0xE000...0xF8FF ~= value || 0x32001...0xDFFFF ~= value
            if isPrivate || (isMany || isRare) && value % 61 != 0 { continue }
            if let scalar = Unicode.Scalar(value), isKnown(scalar) { known.append(scalar) }
        }
        return known
    }()
}
