import Notes
import QueryLanguage
import Searching
import SourceText
import System
import VaultFiles

/// The pages of a vault, rendered for one request. They have the addresses of `slip export --html`, but each note has
/// its page regardless of the others: the second note of a name is `NAME.EXTENSION.html`.
final class ServedVault: SiteContents {
    /// The most notes of a folder or keyword that its page lists.
    private static let maximumListed = 1000
    private static let recentCount = 30

    static let find = SiteAddresses.ownFolder.appending("find")
    static let suggest = SiteAddresses.ownFolder.appending("suggest")
    static let events = SiteAddresses.ownFolder.appending("events")
    static let script = SiteAddresses.ownFolder.appending("live.js")

    private static let frame = try? PageFrame(PageFrame.standard, name: "page.html")

    let snapshot: VaultSnapshot
    let allowsHTML = false
    /// The first error that makes the page wrong.
    private(set) var failure: (any Error)?
    private var notes: [VaultPath: SiteNote] = [:]
    private var texts: [VaultPath: [Int: String]] = [:]
    private var indexNotes: [VaultPath: VaultPath?] = [:]
    private var hiding: Set<VaultPath>?

    /// The path of all pages, which begins and ends with a slash.
    let root: String

    /// The target of the calendar of tasks for programs without a cookie. Nil in a request of such a program, which
    /// learns no address of a page.
    let calendarTarget: String?

    let trees: ServedTrees

    init(_ snapshot: VaultSnapshot, at root: String, calendarTarget: String?, trees: ServedTrees) throws {
        self.snapshot = snapshot
        self.trees = trees
        try trees.update(to: snapshot)
        self.root = root
        self.calendarTarget = calendarTarget
    }

    var calendar: LocalCalendar { snapshot.calendar }
    var keepsLineBreaks: Bool { snapshot.vault.configuration.keepsLineBreaks }

    private var extensions: [String] {
        snapshot.vault.configuration.extensions.sorted { ($0 != "md" ? 1 : 0, $0) < ($1 != "md" ? 1 : 0, $1) }
    }

    /// Returns the value of `body`, or nil if it throws. An error of the index is kept in `failure`, since a page
    /// without what it concerns would be wrong.
    func attempt<Value>(_ body: () throws -> Value) -> Value? {
        do {
            return try body()
        } catch is VaultError {
            // A file that was removed meanwhile or cannot be read.
            return nil
        } catch {
            failure = failure ?? error
            return nil
        }
    }

    // MARK: Contents

    func page(of note: VaultPath) -> VaultPath? {
        if indexNote(of: note.folder) == note { return note.folder.appending(SiteAddresses.start) }
        let stem = note.withoutExtension
        let first = extensions.map { VaultPath(bytes: stem.bytes + Array(".\($0)".utf8)) }.first { isNote($0) }
        let name = first == note && note.stem.text != "index" ? stem : note
        return VaultPath(bytes: name.bytes + Array(".html".utf8))
    }

    func isNote(_ path: VaultPath) -> Bool { attempt { try snapshot.isNote(path) } ?? false }

    /// Returns the note that is the page of a folder: `index` or `README`.
    private func indexNote(of folder: VaultPath) -> VaultPath? {
        if let known = indexNotes[folder] { return known }
        let found = findIndexNote(of: folder)
        indexNotes[folder] = .some(found)
        return found
    }

    private func findIndexNote(of folder: VaultPath) -> VaultPath? {
        for name in ["index", "README", "readme", "Readme", "Index"] {
            for end in extensions {
                let path = folder.appending("\(name).\(end)")
                if isNote(path) { return path }
            }
        }
        return nil
    }

    /// Returns the note of a page, or nil if there is none.
    private func note(at page: VaultPath) -> VaultPath? {
        guard page.pathExtension == "html" else { return nil }
        let stem = page.withoutExtension
        let candidates = [stem] + extensions.map { VaultPath(bytes: stem.bytes + Array(".\($0)".utf8)) }
        let own = page.name == SiteAddresses.start ? indexNote(of: page.folder) : nil
        return own ?? candidates.first { isNote($0) && self.page(of: $0) == page }
    }

    func note(_ path: VaultPath) -> SiteNote? {
        if let known = notes[path] { return known }
        guard let hit = attempt({ try snapshot.note(path) }) ?? nil, let bytes = attempt({ try snapshot.bytes(path) })
        else { return nil }
        let open = OpenNote(path: path, bytes: bytes, rules: snapshot.rules)
        let live = attempt { try LiveBlockReader(snapshot, hidesComments: true).liveText(of: open) } ?? nil
        let note = SiteNote(hit, bytes, snapshot.rules, live: live)
        notes[path] = note
        return note
    }

    /// Returns the links to a note that do not stand only in a comment.
    private func backlinks(to path: VaultPath) throws -> [Backlink] {
        let links = try snapshot.backlinks(to: path)
        return try links.compactMap { link in
            guard try isHiding(link.path) else {
                return Backlink(path: link.path, title: FormulaLine(link.title).text, line: link.line)
            }
            guard let hit = note(link.path)?.hit,
                hit.links.contains(where: { $0.path == path && $0.line == link.line })
            else { return nil }
            return Backlink(path: link.path, title: hit.title, line: link.line)
        }
    }

    /// Whether a note has parts that its page does not show.
    func isHiding(_ note: VaultPath) throws -> Bool {
        let known = try hiding ?? snapshot.notesWithHiddenParts()
        hiding = known
        return known.contains(note)
    }

    func folderPage(_ folder: VaultPath) -> VaultPath? { folder.appending(SiteAddresses.start) }

    func file(of attachment: VaultPath) -> VaultPath? {
        Site.isShared(attachment, snapshot.vault.configuration) ? attachment : nil
    }

    func keywordPage(_ keyword: String) -> VaultPath? {
        // Other keywords have the address of another page, or none.
        let path = SiteAddresses.keywords.folder.appending("\(keyword).html")
        let isPlain = path.staysInside && !path.parts.contains { $0.bytes.first == Byte.dot }
        return isPlain && path != SiteAddresses.keywords && !keyword.contains("\"") ? path : nil
    }

    func text(of note: VaultPath, line: Int) -> String {
        if let known = texts[note]?[line] { return known }
        guard let bytes = attempt({ try snapshot.bytes(note) }) else { return "" }
        texts[note, default: [:]].merge(LinkSentences.texts(of: bytes, lines: [line])) { _, new in new }
        return texts[note]?[line] ?? ""
    }

    // MARK: Requests

    /// Returns a file that is the same for all vaults, or nil if the request is for another one.
    static func commonFile(_ request: HTTPRequest) -> HTTPResponse? {
        let path = VaultPath(bytes: Array(request.segments.joined(separator: [Byte.slash])))
        if let file = graphFiles[path] { return HTTPResponse(file.bytes, file.type, for: request) }
        let files = [
            script: "text/javascript; charset=utf-8",
            SiteAddresses.pageScript: "text/javascript; charset=utf-8",
            SiteAddresses.themeScript: "text/javascript; charset=utf-8", SiteAddresses.icon: "image/svg+xml",
            SiteAddresses.styleSheet: "text/css; charset=utf-8",
        ]
        return files[path].map { HTTPResponse(WebFile.bytes(path.name.text), $0, for: request) }
    }

    func response(to request: HTTPRequest) throws -> HTTPResponse {
        var segments = request.segments
        if segments.last == [] { segments[segments.count - 1] = SiteAddresses.start.bytes }
        // A decoded slash, a parent folder or a hidden file has no page.
        let isPlain = segments.allSatisfy { segment in
            !segment.isEmpty && segment[0] != Byte.dot && !segment.contains { $0 == Byte.slash || $0 == 0 }
        }
        guard isPlain else { return missing() }
        let path = VaultPath(bytes: Array(segments.joined(separator: [Byte.slash])))
        switch path {
        case Self.find: return try found(request)
        case Self.suggest: return try suggestions(request)
        case Self.events: return events(request)
        case Self.tasks: return try taskCalendar(request)
        case SiteAddresses.keywords: return try keywords(request)
        case SiteAddresses.graph: return try graph(request)
        default: break
        }
        if path.isInside(SiteAddresses.keywords.folder), path.pathExtension == "html" {
            let name = path.relative(to: SiteAddresses.keywords.folder).withoutExtension.text
            if keywordPage(name) != path { return missing() }
            return try listing(name, query: "keyword:\"\(name)\"", on: path, for: request)
        }
        if let note = note(at: path) { return try page(note, at: path, for: request) }
        if path.name == SiteAddresses.start { return try folder(path.folder, for: request) }
        return try attachment(path, for: request)
    }

    func missing() -> HTTPResponse {
        let page = SiteAddresses.missing
        return HTTPResponse(
            404, "text/html; charset=utf-8", framed(ListHTML.missing, title: "Page not found", on: page))
    }

    func framed(
        _ content: String, title: String, on page: VaultPath, note: SiteNote? = nil, since: Int64? = nil,
        query: String = ""
    )
        -> [UInt8]
    {
        guard let frame = Self.frame else { return [] }
        var folders: [VaultPath] = []
        var folder = page.folder
        while !folder.isRoot {
            if !folder.isInside(SiteAddresses.ownFolder), folder != SiteAddresses.ownFolder {
                folders.insert(folder, at: 0)
            }
            folder = folder.folder
        }
        let action = page == SiteAddresses.missing ? root + "_slip/find" : SiteAddresses.relative(Self.find, from: page)
        let watched =
            note.map { note in
                let since = since.map { "&amp;since=\($0)" } ?? ""
                return " data-watch=\"\(HTMLWriter.encodedPath(note.hit.path.bytes))\(since)\""
            } ?? ""
        let search = """
            <search id="slip:search"><form id="slip:find" action="\(action)"\(watched)>
            <input type="search" name="q" value="\(HTMLWriter.escaped(query))" list="slip:terms" autocomplete="off" \
            placeholder="Search (press /)" aria-label="Search the notes">
            <datalist id="slip:terms"></datalist>
            </form></search>

            """
        let shell = PageShell(
            frame: frame, name: snapshot.vault.name, calendar: calendar, script: Self.script, hasFeed: false,
            language: snapshot.vault.configuration.writing.site.language, basePath: root)
        let folderTree = attempt { try tree(beside: page, note: note, shell) } ?? ""
        return shell.page(
            content, title: title, on: page, note: note, folders: folders,
            links: [("Keywords", SiteAddresses.keywords), ("Graph", SiteAddresses.graph)], tree: folderTree,
            search: search)
    }

    /// Returns a page, or status 304 if the browser has it already.
    func html(_ bytes: [UInt8], for request: HTTPRequest) -> HTTPResponse {
        HTTPResponse(bytes, "text/html; charset=utf-8", for: request)
    }

    private func page(_ path: VaultPath, at page: VaultPath, for request: HTTPRequest) throws -> HTTPResponse {
        // Before the note is read: a later change must reload the page.
        let since = FileStatus.seen(snapshot.vault.fullPath(path))?.changed
        guard let note = note(path) else { return missing() }
        var seen: Set<VaultPath> = [path]
        let backlinks = try backlinks(to: path).filter { seen.insert($0.path).inserted }
        var content = NoteArticle(note, on: page, self).html(backlinks: backlinks)
        if page.name == SiteAddresses.start { content += try lists(of: page.folder, on: page, without: path) }
        if page == SiteAddresses.start { content += try calendarLink() }
        return html(framed(content, title: note.hit.title, on: page, note: note, since: since), for: request)
    }

    // MARK: Lists

    func hits(_ query: String, _ scope: Scope, in folder: VaultPath, sort: String?, limit: Int) throws
        -> [NoteHit]
    {
        var options = SearchOptions(query: query, scope: scope, folder: folder)
        options.sort = sort
        options.limit = limit
        return try hits(snapshot.prepare(options))
    }

    func hits(_ search: VaultSearch) throws -> [NoteHit] {
        var hits = try snapshot.hits(of: search)
        for place in hits.indices {
            hits[place].title = shownTitle(hits[place].title, of: hits[place].path)
        }
        return hits
    }

    /// Returns the subfolders and notes of a folder.
    private func lists(of folder: VaultPath, on page: VaultPath, without note: VaultPath? = nil) throws -> String {
        let notes = try hits("", .here, in: folder, sort: "title", limit: Self.maximumListed).filter { $0.path != note }
        return ListHTML(contents: self, page: page).folder(
            trees.subfolders(of: folder), notes, isAddition: note != nil)
    }

    private func folder(_ folder: VaultPath, for request: HTTPRequest) throws -> HTTPResponse {
        let page = folder.appending(SiteAddresses.start)
        let title = folder.isRoot ? snapshot.vault.name : folder.text
        var content = ListHTML.heading(title)
        let lists = try lists(of: folder, on: page)
        if folder.isRoot {
            let recent = try hits("", .all, in: .root, sort: "created-", limit: Self.recentCount)
            content +=
                "<h2>Recent notes</h2>\n" + ListHTML(contents: self, page: page).notes(recent) + "<h2>All notes</h2>\n"
        } else if lists.isEmpty {
            return missing()
        }
        content += lists + (folder.isRoot ? try calendarLink() : "")
        return html(framed(content, title: title, on: page), for: request)
    }

    /// Returns a link of the start page to the calendar of tasks, if there are tasks.
    private func calendarLink() throws -> String {
        if try hits("has:task", .all, in: .root, sort: nil, limit: 1).isEmpty { return "" }
        let address = HTMLWriter.escaped(calendarTarget ?? "")
        return
            "<p><a href=\"\(address)\">Calendar of tasks</a>, an address that calendar programs can subscribe to</p>\n"
    }

    private func listing(_ name: String, query: String, on page: VaultPath, for request: HTTPRequest) throws
        -> HTTPResponse
    {
        let title = "#" + name
        let folded = Folding.fold(name)
        let hiding = try snapshot.notesWithHiddenParts()
        // At most the notes with hidden parts are left out.
        let found = try hits(query, .all, in: .root, sort: "title", limit: Self.maximumListed + hiding.count)
        let notes = found.filter { hit in
            guard hiding.contains(hit.path) else { return true }
            let keywords = (note(hit.path)?.hit.keywords ?? []).map { Folding.fold($0) }
            return keywords.contains { $0 == folded || $0.hasPrefix(folded + "/") }
        }.prefix(Self.maximumListed)
        if notes.isEmpty { return missing() }
        let list = ListHTML.heading(title) + ListHTML(contents: self, page: page).notes(Array(notes))
        return html(framed(list, title: title, on: page), for: request)
    }

    private func keywords(_ request: HTTPRequest) throws -> HTTPResponse {
        let page = SiteAddresses.keywords
        let hidden = try hiddenKeywords()
        let counts = try snapshot.lists.keywords(containing: nil).compactMap { keyword -> (name: String, notes: Int)? in
            guard let hidden = hidden[Folding.fold(keyword.name)] else { return (keyword.name, keyword.notes) }
            return hidden < keyword.notes ? (keyword.name, keyword.notes - hidden) : nil
        }
        let list = ListHTML(contents: self, page: page).keywords(counts)
        return html(framed(list, title: "Keywords", on: page), for: request)
    }

    /// Returns the numbers of notes that have a keyword only in comments, by its folded name.
    private func hiddenKeywords() throws -> [String: Int] {
        var hidden: [String: Int] = [:]
        for path in try snapshot.notesWithHiddenParts() {
            let all = try snapshot.note(path)?.keywords ?? []
            let shown = Set(note(path)?.hit.keywords ?? [])
            for keyword in all where !shown.contains(keyword) { hidden[Folding.fold(keyword), default: 0] += 1 }
        }
        return hidden
    }

    // MARK: Files

    private func events(_ request: HTTPRequest) -> HTTPResponse {
        let path = VaultPath(request.field("path") ?? "")
        guard isNote(path) else { return missing() }
        return HTTPResponse(
            200, [("Content-Type", "text/event-stream"), ("Cache-Control", "no-store")],
            .events(watching: snapshot.vault.fullPath(path), since: request.field("since").flatMap { Int64($0) }))
    }

    private func attachment(_ path: VaultPath, for request: HTTPRequest) throws -> HTTPResponse {
        guard file(of: path) != nil, try snapshot.isFile(path),
            let file = try? InsideFile(snapshot.vault.root, path.parts.map(\.bytes))
        else { return missing() }
        return HTTPResponse(file, MediaType(path), for: request)
    }
}
