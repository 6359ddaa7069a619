import SearchIndex
import Searching
package import SourceText
import System
package import VaultChanges
import VaultFiles

/// Other paths for notes, folders and attachments.
extension Planner {
    /// The plan that gives notes, folders or attachments other paths, and rewrites the links that would lead elsewhere.
    ///
    /// - Parameter moves: from and to; a folder takes along what is in it.
    package func move(_ moves: [(from: VaultPath, to: VaultPath)], title: String) throws -> ChangePlan {
        var plan = ChangePlan(title)
        var taken: Set<String> = []
        for (_, to) in moves where !taken.insert(FileName.identity(to.text)).inserted {
            throw VaultError(
                "several would become '\(to.text)'; nothing was changed", at: to, help: "move them one at a time")
        }
        for (from, to) in moves where from != to {
            try checkMove(from, to)
            plan.operations += try paths.missingFolders(above: to).filter { !plan.operations.contains($0) }
            plan.operations.append(.move(from, to))
        }
        try SymbolicLinks(session).refuseDead(after: moves)
        plan.operations += try LinkRewriter(session).rewrites(for: moves.filter { $0.from != $0.to })
        try ConfigurationMoves(session, moves).add(to: &plan)
        plan.unread = try session.unread()
        return plan
    }

    /// Refuses a move onto something, into itself, out of sight, or to a name that some file system refuses.
    private func checkMove(_ from: VaultPath, _ to: VaultPath) throws {
        try paths.checkNew(to)
        if to != from, to.isInside(from), try FileStatus.ifThere(vault.fullPath(from))?.kind == .directory {
            throw VaultError(from, "cannot be moved into itself")
        }
        try paths.refuseTaken(to, except: from)
    }
}
