import RegularExpressions
import TestSupport
import Testing

@Suite struct `Random patterns` {
    typealias Unit = Expression.Unit

    static func letter(_ text: String, _ members: String) -> Expression {
        let members = Set(members.unicodeScalars)
        return .scalar(text) { members.contains($0) }
    }

    static let letters = [
        letter("a", "a"), letter("b", "b"), letter("[ab]", "ab"), letter("é", "é"), letter("[a-cé]", "abcé"),
        Expression.scalar(".") { $0 != "\n" }, .scalar("[^a]") { $0 != "a" }, letter("\\n", "\n"),
    ]

    static let places: [Expression] = [
        .place("^") { before, _ in before == nil || before?.scalar == "\n" },
        .place("$") { before, after in
            after == nil || after?.isCarriageReturnBeforeLineFeed == true
                || (after?.scalar == "\n" && before?.isCarriageReturnBeforeLineFeed != true)
        },
        .place("\\A") { before, _ in before == nil },
        .place("\\z") { _, after in after == nil },
        .place("\\b") { isWord($0) != isWord($1) },
        .place("\\B") { isWord($0) == isWord($1) },
    ]

    static func isWord(_ unit: Unit?) -> Bool {
        unit?.scalar.map { "abcé".unicodeScalars.contains($0) } ?? false
    }

    @Test(arguments: 0..<8)
    func `match what Swift's own engine matches`(seed: Int) throws {
        var generator = FixedGenerator(UInt64(seed))
        for _ in 0..<40 {
            let expression = Expression.random(depth: 4, leaves: Self.letters, using: &generator)
            if expression.repeatsEmpty { continue }
            let pattern = expression.pattern
            let oracle = try Regex(pattern).matchingSemantics(.unicodeScalar).anchorsMatchLineEndings()
            var matcher = Matcher(try Pattern(pattern, ignoresCase: false))
            for _ in 0..<6 {
                let text = String((0..<generator.below(9)).map { _ in generator.pick(Array("aabbcé\n")) })
                let bytes = Array(text.utf8)
                let expected = text.firstMatch(of: oracle).map {
                    text.utf8.distance(
                        from: text.startIndex, to: $0.range.lowerBound)..<text.utf8.distance(
                            from: text.startIndex, to: $0.range.upperBound)
                }
                #expect(
                    matcher.firstMatch(bytes, in: 0..<bytes.count, from: 0) == expected, "\(pattern) in \(bytes)")
                #expect(matcher.matches(bytes, in: 0..<bytes.count) == (expected != nil), "\(pattern) in \(bytes)")
            }
        }
    }

    /// Texts of whole scalars and of broken ones, cut out of a longer text, from every place.
    @Test(arguments: 0..<8)
    func `match what trying every way matches, with places and bytes that are not UTF-8`(seed: Int) throws {
        var generator = FixedGenerator(1000 + UInt64(seed))
        let pieces: [([UInt8], Unicode.Scalar?)] = [
            ([0x61], "a"), ([0x61], "a"), ([0x62], "b"), ([0x20], " "), ([0x0A], "\n"), ([0x0D], "\r"),
            ([0xC3, 0xA9], "é"), ([0xF0, 0x9F, 0x98, 0x80], "😀"), ([0xE2, 0x82, 0xAC], "€"), ([0xE2, 0x82], nil),
            ([0xFF], nil), ([0xED], nil), ([0xF0, 0x9F, 0x98], nil),
        ]
        for _ in 0..<70 {
            let leaves = Self.letters + Self.places
            let expression = Expression.random(depth: 4, leaves: leaves, using: &generator)
            var matcher = Matcher(try Pattern(expression.pattern, ignoresCase: false))
            for _ in 0..<3 {
                var bytes: [UInt8] = Array("xa\r\n".utf8).suffix(generator.below(5))
                let start = bytes.count
                var units: [Unit] = []
                for _ in 0..<generator.below(8) {
                    let (piece, scalar) = generator.pick(pieces)
                    bytes += piece
                    if scalar == "\n", units.last?.scalar == "\r" {
                        units[units.count - 1].isCarriageReturnBeforeLineFeed = true
                    }
                    units.append(Unit(scalar: scalar, length: piece.count))
                }
                let range = start..<bytes.count
                bytes += generator.pick([[], [0x0A], [0x61], [0xAC]])
                let offsets = units.reduce(into: [start]) { $0.append($0[$0.count - 1] + $1.length) }
                for from in 0...units.count {
                    let expected = expression.firstMatch(in: units, from: from).map {
                        offsets[$0.lowerBound]..<offsets[$0.upperBound]
                    }
                    let found = matcher.firstMatch(bytes, in: range, from: offsets[from])
                    let place = "\(expression.pattern) in \(bytes)[\(range)] from \(offsets[from])"
                    if expression.repeatsEmpty {
                        #expect(found?.lowerBound == expected?.lowerBound, "\(place)")
                    } else {
                        #expect(found == expected, "\(place)")
                    }
                    if from == 0 { #expect(matcher.matches(bytes, in: range) == (expected != nil), "\(place)") }
                }
            }
        }
    }
}
