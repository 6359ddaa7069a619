import SourceText
import TestSupport
import Testing

@Suite struct LineTableTests {
    @Test func `lines and columns are those that counting gives`() {
        var random = FixedGenerator(65)
        for _ in 0..<600 {
            var bytes = RandomText.bytes(40, using: &random)
            for place in bytes.indices where Int.random(in: 0...5, using: &random) == 0 {
                bytes[place] = Bool.random(using: &random) ? 0x0A : 0x0D
            }
            let table = LineTable(bytes)
            var line = 1
            var start = 0
            for offset in 0...bytes.count {
                #expect(table.line(at: offset) == line)
                #expect(table.byteColumn(at: offset) == offset - start + 1)
                let before = bytes[start..<offset].count { $0 & 0xC0 != 0x80 }
                if !bytes.starts(with: [0xEF, 0xBB, 0xBF]) { #expect(table.column(at: offset) == before + 1) }
                if offset < bytes.count, bytes[offset] == 0x0A {
                    line += 1
                    start = offset + 1
                }
            }
            #expect(table.count == line)
            var joined: [UInt8] = []
            for number in 1...table.count {
                let range = table.range(ofLine: number)
                #expect(!bytes[range].contains(0x0A))
                joined += bytes[range].filter { $0 != 0x0D }
            }
            #expect(joined == bytes.filter { $0 != 0x0A && $0 != 0x0D })
        }
    }

    @Test func `a byte order mark has no column, and CR belongs to the line end`() {
        let table = LineTable(Array("\u{FEFF}ab\r\nc\r".utf8))
        #expect(table.column(at: 3) == 1)
        #expect(table.column(at: 4) == 2)
        #expect(table.range(ofLine: 1) == 0..<5)
        #expect(table.column(at: 7) == 1)
        #expect(LineTable([]).range(ofLine: 1) == 0..<0)
    }
}
