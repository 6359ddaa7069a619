import QueryLanguage
import SourceText
import Synchronization

/// The lists of folders on the pages of a static site.
final class SiteTrees: Sendable {
    private let notes: [VaultPath: [NoteHit]]
    private let subfolders: [VaultPath: [VaultPath]]
    private let addresses: SiteAddresses
    /// The lists that are the same for all pages in a folder.
    private let known = Mutex<[VaultPath: SiteTree.List]>([:])

    init(_ notes: [VaultPath: [NoteHit]], _ subfolders: [VaultPath: [VaultPath]], addresses: SiteAddresses) {
        (self.notes, self.subfolders, self.addresses) = (notes, subfolders, addresses)
    }

    /// Returns the HTML of the folders around a page.
    ///
    /// - Parameters:
    ///   - note: the note of the page, or nil for another page.
    ///   - address: returns the address of a page on this one.
    func html(on page: VaultPath, note: VaultPath?, address: @escaping (VaultPath) -> String) -> String {
        let folder = note?.folder ?? (addresses.folders.contains(page.folder) ? page.folder : .root)
        // The page of missing pages has absolute addresses.
        let isShared = page != SiteAddresses.missing && page.folder == folder
        if isShared, let known = known.withLock({ $0[folder] }) { return Self.html(known, on: page) }
        let levels = SiteTree.folders(around: folder).map { level in
            let all = notes[level] ?? []
            let listed = level == folder ? all[...] : SiteTree.window(all, SiteTree.maximumOuterNotes, around: nil)
            return SiteTree.Level(
                folder: level, subfolders: subfolders[level] ?? [],
                notes: listed.compactMap { hit in addresses.page(of: hit.path).map { ($0, hit.title) } },
                count: all.count, limit: level == folder ? SiteTree.maximumNotes : .max)
        }
        let list = SiteTree.list(levels, address: address)
        if isShared { known.withLock { $0[folder] = list } }
        return Self.html(list, on: page)
    }

    private static func html(_ list: SiteTree.List, on page: VaultPath) -> String {
        var list = list
        if list.notes.count > SiteTree.maximumNotes {
            let place = list.notes.firstIndex { $0.page == page }
            list.notes = Array(SiteTree.window(list.notes, SiteTree.maximumNotes, around: place))
        }
        return SiteTree.html(list, on: page)
    }
}
