import Browser
import Foundation
import Rendering
import SourceText
import Terminal
import TestSupport
import Testing

/// Tests of pictures in the preview on a terminal that knows kitty's placeholders.
@Suite struct PreviewPictureTests {
    /// Returns the start of a PNG, which is sufficient to read its size.
    private static func png(_ width: UInt8, _ height: UInt8) -> Data {
        Data(
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
                + [0, 0, 0, width, 0, 0, 0, height, 8, 2, 0, 0, 0])
    }

    private static func console() throws -> Console {
        let console = try Console([
            "a.md": "# A\n\nBefore.\n\n![[x.png]]\n\nAfter, ![in a line](x.png) and ![[no.png]].\n\n![[text.png]]\n"
        ])
        try png(100, 80).write(to: console.url("x.png"))
        try Data("no picture".utf8).write(to: console.url("text.png"))
        return console
    }

    @Test func `a picture that is a paragraph is shown below its name in its proportions`() throws {
        let stage = try BrowserStage(Self.console(), columns: 120, rows: 30, showsPictures: true)
        let rows = stage.state.preview.lines.filter { $0.picture != nil }
        #expect(Set(rows.compactMap(\.picture)).count == 1)
        let picture = try #require(rows.first?.picture)
        #expect(picture.path.text == "x.png")
        #expect((picture.place.columns, picture.place.rows) == (10, 4) && rows.count == 4)
        for row in rows {
            #expect(row.line.columns == 10)
            #expect(row.line.text.unicodeScalars.count { $0.value == 0x10EEEE } == 10)
        }
        let name = stage.state.preview.lines.firstIndex { $0.line.text.hasPrefix("▣ x.png") }
        #expect(name.map { stage.state.preview.lines[$0 + 1].picture } == picture)
        // Without pictures, the preview shows the name and the size.
        let plain = try BrowserStage(Self.console(), columns: 120, rows: 30)
        #expect(plain.state.preview.lines.allSatisfy { $0.picture == nil })
    }

    @Test func `pictures of one name in different folders are distinguished`() throws {
        let console = try Console(["n/a.md": "![](one/x.png)\n\n![](../two/x.png)\n"])
        for (folder, width) in [("n/one", UInt8(100)), ("two", 50)] {
            try console.write("\(folder)/x.png", "")
            try Self.png(width, 100).write(to: console.url("\(folder)/x.png"))
        }
        let stage = try BrowserStage(console, columns: 120, rows: 60, showsPictures: true)
        let pictures = stage.state.preview.lines.compactMap(\.picture)
        #expect(pictures.first?.path.text == "n/one/x.png" && pictures.first?.place.columns == 10)
        #expect(pictures.last?.path.text == "two/x.png" && pictures.last?.place.columns == 5)
    }

    @Test(arguments: [
        (100, 80, 60, 10, 4), (2000, 100, 60, 60, 2), (10, 2000, 60, 1, 20), (1, 1, 60, 1, 1), (20_000, 1, 5, 5, 1),
    ])
    func `a picture keeps its proportions in the available space`(
        width: Int, height: Int, room: Int, columns: Int, rows: Int
    ) {
        let place = PicturePlace(content: 7, pixels: (width, height), width: room)
        #expect(place.columns == columns && place.rows == rows, "\(place)")
        #expect(place.lines.count == rows && place.lines.allSatisfy { $0.columns == columns })
    }

    @Test func `a picture is sent in pieces and placed once`() {
        let place = PicturePlace(content: 0x010203, pixels: (100, 80), width: 60)
        let file = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let sent = String(decoding: place.transmission(png: file), as: UTF8.self)
        let commands = sent.components(separatedBy: "\u{1B}\\").dropLast().map { $0.dropFirst(3) }
        let pieces = commands.dropLast().map { $0.split(separator: ";", maxSplits: 1).map(String.init) }
        #expect(pieces.first?[0] == "a=t,f=100,t=d,i=\(place.identifier),q=2,m=1" && pieces.last?[0] == "q=2,m=0")
        #expect(Data(base64Encoded: pieces.map { $0[1] }.joined()) == Data(file))
        #expect(pieces.allSatisfy { $0[1].count <= 4096 })
        #expect(commands.last == "a=p,U=1,i=\(place.identifier),c=10,r=4,q=2")
        let bytes = (0..<3).map { UInt8(place.identifier >> (16 - 8 * $0) & 0xFF) }
        #expect(place.lines[0].runs.first?.textStyle.foreground == .rgb(bytes[0], bytes[1], bytes[2]))
        // Another size needs another identifier: the terminal knows one size of each.
        #expect(PicturePlace(content: 0x010203, pixels: (100, 80), width: 5).identifier != place.identifier)
    }
}
