import QueryLanguage
import SourceText
import Synchronization

/// The lists of folders on the pages of a static site.
final class SiteTrees: Sendable {
    private let notes: [VaultPath: [NoteHit]]
    private let subfolders: [VaultPath: [VaultPath]]
    private let addresses: SiteAddresses
    /// The lists that are the same for all pages in a folder.
    private let known = Mutex<[VaultPath: [SiteTree.Item]]>([:])

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
        let isLong = (notes[folder] ?? []).count > SiteTree.maximumNotes
        // The page of missing pages has absolute addresses.
        let isShared = !(isLong && note != nil) && page != SiteAddresses.missing && page.folder == folder
        if isShared, let known = known.withLock({ $0[folder] }) { return SiteTree.html(known, on: page) }
        let levels = SiteTree.folders(around: folder).map { level in
            let all = notes[level] ?? []
            let place = level == folder && isLong ? all.firstIndex { $0.path == note } : nil
            let limit = level == folder ? SiteTree.maximumNotes : SiteTree.maximumOuterNotes
            let listed = SiteTree.window(all, limit, around: place)
            return SiteTree.Level(
                folder: level, subfolders: subfolders[level] ?? [],
                notes: listed.compactMap { hit in addresses.page(of: hit.path).map { ($0, hit.title) } },
                count: all.count)
        }
        let items = SiteTree.items(levels, address: address)
        if isShared { known.withLock { $0[folder] = items } }
        return SiteTree.html(items, on: page)
    }
}
