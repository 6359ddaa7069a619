/// Word documents: ECMA-376-1, 17.
enum WordDocument {
    /// Deleted text (`delText`) and field codes (`instrText`) are not text. A fallback repeats its alternative, and
    /// `moveFrom` what was moved. `rt` is a phonetic hint.
    private static let markup = TextElements(
        text: ["t"], paragraphs: ["p"],
        characters: ["tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"],
        skipped: ["Fallback", "tabs", "moveFrom", "rt"], insets: ["txbxContent"])

    private static func addMarkup(_ part: [UInt8], to builder: inout TextBuilder) throws(DocumentFault) {
        try markup.add(part, to: &builder)
    }

    /// The kinds of the parts after the main one.
    private static let kinds = ["footnotes", "endnotes", "comments", "header", "footer"]

    static func text(of bytes: [UInt8]) throws(DocumentFault) -> DocumentText {
        var package = try DocumentPackage(bytes)
        var builder = TextBuilder()
        let main = try package.mainPart(or: "word/document.xml")
        try markup.add(try package.requiredPart(main), to: &builder)
        for kind in kinds {
            for name in try package.parts(of: main, kind: kind) {
                builder.endParagraph()
                try package.add(name, to: &builder, addMarkup)
            }
        }
        return builder.unpaged()
    }
}

/// PowerPoint presentations: ECMA-376-1, 19. Each slide is a page, with its notes at the end.
enum SlideShow {
    private static let markup = TextElements(
        text: ["t"], paragraphs: ["p"], characters: ["br": "\n"], skipped: ["Fallback"])

    private static func addMarkup(_ part: [UInt8], to builder: inout TextBuilder) throws(DocumentFault) {
        try markup.add(part, to: &builder)
    }

    static func text(of bytes: [UInt8]) throws(DocumentFault) -> DocumentText {
        var package = try DocumentPackage(bytes)
        var builder = TextBuilder()
        let main = try package.mainPart(or: "ppt/presentation.xml")
        let slides = try package.targets(of: main, kind: "slide")
        for id in try slideIDs(in: try package.requiredPart(main)) {
            guard let slide = slides[id] else { continue }
            try package.add(slide, isRequired: true, to: &builder, addMarkup)
            for notes in (try? package.parts(of: slide, kind: "notesSlide")) ?? [] {
                builder.endParagraph()
                try package.add(notes, to: &builder, addMarkup)
            }
            try builder.endPage()
        }
        try package.checkParts()
        return builder.paged()
    }

    /// Returns the relationships to the slides, in order. The `sldId` of a section has none.
    private static func slideIDs(in xml: [UInt8]) throws(DocumentFault) -> [String] {
        var reader = try XMLReader(xml)
        var ids: [String] = []
        while let event = try reader.next() {
            if case .start(let tag) = event, tag.name == "sldId", let id = tag.relationship { ids.append(id) }
        }
        return ids
    }
}

/// Excel workbooks: ECMA-376-1, 18. Each sheet is a page, with its name first, and each row a paragraph.
enum Spreadsheet {
    static func text(of bytes: [UInt8]) throws(DocumentFault) -> DocumentText {
        var package = try DocumentPackage(bytes)
        let main = try package.mainPart(or: "xl/workbook.xml")
        let sheets = try package.targets(of: main, kind: "worksheet")
        var shared: [[UInt8]] = []
        // Cells that contain their number or text can be read without the shared texts.
        for strings in try package.parts(of: main, kind: "sharedStrings") {
            if let part = try? package.part(strings) { addSharedStrings(of: part, to: &shared) }
        }
        var styles: [UInt8]?
        for name in try package.parts(of: main, kind: "styles") { styles = try? package.part(name) }
        var builder = TextBuilder()
        var startsIn1904 = false
        var values: CellValues?
        var reader = try XMLReader(try package.requiredPart(main))
        while let event = try reader.next() {
            guard case .start(let tag) = event else { continue }
            if tag.name == "workbookPr" { startsIn1904 = ["1", "true"].contains(tag["date1904"] ?? "") }
            if tag.name != "sheet" { continue }
            try builder.add(tag["name"] ?? "")
            builder.endParagraph()
            // A sheet may be a chart, which has no cells.
            if let sheet = tag.relationship.flatMap({ sheets[$0] }) {
                let known =
                    values
                    ?? CellValues(
                        shared: shared, formats: CellFormats(styles: styles, startsIn1904: startsIn1904))
                values = known
                try package.add(sheet, isRequired: true, to: &builder) { part, builder throws(DocumentFault) in
                    try addCells(of: part, known, to: &builder)
                }
            }
            try builder.endPage()
        }
        try package.checkParts()
        return builder.paged()
    }

    /// Adds the strings to which cells refer by number, without phonetic hints, up to the first fault.
    private static func addSharedStrings(of xml: [UInt8], to strings: inout [[UInt8]]) {
        guard var reader = try? XMLReader(xml) else { return }
        var (isText, isHint) = (false, false)
        while let event = try? reader.next() {
            switch event {
            case .start(let tag):
                if tag.name == "si" { strings.append([]) }
                if tag.name == "t" { isText = true }
                if tag.name == "rPh" { isHint = true }
            case .end(let name):
                if name == "t" { isText = false }
                if name == "rPh" { isHint = false }
            case .text(let text): if isText, !isHint, !strings.isEmpty { strings[strings.count - 1] += text }
            }
        }
    }

    private static func addCells(
        of xml: [UInt8], _ values: CellValues, to builder: inout TextBuilder
    ) throws(DocumentFault) {
        var reader = try XMLReader(xml)
        var (isText, isValue, isHint) = (false, false, false)
        var cell = CellValues.Cell()
        // Whether the row has text, and whether the next text begins a cell.
        var (hasText, isNewCell) = (false, true)
        var isDamaged = false
        while let event = try reader.next() {
            switch event {
            case .start(let tag):
                if tag.name == "c" { (cell, isNewCell) = (CellValues.Cell(tag), true) }
                if tag.name == "v" || tag.name == "t" { (isValue, isText) = (true, tag.name == "t") }
                if tag.name == "rPh" { isHint = true }
            case .end(let name):
                if name == "v" || name == "t" { isValue = false }
                if name == "rPh" { isHint = false }
                if name == "row" {
                    builder.endParagraph()
                    hasText = false
                }
            case .text(let text):
                guard isValue, !isHint else { continue }
                guard let content = isText ? text : values.text(text, in: cell) else {
                    isDamaged = true
                    continue
                }
                if hasText, isNewCell { try builder.add("\t") }
                (hasText, isNewCell) = (true, false)
                try builder.add(content)
            }
        }
        if isDamaged { throw .damaged }
    }
}

/// What the values in the cells of a workbook mean: ECMA-376-1, 18.18.11.
private struct CellValues {
    struct Cell {
        var type: String?
        var style = 0

        init() {}

        init(_ tag: XMLReader.Tag) {
            type = tag["t"]
            style = tag["s"].flatMap { Int($0) } ?? 0
        }
    }

    var shared: [[UInt8]]
    var formats: CellFormats

    /// Returns the text that a cell displays for a value, or nil for the number of a shared string that is missing.
    func text(_ value: [UInt8], in cell: Cell) -> [UInt8]? {
        switch cell.type {
        case "s":
            guard let number = Int(String(decoding: value, as: UTF8.self)), shared.indices.contains(number) else {
                return nil
            }
            return shared[number]
        case "b": return Array((value == Array("0".utf8) ? "FALSE" : "TRUE").utf8)
        case nil, "n": return formats.date(value, style: cell.style).map { Array($0.utf8) } ?? value
        default: return value
        }
    }
}
