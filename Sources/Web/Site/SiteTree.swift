import SourceText

/// The folders of a site, as a list beside a page. A page contains only the part around itself, so that the pages of a
/// large vault stay small: the folders that contain the page with their notes, and their sibling folders as links.
struct SiteTree {
    /// A folder that contains the page.
    struct Level: Sendable {
        var folder: VaultPath
        var subfolders: [VaultPath]
        /// The notes to list, with their pages.
        var notes: [(page: VaultPath, title: String)]
        /// The number of notes directly in the folder.
        var count: Int
        /// The most of the notes that a page shows.
        var limit = Int.max
    }

    /// A part of the list. The link to a page has its address, so that the current one can be marked.
    struct Item: Sendable {
        var page: VaultPath?
        var html: String
    }

    /// A list that is the same for all pages in a folder, of whose notes each page shows those around it.
    struct List: Sendable {
        var before: [Item] = []
        /// The notes of the innermost folder.
        var notes: [Item] = []
        var after: [Item] = []
    }

    /// The most notes of the innermost folder, and of each folder around it.
    static let maximumNotes = 30
    static let maximumOuterNotes = 8
    private static let maximumFolders = 40
    /// The number of folders around a page whose notes are listed, besides the root.
    private static let maximumLevels = 6

    private let levels: [Level]
    private let address: (VaultPath) -> String
    private var list = List()
    private var items: [Item] = []

    /// Returns the list for the pages in a folder.
    ///
    /// - Parameters:
    ///   - levels: the folders, outermost first. The first one is the root.
    ///   - address: returns the address of a page.
    static func list(_ levels: [Level], address: @escaping (VaultPath) -> String) -> List {
        var tree = SiteTree(levels: levels, address: address)
        tree.addList(0)
        tree.list.after = tree.items
        return tree.list
    }

    /// Returns the folders to list around a page in `folder`, outermost first. The first one is the root.
    static func folders(around folder: VaultPath) -> [VaultPath] {
        var around: [VaultPath] = []
        var outer = folder
        while !outer.isRoot {
            around.insert(outer, at: 0)
            outer = outer.folder
        }
        return [.root] + around.suffix(maximumLevels)
    }

    /// Returns the HTML of the list on a page.
    static func html(_ list: List, on page: VaultPath) -> String {
        var html = "<nav class=\"tree\" id=\"slip:tree\" aria-label=\"Folders\" popover>\n"
        for item in list.before + list.notes + list.after {
            if let target = item.page {
                html += target == page ? "<li><a aria-current=\"page\" href=\"" : "<li><a href=\""
            }
            html += item.html
        }
        return html + "</nav>"
    }

    /// Returns `count` of the notes in a folder, around a certain one.
    static func window<Note>(_ notes: [Note], _ count: Int, around place: Int?) -> ArraySlice<Note> {
        let start = max(0, min((place ?? 0) - count / 2, notes.count - count))
        return notes[start..<min(notes.count, start + count)]
    }

    private init(levels: [Level], address: @escaping (VaultPath) -> String) {
        (self.levels, self.address) = (levels, address)
    }

    private mutating func add(_ html: String) { items.append(Item(page: nil, html: html)) }

    private mutating func addList(_ number: Int) {
        guard number < levels.count else { return }
        let level = levels[number]
        let next = number + 1 < levels.count ? levels[number + 1].folder : nil
        let open = next.flatMap { next in level.subfolders.first { next == $0 || next.isInside($0) } }
        add("<ul>\n")
        let place = open.flatMap { level.subfolders.firstIndex(of: $0) }
        let folders = Self.window(level.subfolders, Self.maximumFolders, around: place)
        for folder in folders {
            guard folder == open, let next else {
                addLink("folder", folder, text: folder.name.text)
                continue
            }
            add("<li><details open><summary>\(HTMLWriter.escaped(next.relative(to: level.folder).text))</summary>\n")
            addList(number + 1)
            add("</details></li>\n")
        }
        let notes = level.notes.map { note in
            Item(page: note.page, html: "\(address(note.page))\">\(HTMLWriter.escaped(note.title))</a></li>\n")
        }
        if number == levels.count - 1 {
            (list.before, list.notes) = (items, notes)
            items = []
        } else {
            items += notes
        }
        if folders.count < level.subfolders.count {
            addLink("all", level.folder, text: "All \(level.subfolders.count) folders")
        } else if min(notes.count, level.limit) < level.count {
            addLink("all", level.folder, text: "All \(level.count) notes")
        }
        add("</ul>\n")
    }

    private mutating func addLink(_ kind: String, _ folder: VaultPath, text: String) {
        let address = address(folder.appending(SiteAddresses.start))
        add("<li><a class=\"\(kind)\" href=\"\(address)\">\(HTMLWriter.escaped(text))</a></li>\n")
    }
}
