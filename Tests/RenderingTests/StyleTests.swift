import Rendering
import SourceText
import Terminal
import TestSupport
import Testing
import VaultFiles

@testable import Rendering

@Suite struct StyleTests {
    @Test func `escaped text cannot move the cursor, change colors or reverse a line`() {
        var random = FixedGenerator(31)
        for _ in 0..<2000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<12 {
                let value = random.once(in: 2) ? UInt32(random.below(0xA0)) : UInt32(0x2000 + random.below(0x70))
                if let scalar = Unicode.Scalar(value) { text.append(scalar) }
            }
            let shown = SafeText.escaped(String(text))
            #expect(
                shown.unicodeScalars.allSatisfy { scalar in
                    scalar.value >= 0x20 && !(0x7F...0x9F ~= scalar.value) && !(0x2028...0x202E ~= scalar.value)
                        && !(0x2066...0x2069 ~= scalar.value)
                }, "\(shown)")
            #expect(SafeText.escaped(shown) == shown)
            // Bytes are escaped in the same way.
            #expect(SafeText.escaped(Array(String(text).utf8)) == Array(shown.utf8))
        }
        #expect(SafeText.escaped("plain ü 漢 é") == "plain ü 漢 é")
    }

    @Test func `style codes are written only if colors are enabled`() {
        #expect(Style(Palette(.none)).ink("two", .match) == "two")
        #expect(Style(Palette(.standard)).ink("two", .match) == "\u{1B}[0;7mtwo\u{1B}[0m")
        #expect(Style(Palette(.standard, on: .dark)).ink("two", .link) == "\u{1B}[0;4;36mtwo\u{1B}[0m")
        #expect(Style(Palette(.standard)).ink("", .title) == "")
        #expect(Style(Palette(.standard)).ink("\u{1B}[2J", .title) == "\u{1B}[0;1m\\x1b[2J\u{1B}[0m")
    }

    @Test(arguments: [
        ("/v", "/v", "A/b.md", "A/b.md"), ("/v", "/v/A", "A/b.md", "b.md"), ("/v", "/v/C/D", "A/b.md", "../../A/b.md"),
        ("/v", "/other", "A/b.md", "/v/A/b.md"), ("/v", "/v", "-b.md", "./-b.md"), ("/v", "/v/A", "A", "."),
    ])
    func `a path opens from the current directory`(root: String, directory: String, path: String, wanted: String) {
        let style = PathStyle(root: Array(root.utf8), directory: Array(directory.utf8))
        #expect(style.text(VaultPath(path)) == wanted)
    }

    @Test func `rows of CSV and TSV preserve their fields`() {
        let fields = ["a", "b,c", "d\"e", "f\ng", "h\ti", "j\\k", ""].map { Array($0.utf8) }
        #expect(
            String(decoding: Table.csv(fields, isShown: false), as: UTF8.self)
                == "a,\"b,c\",\"d\"\"e\",\"f\ng\",h\ti,j\\k,\n")
        #expect(String(decoding: Table.tsv(fields), as: UTF8.self) == "a\tb,c\td\"e\tf\\ng\th\\ti\tj\\\\k\t\n")
    }

    @Test func `base64 follows RFC 4648`() {
        for (text, wanted) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")] {
            #expect(Base64.encoded(Array(text.utf8)) == wanted)
        }
    }
}
