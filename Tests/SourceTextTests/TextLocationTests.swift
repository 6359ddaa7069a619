import SourceText
import TestSupport
import Testing

@Suite struct TextLocationTests {
    @Test(arguments: 0..<6 as Range<UInt64>)
    func `positions equal those of a table of lines, in any order of requests`(seed: UInt64) {
        var random = FixedGenerator(seed)
        let parts: [[UInt8]] = [
            [0x61], [0x0A], [0x0D, 0x0A], Array("é".utf8), Array("日本".utf8), [0xFF], [0x80], [0x20],
        ]
        let start = seed % 2 == 0 ? 3 : 0
        var bytes: [UInt8] = start == 3 ? [0xEF, 0xBB, 0xBF] : []
        for _ in 0..<300 { bytes += parts.randomElement(using: &random) ?? [] }
        let table = LineTable(bytes)
        let offsets = (0..<100).map { _ in Int.random(in: start...bytes.count, using: &random) }
        let locations = TextLocations(of: offsets, in: bytes)
        for offset in offsets {
            #expect(locations[offset] == TextLocation(line: table.line(at: offset), column: table.column(at: offset)))
        }
    }

    @Test func `beyond the text is its end`() {
        let locations = TextLocations(of: [99, -3], in: Array("ab\nc".utf8))
        #expect(locations[99] == TextLocation(line: 2, column: 2))
        #expect(locations[-3] == .start)
    }
}
