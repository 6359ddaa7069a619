import QueryLanguage
import Searching
import SourceText

/// The folders beside the pages of a server. They are kept while the index stays the same: to list the folders of a large
/// vault takes longer than all else on a page.
final class ServedTrees {
    private var generation: Int64?
    private var subfolders: [VaultPath: [VaultPath]] = [:]
    private var counts: [VaultPath: Int] = [:]
    private var levels: [VaultPath: [SiteTree.Level]] = [:]

    /// The number of folders whose lists are kept.
    private static let most = 500

    /// Forgets what another state of the index had. Call it before the other functions.
    func update(to snapshot: VaultSnapshot) throws {
        let now = try snapshot.indexGeneration()
        if now == generation { return }
        let folders = try snapshot.lists.folderCounts()
        subfolders = Dictionary(grouping: folders.map(\.path).filter { !$0.isRoot }, by: \.folder)
        counts = Dictionary(folders.map { ($0.path, $0.own) }) { first, _ in first }
        levels = [:]
        generation = now
    }

    /// Returns the folders directly in a folder, in natural order.
    func subfolders(of folder: VaultPath) -> [VaultPath] { subfolders[folder] ?? [] }

    /// Returns the folders around a page in `folder`, with their notes.
    ///
    /// - Parameter notes: returns the first notes of a folder, with their pages.
    func levels(
        around folder: VaultPath,
        notes: (_ folder: VaultPath, _ limit: Int) throws -> [(page: VaultPath, title: String)]
    ) rethrows -> [SiteTree.Level] {
        if let known = levels[folder] { return known }
        if levels.count >= Self.most { levels = [:] }
        let found = try SiteTree.folders(around: folder).map { level in
            let limit = level == folder ? SiteTree.maximumNotes : SiteTree.maximumOuterNotes
            return SiteTree.Level(
                folder: level, subfolders: subfolders(of: level), notes: try notes(level, limit),
                count: counts[level] ?? 0)
        }
        levels[folder] = found
        return found
    }
}
