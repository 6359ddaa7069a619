import QueryLanguage
import Searching
import SourceText

/// The lists of notes, folders and keywords on a page, in a static site and in `slip serve`.
struct ListHTML {
    let contents: any SiteContents
    let page: VaultPath

    private func link(_ path: VaultPath, _ text: String) -> String {
        "<a href=\"\(SiteAddresses.relative(path, from: page))\">\(HTMLWriter.escaped(text))</a>"
    }

    private func list(_ name: String, _ items: [String]) -> String {
        items.isEmpty ? "" : "<ul class=\"\(name)\">\n\(items.map { "<li>\($0)</li>\n" }.joined())</ul>\n"
    }

    func notes(_ hits: [NoteHit]) -> String {
        list(
            "notes",
            hits.compactMap { hit in
                contents.page(of: hit.path).map { path in
                    let day = contents.calendar.civil(hit.created).dayText
                    return "\(link(path, hit.title)) <time datetime=\"\(day)\">\(day)</time>"
                }
            })
    }

    /// Returns the subfolders and notes of a folder, or nothing if it has none.
    ///
    /// - Parameter isAddition: whether the page shows a note above.
    func folder(_ folders: [VaultPath], _ hits: [NoteHit], isAddition: Bool) -> String {
        let links = folders.map { link($0.appending(SiteAddresses.start), $0.name.text + "/") }
        let lists = list("folders", links) + notes(hits)
        if lists.isEmpty { return "" }
        let heading = isAddition ? "<h2>In this folder</h2>\n" : ""
        return "<section class=\"listing\">\n\(heading)\(lists)</section>\n"
    }

    /// Returns the keywords that have a page, with the numbers of their notes.
    func keywords(_ counts: [(name: String, notes: Int)]) -> String {
        let items = counts.compactMap { name, count in
            contents.keywordPage(name).map { "\(link($0, "#" + name)) \(count)" }
        }
        return Self.heading("Keywords") + list("keywords", items)
    }

    static func heading(_ text: String) -> String { "<h1>\(HTMLWriter.escaped(text))</h1>\n" }

    /// The content of the page for addresses without a page.
    static let missing = heading("Page not found") + "<p>There is no page at this address.</p>\n"
}
