import QueryLanguage
import Searching
import SourceText
import VaultFiles

/// The graph page of the served vault.
extension ServedVault {
    /// The most notes of the graph. The layout of more takes longer than other requests may wait.
    private static let maximumGraphNotes = 1500

    /// The styles and scripts of the graph page, which are the same for all vaults.
    static let graphFiles: [VaultPath: (bytes: [UInt8], type: String)] = {
        let empty = LinkGraph([], .utc, [:]) { _ in "" }
        let page = GraphPage(empty, [], vault: "", generated: Moment(seconds: 0), statuses: [], colors: [:])
        let files = page.files(named: "graph").dropFirst().map { file in
            let type = file.name.hasSuffix(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8"
            return (SiteAddresses.ownFolder.appending(VaultPath(file.name)), (Array(file.text.utf8), type))
        }
        return Dictionary(files) { first, _ in first }
    }()

    /// Returns the page of `slip graph` with the notes that changed last.
    func graph(_ request: HTTPRequest) throws -> HTTPResponse {
        let limit = Self.maximumGraphNotes
        let hiding = try snapshot.notesWithHiddenParts()
        let newest = try hits("", .all, in: .root, sort: "modified-", limit: limit + 1).filter { !$0.isFile }
        let shown = newest.prefix(limit).map { hit in
            hiding.contains(hit.path) ? note(hit.path)?.hit ?? hit : hit
        }
        let graph = LinkGraph(shown.sorted { $0.path < $1.path }, calendar, [:]) { hit in
            self.page(of: hit.path).map { SiteAddresses.relative($0, from: SiteAddresses.graph) } ?? ""
        }
        let configuration = snapshot.vault.configuration
        let colors = configuration.keywords.compactMap { keyword in keyword.color.map { (keyword.name, $0) } }
        let name = snapshot.vault.name
        let page = GraphPage(
            graph, vault: newest.count > limit ? "\(name): the \(limit) notes that changed last" : name,
            generated: shown.map(\.modified).max() ?? Moment(seconds: 0), statuses: configuration.statuses,
            colors: Dictionary(colors) { first, _ in first },
            home: SiteAddresses.relative(SiteAddresses.start, from: SiteAddresses.graph))
        return html(Array((page.files(named: "graph").first?.text ?? "").utf8), for: request)
    }
}
