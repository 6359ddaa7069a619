import Codecs
import Documents
import SourceText
import TestSupport
import Testing

/// The text of a document in each format.
@Suite struct DocumentFormatTests {
    private func text(_ format: DocumentFormat, _ bytes: [UInt8]) throws(DocumentFault) -> DocumentText {
        try format.text(of: bytes)
    }

    private func text(_ format: DocumentFormat, _ text: String) throws(DocumentFault) -> String {
        try format.text(of: Array(text.utf8)).pages.joined(separator: "\u{C}")
    }

    static let word = ZIPWriter.archive([
        "word/document.xml": """
        <?xml version="1.0"?><w:document><w:body><w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr><w:r><w:t>The quokka</w:t>\
        </w:r><w:r><w:t xml:space="preserve">plex &amp; Z&#252;rich</w:t></w:r></w:p>
        <w:p><w:r><w:t>A</w:t><w:tab/><w:t>b</w:t><w:br/><w:delText>gone</w:delText><w:instrText>PAGE</w:instrText></w:r></w:p>
        <mc:AlternateContent><mc:Choice><w:p><w:t>box</w:t></w:p></mc:Choice><mc:Fallback><w:p><w:t>box</w:t></w:p>\
        </mc:Fallback></mc:AlternateContent></w:body></w:document>
        """,
        "word/_rels/document.xml.rels": """
        <Relationships><Relationship Id="r1" Type="http://x/footnotes" Target="footnotes.xml"/></Relationships>
        """,
        "word/footnotes.xml": "<w:footnotes><w:p><w:t><![CDATA[a <note>]]></w:t></w:p></w:footnotes>",
    ])

    @Test func `a Word document has paragraphs and notes`() throws {
        #expect(
            try text(.docx, Self.word)
                == DocumentText(
                    pages: ["The quokkaplex & Zürich\n\nA\tb\n\n\nbox\n\na <note>"], isPaged: false))
    }

    static let slides = ZIPWriter.archive([
        "ppt/presentation.xml": """
        <p:presentation><p:sldIdLst><p:sldId id="256" r:id="r2"/><p:sldId id="257" r:id="r1"/></p:sldIdLst></p:presentation>
        """,
        "ppt/_rels/presentation.xml.rels": """
        <Relationships><Relationship Id="r1" Type="http://x/slide" Target="slides/slide1.xml"/>
        <Relationship Id="r2" Type="http://x/slide" Target="/ppt/slides/slide2.xml"/></Relationships>
        """,
        "ppt/slides/slide1.xml": "<p:sld><a:p><a:t>last</a:t></a:p></p:sld>",
        "ppt/slides/slide2.xml":
            "<p:sld><a:p><a:t>one</a:t><a:br/><a:t>two</a:t></a:p><a:p><a:t>three</a:t></a:p></p:sld>",
        "ppt/slides/_rels/slide2.xml.rels": """
        <Relationships><Relationship Id="n" Type="http://x/notesSlide" Target="../notesSlides/n.xml"/></Relationships>
        """,
        "ppt/notesSlides/n.xml": "<p:notes><a:p><a:t>spoken</a:t></a:p></p:notes>",
    ])

    @Test func `the pages of a presentation are its slides in order, with their notes`() throws {
        #expect(
            try text(.pptx, Self.slides)
                == DocumentText(pages: ["one\ntwo\n\nthree\n\nspoken", "last"], isPaged: true))
    }

    static let sheets = ZIPWriter.archive([
        "xl/workbook.xml": """
        <workbook><sheets><sheet name="Boxes" sheetId="1" r:id="r1"/><sheet name="Chart" sheetId="2" r:id="r3"/></sheets></workbook>
        """,
        "xl/_rels/workbook.xml.rels": """
        <Relationships><Relationship Id="r1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/>
        <Relationship Id="r3" Type="http://x/chartsheet" Target="c.xml"/>
        <Relationship Id="r2" Type="http://x/sharedStrings" Target="sharedStrings.xml"/></Relationships>
        """,
        "xl/sharedStrings.xml":
            "<sst><si><t>alpha</t></si><si><r><t>be</t></r><r><t>ta</t></r><rPh><t>x</t></rPh></si></sst>",
        "xl/worksheets/sheet1.xml": """
        <worksheet><sheetData><row><c t="s"><v>1</v></c><c><v>42</v></c></row><row><c t="inlineStr"><is><t>in</t></is></c>\
        <c t="s"><v>0</v></c></row></sheetData></worksheet>
        """,
    ])

    @Test func `the pages of a workbook are its sheets`() throws {
        #expect(
            try text(.xlsx, Self.sheets)
                == DocumentText(pages: ["Boxes\n\nbeta\t42\n\nin\talpha", "Chart"], isPaged: true))
    }

    static let openText = ZIPWriter.archive([
        "content.xml": """
        <office:document-content><text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>
        <text:h>Head</text:h><text:p>in<text:span>side</text:span><text:s/>x<text:line-break/>y</text:p></office:document-content>
        """
    ])

    @Test func `OpenDocument text, tables and presentations are read`() throws {
        #expect(try text(.odt, Self.openText).pages == ["Head\n\ninside x\ny"])
        let table = """
            <t:table t:name="S1"><t:table-cell><text:p>a</text:p></t:table-cell></t:table><t:table t:name="S2"></t:table>
            """
        #expect(try text(.ods, ZIPWriter.archive(["content.xml": table])).pages == ["S1\n\na", "S2"])
        let slide = "<d:page d:name=\"p1\"><text:p>a</text:p></d:page><d:page d:name=\"p2\"><text:p>b</text:p></d:page>"
        #expect(try text(.odp, ZIPWriter.archive(["content.xml": slide])).pages == ["p1\n\na", "p2\n\nb"])
    }

    static let book = ZIPWriter.archive([
        "META-INF/container.xml": "<container><rootfiles><rootfile full-path=\"OEBPS/a.opf\"/></rootfiles></container>",
        "OEBPS/a.opf": """
        <package><manifest><item id="c1" href="one%20a.xhtml"/><item id="c2" href="two.xhtml"/></manifest>
        <spine><itemref idref="c2"/><itemref idref="c1"/></spine></package>
        """,
        "OEBPS/one a.xhtml": "<!DOCTYPE html><html><body><p>one&nbsp;end</p></body></html>",
        "OEBPS/two.xhtml": "<html><body><h1>Two</h1></body></html>",
    ])

    @Test func `the chapters of a book are in reading order`() throws {
        #expect(try text(.epub, Self.book).pages == ["Two\n\none\u{A0}end"])
    }

    @Test func `HTML is read as displayed`() throws {
        let html = """
            <html><head><title>T &amp; U</title><style>p{}</style><script>if (a<b) "</p>"</script></head>
            <body><p>in<b>cred</b>ible
              text<br>next</p><!-- no --><td>c1</td><td>c2</td> 3 < 4 &unknown;
            """
        #expect(try text(.html, html) == "T & U\n\nincredible text next\n\nc1\n\nc2\n\n3 < 4 &unknown; ".trimming(" "))
    }

    @Test func `RTF is read without its tables, fields and fallbacks`() throws {
        let rtf = #"""
            {\rtf1\ansi{\fonttbl{\f0 Arial;}}{\*\generator x;}\f0 caf\'e9 \u8364?x\par
            {\field{\*\fldinst PAGE}{\fldrslt 7}}\tab \{b\}\emdash\~z{\pict 0aff}\uc0\u-3913 y}
            """#
        #expect(try text(.rtf, rtf) == "café €x\n\n7\t{b}— z\u{F0B7}y")
    }

    @Test func `a notebook's sources and outputs are read`() throws {
        let notebook = """
            {"cells":[{"source":["a\\n","b"],"outputs":[{"text":["out"]},{"data":{"text/plain":"shown"}}]},{"source":"c"}]}
            """
        #expect(try text(.ipynb, notebook) == "a\nb\n\nout\n\nshown\n\nc")
    }

    @Test func `text files are UTF-8, UTF-16 or Windows-1252`() throws {
        #expect(try text(.txt, [0xEF, 0xBB, 0xBF] + Array("ü".utf8)).pages == ["ü"])
        #expect(try text(.txt, [0xFF, 0xFE, 0xFC, 0, 0x61, 0]).pages == ["üa"])
        #expect(try text(.csv, [0x80, 0xFC, 0x2C]).pages == ["€ü,"])
        #expect(throws: DocumentFault.notText) { try text(.txt, [0, 1, 2, 3, 255, 0, 0, 9]) }
    }

    // MARK: Faults

    @Test func `hostile documents are refused`() throws {
        func word(_ xml: String) -> [UInt8] { ZIPWriter.archive(["word/document.xml": xml]) }
        #expect(throws: DocumentFault.hasEntities) {
            try text(.docx, word("<!DOCTYPE a [<!ENTITY b \"cc\"><!ENTITY c \"&b;&b;\">]><w:t>&c;</w:t>"))
        }
        #expect(throws: DocumentFault.damaged) { try text(.docx, word("<w:t>cut <w:t")) }
        #expect(throws: DocumentFault.damaged) { try text(.docx, Array("not a zip".utf8)) }
        #expect(throws: DocumentFault.damaged) { try text(.docx, ZIPWriter.archive(["other.xml": ""])) }
        #expect(throws: DocumentFault.encrypted) { try text(.xlsx, [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1]) }
        var locked = ZIPWriter()
        locked.add("word/document.xml", [1, 2, 3], flags: 1)
        #expect(throws: DocumentFault.encrypted) { try text(.docx, locked.archive) }
        #expect(throws: DocumentFault.encrypted) {
            try text(
                .odt,
                ZIPWriter.archive(["META-INF/manifest.xml": "<m:encryption-data/>", "content.xml": "\u{1}"]))
        }
        #expect(throws: DocumentFault.tooLarge) {
            try text(.txt, [UInt8](repeating: 0x61, count: DocumentLimits.text + 1))
        }
    }

    /// A stream of deflate (RFC 1951) of 65 kB with 10 MB of content.
    @Test func `a bomb is refused before it is decoded`() throws {
        // A fixed block: the literal 'a', then matches of 258 bytes at distance 1, one bit string repeated.
        var bits: [UInt8] = [1, 1, 0] + [1, 0, 0, 1, 0, 0, 0, 1]
        for _ in 0..<40_000 { bits += [1, 1, 0, 0, 0, 1, 0, 1] + [0, 0, 0, 0, 0] }
        bits += [0, 0, 0, 0, 0, 0, 0]
        var data: [UInt8] = []
        for start in stride(from: 0, to: bits.count, by: 8) {
            data.append(bits[start..<min(start + 8, bits.count)].enumerated().reduce(0) { $0 | $1.1 << UInt8($1.0) })
        }
        let full = 1 + 40_000 * 258
        #expect(try Inflate.raw(data, limit: full + 1).count == full)
        // The ratio is 158, and the declared size may be wrong.
        for (size, ratio) in [(full, 157), (1000, 200)] {
            var bomb = ZIPWriter()
            bomb.add("a", data, method: 8, size: size)
            var limits = ZIPArchive.Limits()
            limits.ratio = ratio
            var archive = try ZIPArchive(bomb.archive, limits: limits)
            #expect(throws: ZIPArchive.Fault.tooLarge) { try archive.read("a") }
        }
        var several = ZIPWriter()
        for name in ["a", "b"] { several.add(name, data, method: 8, size: full) }
        var limits = ZIPArchive.Limits()
        limits.total = full + 1
        var archive = try ZIPArchive(several.archive, limits: limits)
        #expect(try archive.read("a")?.count == full)
        #expect(throws: ZIPArchive.Fault.tooLarge) { try archive.read("b") }
    }

    static let samples: [(DocumentFormat, [UInt8])] = [
        (.docx, word), (.pptx, slides), (.xlsx, sheets), (.odt, openText), (.ods, openText), (.odp, openText),
        (.epub, book), (.html, Array("<p>a&amp;b<script>x</script><!-- c --><br>".utf8)),
        (.docx, ZIPWriter.archive(["word/document.xml": "<w:p><w:t>a</w:t><w:txbxContent/></w:p>"])),
        (.odt, ZIPWriter.archive(["content.xml": "<text:p>a<text:note><text:p>b</text:p></text:note>c</text:p>"])),
        (.html, Array("<html xmlns=\"http://www.w3.org/1999/xhtml\"><style/><p a='b>' c=d>e".utf8)),
        (.rtf, Array(#"{\rtf1\ansicpg1251 \'e9\u-10179?\u-8704?{\*\x y}{\*\footnote a}\bin3 abc\par}"#.utf8)),
        (.ipynb, Array(#"{"cells":[{"source":["a\ud83d\ude00",-1.5e3],"outputs":[{"text":"b"}]}]}"#.utf8)),
        (.canvas, Array(#"{"nodes":[{"type":"text","text":"a [[b]]\ud83d\ude00"}],"edges":[{"label":"c"}]}"#.utf8)),
        (.txt, Array("plain ü".utf8)), (.csv, [0xFF, 0xFE, 1, 0]),
    ]

    /// In the long form, 200,000 inputs of each format. Half of them keep the size, so that the parts of an archive are
    /// still found.
    @Test(arguments: samples)
    func `damaged documents never trap, and take no long time`(_ format: DocumentFormat, _ sample: [UInt8]) {
        var random = FixedGenerator(7)
        var longest = Duration.zero
        for round in 0..<(LongTests.areWanted ? 200_000 : 2_000) {
            var bytes = sample
            for _ in 0...random.below(8) where !bytes.isEmpty {
                let index = random.below(bytes.count)
                switch round % 2 == 0 ? 0 : random.below(4) {
                case 0: bytes[index] = random.once(in: 2) ? random.pick(sample) : UInt8(random.below(256))
                case 1: bytes.removeSubrange(index..<min(bytes.count, index + 9))
                case 2: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 40)], at: index)
                default: bytes.removeLast(random.below(min(bytes.count, 20) + 1))
                }
            }
            longest = max(longest, ContinuousClock().measure { _ = try? format.text(of: bytes) })
        }
        #expect(longest < .seconds(5))
    }
}

extension String {
    fileprivate func trimming(_ end: String) -> String { hasSuffix(end) ? String(dropLast(end.count)) : self }
}
