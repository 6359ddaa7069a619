package import Notes
import SourceText

/// Renders the blocks of a note as HTML, in the form of the examples of CommonMark.
package struct HTMLRenderer {
    /// Where a link or image leads.
    package enum Destination {
        /// An address, not yet escaped.
        case address(String)
        /// The address of a picture whose size in pixels is known.
        case picture(String, width: Int, height: Int)
        /// The address of a file that is only linked, not displayed.
        case link(String, isDownload: Bool)
        /// The HTML of a player or another part of a line.
        case element(String)
        /// The HTML of an embedded note, which consists of blocks.
        case html(String)
        /// No target. The label remains as text.
        case none
    }

    /// The decisions of the page that contains the note.
    package struct Options {
        /// Whether raw HTML is copied. If not, it is escaped.
        package var allowsHTML = false
        /// Whether comments are left out of raw HTML that is copied, unlike in CommonMark. Escaped HTML never has them.
        package var dropsComments = false
        /// The beginning of each id, which distinguishes the notes on one page.
        package var prefix = ""
        /// The ids of headings, by the offset where they start.
        package var headingIDs: [Int: String] = [:]
        /// Whether `^name` at the end of a block is its id.
        package var readsBlockIDs = false
        /// Whether a line end in a paragraph is a line break, unlike in CommonMark.
        package var keepsLineBreaks = false
        /// Whether a link without a label shows its address, unlike in CommonMark.
        package var namesEmptyLinks = false
        /// The number that is added to the level of each heading. Levels stay within 6.
        package var headingShift = 0
        /// Whether formulas that `Formula` can read are MathML. If not, all are code.
        package var rendersFormulas = false
        /// The macros that formulas above define. Those of the text are added.
        package var macros = FormulaMacros()
        /// Whether code in a known language has `<span>` elements for its parts.
        package var colorsCode = false
        /// Whether each heading with an id has a link to itself.
        package var linksHeadings = false
        /// Whether pictures are loaded when they are about to be visible.
        package var loadsLate = false
        package var destination: (LinkDestination, _ isImage: Bool) -> Destination = { destination, _ in
            .address(destination.text)
        }
        /// Returns the address of a keyword's page, or nil if there is none.
        package var keywordAddress: (String) -> String? = { _ in nil }

        package init() {}
    }

    var options: Options
    var writer = HTMLWriter()
    private var footnotes = Footnotes()
    /// Whether the current text is the label of a link, which cannot contain another link.
    private var isInLink = false
    /// Embedded notes inside the current block, which follow it.
    private var embeds: [String] = []

    /// Returns the HTML of text without blocks. Complexity: O(length).
    package static func html(_ inlines: [Inline], _ options: Options) -> String {
        var renderer = HTMLRenderer(options: options)
        renderer.add(inlines)
        return renderer.writer.html
    }

    /// Returns the HTML of a note's body. Complexity: O(bytes).
    package static func html(_ nodes: [BlockNode], _ options: Options) -> String {
        var renderer = HTMLRenderer(options: options)
        renderer.footnotes.define(nodes)
        renderer.add(nodes)
        renderer.addFootnotes()
        return renderer.writer.html
    }

    private init(options: Options) { self.options = options }

    // MARK: Blocks

    private mutating func add(_ nodes: [BlockNode], isTight: Bool = false) {
        for node in nodes { add(node, isTight: isTight) }
    }

    private mutating func addEmbeds() {
        for html in embeds {
            writer.startLine()
            writer.add(html)
        }
        embeds = []
    }

    private mutating func add(_ node: BlockNode, isTight: Bool) {
        switch node.content {
        case .paragraph(let inlines): addParagraph(inlines, isTight: isTight)
        case .heading(let level, let inlines): addHeading(level, inlines, at: node.range.lowerBound)
        case .code(let info, let lines): addCode(info, lines)
        case .html(let lines): addHTML(lines)
        case .rule:
            writer.startLine()
            writer.add("<hr />\n")
        case .table(let alignments, let cells): addTable(alignments, cells)
        case .quote(let nodes): addQuote(nodes)
        case .list(let list): addList(list)
        case .footnote: return
        }
        addEmbeds()
    }

    private mutating func addParagraph(_ inlines: [Inline], isTight: Bool) {
        let (inlines, ids) = options.readsBlockIDs ? BlockIDs.taken(from: inlines) : (inlines, [])
        let attributes = ids.map { " id=\"\(HTMLWriter.escaped(options.prefix + $0))\"" }
        let places = attributes.map { "<span\($0)></span>" }
        if inlines.isEmpty {
            // An id alone on a line names the block above.
            if !ids.isEmpty { writer.add(places.joined() + "\n") }
            return
        }
        if inlines.count == 1, case .image(let destination) = inlines[0].kind,
            case .html(let html) = options.destination(destination, true)
        {
            writer.startLine()
            writer.add(html)
            return
        }
        if isTight {
            writer.add(places.joined())
            add(inlines)
            return
        }
        writer.startLine()
        writer.add("<p\(attributes.first ?? "")>\(places.dropFirst().joined())")
        add(inlines)
        writer.add("</p>\n")
    }

    private mutating func addHeading(_ level: Int, _ inlines: [Inline], at start: Int) {
        let level = min(level + options.headingShift, 6)
        let name = options.headingIDs[start].map { options.prefix + $0 }
        let id = name.map { " id=\"\(HTMLWriter.escaped($0))\"" } ?? ""
        writer.startLine()
        writer.add("<h\(level)\(id)>")
        add(inlines)
        if options.linksHeadings, let name {
            let address = HTMLWriter.encodedPath(Array(name.utf8))
            writer.add("<a class=\"anchor\" href=\"#\(address)\" aria-label=\"Link to this section\"></a>")
        }
        writer.add("</h\(level)>\n")
    }

    private mutating func addCode(_ info: String, _ lines: [String]) {
        let language = info.split(whereSeparator: \.isWhitespace).first
        writer.startLine()
        if language == "math", let formula = formula(lines.joined(separator: "\n"), isDisplay: true) {
            return writer.add(formula + "\n")
        }
        writer.add(CodeBlock.html(lines, language: language, isColored: options.colorsCode))
    }

    private mutating func addTable(_ alignments: [Block.Alignment], _ cells: [[Inline]]) {
        let count = alignments.count
        writer.startLine()
        writer.add("<table>\n<thead>\n")
        for row in 0..<(count == 0 ? 0 : cells.count / count) {
            if row == 1 { writer.add("<tbody>\n") }
            writer.add("<tr>\n")
            let name = row == 0 ? "th" : "td"
            for column in 0..<count {
                let alignment =
                    switch alignments[column] {
                    case .start: ""
                    case .center: " align=\"center\""
                    case .end: " align=\"right\""
                    }
                writer.add("<\(name)\(alignment)>")
                add(cells[row * count + column])
                writer.add("</\(name)>\n")
            }
            writer.add("</tr>\n")
            if row == 0 { writer.add("</thead>\n") }
        }
        if cells.count > count { writer.add("</tbody>\n") }
        writer.add("</table>\n")
    }

    private mutating func addQuote(_ nodes: [BlockNode]) {
        writer.startLine()
        guard case .paragraph(let inlines)? = nodes.first?.content, case .text(let text)? = inlines.first?.kind,
            inlines[0].isExact, let mark = CalloutMark(text)
        else {
            writer.add("<blockquote>\n")
            add(nodes)
            writer.startLine()
            writer.add("</blockquote>\n")
            return
        }
        let lineEnd = inlines.firstIndex { $0.kind == .softBreak || $0.kind == .hardBreak } ?? inlines.endIndex
        let isTitled = !mark.title.isEmpty || lineEnd > 1
        let kind = HTMLWriter.escaped(mark.kind.lowercased())
        let (element, head) = mark.isFolded == nil ? ("div", "p") : ("details", "summary")
        writer.add(
            "<\(element) class=\"callout\" data-kind=\"\(kind)\"\(mark.isFolded == false ? " open=\"\"" : "")>\n")
        writer.add("<\(head) class=\"callout-title\">")
        // The color of a callout does not say its kind to everyone.
        writer.add("<span class=\"callout-kind\">")
        writer.addText(mark.displayedKind)
        writer.add(isTitled ? "</span> " : "</span>")
        writer.addText(mark.title)
        add(Array(inlines[1..<lineEnd]))
        writer.add("</\(head)>\n")
        addEmbeds()
        if lineEnd + 1 < inlines.count { addParagraph(Array(inlines[(lineEnd + 1)...]), isTight: false) }
        add(Array(nodes.dropFirst()))
        writer.startLine()
        writer.add("</\(element)>\n")
    }

    private mutating func addList(_ list: BlockList) {
        writer.startLine()
        let start = list.start.map { $0 == 1 ? "" : " start=\"\($0)\"" } ?? ""
        let name = list.start == nil ? "ul" : "ol"
        writer.add("<\(name)\(start)>\n")
        for item in list.items {
            writer.add(item.task == nil ? "<li>" : "<li class=\"task\">")
            if let task = item.task {
                writer.add("<input type=\"checkbox\" disabled=\"\"\(task ? " checked=\"\"" : "") /> ")
            }
            for node in item.children {
                if !list.isTight || !node.isParagraph { writer.startLine() }
                add(node, isTight: list.isTight)
            }
            writer.add("</li>\n")
        }
        writer.add("</\(name)>\n")
    }

    // MARK: Inlines

    private mutating func add(_ inlines: [Inline]) {
        for inline in inlines { add(inline) }
    }

    private mutating func add(_ inline: Inline) {
        switch inline.kind {
        case .text(let text): writer.addText(text)
        case .softBreak: writer.add(options.keepsLineBreaks ? "<br />\n" : "\n")
        case .hardBreak: writer.add("<br />\n")
        case .code:
            writer.add("<code>")
            writer.addText(inline.children.plainText)
            writer.add("</code>")
        case .math(let isDisplay):
            if let formula = formula(inline.children.source, isDisplay: isDisplay) { return writer.add(formula) }
            writer.add("<code class=\"math\(isDisplay ? " display" : "")\">")
            add(inline.children)
            writer.add("</code>")
        case .html: addTag(inline)
        case .emphasis: add("em", inline.children)
        case .strong: add("strong", inline.children)
        case .strikethrough: add("del", inline.children)
        case .highlight: add("mark", inline.children)
        case .link(let destination): addLink(destination, inline.children)
        case .image(let destination): addImage(destination, inline.children)
        case .hashtag:
            let name = inline.children.plainText
            guard !isInLink, let address = options.keywordAddress(String(name.dropFirst())) else {
                add(inline.children)
                return
            }
            writer.add("<a class=\"keyword\" href=\"\(HTMLWriter.address(address))\">")
            writer.addText(name)
            writer.add("</a>")
        case .footnote(let label): addReference(label)
        }
    }

    /// Returns the MathML of a formula, or nil if it stays as code.
    private mutating func formula(_ source: String, isDisplay: Bool) -> String? {
        options.rendersFormulas ? try? Formula(source, macros: &options.macros).mathML(isDisplay: isDisplay) : nil
    }

    private mutating func add(_ name: String, _ children: [Inline]) {
        writer.add("<\(name)>")
        add(children)
        writer.add("</\(name)>")
    }

    private mutating func addLink(_ destination: LinkDestination, _ children: [Inline]) {
        switch options.destination(destination, false) {
        case .address(let address), .picture(let address, _, _):
            addLink(to: address, children, attributes: Self.title(destination))
        case .link(let address, let isDownload):
            addLink(to: address, children, attributes: Self.title(destination) + (isDownload ? " download=\"\"" : ""))
        case .element, .html, .none: add(children)
        }
    }

    private mutating func addLink(to address: String, _ children: [Inline], attributes: String) {
        if isInLink { return add(children) }
        isInLink = true
        writer.add("<a href=\"\(HTMLWriter.address(address))\"\(attributes)>")
        // A link without a label could be neither seen nor followed.
        if children.plainText.allSatisfy(\.isWhitespace), !attributes.isEmpty || options.namesEmptyLinks,
            !children.contains(where: \.isImage)
        {
            writer.addText(address)
        }
        add(children)
        writer.add("</a>")
        isInLink = false
    }

    private mutating func addImage(_ destination: LinkDestination, _ children: [Inline]) {
        let end = Self.title(destination) + (options.loadsLate ? " loading=\"lazy\"" : "")
        switch options.destination(destination, true) {
        case .address(let address):
            writer.add(ImageLabel.picture(address, size: nil, children.plainText, end: end))
        case .picture(let address, let width, let height):
            writer.add(ImageLabel.picture(address, size: (width, height), children.plainText, end: end))
        case .link(let address, let isDownload):
            addLink(to: address, children, attributes: isDownload ? " download=\"\"" : "")
        case .element(let html): writer.add(html)
        case .html(let html): embeds.append(html)
        case .none: add(children)
        }
    }

    private static func title(_ destination: LinkDestination) -> String {
        destination.title.map { " title=\"\(HTMLWriter.escaped($0))\"" } ?? ""
    }

    // MARK: Footnotes

    private mutating func addReference(_ label: String) {
        let (number, reference) = footnotes.refer(to: label)
        let prefix = HTMLWriter.escaped(options.prefix)
        let id = "\(prefix)fnref:\(number)\(reference == 1 ? "" : ":\(reference)")"
        writer.add("<sup class=\"footnote\"><a id=\"\(id)\" href=\"#\(prefix)fn:\(number)\">\(number)</a></sup>")
    }

    private mutating func addFootnotes() {
        var next = 0
        while true {
            if next == footnotes.numbered.count {
                footnotes.numberRest()
                if next == footnotes.numbered.count { break }
            }
            if next == 0 {
                writer.startLine()
                writer.add("<section class=\"footnotes\">\n<ol>\n")
            }
            let label = footnotes.numbered[next]
            next += 1
            let prefix = HTMLWriter.escaped(options.prefix)
            writer.add("<li id=\"\(prefix)fn:\(next)\">\n")
            add(footnotes.contents[label] ?? [])
            for reference in 0..<footnotes.references[label, default: 0] {
                let suffix = reference == 0 ? "" : ":\(reference + 1)"
                writer.add(
                    "<a href=\"#\(prefix)fnref:\(next)\(suffix)\" class=\"backlink\" aria-label=\"back\">↩</a>\n")
            }
            writer.add("</li>\n")
        }
        if next > 0 { writer.add("</ol>\n</section>\n") }
    }
}
