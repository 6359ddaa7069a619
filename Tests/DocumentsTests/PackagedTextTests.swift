import Documents
import TestSupport
import Testing

/// The text of documents that are archives: office documents and e-books.
@Suite struct PackagedTextTests {
    private func pages(
        _ format: DocumentFormat, _ parts: KeyValuePairs<String, String>
    ) throws(DocumentFault) -> [String] {
        try format.text(of: ZIPWriter.archive(parts)).pages
    }

    private func word(_ body: String) throws(DocumentFault) -> [String] {
        try pages(.docx, ["word/document.xml": "<w:document><w:body>\(body)</w:body></w:document>"])
    }

    // MARK: Office Open XML

    @Test func `a slide is not repeated for its section`() throws {
        let parts: KeyValuePairs = [
            "ppt/presentation.xml": """
            <p:presentation><p:sldIdLst><p:sldId r:id="r1" id="256"/><p:sldId id="257"/><p:sldId id="258" r:id="lost"/>\
            </p:sldIdLst><p:extLst><p:ext><p14:sectionLst><p14:section name="A" id="{1}"><p14:sldIdLst>\
            <p14:sldId id="256"/></p14:sldIdLst></p14:section></p14:sectionLst></p:ext></p:extLst></p:presentation>
            """,
            "ppt/_rels/presentation.xml.rels": """
            <Relationships><Relationship Id="r1" Type="http://x/slide" Target="slides/slide1.xml"/></Relationships>
            """,
            "ppt/slides/slide1.xml": "<p:sld><a:p><a:t>one</a:t></a:p></p:sld>",
        ]
        #expect(try pages(.pptx, parts) == ["one"])
    }

    @Test func `the relationship of a sheet is the attribute with a prefix`() throws {
        let parts: KeyValuePairs = [
            "xl/workbook.xml": """
            <workbook><sheets><sheet rel:id="r1" id="r2" name="A"/><sheet id="r1" name="B"/></sheets></workbook>
            """,
            "xl/_rels/workbook.xml.rels": """
            <Relationships><Relationship Id="r1" Type="http://x/worksheet" Target="s.xml"/></Relationships>
            """,
            "xl/s.xml": "<worksheet><row><c><v>1</v></c></row></worksheet>",
        ]
        #expect(try pages(.xlsx, parts) == ["A\n\n1", "B"])
    }

    /// A workbook with one row, whose styles are: none, built-in date, formats of the user.
    private static func workbook(_ row: String, properties: String = "") -> KeyValuePairs<String, String> {
        [
            "xl/workbook.xml": "<workbook>\(properties)<sheet name=\"A\" r:id=\"r\"/></workbook>",
            "xl/_rels/workbook.xml.rels": """
            <Relationships><Relationship Id="r" Type="http://x/worksheet" Target="s.xml"/>\
            <Relationship Id="t" Type="http://x/styles" Target="t.xml"/></Relationships>
            """,
            "xl/t.xml": """
            <styleSheet><numFmts><numFmt numFmtId="164" formatCode="d. mmm yyyy\\ h:mm"/>\
            <numFmt numFmtId="165" formatCode="0 &quot;days&quot;"/><numFmt numFmtId="166" formatCode="[h]:mm"/>\
            <numFmt numFmtId="167" formatCode="[Red]0.00;yyyy"/></numFmts>\
            <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>\
            <xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/><xf/></cellXfs></styleSheet>
            """,
            "xl/s.xml": "<worksheet><row>\(row)</row></worksheet>",
        ]
    }

    @Test(arguments: [
        ("<c><v>45378</v></c>", "45378"), ("<c s=\"1\"><v>45378</v></c>", "2024-03-27"),
        ("<c s=\"2\"><v>45378.4916666667</v></c>", "2024-03-27 11:48"), ("<c s=\"1\"><v>0.5</v></c>", "12:00"),
        ("<c s=\"2\" t=\"n\"><v>45378.9999999999</v></c>", "2024-03-28"), ("<c s=\"1\"><v>1</v></c>", "1900-01-01"),
        ("<c s=\"1\"><v>61</v></c>", "1900-03-01"), ("<c s=\"3\"><v>5</v></c>", "5"), ("<c s=\"4\"><v>5</v></c>", "5"),
        ("<c s=\"5\"><v>5</v></c>", "5"), ("<c s=\"6\"><v>5</v></c>", "5"), ("<c s=\"99\"><v>5</v></c>", "5"),
        ("<c s=\"1\"><v>-5</v></c>", "-5"), ("<c s=\"1\"><v>1e30</v></c>", "1e30"), ("<c s=\"1\"><v>x</v></c>", "x"),
        ("<c t=\"b\"><v>1</v></c>", "TRUE"), ("<c t=\"b\"><v>0</v></c>", "FALSE"),
        ("<c t=\"e\"><v>#DIV/0!</v></c>", "#DIV/0!"), ("<c s=\"1\" t=\"inlineStr\"><is><t>45378</t></is></c>", "45378"),
        ("<c s=\"1\" t=\"str\"><v>45378</v></c>", "45378"),
    ])
    func `a cell of a workbook has the text that its format displays`(cell: String, text: String) throws {
        #expect(try pages(.xlsx, Self.workbook(cell)) == ["A\n\n\(text)"])
    }

    @Test func `days of a workbook may be counted from 1904`() throws {
        let parts = Self.workbook("<c s=\"1\"><v>0</v></c>", properties: "<workbookPr date1904=\"1\"/>")
        #expect(try pages(.xlsx, parts) == ["A\n\n1904-01-01"])
    }

    @Test func `a tab separates cells, not the parts of a word in a cell`() throws {
        let parts: KeyValuePairs = [
            "xl/workbook.xml": "<workbook><sheet name=\"A\" r:id=\"r\"/></workbook>",
            "xl/_rels/workbook.xml.rels": """
            <Relationships><Relationship Id="r" Type="http://x/worksheet" Target="s.xml"/></Relationships>
            """,
            "xl/s.xml": """
            <row><c/><c t="inlineStr"><is><r><t>cab</t></r><r><t>inet</t></r><rPh><t>kya</t></rPh></is></c>\
            <c t="str"><v>a<![CDATA[&b]]></v></c></row>
            """,
        ]
        #expect(try pages(.xlsx, parts) == ["A\n\ncabinet\ta&b"])
    }

    @Test(arguments: [
        (DocumentFormat.docx, "<w:p><w:t>found</w:t></w:p>", ["found"]),
        (.pptx, "<p:sldIdLst><p:sldId r:id=\"r\"/></p:sldIdLst>", ["part"]),
        (.xlsx, "<sheet name=\"S\" r:id=\"r\"/>", ["S"]),
    ])
    func `the main part is the one that the package names`(
        _ format: DocumentFormat, _ main: String, _ expected: [String]
    ) throws {
        let parts: KeyValuePairs = [
            "_rels/.rels": """
            <Relationships><Relationship Id="a" Type="http://x/core-properties" Target="core.xml"/>\
            <Relationship Id="b" Type="http://x/officeDocument" Target="/in/main2.xml"/></Relationships>
            """,
            "in/main2.xml": "<main>\(main)</main>",
            "in/_rels/main2.xml.rels": """
            <Relationships><Relationship Id="r" Type="http://x/slide" Target="part.xml"/></Relationships>
            """,
            "in/part.xml": "<p:sld><a:p><a:t>part</a:t></a:p></p:sld>",
        ]
        #expect(try pages(format, parts) == expected)
    }

    // MARK: Damage

    private func relationships(_ kind: String, _ targets: String...) -> String {
        let elements = targets.map { "<Relationship Id=\"\($0)\" Type=\"http://x/\(kind)\" Target=\"\($0).xml\"/>" }
        return "<Relationships>\(elements.joined())</Relationships>"
    }

    @Test func `a damaged chapter does not cost the others`() throws {
        func book(_ names: [String]) -> [UInt8] {
            var archive = ZIPWriter()
            let items = names.map { "<item id=\"\($0)\" href=\"\($0)\"/>" }.joined()
            let spine = names.map { "<itemref idref=\"\($0)\"/>" }.joined()
            archive.add("META-INF/container.xml", Array("<rootfile full-path=\"c.opf\"/>".utf8))
            archive.add("c.opf", Array("<package>\(items)\(spine)</package>".utf8))
            archive.add("a", Array("<p>one</p>".utf8))
            archive.add("b", Array("<p>two</p>".utf8), method: 8)
            archive.add("c", Array("<p>three</p>".utf8))
            return archive.archive
        }
        #expect(try DocumentFormat.epub.text(of: book(["a", "b", "c"])).pages == ["one\n\nthree"])
        #expect(throws: DocumentFault.damaged) { try DocumentFormat.epub.text(of: book(["b"])) }
    }

    @Test func `a damaged slide, sheet or header does not cost the others`() throws {
        #expect(
            try pages(
                .pptx,
                [
                    "ppt/presentation.xml": "<sldId r:id=\"a\"/><sldId r:id=\"b\"/><sldId r:id=\"c\"/>",
                    "ppt/_rels/presentation.xml.rels": relationships("slide", "a", "b", "c"),
                    "ppt/a.xml": "<a:p><a:t>one</a:t></a:p>", "ppt/_rels/a.xml.rels": "<cut",
                    "ppt/b.xml": "<a:p><a:t>two</a:t></a:p><cut",
                ]) == ["one", "two", ""])
        #expect(
            try pages(
                .xlsx,
                [
                    "xl/workbook.xml": "<sheet name=\"A\" r:id=\"a\"/><sheet name=\"B\" r:id=\"b\"/>",
                    "xl/_rels/workbook.xml.rels": relationships("worksheet", "a", "b"),
                    "xl/a.xml": "<row><c t=\"s\"><v>7</v></c><c><v>1</v></c></row><cut",
                    "xl/b.xml": "<row><c><v>2</v></c></row>",
                ]) == ["A\n\n1", "B\n\n2"])
        #expect(
            try pages(
                .docx,
                [
                    "word/document.xml": "<w:p><w:t>body</w:t></w:p>",
                    "word/_rels/document.xml.rels": relationships("header", "a", "b"),
                    "word/a.xml": "<cut", "word/b.xml": "<w:p><w:t>head</w:t></w:p>",
                ]) == ["body\n\nhead"])
    }

    @Test func `strings of a workbook that are damaged do not cost the numbers`() throws {
        let parts: KeyValuePairs = [
            "xl/workbook.xml": "<sheet name=\"A\" r:id=\"a\"/><sheet name=\"B\" r:id=\"b\"/>",
            "xl/_rels/workbook.xml.rels": """
            <Relationships><Relationship Id="a" Type="http://x/worksheet" Target="a.xml"/>\
            <Relationship Id="b" Type="http://x/worksheet" Target="b.xml"/>\
            <Relationship Id="s" Type="http://x/sharedStrings" Target="s.xml"/></Relationships>
            """,
            "xl/s.xml": "<sst><si><t>zero</t></si><si><t>one</t><cut",
            "xl/a.xml": "<row><c t=\"s\"><v>0</v></c><c t=\"s\"><v>9</v></c><c><v>5</v></c></row>",
            "xl/b.xml": "<row><c><v>6</v></c></row>",
        ]
        #expect(try pages(.xlsx, parts) == ["A\n\nzero\t5", "B\n\n6"])
    }

    @Test func `notes, comments and headers of a Word document are those that it refers to`() throws {
        func part(_ text: String) -> String { "<w:hdr><w:p><w:t>\(text)</w:t></w:p></w:hdr>" }
        let parts: KeyValuePairs = [
            "word/document.xml": "<w:p><w:t>body</w:t></w:p>",
            "word/_rels/document.xml.rels": """
            <Relationships><Relationship Id="r1" Type="http://x/header" Target="h10.xml"/>\
            <Relationship Id="r2" Type="http://x/header" Target="h9.xml"/>\
            <Relationship Id="r3" Type="http://x/header" Target="h9.xml"/>\
            <Relationship Id="r4" Type="http://x/footnotes" Target="other.xml"/></Relationships>
            """,
            "word/h10.xml": part("ten"), "word/h9.xml": part("nine"), "word/other.xml": part("note"),
            "word/comments.xml": part("unused"),
        ]
        #expect(try pages(.docx, parts) == ["body\n\nnote\n\nnine\n\nten"])
    }

    @Test func `text that was moved away is not text`() throws {
        let moved = """
            <w:p><w:pPr><w:rPr><w:moveFrom w:id="1"/></w:rPr></w:pPr><w:moveFromRangeStart w:id="2"/><w:moveFrom>\
            <w:r><w:t>old</w:t></w:r></w:moveFrom><w:moveTo><w:r><w:t>new</w:t></w:r></w:moveTo></w:p>
            """
        #expect(try word(moved) == ["new"])
    }

    @Test func `a text box follows the paragraph that it is anchored in`() throws {
        let box = "<w:txbxContent><w:p><w:t>box</w:t></w:p><w:p><w:t>two</w:t></w:p></w:txbxContent>"
        #expect(try word("<w:p><w:t>cab</w:t>\(box)<w:t>inet</w:t></w:p><w:p/>") == ["cabinet\n\nbox\n\ntwo"])
        #expect(try word("<w:p><w:t>a</w:t><w:ptab/><w:t>b</w:t></w:p>") == ["a\tb"])
        // Phonetic hints are not part of the word.
        #expect(try word("<w:p><w:ruby><w:rt><w:t>kya</w:t></w:rt><w:t>cab</w:t></w:ruby></w:p>") == ["cab"])
    }

    @Test func `elements that end twice or never do not lose text`() throws {
        let box = "<w:txbxContent><w:p><w:t>box</w:t></w:p>"
        #expect(try word("</w:txbxContent><w:p><w:t>a</w:t>\(box)<w:p><w:t>b</w:t></w:p>") == ["a\n\nbox\n\nb"])
        let deep = String(repeating: "<w:txbxContent>", count: 1000)
        #expect(throws: DocumentFault.damaged) { try word(deep) }
    }

    // MARK: OpenDocument

    @Test(arguments: [
        (
            "<office:annotation><dc:creator>Ada</dc:creator><dc:date>2026</dc:date><text:p>seen</text:p>"
                + "</office:annotation>",
            "cabinet\n\nseen"
        ),
        (
            "<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>note</text:p><text:p>two</text:p>"
                + "</text:note-body></text:note>",
            "cabinet\n\nnote\n\ntwo"
        ),
        (
            "<draw:frame><draw:text-box><text:p>box</text:p></draw:text-box><svg:title>name</svg:title>"
                + "<svg:desc>picture</svg:desc></draw:frame>",
            "cabinet\n\nbox\n\nname\n\npicture"
        ),
        ("<draw:custom-shape><text:p>shape</text:p></draw:custom-shape>", "cabinet\n\nshape"),
        ("<text:ruby><text:ruby-base>-</text:ruby-base><text:ruby-text>x</text:ruby-text></text:ruby>", "cab-inet"),
        ("<text:bookmark/><text:soft-page-break/><text:date>7</text:date>", "cab7inet"),
    ])
    func `notes, comments and frames do not split the word that they are anchored in`(
        _ inset: String, _ expected: String
    ) throws {
        let content = "<text:p>cab\(inset)inet</text:p><text:p>end</text:p>"
        #expect(try pages(.odt, ["content.xml": content]) == ["\(expected)\n\nend"])
    }

    @Test func `a table in a cell is not a separate page`() throws {
        let content = """
            <table:table table:name="S1"><table:title>T</table:title><table:desc>D</table:desc><table:table-cell><office:annotation><text:p>note</text:p></office:annotation>\
            <text:p>a</text:p><table:table table:name="inner"><text:p>b</text:p></table:table><text:p>c</text:p>\
            </table:table-cell></table:table><table:table table:name="S2"/>
            """
        #expect(try pages(.ods, ["content.xml": content]) == ["S1\n\nT\n\nD\n\nnote\n\na\n\nb\n\nc", "S2"])
    }

    // MARK: E-books

    @Test func `elements without content do not hide the rest of a chapter`() throws {
        let parts: KeyValuePairs = [
            "META-INF/container.xml": "<container><rootfile full-path=\"a.opf\"/></container>",
            "a.opf": "<package><item id=\"c\" href=\"c.xhtml\"/><itemref idref=\"c\"/></package>",
            "c.xhtml": """
            <html><head><title/><style type="text/css"/><script src="x.js"/><script>a</script></head>\
            <body><p title="a > hidden">shown</p></body></html>
            """,
        ]
        #expect(try pages(.epub, parts) == ["shown"])
    }
}
