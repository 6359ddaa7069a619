import JSONRPC
import SourceText
import TestSupport
import Testing

@Suite struct EditorTextTests {
    private static let pieces = ["a", "b", "é", "𝄞", "😀", "e\u{301}", "\n", "\r\n", "\r", "\n\n", "", "日本", " "]

    private static func text(_ random: inout FixedGenerator, _ count: Int) -> String {
        (0..<Int.random(in: 0...count, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }

    /// The position of a byte, counted from the beginning by the rule alone.
    private static func position(_ bytes: [UInt8], _ offset: Int, _ encoding: PositionEncoding) -> Position {
        var (line, start) = (0, 0)
        var index = 0
        while index < offset {
            if bytes[index] == 10 || (bytes[index] == 13 && !(index + 1 < bytes.count && bytes[index + 1] == 10)) {
                line += 1
                start = index + 1
            }
            index += 1
        }
        let part = String(decoding: bytes[start..<offset], as: UTF8.self)
        switch encoding {
        case .utf8: return Position(line: line, character: part.utf8.count)
        case .utf16: return Position(line: line, character: part.utf16.count)
        case .utf32: return Position(line: line, character: part.unicodeScalars.count)
        }
    }

    @Test(arguments: PositionEncoding.allCases)
    func `positions are those that counting gives, there and back`(encoding: PositionEncoding) {
        var random = FixedGenerator(13)
        for _ in 0..<400 {
            let text = Self.text(&random, 30)
            let bytes = Array(text.utf8)
            let document = EditorText(bytes)
            var cursor = PositionCursor(document, encoding)
            for offset in 0...bytes.count where offset == bytes.count || bytes[offset] & 0xC0 != 0x80 {
                // Between the two bytes of a line end there is no place.
                if offset > 0, offset < bytes.count, bytes[offset - 1] == 13, bytes[offset] == 10 { continue }
                let position = Self.position(bytes, offset, encoding)
                #expect(document.position(of: offset, encoding) == position)
                #expect(cursor.position(of: offset) == position)
                #expect(document.offset(of: position, encoding) == offset)
            }
        }
    }

    @Test func `what lies beyond the text is its end, of a line that line's`() {
        let document = EditorText(Array("ab\r\n😀c".utf8))
        #expect(document.offset(of: Position(line: 0, character: 99), .utf16) == 2)
        #expect(document.offset(of: Position(line: 9, character: 0), .utf16) == 9)
        #expect(document.offset(of: Position(line: -1, character: -1), .utf16) == 0)
        // In the middle of a character: its beginning.
        #expect(document.offset(of: Position(line: 1, character: 1), .utf16) == 4)
        #expect(document.offset(of: Position(line: 1, character: 2), .utf8) == 4)
    }

    @Test(arguments: PositionEncoding.allCases)
    func `a text after several edits equals the same text just opened`(encoding: PositionEncoding) {
        var random = FixedGenerator(13)
        for _ in 0..<150 {
            var document = EditorText(Array(Self.text(&random, 20).utf8))
            for _ in 0..<20 {
                let from = Position(
                    line: Int.random(in: 0...6, using: &random), character: Int.random(in: 0...8, using: &random))
                let to = Position(
                    line: from.line + Int.random(in: 0...2, using: &random),
                    character: Int.random(in: 0...8, using: &random))
                let range = document.range(of: PositionRange(start: from, end: to), encoding)
                let text = Array(Self.text(&random, 5).utf8)
                var expected = document.bytes
                expected.replaceSubrange(range, with: text)
                document.replace(range, with: text)
                let fresh = EditorText(expected)
                #expect(document.bytes == expected)
                #expect(document.lineCount == fresh.lineCount, "\(expected)")
                for offset in stride(from: 0, through: expected.count, by: 3) {
                    #expect(document.position(of: offset, encoding) == fresh.position(of: offset, encoding))
                }
            }
        }
    }

    @Test func `a file's byte order mark is no part of what an editor shows`() {
        let document = EditorText([0xEF, 0xBB, 0xBF] + Array("ab".utf8), isOnDisk: true)
        #expect(document.position(of: 4, .utf16) == Position(line: 0, character: 1))
        #expect(document.offset(of: Position(line: 0, character: 1), .utf16) == 4)
    }

    @Test func `addresses of files come back byte for byte`() {
        for path in ["/a b/é#?%.md", "/x", "/a+b&c/[d].md"] {
            #expect(DocumentURI(path: Array(path.utf8)).path == Array(path.utf8))
        }
        #expect(DocumentURI(path: [0x2F, 0xFF]).path == [0x2F, 0xFF])
        #expect(DocumentURI("untitled:x").path == nil)
        #expect(DocumentURI("file://other/x").path == nil)
        #expect(DocumentURI("file:///a%2Fb").path == Array("/a/b".utf8))
    }
}
