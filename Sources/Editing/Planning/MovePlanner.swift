package import Searching
package import SourceText
import System
package import VaultChanges
import VaultFiles

/// Plans that move notes, folders and attachments.
package struct MovePlanner {
    private let context: PlanContext

    package init(_ snapshot: VaultSnapshot) { context = PlanContext(snapshot: snapshot) }

    /// Returns a plan that moves files, or folders with their contents, and rewrites links to keep their targets. Also
    /// updates saved searches and the folder of daily notes. Throws if a new path is not possible or taken.
    package func move(_ moves: [(from: VaultPath, to: VaultPath)], title: String) throws -> ChangePlan {
        var plan = ChangePlan(title)
        var taken: Set<String> = []
        for (_, to) in moves where !taken.insert(FileName.identity(to.text)).inserted {
            throw VaultError(
                "several sources would be moved to '\(to.text)'; nothing was changed", at: to,
                help: "move them one at a time")
        }
        for (from, to) in moves where from != to {
            try check(from, to: to)
            plan.operations += try context.paths.missingFolders(above: to).filter { !plan.operations.contains($0) }
            plan.operations.append(.move(from, to))
        }
        try SymbolicLinks(context.snapshot).refuseBroken(after: moves)
        plan.operations += try LinkRewriter(context.snapshot).rewrites(for: moves.filter { $0.from != $0.to })
        try ConfigurationMoves(context.snapshot, moves).add(to: &plan)
        plan.unread = try context.snapshot.unreadablePaths()
        return plan
    }

    /// Throws if the new path is that of an existing file, or is inside the moved folder. Also throws if it is hidden,
    /// or has a name that some file systems refuse.
    private func check(_ from: VaultPath, to: VaultPath) throws {
        try context.paths.checkNew(to)
        if to != from, to.isInside(from), try FileStatus.ifThere(context.vault.fullPath(from))?.kind == .directory {
            throw VaultError(from, "cannot be moved into itself")
        }
        try context.paths.refuseTaken(to, except: from)
    }
}
