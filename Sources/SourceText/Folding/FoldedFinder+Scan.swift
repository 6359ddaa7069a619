extension FoldedFinder {
    /// A scan for the bytes at which a scalar may start that produces the pivot.
    ///
    /// A stop is recognized by its byte and the next two, one of which starts the next scalar. If that is ASCII, it is
    /// also the next byte of the folded text and must match. The test covers sixteen positions at once.
    struct Scan: Sendable {
        private typealias Bytes = SIMD16<UInt8>
        private typealias Mask = SIMDMask<SIMD16<Int8>>

        /// The smallest range that contains the first byte of every two-byte scalar whose folding contains the pivot,
        /// of those in one group: `common` or `rare`. Other bytes in the range only cause needless stops. `low` is 0xFF
        /// if there is none. `extent` is the last byte minus `low`.
        private struct Leads {
            var low: UInt8 = 0xFF
            var extent: UInt8 = 0

            mutating func add(_ lead: UInt8) {
                if low == 0xFF {
                    low = lead
                } else {
                    extent = max(low &+ extent, lead) &- min(low, lead)
                    low = min(low, lead)
                }
            }
        }

        /// The ASCII byte of the pivot, or its first byte if it has at least three, and the capital form of that byte.
        private var first: UInt8 = 0xFF
        private var capital: UInt8 = 0xFF
        /// The bytes that may follow `first`: these two, and bytes with a bit of the mask.
        private var next: UInt8 = 0
        private var nextCapital: UInt8 = 0
        private var nextMask: UInt8 = 0xFF
        private var nextAny: UInt8 = 0
        /// The first bytes of accented Latin letters, the most common in European languages.
        private var common = Leads()
        /// The bytes that may follow such a letter.
        private var follower: UInt8 = 0
        private var followerCapital: UInt8 = 0
        private var followerAny: UInt8 = 0xFF
        /// The first bytes of the other two-byte scalars.
        private var rare = Leads()

        /// - Parameters:
        ///   - offset: the offset of the pivot in `wanted`.
        ///   - isMade: whether the pivot results from a scalar that folds to the given one, alone or as a part.
        init(wanted: [UInt8], offset: Int, isMade: (_ from: UInt32) -> Bool) {
            let length = Self.length(wanted[offset])
            let after = offset + length < wanted.count ? wanted[offset + length] : 0x80
            if length == 1 {
                (first, capital) = (wanted[offset], Self.capital(wanted[offset]))
                if after < 0x80 { (next, nextCapital) = (after, Self.capital(after)) }
                (nextMask, nextAny) = (0x80, after < 0x80 ? 0 : 0xFF)
            } else if length > 2 {
                (first, capital) = (wanted[offset], wanted[offset])
                (next, nextCapital, nextMask, nextAny) = (wanted[offset + 1], wanted[offset + 1], 0, 0)
            }
            var isAlone = after < 0x80
            for maker in Self.makers where isMade(maker.target) {
                if maker.lead <= 0xC5 { common.add(maker.lead) } else { rare.add(maker.lead) }
                // The next scalar of the folded text may come from the same sequence.
                if maker.lead <= 0xC5, maker.isSequence { isAlone = false }
            }
            if isAlone { (follower, followerCapital, followerAny) = (after, Self.capital(after), 0) }
        }

        /// The folding targets of two-byte scalars, with the first bytes of these.
        private static let makers: [(lead: UInt8, target: UInt32, isSequence: Bool)] = {
            let table = FoldingTable.shared
            var makers: [(lead: UInt8, target: UInt32, isSequence: Bool)] = []
            for scalar: UInt32 in 0x80..<0x800 {
                let lead = UInt8(0xC0 | scalar >> 6)
                let entry = table[scalar]
                if !entry.isSequence { makers.append((lead, entry.target, false)) }
                for offset in entry.isSequence ? entry.sequence : 0..<0 {
                    let part = table.pool[offset]
                    makers.append((lead, part, true))
                    makers.append((lead, table[part].target, true))
                }
            }
            return makers
        }()

        /// The estimated frequency of stops for this pivot, judging by its alphabet. 0 is best.
        var cost: Int { common.low == 0xFF ? 0 : followerAny == 0 ? 1 : 2 }

        private static func capital(_ byte: UInt8) -> UInt8 { byte &- 0x61 < 26 ? byte & 0xDF : byte }

        private static func length(_ lead: UInt8) -> Int { lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4 }

        /// Returns the first stop at or after `start`, or `end`. The caller tests whether the scalar there produces the
        /// pivot.
        func nextStop(_ text: [UInt8], _ start: Int, before end: Int) -> Int {
            let text = text.span
            var index = start
            while index &+ 18 <= end {
                let stops = stops(
                    Self.bytes(text, index), next: Self.bytes(text, index &+ 1),
                    afterNext: Self.bytes(text, index &+ 2))
                if any(stops) {
                    for offset in 0..<16 where stops[offset] { return index &+ offset }
                }
                index &+= 16
            }
            while index < end {
                // Any byte may follow the end.
                let second = index + 1 < end ? text[index + 1] : 0x80
                let third = index + 2 < end ? text[index + 2] : 0x80
                let stops = stops(
                    Bytes(repeating: text[index]), next: Bytes(repeating: second), afterNext: Bytes(repeating: third))
                if stops[0] { return index }
                index += 1
            }
            return end
        }

        @inline(__always)
        private static func bytes(_ text: Span<UInt8>, _ index: Int) -> Bytes {
            let bytes = text.extracting(index..<index &+ 16)
            return Bytes(
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9],
                bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15])
        }

        @inline(__always)
        private func stops(_ x: Bytes, next y: Bytes, afterNext z: Bytes) -> Mask {
            let high = Bytes(repeating: 0x80)
            let zero = Bytes(repeating: 0)
            let isFirst = (x .== Bytes(repeating: first)) .| (x .== Bytes(repeating: capital))
            let isNext =
                (y .== Bytes(repeating: next)) .| (y .== Bytes(repeating: nextCapital))
                .| (((y & Bytes(repeating: nextMask)) | Bytes(repeating: nextAny)) .!= zero)
            let isCommon = (x &- Bytes(repeating: common.low)) .<= Bytes(repeating: common.extent)
            let isFollower =
                (z .== Bytes(repeating: follower)) .| (z .== Bytes(repeating: followerCapital))
                .| (((z & high) | Bytes(repeating: followerAny)) .!= zero)
            let isRare = (x &- Bytes(repeating: rare.low)) .<= Bytes(repeating: rare.extent)
            // Scalars of three and four bytes except U+4000 to U+9FFF: Han characters fold to themselves.
            let isLong =
                ((x &- Bytes(repeating: 0xE0)) .< Bytes(repeating: 4)) .| (x .>= Bytes(repeating: 0xEA))
            return (isFirst .& isNext) .| (isCommon .& isFollower) .| isRare .| isLong
        }
    }
}
