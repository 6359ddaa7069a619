import Notes
import QueryLanguage
import Searching
import SourceText
import VaultFiles

/// The content of the side column of pages.
extension ServedVault {
    func title(of note: VaultPath) -> String? {
        (attempt { try snapshot.note(note)?.title } ?? nil).map { shownTitle($0, of: note) }
    }

    /// Returns the title of a note without comments, and with formulas as text.
    func shownTitle(_ title: String, of note: VaultPath) -> String {
        title.contains("%%") ? self.note(note)?.hit.title ?? "" : FormulaLine(title).text
    }

    /// The links between neighbors are not drawn: each would have to be read.
    func links(_ note: VaultPath, to other: VaultPath) -> Bool { false }

    func size(of picture: VaultPath) -> (width: Int, height: Int)? {
        file(of: picture).flatMap { PictureSizes.read($0, in: snapshot.vault.root) }
    }

    /// Returns the HTML of the folders around a page, with the first of their notes, and of the folders at the root.
    func tree(beside page: VaultPath, note: SiteNote?, _ shell: PageShell) throws -> String {
        let own = page.isInside(SiteAddresses.ownFolder) ? .root : page.folder
        var levels = try trees.levels(around: own) { folder, limit in
            try hits("", .here, in: folder, sort: "path", limit: limit).compactMap { hit in
                self.page(of: hit.path).map { ($0, hit.title) }
            }
        }
        if let note, let last = levels.indices.last, levels[last].folder == own,
            !levels[last].notes.contains(where: { $0.page == page })
        {
            levels[last].notes.append((page, note.hit.title))
        }
        return SiteTree.html(SiteTree.list(levels) { shell.address($0, from: page) }, on: page)
    }
}
