import QueryLanguage
import Searching
import SourceText

/// The lists of folders on the pages of a server. They are kept while the index stays the same, because listing the folders
/// of a large vault is the slowest part of a page.
final class ServedTrees {
    private var generation: Int64?
    private var subfolders: [VaultPath: [VaultPath]] = [:]
    private var counts: [VaultPath: Int] = [:]
    /// The first notes of folders, with their pages.
    private var notes: [VaultPath: [(page: VaultPath, title: String)]] = [:]

    /// The number of folders whose notes are kept.
    private static let most = 1000

    /// Forgets what another state of the index had. Call it before the other functions.
    func update(to snapshot: VaultSnapshot) throws {
        let now = try snapshot.indexGeneration()
        if now == generation { return }
        let folders = try snapshot.lists.folderCounts()
        subfolders = Dictionary(grouping: folders.map(\.path).filter { !$0.isRoot }, by: \.folder)
        counts = Dictionary(folders.map { ($0.path, $0.own) }) { first, _ in first }
        notes = [:]
        generation = now
    }

    /// Returns the folders directly in a folder, in natural order.
    func subfolders(of folder: VaultPath) -> [VaultPath] { subfolders[folder] ?? [] }

    /// Returns the folders around a page in `folder`, with their notes.
    ///
    /// - Parameter find: returns the first notes of a folder, with their pages.
    func levels(
        around folder: VaultPath,
        find: (_ folder: VaultPath, _ limit: Int) throws -> [(page: VaultPath, title: String)]
    ) rethrows -> [SiteTree.Level] {
        try SiteTree.folders(around: folder).map { level in
            let known = try notes[level] ?? find(level, SiteTree.maximumNotes)
            if notes.count >= Self.most { notes = [:] }
            notes[level] = known
            let limit = level == folder ? SiteTree.maximumNotes : SiteTree.maximumOuterNotes
            return SiteTree.Level(
                folder: level, subfolders: subfolders(of: level), notes: Array(known.prefix(limit)),
                count: counts[level] ?? 0)
        }
    }
}
