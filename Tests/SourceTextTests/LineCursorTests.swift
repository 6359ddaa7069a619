import SourceText
import TestSupport
import Testing

@Suite struct LineCursorTests {
    @Test(arguments: 0..<6 as Range<UInt64>)
    func `wherever it goes it says what a table of the lines says`(seed: UInt64) {
        var random = FixedGenerator(seed)
        let parts: [[UInt8]] = [
            [0x61], [0x0A], [0x0D, 0x0A], Array("é".utf8), Array("日本".utf8), [0xFF], [0x80], [0x20],
        ]
        var bytes: [UInt8] = seed % 2 == 0 ? [0xEF, 0xBB, 0xBF] : []
        for _ in 0..<300 { bytes += parts.randomElement(using: &random) ?? [] }
        let table = LineTable(bytes)
        var cursor = LineCursor(bytes)
        let start = seed % 2 == 0 ? 3 : 0
        var offset = start
        for _ in 0..<600 {
            // Mostly on, now and then back.
            offset = max(start, min(bytes.count, offset + Int.random(in: -30...40, using: &random)))
            let location = cursor.location(of: offset)
            #expect(location.line == table.line(at: offset) && location.column == table.column(at: offset))
            if offset == bytes.count { offset = start }
        }
    }

    @Test func `beyond the text is its end`() {
        var cursor = LineCursor(Array("ab\nc".utf8))
        #expect(cursor.location(of: 99) == LineCursor.Location(line: 2, column: 2))
        #expect(cursor.location(of: -3) == .start)
    }
}
