import SourceText
import TestSupport
import Testing

@Suite struct ByteSearchTests {
    /// Compares each place with the wanted bytes.
    private static func first(_ wanted: [UInt8], in text: ArraySlice<UInt8>) -> Range<Int>? {
        for start in text.startIndex...text.endIndex where start + wanted.count <= text.endIndex {
            if text[start..<start + wanted.count].elementsEqual(wanted) { return start..<start + wanted.count }
        }
        return nil
    }

    @Test func `the first range is found at every place of a text or a part of it`() {
        var random = FixedGenerator(17)
        for _ in 0..<5000 {
            // Bytes that differ in one bit, and the highest bit, are distinguished.
            let letters: [UInt8] = [0x60, 0x61, 0xE1, 0x00, 0xFF]
            let text = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
                letters.randomElement(using: &random) ?? 0
            }
            let wanted = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
                letters.randomElement(using: &random) ?? 0
            }
            let start = Int.random(in: 0...text.count, using: &random)
            let part = text[start..<Int.random(in: start...text.count, using: &random)]
            #expect(text.firstRange(of: wanted) == Self.first(wanted, in: text[...]), "\(wanted) in \(text)")
            #expect(part.firstRange(of: wanted) == Self.first(wanted, in: part), "\(wanted) in \(part)")
        }
    }
}
