import Notes
package import QueryLanguage
package import Searching
package import SourceText
import Synchronization
import System
import VaultFiles

/// A static web site of some notes. No byte of any other note is in its files.
package final class Site: SiteContents, Sendable {
    package struct Options: Sendable {
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
    package struct File: Sendable {
        package enum Content: Sendable {
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

    /// A page of a note, with what other files contain of the note.
    private struct Page: Sendable {
        let file: File
        let entry: SearchShards.Entry
        let preview: String
        let description: String
    }

    /// What rendering a page may add.
    private struct State {
        /// The notes that cannot be read, or whose text is not the one that the query found.
        var missing: Set<VaultPath> = []
        /// A cache of the notes that others embed or link into.
        var notes: [VaultPath: SiteNote] = [:]
        /// The sum of the lengths of `notes`.
        var size = 0
        /// The texts of the lines with links between notes of the site, by note and line.
        var linkLines: [VaultPath: [Int: String]] = [:]
    }

    let hits: [NoteHit]
    /// The newest notes, by creation.
    let recent: [NoteHit]
    let options: Options
    let name: String
    let configuration: Configuration
    package let calendar: LocalCalendar
    private let reader: NoteReader
    private let shell: PageShell
    /// The notes of each keyword, by the keyword as first written.
    let keywords: [(name: String, notes: [NoteHit])]
    private let keywordNames: [String: String]
    let addresses: SiteAddresses
    let places: [VaultPath: Int]
    private let backlinks: [VaultPath: [Backlink]]
    let notesByFolder: [VaultPath: [NoteHit]]
    let subfolders: [VaultPath: [VaultPath]]
    /// The attachments to copy, with their paths in the site.
    private let files: [VaultPath: VaultPath]
    /// The texts of the notes with live blocks. Their results are notes of the site.
    private let liveTexts: [VaultPath: LiveText]
    /// The targets of the links of each note, by place.
    let targets: [Set<VaultPath>]
    private let trees: SiteTrees
    let pictures: PictureSizes
    private let state = Mutex(State())

    package var allowsHTML: Bool { options.allowsHTML }
    package var keepsLineBreaks: Bool { configuration.keepsLineBreaks }

    /// Complexity: O(links of all notes).
    ///
    /// - Parameters:
    ///   - hits: the notes, ordered by path.
    ///   - missing: notes and attachments that are left out, because they cannot be read.
    /// - Throws: `VaultError` for a faulty frame, or for a folder that cannot be in a site.
    package init(
        _ hits: [NoteHit], _ snapshot: VaultSnapshot, _ options: Options, without missing: Set<VaultPath> = []
    ) throws {
        let reader = snapshot.reader
        let (shown, unreadable) = try Self.withoutHiddenParts(hits.filter { !missing.contains($0.path) }, snapshot)
        var hits = shown
        // Otherwise pages would tell that a note outside of the site has a status.
        if try !snapshot.lists.declaresStatus(among: Set(hits.map(\.path))) {
            for index in hits.indices { hits[index].result.isStatusDeclared = false }
        }
        self.hits = hits
        let created = hits.enumerated().map { (time: $0.element.created, place: $0.offset) }
        let newest = created.sorted { ($1.time, $0.place) < ($0.time, $1.place) }.prefix(Self.recentCount)
        recent = newest.map { hits[$0.place] }
        self.options = options
        name = snapshot.vault.name
        configuration = snapshot.vault.configuration
        calendar = snapshot.calendar
        self.reader = reader
        shell = try Self.shell(options, snapshot, notes: hits.count)
        let places = Dictionary(hits.enumerated().map { ($0.element.path, $0.offset) }) { first, _ in first }
        self.places = places
        var names: [String: String] = [:]
        var tagged: [String: [NoteHit]] = [:]
        var links: [VaultPath: [Backlink]] = [:]
        for hit in hits {
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
        notesByFolder = Dictionary(grouping: hits) { $0.path.folder }
        keywordNames = names
        keywords = tagged.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        backlinks = links
        targets = hits.map { Set($0.links.compactMap(\.path)) }
        var addresses = SiteAddresses(hits.map(\.path), keywords: keywords.map(\.name))
        subfolders = Dictionary(grouping: addresses.folders.filter { !$0.isRoot }.sorted(), by: \.folder)
        var files: [VaultPath: VaultPath] = [:]
        for file in try Self.files(of: hits, in: snapshot) where !missing.contains(file) {
            files[file] = addresses.file(of: file)
        }
        self.files = files
        pictures = PictureSizes(snapshot.vault.root)
        liveTexts = try Self.liveTexts(of: Set(places.keys), in: snapshot)
        self.addresses = addresses
        trees = SiteTrees(notesByFolder, subfolders, addresses: addresses)
        state.withLock { $0.missing = unreadable }
        if let folder = addresses.impossibleFolder {
            throw VaultError(
                "the folder '\(folder.text)' has the name of a file of the site",
                help: "rename it, or leave out its notes: slip export --html DIR '-in:\"\(folder.text)\"'")
        }
    }

    private static func shell(_ options: Options, _ snapshot: VaultSnapshot, notes: Int) throws -> PageShell {
        let frame =
            try options.frame.map { try PageFrame($0.text, name: $0.name) }
            ?? PageFrame(PageFrame.standard, name: "page.html")
        return PageShell(
            frame: frame, name: snapshot.vault.name, calendar: snapshot.calendar, script: SiteAddresses.script,
            hasFeed: true, allowsHTML: options.allowsHTML,
            language: snapshot.vault.configuration.writing.site.language, previews: PreviewShards.count(notes),
            url: options.url, basePath: options.basePath)
    }

    /// Returns the texts of those of some notes that have live blocks, whose queries find no other notes.
    private static func liveTexts(
        of notes: Set<VaultPath>, in snapshot: VaultSnapshot
    ) throws -> [VaultPath: LiveText] {
        var texts: [VaultPath: LiveText] = [:]
        let blocks = LiveBlockReader(snapshot) { notes.contains($0) }
        for path in try snapshot.lists.notesWithLiveBlocks() where notes.contains(path) {
            texts[path] = try snapshot.document(path).flatMap { try blocks.liveText(of: $0) }
        }
        return texts
    }

    /// Returns a hash of all inputs of a site: the paths and dates of the notes, all files of the vault, size and time of
    /// the attachments, the options, and the program. Complexity: O(files of the vault).
    ///
    /// - Parameter hits: the notes, ordered by path. Their lists do not matter.
    package static func fingerprint(
        _ hits: [NoteHit], in snapshot: VaultSnapshot, _ options: Options
    ) throws -> String {
        let configuration = snapshot.vault.configuration
        var bytes: [UInt8] = []
        func add(_ text: some StringProtocol) {
            bytes += text.utf8
            bytes.append(Byte.tab)
        }
        add("\(options.allowsHTML) \(options.url) \(snapshot.vault.name) \(try snapshot.lists.digest())")
        for file in [options.styleSheet ?? [], Array((options.frame?.text ?? "").utf8)] {
            add("\(ContentHash.hash(file))")
        }
        // Another version of slip may write other pages.
        add(ThisProcess.stamp)
        add(snapshot.calendar.signature)
        add("\(configuration.keywords) \(snapshot.statuses) \(configuration.keepsLineBreaks)")
        add(configuration.writing.site.language)
        let root = snapshot.vault.root
        // The index does not know when the content of an attachment changes.
        for path in try snapshot.lists.attachments().sorted() where isShared(path, configuration) {
            let status = FileStatus.seen(root + [Byte.slash] + path.bytes)
            bytes += path.bytes
            add(" \(status?.size ?? 0) \(status?.changed ?? 0)")
        }
        // Results can depend on the time, and on all notes.
        for (path, text) in try liveTexts(of: Set(hits.map(\.path)), in: snapshot).sorted(by: { $0.key < $1.key }) {
            bytes += path.bytes
            add(" \(ContentHash.hash(text.bytes))")
        }
        for hit in hits {
            bytes += hit.path.bytes
            add(" \(hit.created.microseconds) \(hit.modified.microseconds)")
        }
        return String(UInt64(bitPattern: ContentHash.hash(bytes)), radix: 16) + "-\(bytes.count)"
    }

    // MARK: Contents

    package func page(of note: VaultPath) -> VaultPath? { addresses.page(of: note) }
    package func folderPage(_ folder: VaultPath) -> VaultPath? { addresses.folderPage(folder) }

    package func text(of note: VaultPath, line: Int) -> String {
        if let known = state.withLock({ $0.linkLines[note] }) { return known[line] ?? "" }
        guard let place = places[note], let bytes = bytes(of: hits[place]) else { return "" }
        let texts = LinkSentences.texts(of: bytes, lines: linkedLines(of: hits[place]))
        state.withLock { $0.linkLines[note] = texts }
        return texts[line] ?? ""
    }

    /// Returns the text of a note. If it cannot be read, or has changed since the query found it, returns nil: the query
    /// may not match the new text.
    private static func bytes(of hit: NoteHit, _ reader: NoteReader) -> [UInt8]? {
        guard let bytes = try? reader.bytes(hit.path), ContentHash.hash(bytes) == hit.contentHash else { return nil }
        return bytes
    }

    /// Returns the same text. If there is none, also records the note as missing.
    private func bytes(of hit: NoteHit) -> [UInt8]? {
        if let bytes = Self.bytes(of: hit, reader) { return bytes }
        state.withLock { _ = $0.missing.insert(hit.path) }
        return nil
    }

    /// Returns notes as readers see them: without comments, with formulas in titles as text. Also those that cannot be read.
    private static func withoutHiddenParts(
        _ hits: [NoteHit], _ snapshot: VaultSnapshot
    ) throws -> ([NoteHit], Set<VaultPath>) {
        let hiding = try snapshot.notesWithHiddenParts()
        let places = hits.indices.filter { hiding.contains(hits[$0].path) }
        let reader = snapshot.reader
        let limited = Parallel.map(places.count) { number in
            let hit = hits[places[number]]
            return bytes(of: hit, reader).map { hit.withoutHiddenParts($0, reader.rules) }
        }
        var shown = hits
        var unreadable: Set<VaultPath> = []
        for (place, hit) in zip(places, limited) {
            if let hit { shown[place] = hit } else { unreadable.insert(hits[place].path) }
        }
        for place in shown.indices { shown[place].title = FormulaLine(shown[place].title).text }
        return (shown.filter { !unreadable.contains($0.path) }, unreadable)
    }

    /// Returns the lines of a note with links to notes of the site.
    private func linkedLines(of hit: NoteHit) -> Set<Int> {
        Set(hit.links.filter { $0.path.map { places[$0] != nil } ?? false }.map(\.line))
    }

    package func keywordPage(_ keyword: String) -> VaultPath? {
        keywordNames[Folding.fold(keyword)].flatMap { addresses.keywordPage($0) }
    }

    package func note(_ path: VaultPath) -> SiteNote? {
        if let known = state.withLock({ $0.notes[path] }) { return known }
        guard let place = places[path], let bytes = bytes(of: hits[place]) else { return nil }
        let note = SiteNote(hits[place], bytes, reader.rules, live: liveTexts[path])
        state.withLock { state in
            // Most links are between notes that are close to each other.
            if state.size > Self.cachedBytes { (state.notes, state.size) = ([:], 0) }
            state.notes[path] = note
            state.size += bytes.count
        }
        return note
    }

    private static let cachedBytes = 4_000_000

    package func file(of attachment: VaultPath) -> VaultPath? { files[attachment] }

    /// The notes and attachments of the site with the paths of their pages and copies, ordered by source.
    package var sources: [(source: VaultPath, path: VaultPath)] {
        let pages = hits.compactMap { hit in page(of: hit.path).map { (source: hit.path, path: $0) } }
        return (pages + files.map { (source: $0.key, path: $0.value) }).sorted { $0.source < $1.source }
    }

    // MARK: Files

    /// The paths of all files but those of the search, in no order.
    package func paths() -> [VaultPath] {
        hits.compactMap { page(of: $0.path) } + addresses.folders.map { $0.appending(SiteAddresses.start) }
            + keywords.compactMap { addresses.keywordPage($0.name) } + files.values + SiteAddresses.fixed
    }

    /// Passes all files of the site to `body`, in an order that depends only on the notes. Pages are rendered on all
    /// cores.
    ///
    /// - Returns: the notes that cannot be read, or that have changed since the search. If there are any, the site is not
    ///   complete: other pages link to them.
    package func forEach(_ body: ([File]) throws -> Void) throws -> Set<VaultPath> {
        var shards = SearchShards()
        var previews = PreviewShards(hits.count)
        var graph = linkGraph()
        let points = Background { [graph] in GraphLayout.points(of: graph.nodes.count, graph.links) }
        let pages = ReadAhead(hits.count) { [self] number in
            (number, bytes(of: hits[number]))
        } work: { [self] number, bytes in
            bytes.flatMap { page(of: hits[number], $0) }
        }
        try pages.forEach { number, page in
            guard let page else { return }
            shards.add(page.entry)
            previews.add(page.entry.address, title: hits[number].title, text: page.description)
            graph.nodes[number].preview = page.preview
            try body([page.file])
        }
        let search = Background { [shards] in shards.files() }
        let common = [missingPage(), feed(graph), siteMap()] + Self.sharedFiles(options)
        try body(
            indexPages() + keywordPages() + graphFiles(graph, points.value()) + common + search.value()
                + previews.files())
        for (attachment, path) in files.sorted(by: { $0.value < $1.value }) {
            try body([File(path, copyOf: attachment)])
        }
        return state.withLock { $0.missing }
    }

    private static let previewLength = 280
    private static let recentCount = 30

    /// Returns the page of a note, or nil if the site has none.
    private func page(of hit: NoteHit, _ bytes: [UInt8]) -> Page? {
        guard let page = page(of: hit.path) else { return nil }
        let live = liveTexts[hit.path]
        let note = SiteNote(hit, bytes, reader.rules, live: live)
        if state.withLock({ $0.linkLines[hit.path] == nil }) {
            let lines = linkedLines(of: hit)
            // The lines are those of the file.
            let texts =
                live == nil
                ? LinkSentences.texts(of: bytes, note, lines: lines)
                : LinkSentences.texts(of: bytes, lines: lines)
            state.withLock { $0.linkLines[hit.path] = texts }
        }
        var html = NoteArticle(note, on: page, self).html(backlinks: backlinks[hit.path] ?? [])
        // The page of a folder's index note also lists the folder.
        if page.name == SiteAddresses.start { html += listing(of: page.folder, on: page, isAddition: true) }
        let text = note.nodes.displayedText
        return Page(
            file: File(page, framed(html, title: hit.title, on: page, note: note)),
            entry: SearchShards.Entry(
                hit.title, address: HTMLWriter.encodedPath(page.bytes), names: hit.keywords + hit.aliases, text: text),
            preview: text.beginning(Self.previewLength),
            description: note.description)
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
        return shell.page(
            content, title: title, on: page, note: note, folders: folders, links: links,
            tree: trees.html(on: page, note: note?.hit.path) { self.shell.address($0, from: page) })
    }
}
