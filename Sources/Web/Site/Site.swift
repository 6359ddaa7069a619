import Notes
package import QueryLanguage
package import Searching
package import SourceText
import System
package import VaultFiles

/// A static web site of some notes. No byte of any other note is in its files.
package final class Site: SiteContents {
    package struct Options {
        package var allowsHTML = false
        /// The style sheet, or nil for the built-in one.
        package var styleSheet: [UInt8]?
        /// The frame of each page, as text, with what an error calls it. Nil for the built-in one.
        package var frame: (text: String, name: String)?
        /// The address at which the site is published, without a final slash. Empty for relative addresses.
        package var url = ""

        /// The path of `url` with a slash at both ends.
        var basePath: String {
            let path = url.split(separator: "/", omittingEmptySubsequences: false).dropFirst(3)
            return "/" + path.map { "\($0)/" }.joined()
        }

        package init() {}
    }

    /// A file of the site.
    package struct File {
        package enum Content {
            case bytes([UInt8])
            /// A copy of an attachment of the vault.
            case attachment(VaultPath)
        }

        /// Relative to the site's root.
        package var path: VaultPath
        package var content: Content

        init(_ path: VaultPath, _ bytes: [UInt8]) { (self.path, content) = (path, .bytes(bytes)) }

        init(_ path: VaultPath, copyOf attachment: VaultPath) {
            (self.path, content) = (path, .attachment(attachment))
        }
    }

    package let snapshot: VaultSnapshot
    let hits: [NoteHit]
    let options: Options
    private let shell: PageShell
    /// The notes of each keyword, by the keyword as first written.
    let keywords: [(name: String, notes: [NoteHit])]
    private let keywordNames: [String: String]
    var addresses: SiteAddresses
    private let places: [VaultPath: Int]
    private let backlinks: [VaultPath: [Backlink]]
    let notesByFolder: [VaultPath: [NoteHit]]
    let subfolders: [VaultPath: [VaultPath]]
    package var failure: (any Error)?
    private var notes: [VaultPath: SiteNote] = [:]
    /// The texts of the lines with links between notes of the site, by note and line.
    private var linkLines: [VaultPath: [Int: String]] = [:]
    /// The attachments to copy, with their paths in the site.
    private(set) var files: [VaultPath: VaultPath] = [:]

    package var allowsHTML: Bool { options.allowsHTML }

    /// Complexity: O(links of all notes).
    ///
    /// - Parameter hits: the notes, ordered by path.
    /// - Throws: `VaultError` for a faulty frame.
    package init(_ hits: [NoteHit], _ snapshot: VaultSnapshot, _ options: Options) throws {
        self.hits = hits.filter { !$0.isFile }
        self.snapshot = snapshot
        self.options = options
        let frame =
            try options.frame.map { try PageFrame($0.text, name: $0.name) }
            ?? PageFrame(PageFrame.standard, name: "page.html")
        shell = PageShell(
            frame: frame, snapshot: snapshot, script: SiteAddresses.script, hasFeed: true,
            allowsHTML: options.allowsHTML,
            basePath: options.basePath)
        places = Dictionary(self.hits.enumerated().map { ($0.element.path, $0.offset) }) { first, _ in first }
        var names: [String: String] = [:]
        var tagged: [String: [NoteHit]] = [:]
        var links: [VaultPath: [Backlink]] = [:]
        for hit in self.hits {
            for keyword in hit.keywords {
                let folded = Folding.fold(keyword)
                let name = names[folded] ?? keyword
                names[folded] = name
                tagged[name, default: []].append(hit)
            }
            for link in hit.links {
                guard let path = link.path, path != hit.path, places[path] != nil else { continue }
                links[path, default: []].append(Backlink(path: hit.path, title: hit.title, line: link.line))
            }
        }
        notesByFolder = Dictionary(grouping: self.hits) { $0.path.folder }
        keywordNames = names
        keywords = tagged.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        backlinks = links
        addresses = SiteAddresses(self.hits.map(\.path), keywords: keywords.map(\.name))
        subfolders = Dictionary(grouping: addresses.folders.filter { !$0.isRoot }.sorted(), by: \.folder)
    }

    /// Returns a hash of all inputs of a site: the notes and attachments by content, size and time,
    /// their links, and the options. Complexity: O(links).
    package static func fingerprint(_ hits: [NoteHit], in snapshot: VaultSnapshot, _ options: Options) -> String {
        let configuration = snapshot.vault.configuration
        var bytes: [UInt8] = []
        func add(_ text: some StringProtocol) {
            bytes += text.utf8
            bytes.append(Byte.tab)
        }
        func add(_ number: Int64) {
            let bits = UInt64(bitPattern: number)
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
            }
        }
        add("\(version) \(options.allowsHTML) \(options.url) \(snapshot.vault.name)")
        for file in WebFile.all.map(\.bytes) + [
            options.styleSheet ?? [], Array((options.frame?.text ?? PageFrame.standard).utf8),
        ] { add(ContentHash.hash(file)) }
        add(snapshot.calendar.signature)
        add("\(configuration.keywords) \(snapshot.statuses)")
        for hit in hits {
            bytes += hit.path.bytes
            add(hit.title)
            add(hit.status)
            for number in [hit.contentHash, hit.created.microseconds, hit.modified.microseconds] { add(number) }
            for keyword in hit.keywords { add(keyword) }
            for link in hit.links {
                bytes += link.path?.bytes ?? []
                bytes.append(Byte.tab)
            }
            for attachment in hit.attachments where attachment.exists && isShared(attachment.path, configuration) {
                let status = FileStatus.seen(snapshot.vault.fullPath(attachment.path))
                bytes += attachment.path.bytes
                add(status?.size ?? 0)
                add(status?.changed ?? 0)
            }
            bytes.append(Byte.newline)
        }
        return String(UInt64(bitPattern: ContentHash.hash(bytes)), radix: 16) + "-\(bytes.count)"
    }

    /// The version of the pages. It must be raised when they change for other reasons than their files.
    private static let version = 1

    // MARK: Contents

    package func page(of note: VaultPath) -> VaultPath? { addresses.page(of: note) }
    package func folderPage(_ folder: VaultPath) -> VaultPath? { addresses.folderPage(folder) }
    package func backlinks(to note: VaultPath) -> [Backlink] { backlinks[note] ?? [] }

    package func text(of note: VaultPath, line: Int) -> String {
        if let known = linkLines[note] { return known[line] ?? "" }
        guard let place = places[note], let bytes = attempt({ try snapshot.bytes(note) }) else { return "" }
        let lines = Set(hits[place].links.filter { $0.path.map { places[$0] != nil } ?? false }.map(\.line))
        let texts = LinkLines.texts(lines, of: HiddenComments.removed(from: bytes))
        linkLines[note] = texts
        return texts[line] ?? ""
    }

    package func keywordPage(_ keyword: String) -> VaultPath? {
        keywordNames[Folding.fold(keyword)].flatMap { addresses.keywordPage($0) }
    }

    package func note(_ path: VaultPath) -> SiteNote? {
        if let known = notes[path] { return known }
        guard let place = places[path], let bytes = attempt({ try snapshot.bytes(path) }) else { return nil }
        let note = SiteNote(hits[place], bytes, snapshot.rules)
        // Most links are between notes that are close to each other.
        if notes.count >= 2000 { notes = [:] }
        notes[path] = note
        return note
    }

    package func file(of attachment: VaultPath) -> VaultPath? {
        guard Self.isShared(attachment, snapshot.vault.configuration) else { return nil }
        let path = addresses.file(of: attachment)
        files[attachment] = path
        return path
    }

    /// Whether a file may be published: not a note, which the query would have to match, and nothing hidden.
    package static func isShared(_ file: VaultPath, _ configuration: Configuration) -> Bool {
        !configuration.extensions.contains(file.pathExtension)
            && !file.parts.contains { $0.bytes.first == Byte.dot }
    }

    // MARK: Files

    /// The paths of all files but those of the search, in no order.
    package func paths() -> [VaultPath] {
        for hit in hits {
            for attachment in hit.attachments where attachment.exists { _ = file(of: attachment.path) }
        }
        return hits.compactMap { page(of: $0.path) } + addresses.folders.map { $0.appending(SiteAddresses.start) }
            + keywords.compactMap { addresses.keywordPage($0.name) } + files.values + SiteAddresses.fixed
    }

    /// Passes all files of the site to `body`, in an order that depends only on the notes. Notes that cannot be read
    /// are left out and passed to `missing`.
    package func forEach(_ body: ([File]) throws -> Void, missing: (VaultPath) -> Void) throws {
        var shards = SearchShards()
        var previews: [VaultPath: String] = [:]
        for hit in hits {
            guard let page = page(of: hit.path), let note = note(hit.path) else {
                missing(hit.path)
                continue
            }
            let text = note.nodes.displayedText
            shards.add(
                hit.title, address: HTMLWriter.encodedPath(page.bytes), names: hit.keywords + hit.aliases, text: text)
            previews[hit.path] = String(text.prefix(Self.previewLength)).replacing("\n", with: " ")
            let bytes = try notePage(note, on: page)
            if let failure { throw failure }
            try body([File(page, bytes)])
        }
        try body(indexPages() + keywordPages() + [missingPage(), feed(previews), siteMap()] + graphFiles(previews))
        try body([
            File(SiteAddresses.styleSheet, options.styleSheet ?? WebFile.bytes("style.css")),
            File(SiteAddresses.script, WebFile.bytes("search.js")),
            File(SiteAddresses.icon, WebFile.bytes("icon.svg")),
        ])
        try body(shards.files())
        for (attachment, path) in files.sorted(by: { $0.value < $1.value }) {
            try body([File(path, copyOf: attachment)])
        }
    }

    private static let previewLength = 280

    private func notePage(_ note: SiteNote, on page: VaultPath) throws -> [UInt8] {
        var html = try NoteArticle(note, on: page, self).html()
        // The page of a folder's index note also lists the folder.
        if page.name == SiteAddresses.start { html += listing(of: page.folder, on: page, isAddition: true) }
        return framed(html, title: note.hit.title, on: page, note: note)
    }

    /// Returns a page with its frame.
    func framed(_ content: String, title: String, on page: VaultPath, note: SiteNote? = nil) -> [UInt8] {
        var folders: [VaultPath] = []
        var folder = page.folder
        while !folder.isRoot {
            if addresses.folders.contains(folder) { folders.insert(folder, at: 0) }
            folder = folder.folder
        }
        let links = (keywords.isEmpty ? [] : [("Keywords", SiteAddresses.keywords)]) + [("Graph", SiteAddresses.graph)]
        return shell.page(content, title: title, on: page, note: note, folders: folders, links: links)
    }
}
