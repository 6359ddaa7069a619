import Notes
import QueryLanguage
import Searching
import SourceText
import VaultFiles

/// What all pages of a vault have around their content.
struct PageShell {
    /// Pages run no script but the site's own, and load nothing from other hosts.
    private static let policy =
        "default-src 'none'; style-src 'self'; img-src 'self'; media-src 'self'; script-src 'self'; connect-src 'self'; "
        + "base-uri 'none'; form-action 'self'"

    let frame: PageFrame
    let snapshot: VaultSnapshot
    /// The script of each page, which searches or reloads the page.
    let script: VaultPath
    /// Whether the site has a feed.
    let hasFeed: Bool

    /// Returns a page.
    ///
    /// - Parameters:
    ///   - folders: the folders around the page that have an index page.
    ///   - links: other links of the navigation.
    ///   - search: HTML in place of the search of a static site.
    func page(
        _ content: String, title: String, on page: VaultPath, note: SiteNote? = nil, folders: [VaultPath],
        links: [(name: String, path: VaultPath)], search: String? = nil
    ) -> [UInt8] {
        let calendar = snapshot.calendar
        let root = SiteAddresses.relative(.root, from: page)
        let language = note?.note.properties.first { ["lang", "language"].contains($0.key) }?.value.text
        var navigation = [(snapshot.vault.name, SiteAddresses.start)]
        navigation += folders.map { ($0.name.text, $0.appending(SiteAddresses.start)) }.filter { $0.1 != page }
        navigation += links
        let html = navigation.map { name, path in
            let current = path == page ? " aria-current=\"page\"" : ""
            return "<a href=\"\(SiteAddresses.relative(path, from: page))\"\(current)>\(HTMLWriter.escaped(name))</a>"
        }.joined(separator: "\n")
        return frame.page(
            [
                "title": title, "site": snapshot.vault.name, "path": note?.hit.path.text ?? "",
                "status": note?.hit.status ?? "", "language": language ?? "en",
                "created": note.map { calendar.civil($0.hit.created).dayText } ?? "",
                "modified": note.map { calendar.civil($0.hit.modified).dayText } ?? "",
                "root": root == "." ? "./" : root + "/",
            ],
            html: ["head": head(on: page), "navigation": html, "content": (search ?? "") + content])
    }

    private func head(on page: VaultPath) -> String {
        func address(_ path: VaultPath) -> String {
            // The page of missing pages has the address of any of them.
            page == SiteAddresses.missing
                ? "/" + HTMLWriter.encodedPath(path.bytes) : SiteAddresses.relative(path, from: page)
        }
        let feed =
            hasFeed
            ? "\n<link rel=\"alternate\" type=\"application/atom+xml\" href=\"\(address(SiteAddresses.feed))\">" : ""
        return """
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <meta name="generator" content="slip">
            <link rel="stylesheet" href="\(address(SiteAddresses.styleSheet))">
            <link rel="icon" type="image/svg+xml" href="\(address(SiteAddresses.icon))">\(feed)
            <script src="\(address(script))" defer></script>
            """
    }
}
