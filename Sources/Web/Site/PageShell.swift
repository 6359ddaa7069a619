import Notes
import QueryLanguage
import Searching
import SourceText
import VaultFiles

/// What all pages of a vault have around their content.
struct PageShell: Sendable {
    /// Pages run no script but the site's own, and load nothing from other hosts.
    ///
    /// - Parameter scripts: the allowed scripts.
    private static func policy(scripts: String) -> String {
        "default-src 'none'; style-src 'self'; img-src 'self'; media-src 'self'; script-src \(scripts); "
            + "connect-src 'self'; base-uri 'none'; form-action 'self'"
    }

    /// The number of folders above the title. A relative address is as long as the folders between are many, so that
    /// all folders of all pages would grow with the cube of the depth.
    private static let maximumFolders = 8

    let frame: PageFrame
    /// The name of the vault.
    let name: String
    let calendar: LocalCalendar
    /// The script of each page, which searches or reloads the page.
    let script: VaultPath
    /// Whether the site has a feed.
    let hasFeed: Bool
    /// Whether pages contain raw HTML of notes, in which a script could be a file of the site.
    var allowsHTML = false
    /// The language of pages whose notes name none.
    var language = "en"
    /// The number of files with previews of notes, or 0 without any.
    var previews = 0
    /// The address at which the site is published, without a final slash, or empty.
    var url = ""
    /// The path of the site on its host, which begins and ends with a slash. Only the page of missing pages needs it.
    var basePath = "/"

    /// Returns a page.
    ///
    /// - Parameters:
    ///   - folders: the folders around the page that have an index page, outermost first. The last are above the title.
    ///   - links: the links of the navigation besides that to the start page.
    ///   - tree: the HTML of the folders for the page.
    ///   - search: the HTML of the search (default: the place for that of a static site).
    func page(
        _ content: String, title: String, on page: VaultPath, note: SiteNote? = nil, folders: [VaultPath],
        links: [(name: String, path: VaultPath)], tree: String, search: String? = nil
    ) -> [UInt8] {
        let root = root(from: page)
        var navigation = [link(name, SiteAddresses.start, from: page)]
        navigation += links.map { link($0.name, $0.path, from: page) }
        let content = crumbs(folders, on: page) + content
        return frame.page(
            [
                "title": title, "site": name, "path": note?.hit.path.text ?? "",
                "status": note?.hit.shownStatus ?? "", "language": note?.language ?? language,
                "created": note.map { calendar.civil($0.hit.created).dayText } ?? "",
                "modified": note.map { calendar.civil($0.hit.modified).dayText } ?? "",
                "root": root,
            ],
            html: [
                "head": head(on: page, content, title: title, note: note), "tree": tree,
                "navigation": navigation.joined(separator: "\n"), "content": content,
                "search": search ?? "<search id=\"slip:search\" data-root=\"\(root)\" hidden></search>",
            ])
    }

    /// Returns the folders around a page as links, which lead from the start page to it.
    private func crumbs(_ folders: [VaultPath], on page: VaultPath) -> String {
        let near = folders.suffix(Self.maximumFolders).filter { $0.appending(SiteAddresses.start) != page }
        if near.isEmpty { return "" }
        var links = [link("Start", SiteAddresses.start, from: page)]
        if folders.count > Self.maximumFolders { links.append("<span>…</span>") }
        links += near.map { link($0.name.text, $0.appending(SiteAddresses.start), from: page) }
        return "<nav class=\"crumbs\" aria-label=\"Path\">\(links.joined(separator: "\n"))</nav>\n"
    }

    private func link(_ label: String, _ path: VaultPath, from page: VaultPath) -> String {
        let current = path == page ? " aria-current=\"page\"" : ""
        return "<a href=\"\(address(path, from: page))\"\(current)>\(HTMLWriter.escaped(label))</a>"
    }

    /// Returns the address of the folder of the site, with a final slash.
    private func root(from page: VaultPath) -> String {
        page == SiteAddresses.missing ? basePath : SiteAddresses.relative(.root, from: page) + "/"
    }

    /// Returns a relative address. The page of missing pages has the address of any of them, so its own are absolute.
    func address(_ path: VaultPath, from page: VaultPath) -> String {
        page == SiteAddresses.missing
            ? basePath + HTMLWriter.encodedPath(path.bytes) : SiteAddresses.relative(path, from: page)
    }

    private func head(on page: VaultPath, _ content: String, title: String, note: SiteNote?) -> String {
        func address(_ path: VaultPath) -> String { self.address(path, from: page) }
        let feed =
            hasFeed
            ? "\n<link rel=\"alternate\" type=\"application/atom+xml\" href=\"\(address(SiteAddresses.feed))\">" : ""
        // A note cannot contain the hash of the page that contains the note.
        let nonce = allowsHTML ? String(UInt64(bitPattern: ContentHash.hash(Array(content.utf8))), radix: 16) : nil
        let policy = Self.policy(scripts: nonce.map { "'nonce-\($0)'" } ?? "'self'")
        let allowed = nonce.map { " nonce=\"\($0)\"" } ?? ""
        let root = root(from: page)
        return """
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <meta name="generator" content="slip">
            \(about(page, title: title, note: note))<script src="\(address(SiteAddresses.themeScript))"\(allowed)></script>
            <link rel="stylesheet" href="\(address(SiteAddresses.styleSheet))">
            <link rel="icon" type="image/svg+xml" href="\(address(SiteAddresses.icon))">\(feed)
            <script src="\(address(SiteAddresses.pageScript))"\(allowed) data-root="\(root)" data-previews="\(previews)" defer></script>
            <script src="\(address(script))"\(allowed) defer></script>
            """
    }

    /// Returns the description of a page for search engines and programs that show links (https://ogp.me).
    private func about(_ page: VaultPath, title: String, note: SiteNote?) -> String {
        func meta(_ kind: String, _ name: String, text: String) -> String {
            text.isEmpty ? "" : "<meta \(kind)=\"\(name)\" content=\"\(HTMLWriter.escaped(text))\">\n"
        }
        if page == SiteAddresses.missing { return "" }
        let description = note?.description ?? ""
        let address = url.isEmpty ? "" : url + "/" + HTMLWriter.encodedPath(page.bytes)
        return meta("name", "description", text: description) + meta("property", "og:title", text: title)
            + meta("property", "og:description", text: description)
            + meta("property", "og:type", text: note == nil ? "website" : "article")
            + meta("property", "og:site_name", text: name) + meta("property", "og:url", text: address)
    }
}
