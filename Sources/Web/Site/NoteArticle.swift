import Notes
import QueryLanguage
package import Searching
package import SourceText
import VaultFiles

/// The notes and files that the pages of a site can lead to. Everything else does not exist for its readers.
package protocol SiteContents: AnyObject {
    var calendar: LocalCalendar { get }
    var allowsHTML: Bool { get }
    /// Whether a line end in a paragraph is a line break.
    var keepsLineBreaks: Bool { get }
    /// Returns the page of a note, or nil if the site does not contain the note.
    func page(of note: VaultPath) -> VaultPath?
    /// Returns a note that the site contains, or nil if it cannot be read.
    func note(_ path: VaultPath) -> SiteNote?
    /// Returns the index page of a folder, or nil if the site contains no note of the folder.
    func folderPage(_ folder: VaultPath) -> VaultPath?
    /// Returns the address of an attachment, or nil if browsers must not get it.
    func file(of attachment: VaultPath) -> VaultPath?
    func keywordPage(_ keyword: String) -> VaultPath?
    /// Returns the title of a note that the site contains, or nil for another note.
    func title(of note: VaultPath) -> String?
    /// Whether a note of the site links to another one, as far as this is known without reading more.
    func links(_ note: VaultPath, to other: VaultPath) -> Bool
    /// Returns the size of a picture in pixels, or nil if it is unknown.
    func size(of picture: VaultPath) -> (width: Int, height: Int)?
    /// Returns the displayed text of a line with a link in a note of the site, or nothing if it is front matter.
    func text(of note: VaultPath, line: Int) -> String
}

/// The part of a page that shows a note: title, metadata, text, attachments and backlinks.
package struct NoteArticle {
    private static let maximumDepth = 8
    /// Limits the size of pages whose notes embed each other.
    private static let maximumEmbeds = 200
    private static let maximumEmbeddedBytes = 4_000_000
    /// The number of backlinks with a sentence, for which each note has to be read.
    private static let maximumSentences = 200

    private let contents: any SiteContents
    private let page: VaultPath
    private let main: SiteNote
    /// The number of embedded notes so far.
    private let embeds = Counter()

    private final class Counter {
        var value = 0
        var bytes = 0
    }

    package init(_ note: SiteNote, on page: VaultPath, _ contents: any SiteContents) {
        self.contents = contents
        self.page = page
        main = note
    }

    /// Returns the HTML of the article. Complexity: O(bytes of the note, the notes it embeds, and those that link to it).
    ///
    /// - Parameter backlinks: the links to the note from notes of the site, in order.
    package func html(backlinks: [Backlink]) -> String {
        var writer = HTMLWriter()
        let hit = main.hit
        let isTitled = main.beginsWithTitle
        let id = isTitled ? main.nodes.first.flatMap { main.headingIDs[$0.range.lowerBound] } : nil
        writer.add("<article dir=\"auto\">\n<header>\n<h1\(id.map { " id=\"\(HTMLWriter.escaped($0))\"" } ?? "")>")
        writer.add(main.titleHTML)
        writer.add(hit.isFavorite ? " <span class=\"favorite\" title=\"favorite\">★</span></h1>\n" : "</h1>\n")
        addFacts(hit, to: &writer)
        writer.add("</header>\n")
        let body = isTitled ? Array(main.nodes.dropFirst()) : main.nodes
        addSide(body, backlinks, to: &writer)
        writer.add("<div class=\"text\">\n")
        writer.add(HTMLRenderer.html(body, options(main, body, prefix: "", inside: [Part(note: hit.path)])))
        writer.add("</div>\n")
        addReferences(backlinks, to: &writer)
        writer.add("</article>\n")
        return writer.html
    }

    private func address(_ path: VaultPath) -> String { SiteAddresses.relative(path, from: page) }

    /// Returns a link to a page or file, or the text alone without one.
    private func link(to path: VaultPath?, _ text: String, attributes: String = "") -> String {
        let text = HTMLWriter.escaped(text)
        return path.map { "<a\(attributes) href=\"\(HTMLWriter.escaped(address($0)))\">\(text)</a>" } ?? text
    }

    // MARK: Metadata

    private func addFacts(_ hit: NoteHit, to writer: inout HTMLWriter) {
        let calendar = contents.calendar
        func day(_ moment: Moment) -> String {
            let day = calendar.civil(moment).dayText
            return "<time datetime=\"\(day)\">\(day)</time>"
        }
        writer.add("<p class=\"facts\">")
        if main.note.keys.contains(.status) {
            writer.add("<span class=\"status\">\(HTMLWriter.escaped(hit.status))</span>")
        }
        for keyword in hit.keywords {
            writer.add(" " + link(to: contents.keywordPage(keyword), "#\(keyword)", attributes: " class=\"keyword\""))
        }
        writer.add(" <span>created \(day(hit.created))</span> <span>modified \(day(hit.modified))</span></p>\n")
        let properties = NoteDetails.Property.displayed(in: main.note).filter { !["", "null"].contains($0.text) }
        let options = options(main, [], prefix: "", inside: [])
        if properties.isEmpty { return }
        writer.add("<table class=\"properties\">\n")
        for property in properties {
            writer.add("<tr><th scope=\"row\">\(HTMLWriter.escaped(property.key))</th><td>")
            writer.add(HTMLRenderer.html(Inline.all(in: property.text), options))
            writer.add("</td></tr>\n")
        }
        writer.add("</table>\n")
    }

    // MARK: The side column

    /// Adds the graph of the note and its neighbors, and the contents of a long note.
    private func addSide(_ nodes: [BlockNode], _ backlinks: [Backlink], to writer: inout HTMLWriter) {
        var side = HTMLWriter()
        if let graph = graph(backlinks) {
            side.add("<details class=\"graph\">\n<summary>Graph</summary>\n\(graph.html)</details>\n")
        }
        addContents(nodes, to: &side)
        if side.html.isEmpty { return }
        writer.add("<div class=\"side\">\n\(side.html)</div>\n")
    }

    /// Returns the drawing of the notes that the note links to, first, and of those that link to it. Nil if there are
    /// none.
    private func graph(_ backlinks: [Backlink]) -> NeighbourGraph? {
        var seen: Set<VaultPath> = [main.hit.path]
        func distinct(_ paths: [VaultPath]) -> [VaultPath] {
            paths.filter { contents.page(of: $0) != nil && seen.insert($0).inserted }
        }
        let targets = distinct(main.hit.links.lazy.filter { !$0.isFolder }.compactMap(\.path))
        let sources = distinct(backlinks.map(\.path))
        // Notes that are only targets have at least half of the places.
        let half = NeighbourGraph.maximum / 2
        let incoming = sources.prefix(max(half, NeighbourGraph.maximum - targets.count))
        let paths = Array(incoming + targets.prefix(NeighbourGraph.maximum - incoming.count))
        if paths.isEmpty { return nil }
        let neighbours = paths.enumerated().compactMap { place, path -> NeighbourGraph.Neighbour? in
            guard let page = contents.page(of: path), let title = contents.title(of: path) else { return nil }
            return NeighbourGraph.Neighbour(title: title, address: address(page), isIncoming: place < incoming.count)
        }
        guard neighbours.count == paths.count else { return NeighbourGraph(neighbours: neighbours, links: []) }
        var links: [(Int, Int)] = []
        for (place, path) in paths.enumerated() {
            for other in place + 1..<paths.count
            where contents.links(path, to: paths[other]) || contents.links(paths[other], to: path) {
                links.append((place, other))
            }
        }
        return NeighbourGraph(neighbours: neighbours, links: links)
    }

    private func addContents(_ nodes: [BlockNode], to writer: inout HTMLWriter) {
        let headings = nodes.compactMap { node -> (level: Int, id: String, line: FormulaLine)? in
            guard case .heading(let level, let inlines) = node.content, let id = main.headingIDs[node.range.lowerBound]
            else { return nil }
            return (level, id, FormulaLine(inlines))
        }
        guard headings.count > 2, let top = headings.map(\.level).min() else { return }
        let macros = headings.contains { $0.line.hasFormula } ? main.macros : FormulaMacros()
        writer.add("<details class=\"contents\">\n<summary>Contents</summary>\n")
        writer.add("<nav aria-label=\"Contents\">\n<ul>\n")
        for heading in headings {
            writer.add(
                "<li class=\"level-\(heading.level - top)\"><a href=\"#\(HTMLWriter.encodedPath(Array(heading.id.utf8)))\">"
            )
            writer.add(heading.line.html(macros: macros) { HTMLWriter.escaped($0) })
            writer.add("</a></li>\n")
        }
        writer.add("</ul>\n</nav>\n</details>\n")
    }

    private func addReferences(_ backlinks: [Backlink], to writer: inout HTMLWriter) {
        var seen: Set<VaultPath> = []
        let files = main.hit.attachments.compactMap { attachment -> (path: VaultPath, file: VaultPath)? in
            guard attachment.exists, seen.insert(attachment.path).inserted else { return nil }
            return contents.file(of: attachment.path).map { (attachment.path, $0) }
        }
        if files.isEmpty && backlinks.isEmpty { return }
        writer.add("<div class=\"links\">\n")
        defer { writer.add("</div>\n") }
        if !files.isEmpty {
            writer.add("<section class=\"references\">\n<h2>Attachments</h2>\n<ul>\n")
            for (path, file) in files {
                let download = MediaType(path).isDownload ? " download=\"\"" : ""
                writer.add("<li>\(link(to: file, path.name.text, attributes: download))</li>\n")
            }
            writer.add("</ul>\n</section>\n")
        }
        if backlinks.isEmpty { return }
        writer.add("<section class=\"references\">\n<h2>Linked from</h2>\n<ul>\n")
        var places: [VaultPath: [Int]] = [:]
        for backlink in backlinks { places[backlink.path, default: []].append(backlink.line) }
        var count = 0
        for backlink in backlinks {
            guard let lines = places.removeValue(forKey: backlink.path) else { continue }
            count += 1
            writer.add("<li>\(link(to: contents.page(of: backlink.path), backlink.title))")
            // A link in front matter has no sentence.
            let known = lines.prefix(count > Self.maximumSentences ? 0 : 10)
            if let text = known.lazy.map({ contents.text(of: backlink.path, line: $0) }).first(where: { !$0.isEmpty }) {
                writer.add("<p>\(HTMLWriter.escaped(LinkSentences.sentence(text, about: main.hit.title)))</p>")
            }
            writer.add("</li>\n")
        }
        writer.add("</ul>\n</section>\n")
    }

    // MARK: Text

    /// A note or part that is being rendered.
    private struct Part: Hashable {
        var note: VaultPath
        var fragment: String?
    }

    /// The notes and parts that are being rendered, outermost first.
    private typealias Open = [Part]

    private func options(
        _ note: SiteNote, _ nodes: [BlockNode], prefix: String, inside open: Open
    ) -> HTMLRenderer.Options {
        var options = HTMLRenderer.Options()
        options.allowsHTML = contents.allowsHTML
        options.dropsComments = true
        options.rendersFormulas = true
        options.colorsCode = true
        options.keepsLineBreaks = contents.keepsLineBreaks
        options.prefix = prefix
        options.headingIDs = note.headingIDs
        options.readsBlockIDs = true
        options.namesEmptyLinks = true
        options.linksHeadings = true
        options.loadsLate = true
        // The title is the only heading of level 1.
        let hasTopHeading = nodes.contains { if case .heading(1, _) = $0.content { true } else { false } }
        options.headingShift = hasTopHeading ? 1 : 0
        options.destination = { destination, isImage in
            self.destination(destination, isImage: isImage, in: note, open)
        }
        options.keywordAddress = { name in contents.keywordPage(name).map(address) }
        return options
    }

    private func destination(
        _ link: LinkDestination, isImage: Bool, in note: SiteNote, _ open: Open
    ) -> HTMLRenderer.Destination {
        guard let target = link.target else {
            guard WebAddress.isSafe(link.text) else { return .none }
            // Pages load nothing from other hosts.
            return isImage ? .link(link.text, isDownload: false) : .address(link.text)
        }
        if target.isEmpty { return destination(of: note.hit.path, link.fragment, isImage: isImage, open) }
        switch note.target(of: target) {
        case .note(let path, _): return destination(of: path, link.fragment, isImage: isImage, open)
        case .file(let path, _): return file(path, fragmentOf: link, isImage: isImage)
        case .folder(let path): return contents.folderPage(path).map { .address(address($0)) } ?? .none
        case .nothing: return .none
        }
    }

    private func destination(
        of note: VaultPath, _ fragment: String?, isImage: Bool, _ open: Open
    ) -> HTMLRenderer.Destination {
        guard let path = contents.page(of: note) else { return .none }
        if isImage { return contents.note(note).map { .html(embedded($0, fragment, inside: open)) } ?? .none }
        let id = fragment.flatMap { contents.note(note)?.id(of: $0) }.map {
            "#" + HTMLWriter.encodedPath(Array($0.utf8))
        }
        return .address(path == page ? id ?? "#" : address(path) + (id ?? ""))
    }

    private func file(_ path: VaultPath, fragmentOf link: LinkDestination, isImage: Bool) -> HTMLRenderer.Destination {
        guard let file = contents.file(of: path) else { return .none }
        // As written, since a browser does not decode a fragment for its viewers: `#page=2`, `#t=10,20`.
        let fragment = link.fragment == nil ? nil : link.text.firstIndex(of: "#").map { link.text[$0...] }
        let address = address(file) + (fragment ?? "")
        let type = MediaType(path)
        switch type.display {
        case .image where isImage:
            guard let size = contents.size(of: path) else { return .address(address) }
            return .picture(address, width: size.width, height: size.height)
        case .audio where isImage:
            return .element("<audio controls=\"\" src=\"\(HTMLWriter.escaped(address))\"></audio>")
        case .video where isImage:
            return .element("<video controls=\"\" src=\"\(HTMLWriter.escaped(address))\"></video>")
        default: return .link(address, isDownload: type.isDownload)
        }
    }

    /// Returns the HTML of an embedded note or part, or a remark that says why it is missing.
    private func embedded(_ note: SiteNote, _ fragment: String?, inside open: Open) -> String {
        let title = link(to: contents.page(of: note.hit.path), note.hit.title)
        let part = Part(note: note.hit.path, fragment: fragment?.lowercased())
        let reason: String? =
            if open.contains(part) {
                "it contains this place"
            } else if open.count > Self.maximumDepth {
                "the notes are nested too deeply"
            } else if embeds.value >= Self.maximumEmbeds || embeds.bytes >= Self.maximumEmbeddedBytes {
                "the page embeds too many notes"
            } else { nil }
        if let reason { return "<p class=\"remark\">\(title) is not shown here: \(reason).</p>\n" }
        guard var nodes = note.nodes(of: fragment) else {
            return "<p class=\"remark\">\(title) has no part “\(HTMLWriter.escaped(fragment ?? ""))”.</p>\n"
        }
        if fragment == nil, note.beginsWithTitle { nodes.removeFirst() }
        embeds.value += 1
        var options = options(note, nodes, prefix: "e\(embeds.value)-", inside: open + [part])
        if fragment != nil { options.macros = note.macros }
        let html = HTMLRenderer.html(nodes, options)
        embeds.bytes += html.utf8.count
        return "<section class=\"embed\">\n<p class=\"embed-title\">\(title)</p>\n\(html)</section>\n"
    }
}
