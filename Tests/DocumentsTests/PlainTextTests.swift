import Documents
import TestSupport
import Testing

/// The text of documents that are single files of text: HTML, RTF, notebooks, plain text.
@Suite struct PlainTextTests {
    private func text(_ format: DocumentFormat, _ text: String) throws(DocumentFault) -> String {
        try self.text(format, Array(text.utf8))
    }

    private func text(_ format: DocumentFormat, _ bytes: [UInt8]) throws(DocumentFault) -> String {
        try format.text(of: bytes).pages.joined(separator: "|")
    }

    // MARK: HTML

    @Test(arguments: [
        ("<p title=\"a > hidden\">b", "b"), ("<p title = 'a > \"hidden'>b</p title=\">\">c", "b\n\nc"),
        // Quotes that do not begin a value have no meaning.
        ("<p don't>a</p><p title=don't>b", "a\n\nb"),
        // In HTML, the slash of a start tag has no meaning.
        ("<script/>hidden</script>a", "a"),
        ("<html xmlns=\"http://www.w3.org/1999/xhtml\"><script/>a", "a"), ("<?xml version=\"1.0\"?><style/>a", "a"),
        // A tag that does not end is not displayed.
        ("a<p title=\"b>c", "a"), ("a<!-- > -->b<!DOCTYPE>c", "abc"),
    ])
    func `attributes of HTML are not text`(_ html: String, _ expected: String) throws {
        #expect(try text(.html, html) == expected)
    }

    // MARK: Characters

    @Test func `control characters become spaces`() throws {
        #expect(try text(.html, "<p>a&#12;b&#1;c&#13;d") == "a b c d")
        #expect(try text(.txt, "a\u{C}b\u{1}\tc\n") == "a b \tc\n")
        #expect(try text(.csv, "a\u{B}b") == "a b")
        #expect(try text(.ipynb, #"{"cells":[{"source":"a\fb\u0000c\n"}]}"#) == "a b c\n")
    }

    @Test func `every line end becomes a line feed`() throws {
        #expect(try text(.txt, "a\r\nb\rc\n\r\n\r") == "a\nb\nc\n\n\n")
        #expect(try text(.txt, [0xFF, 0xFE, 0x61, 0, 13, 0, 10, 0, 0x62, 0]) == "a\nb")
        #expect(try text(.csv, [0xFC, 13, 0xFC]) == "ü\nü")
        let parts: KeyValuePairs = ["word/document.xml": "<w:p><w:t>a\r\nb</w:t></w:p>"]
        #expect(try text(.docx, ZIPWriter.archive(parts)) == "a\nb")
    }

    @Test func `a file that is too large is reported with the limits`() throws {
        let most = [UInt8](repeating: 0x61, count: DocumentLimits.text)
        #expect(try text(.txt, most).utf8.count == DocumentLimits.text)
        #expect(throws: DocumentFault.tooLarge) { try text(.txt, most + [0x61]) }
        #expect(
            DocumentFault.tooLarge.description
                == "is too large: the limit is 8 MB of text, 32 MB for a text file and 100 MB for other data")
    }

    // MARK: RTF

    @Test func `cells of nested RTF tables separate words`() throws {
        let rtf = #"""
            {\rtf1 a\nestcell b\nestcell{\*\nesttableprops\trowd\nestrow}{\nonesttables x\par}c\cell\row d}
            """#
        #expect(try text(.rtf, rtf) == "a\tb\t\n\nc\t\n\nd")
    }

    @Test(arguments: [
        #"{\rtf1 cab{\super\chftn}{\*\footnote{\chftn}note}inet\par end}"#,
        #"{\rtf1 cab{\footnote\pard note\par}inet\par end}"#,
        #"{\rtf1 cab{\*\atnauthor Ada}{\*\annotation{\*\atndate 7}note}inet\par end}"#,
        #"{\rtf1 cab{\xe index}{\shp{\*\shpinst{\sp{\sn a}{\sv b}}{\shptxt note\par}}{\shprslt x}}inet\par end}"#,
    ])
    func `notes of RTF follow the paragraph that they are anchored in`(_ rtf: String) throws {
        #expect(try text(.rtf, rtf) == "cabinet\n\nnote\n\nend")
    }

    @Test(arguments: ["", "a"]) func `many notes take no long time`(_ start: String) throws {
        let notes = String(repeating: "{\\footnote x}", count: 200_000)
        let duration = try ContinuousClock().measure { _ = try text(.rtf, "{\\rtf1 \(start)\(notes)}") }
        #expect(duration < .seconds(20))
    }

    @Test func `headers of RTF are paragraphs, and notes in skipped groups are not text`() throws {
        #expect(try text(.rtf, #"{\rtf1{\header top}{\footerr end}body{\*\x{\footnote y}}}"#) == "top\n\nend\n\nbody")
    }

    @Test(arguments: [
        (#"\ansicpg1250\'9a\'e8\'a1"#, "ščˇ"), (#"\ansicpg1251\'cf\'f0\'e8\'e2\'e5\'f2"#, "Привет"),
        (#"\ansicpg1252\'e9\'80"#, "é€"), (#"\ansicpg932\'e9"#, "é"),
        (#"\u-10179?\u-8704?\u8364?"#, "😀€"), (#"\uc0\u55357\u56832 x"#, "😀x"), (#"\u-8704?x"#, "\u{FFFD}x"),
        (#"\u-10179\'3f\u-8704\'3fx"#, "😀x"),
    ])
    func `characters of RTF are in its code page, or in UTF-16`(_ rtf: String, _ expected: String) throws {
        #expect(try text(.rtf, "{\\rtf1\(rtf)}") == expected)
    }

    @Test func `a control word of RTF is not a fallback for a character`() throws {
        let rtf = #"{\rtf1 a\u8226\tab b\u8226\par c\u8226 ?d\u8226\u8226?e\"# + "\nf}"
        #expect(try text(.rtf, rtf) == "a•\tb•\n\nc•d••e\n\nf")
    }

    @Test(arguments: [1250, 1251, 1252]) func `code pages have a character for each byte`(_ page: Int) throws {
        let rtf = Array("{\\rtf1\\ansicpg\(page) ".utf8) + Array(0x80...0xFF)
        #expect(Set(try text(.rtf, rtf).unicodeScalars).count == 128)
    }

    // MARK: Notebooks

    @Test func `the source of a cell comes before its outputs, in any order of the file`() throws {
        let notebook = #"""
            {"nbformat": 4, "cells": [{"outputs": [{"data": {"image/png": "aGk=", "text/plain": ["o", "k"]}},
            {"text": ""}, {"name": "stdout", "text": ["out\n", 5, {"a": ["b"]}]}, 3], "source": ["a\u00e9", "\ud83d\ude00"]},
            7, [], {"source": null, "metadata": {"source": "x"}}]}
            """#
        #expect(try text(.ipynb, notebook) == "aé😀\n\nok\n\nout\n")
        #expect(try text(.ipynb, "\u{FEFF}{}") == "")
    }

    @Test(arguments: [
        "", "{", "{\"a\":1,}", "[1,]", "[1 2]", "{\"a\" 1}", "{a:1}", "[01]", "[1.]", "[-]", "[1e]", "[tru]", "[nul]",
        "[\"a]", "[\"\\x\"]", "[\"\\u12g4\"]", "[\"\n\"]", "{}{}", "[1]]", "\"", "[+1]", "[\"\\",
    ])
    func `invalid JSON is a damaged notebook`(_ json: String) {
        #expect(throws: DocumentFault.damaged) { try text(.ipynb, json) }
    }

    @Test(arguments: ["[-0.5e+10, 0, 10E2, true, false, null, \"\\/\\b\\ud800x\"]", " [ ] ", "{ }", "3", "[[],{}]"])
    func `valid JSON without cells is an empty notebook`(_ json: String) throws {
        #expect(try text(.ipynb, json) == "")
    }

    @Test func `a notebook is damaged if it is nested too deeply or not UTF-8`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(try text(.ipynb, nested(128)) == "")
        #expect(throws: DocumentFault.damaged) { try text(.ipynb, nested(129)) }
        #expect(throws: DocumentFault.damaged) { try text(.ipynb, String(repeating: "{\"a\":", count: 1_000_000)) }
        #expect(throws: DocumentFault.damaged) { try text(.ipynb, Array("[\"".utf8) + [0xFC] + Array("\"]".utf8)) }
    }

    @Test func `a soft hyphen at the end of a line does not split a word`() throws {
        #expect(try text(.txt, "lang\u{AD}\nfristig") == "langfristig")
        #expect(try text(.txt, "lang\u{AD} \r\n  fristig") == "langfristig")
        #expect(try text(.txt, "a\u{AD}b\u{AD}\n\nc\u{AD}") == "a\u{AD}b\u{AD}\n\nc\u{AD}")
        #expect(DocumentText(joined: "a\u{AD}\u{C}b\u{AD}\nc", isPaged: true).pages == ["a\u{AD}", "bc"])
    }

    @Test(arguments: [DocumentFormat.txt, .docx, .html, .epub])
    func `a pointer of Git LFS is not the document`(_ format: DocumentFormat) {
        let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"
        #expect(throws: DocumentFault.pointer) { try text(format, pointer) }
        #expect(throws: Never.self) { try text(.txt, "see version https://git-lfs.github.com/spec/v1\noid \n") }
    }
}
