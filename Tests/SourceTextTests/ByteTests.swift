import Foundation
import SourceText
import TestSupport
import Testing

/// What reads eight bytes at a time against what reads one.
@Suite struct ByteTests {
    private func texts(_ rounds: Int, _ body: ([UInt8], inout FixedGenerator) -> Void) {
        var random = FixedGenerator(77)
        for round in 0..<rounds {
            var bytes =
                round % 3 == 0
                ? RandomText.bytes(60, using: &random) : Array(RandomText.make(30, using: &random).utf8)
            if round % 2 == 0 { bytes += Array("plain text without any end".utf8).prefix(round % 26) }
            for place in bytes.indices where Int.random(in: 0...20, using: &random) == 0 {
                bytes[place] = [0x0A, 0x0A, 0x0D, 0x09, 0x0B, 0x8A, 0x00, 0x7F][place % 8]
            }
            body(bytes, &random)
        }
    }

    @Test func `a line ends at the first line feed`() {
        texts(3000) { bytes, random in
            let start = Int.random(in: 0...bytes.count, using: &random)
            #expect(bytes.lineEnd(from: start) == bytes[start...].firstIndex(of: Byte.newline) ?? bytes.count)
        }
    }

    @Test func `line feeds are counted one by one`() {
        texts(3000) { bytes, random in
            let start = Int.random(in: 0...bytes.count, using: &random)
            let range = start..<Int.random(in: start...bytes.count, using: &random)
            #expect(bytes.lineFeeds(in: range) == bytes[range].count { $0 == Byte.newline })
        }
    }

    @Test func `the first byte that is not UTF-8 is where a longer text no longer begins with characters`() {
        texts(6000) { bytes, _ in
            var valid = 0
            // No character is longer than four bytes, so the place is found when four more bring none.
            while let next = (valid + 1..<valid + 5).first(where: { end in
                end <= bytes.count && String(validating: bytes[valid..<end], as: UTF8.self) != nil
            }) {
                valid = next
            }
            #expect(bytes.firstInvalidUTF8 == (valid < bytes.count ? valid : nil))
        }
    }

    @Test func `blocks answer for each byte what one byte answers`() {
        texts(3000) { bytes, random in
            guard bytes.count >= 8 else { return }
            let start = Int.random(in: 0...bytes.count - 8, using: &random)
            let block = ASCIIBlock.load(bytes.span, at: start)
            let wanted = bytes[Int.random(in: bytes.indices, using: &random)]
            let eight = bytes[start..<start + 8]
            func first(_ answers: UInt64) -> Int? {
                answers == 0 ? nil : start + answers.trailingZeroBitCount / 8
            }
            #expect(first(ASCIIBlock.equal(block, to: wanted)) == eight.firstIndex(of: wanted))
            let low = UInt8.random(in: 0...0x7F, using: &random)
            let high = UInt8.random(in: low...0x7F, using: &random)
            let within = ASCIIBlock.within(block, from: low, to: high)
            #expect(ASCIIBlock.count(within) == eight.count { $0 >= low && $0 <= high })
            #expect(first(within) == eight.firstIndex { $0 >= low && $0 <= high })
            let beyond = eight.firstIndex { $0 >= 0x80 } ?? eight.endIndex
            let words = ASCIIBlock.words(block)
            var folded = [UInt8](repeating: 0, count: 8)
            var room = folded.mutableSpan
            ASCIIBlock.store(ASCIIBlock.folded(block, words: words), to: &room, at: 0)
            for place in start..<beyond {
                let isWord = bytes[place].isLetter || bytes[place].isDigit
                #expect((words >> UInt64(8 * (place - start) + 7) & 1 == 1) == isWord)
                #expect(folded[place - start] == (isWord ? bytes[place].lowercased : Byte.space))
            }
        }
    }

    @Test func `keys are recognized in any case and with any separator of words, and no other names are`() {
        for key in FrontMatterKey.allCases {
            for (rank, name) in key.names.enumerated() {
                let found = FrontMatterKey.name(name)
                #expect(found?.key == key && found?.rank == rank)
                let words = name.split { $0 == "-" || $0 == " " }.map(String.init)
                let camels = words[0] + words.dropFirst().map(\.capitalized).joined()
                let forms = ["-", "_", " ", ""].map { words.joined(separator: $0) } + [camels, name.uppercased()]
                for form in forms { #expect(FrontMatterKey.name(form) == found, "\(form)") }
                for other in ["\0" + name, name + "\0", name + "x", String(name.dropLast())] {
                    let other = FrontMatterKey(named: other)?.names.contains { $0.filter(\.isLetter) == other }
                    #expect(other != false)
                }
            }
        }
        #expect(FrontMatterKey(named: "\u{212A}eywords") == .keywords)
        #expect(FrontMatterKey(named: "") == nil)
        #expect(FrontMatterKey(named: "a name that is longer than any") == nil)
    }
}
