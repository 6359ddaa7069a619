import QueryLanguage
import Searching
import SourceText
import VaultFiles

/// The content of the side column of pages.
extension ServedVault {
    func title(of note: VaultPath) -> String? {
        guard let title = attempt({ try snapshot.note(note)?.title }) ?? nil else { return nil }
        // A title can contain a comment.
        return title.contains("%%") ? self.note(note)?.hit.title : title
    }

    /// The links between neighbors are not drawn: each would have to be read.
    func links(_ note: VaultPath, to other: VaultPath) -> Bool { false }

    func size(of picture: VaultPath) -> (width: Int, height: Int)? {
        file(of: picture).flatMap { PictureSizes.read($0, in: snapshot.vault.root) }
    }

    /// Returns the HTML of the folders around a page, with the first of their notes, and of the folders at the root.
    func tree(beside page: VaultPath, note: SiteNote?, _ shell: PageShell) throws -> String {
        let own = page.isInside(SiteAddresses.ownFolder) ? .root : page.folder
        let folders = try snapshot.lists.folderCounts()
        let levels = try SiteTree.folders(around: own).map { level in
            let limit = level == own ? SiteTree.maximumNotes : SiteTree.maximumOuterNotes
            var notes = try hits("", .here, in: level, sort: "path", limit: limit)
            if let hit = note?.hit, level == own, !notes.contains(where: { $0.path == hit.path }) { notes.append(hit) }
            return SiteTree.Level(
                folder: level, subfolders: folders.map(\.path).filter { !$0.isRoot && $0.folder == level },
                notes: notes.compactMap { hit in self.page(of: hit.path).map { ($0, hit.title) } },
                count: folders.first { $0.path == level }?.own ?? 0)
        }
        return SiteTree.html(SiteTree.items(levels) { shell.address($0, from: page) }, on: page)
    }
}
