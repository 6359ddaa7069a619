package import SourceText

/// The paths of a site's pages, relative to its root. No two are equal.
package struct SiteAddresses {
    /// The folder of all files that belong to no note.
    package static let ownFolder = VaultPath("_slip")

    package static let start = VaultPath("index.html")
    package static let missing = VaultPath("404.html")
    package static let feed = VaultPath("feed.xml")
    package static let siteMap = VaultPath("sitemap.xml")
    package static let keywords = ownFolder.appending("keywords/index.html")
    package static let graph = ownFolder.appending("graph.html")
    package static let styleSheet = ownFolder.appending("style.css")
    package static let icon = ownFolder.appending("icon.svg")
    package static let script = ownFolder.appending("search.js")
    /// The script that searches, once the field of `script` is used.
    static let findScript = ownFolder.appending("find.js")
    /// The script of all pages, also of a server.
    static let pageScript = ownFolder.appending("page.js")
    /// The script that sets the colors before a page is painted.
    static let themeScript = ownFolder.appending("theme.js")

    /// The files that each site has.
    static let fixed = [
        start, missing, feed, siteMap, keywords, graph, styleSheet, icon, script, findScript, pageScript,
        themeScript,
    ]

    private var taken = Set(fixed.filter { $0 != start })
    private var pages: [VaultPath: VaultPath] = [:]
    private var keywordPages: [String: VaultPath] = [:]
    private var files: [VaultPath: VaultPath] = [:]
    private(set) var folders: Set<VaultPath> = [.root]

    /// - Parameter notes: the paths of the notes in the site, in order.
    package init(_ notes: [VaultPath], keywords: [String]) {
        for note in notes {
            var folder = note.folder
            while folders.insert(folder).inserted { folder = folder.folder }
        }
        // `index.md` has precedence over `README.md`, and both over a name that is only derived.
        for names in [["index"], ["readme"]] {
            for note in notes where pages[note] == nil && names.contains(note.stem.text.lowercased()) {
                let page = note.folder.appending("index.html")
                if taken.insert(page).inserted { pages[note] = page }
            }
        }
        for note in notes where pages[note] == nil { pages[note] = take(Self.page(of: note)) }
        for keyword in keywords {
            let name = VaultPath("\(keyword.replacing("/", with: "-")).html")
            keywordPages[keyword] = take(Self.keywords.folder.appending(name))
        }
    }

    /// Returns the page of a note with any name: its path with `.html` instead of its extension.
    private static func page(of note: VaultPath) -> VaultPath {
        note.folder.appending(VaultPath(bytes: note.stem.bytes + Array(".html".utf8)))
    }

    /// Returns `path`, or another path if it is taken: `a-2.html`.
    private mutating func take(_ path: VaultPath) -> VaultPath {
        let path = Self.shortened(path)
        var free = path
        var number = 2
        while isReserved(free) || !taken.insert(free).inserted {
            let end = Array("-\(number).\(path.pathExtension)".utf8)
            free = path.folder.appending(VaultPath(bytes: path.stem.bytes + end))
            number += 1
        }
        return free
    }

    /// Returns a path whose last part fits into 255 bytes, also with a number and the ending of a temporary file.
    private static func shortened(_ path: VaultPath) -> VaultPath {
        let stem = path.stem.bytes
        if stem.count <= 200 { return path }
        var start = stem.prefix(180)
        // Do not split a character.
        while let last = start.last, last >= 0x80 { start.removeLast() }
        let hash = String(UInt64(bitPattern: ContentHash.hash(stem)), radix: 16)
        return path.folder.appending(VaultPath(bytes: start + Array("-\(hash).\(path.pathExtension)".utf8)))
    }

    /// A folder with notes that has the name of a file of the site, or nil.
    var impossibleFolder: VaultPath? {
        folders.sorted().first { taken.contains($0) || !$0.isRoot && $0.name == Self.start }
    }

    /// Whether the index of a folder, or a folder itself, needs this path.
    private func isReserved(_ path: VaultPath) -> Bool {
        path.name == Self.start || folders.contains(path)
    }

    package func page(of note: VaultPath) -> VaultPath? { pages[note] }

    func keywordPage(_ keyword: String) -> VaultPath? { keywordPages[keyword] }

    /// Returns the index page of a folder with notes of the site, or nil for another folder. It may be a note's page.
    package func folderPage(_ folder: VaultPath) -> VaultPath? {
        folders.contains(folder) ? folder.appending("index.html") : nil
    }

    /// Returns the path of the copy of an attachment whose own path a page has.
    static func otherPath(ofCopy attachment: VaultPath) -> VaultPath {
        ownFolder.appending("files").appending(attachment)
    }

    /// Returns the path of the copy of an attachment: its own path, unless a page has it.
    mutating func file(of attachment: VaultPath) -> VaultPath {
        if let known = files[attachment] { return known }
        var folder = attachment.folder
        while !folder.isRoot, !taken.contains(folder) { folder = folder.folder }
        let isTaken = !folder.isRoot || attachment.isInside(Self.ownFolder) || isReserved(attachment)
        let path = take(isTaken ? Self.otherPath(ofCopy: attachment) : attachment)
        files[attachment] = path
        return path
    }

    /// Returns an address relative to a page, percent-encoded.
    package static func relative(_ path: VaultPath, from page: VaultPath) -> String {
        let address = HTMLWriter.encodedPath(path.relative(to: page.folder).bytes)
        // A first part with a colon would be read as a scheme, but colons are encoded.
        return address.isEmpty ? "./" : address
    }
}
