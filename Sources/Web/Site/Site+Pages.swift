import Notes
package import QueryLanguage
import Searching
package import SourceText
import System
import VaultFiles

/// The pages that belong to no note.
extension Site {
    // MARK: Folders and keywords

    /// Returns the subfolders and notes of a folder as lists.
    ///
    /// - Parameter isAddition: whether the page shows a note above.
    func listing(of folder: VaultPath, on page: VaultPath, isAddition: Bool) -> String {
        let notes = (notesByFolder[folder] ?? []).filter { self.page(of: $0.path) != page }
        return ListHTML(contents: self, page: page).folder(subfolders[folder] ?? [], notes, isAddition: isAddition)
    }

    /// The index pages of folders without an index note. That of the root also has the newest notes.
    func indexPages() -> [File] {
        let notePages = Set(hits.compactMap { page(of: $0.path) })
        let folders = addresses.folders.sorted().filter { !notePages.contains($0.appending(SiteAddresses.start)) }
        return Parallel.map(folders.count) { number in
            let folder = folders[number]
            let page = folder.appending(SiteAddresses.start)
            let title = folder.isRoot ? name : folder.text
            var html = ListHTML.heading(title)
            if folder.isRoot, !hits.isEmpty {
                html +=
                    "<h2>Recent notes</h2>\n" + ListHTML(contents: self, page: page).notes(recent)
                    + "<h2>All notes</h2>\n"
            }
            html += listing(of: folder, on: page, isAddition: false)
            return File(page, framed(html, title: title, on: page))
        }
    }

    func keywordPages() -> [File] {
        if keywords.isEmpty { return [] }
        let index = SiteAddresses.keywords
        let list = ListHTML(contents: self, page: index).keywords(keywords.map { ($0.name, $0.notes.count) })
        let files = Parallel.map(keywords.count) { number in
            let (name, notes) = keywords[number]
            return addresses.keywordPage(name).map { page in
                let html = ListHTML.heading("#" + name) + ListHTML(contents: self, page: page).notes(notes)
                return File(page, framed(html, title: "#" + name, on: page))
            }
        }
        return [File(index, framed(list, title: "Keywords", on: index))] + files.compactMap(\.self)
    }

    func missingPage() -> File {
        let page = SiteAddresses.missing
        return File(page, framed(ListHTML.missing, title: "Page not found", on: page))
    }

    // MARK: Feed and site map

    private func absolute(_ path: VaultPath) -> String {
        (options.url.isEmpty ? "" : options.url + "/") + HTMLWriter.encodedPath(path.bytes)
    }

    /// An Atom feed (RFC 4287) of the newest notes.
    func feed(_ graph: LinkGraph) -> File {
        let recent = recent.compactMap { hit in places[hit.path].map { (hit, graph.nodes[$0].preview) } }
        func text(_ text: String) -> String {
            // XML 1.0 cannot contain most control characters, U+FFFE and U+FFFF, not even escaped.
            let allowed = text.unicodeScalars.map { scalar -> Unicode.Scalar in
                scalar.value < 0x20 || scalar.value == 0x7F || scalar.value & 0xFFFE == 0xFFFE ? " " : scalar
            }
            return HTMLWriter.escaped(String(String.UnicodeScalarView(allowed)))
        }
        let updated = recent.map(\.0.modified).max() ?? Moment(seconds: 0)
        var xml = """
            <?xml version="1.0" encoding="utf-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom">
            <title>\(text(name))</title>
            <id>\(text(options.url.isEmpty ? "urn:slip:" + HTMLWriter.encodedPath(Array(name.utf8)) : options.url + "/"))</id>
            <link rel="self" href="\(text(absolute(SiteAddresses.feed)))"/>
            <updated>\(updated.rfc3339)</updated>
            <author><name>\(text(name))</name></author>

            """
        for (hit, preview) in recent {
            guard let page = page(of: hit.path) else { continue }
            let id = options.url.isEmpty ? "urn:slip:" + HTMLWriter.encodedPath(hit.path.bytes) : absolute(page)
            xml += """
                <entry>
                <title>\(text(hit.title))</title>
                <id>\(text(id))</id>
                <link href="\(text(absolute(page)))"/>
                <published>\(hit.created.rfc3339)</published>
                <updated>\(hit.modified.rfc3339)</updated>
                <summary>\(text(preview))</summary>
                </entry>

                """
        }
        return File(SiteAddresses.feed, Array((xml + "</feed>\n").utf8))
    }

    func siteMap() -> File {
        var xml = """
            <?xml version="1.0" encoding="utf-8"?>
            <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">

            """
        for hit in hits {
            guard let page = page(of: hit.path) else { continue }
            xml +=
                "<url><loc>\(HTMLWriter.escaped(absolute(page)))</loc>"
                + "<lastmod>\(calendar.civil(hit.modified).dayText)</lastmod></url>\n"
        }
        return File(SiteAddresses.siteMap, Array((xml + "</urlset>\n").utf8))
    }

    // MARK: Graph

    /// The links between the notes of the site.
    func linkGraph() -> LinkGraph {
        LinkGraph(hits, calendar, [:]) { hit in
            self.page(of: hit.path).map { SiteAddresses.relative($0, from: SiteAddresses.graph) } ?? ""
        }
    }

    /// The page of `slip graph`, with its scripts and styles as separate files.
    func graphFiles(_ graph: LinkGraph, _ points: [GraphLayout.Point]) -> [File] {
        let colors = configuration.keywords.compactMap { keyword in keyword.color.map { (keyword.name, $0) } }
        let page = GraphPage(
            graph, points, vault: name, generated: hits.map(\.modified).max() ?? Moment(seconds: 0),
            statuses: configuration.statuses.filter { name in hits.contains { $0.status == name } },
            colors: Dictionary(colors) { first, _ in first },
            home: SiteAddresses.relative(SiteAddresses.start, from: SiteAddresses.graph))
        return page.files(named: "graph").map { File(SiteAddresses.ownFolder.appending($0.name), Array($0.text.utf8)) }
    }
}

extension LinkGraph {
    /// Creates the graph of some notes. Links to other notes are left out, and notes do not link to themselves.
    ///
    /// - Parameters:
    ///   - previews: the beginnings of the notes' texts.
    ///   - address: returns the URL that opens a note.
    package init(
        _ hits: [NoteHit], _ calendar: LocalCalendar, _ previews: [VaultPath: String], address: (NoteHit) -> String
    ) {
        let places = Dictionary(hits.enumerated().map { ($0.element.path, $0.offset) }) { first, _ in first }
        var links: [Link] = []
        var broken: [BrokenLink] = []
        var seen: Set<Link> = []
        for (index, hit) in hits.enumerated() {
            for link in hit.links {
                guard let path = link.path else {
                    broken.append(BrokenLink(from: index, target: link.target))
                    continue
                }
                guard let end = places[path], end != index else { continue }
                let found = Link(from: index, to: end)
                if seen.insert(found).inserted { links.append(found) }
            }
        }
        let nodes = hits.map { hit in
            Node(
                path: hit.path, title: hit.title, status: hit.status, keywords: hit.keywords,
                isFavorite: hit.isFavorite, created: calendar.civil(hit.created).dayText,
                modified: calendar.civil(hit.modified).dayText, words: hit.counts.words,
                preview: previews[hit.path] ?? "", address: address(hit))
        }
        self.init(nodes: nodes, links: links, broken: broken)
    }
}
