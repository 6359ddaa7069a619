package import Searching
package import SourceText
import System
package import VaultFiles

/// Plans that move notes to the trash, and restore items of the trash.
package struct TrashPlanner {
    private let context: PlanContext

    package init(_ snapshot: VaultSnapshot) { context = PlanContext(snapshot: snapshot) }

    /// Returns a plan that moves notes to the trash, with their own attachments: see `AttachmentUse.own`.
    ///
    /// - Parameters:
    ///   - notes: paths of notes or attachments.
    ///   - unlink: whether the links to them are removed from the other notes. If not, the plan has a notice for each.
    package func remove(_ notes: [VaultPath], unlink: Bool) throws -> ChangePlan {
        var plan = ChangePlan("rm \(PlanTitle.arguments(notes.map(\.text)))")
        let gone = Set(notes)
        let links = LinkRemover(context.snapshot)
        if unlink {
            let unlinked = try links.unlinking(gone, except: gone)
            plan.operations += unlinked.operations
            plan.unread = try context.snapshot.unreadablePaths()
            plan.notices += unlinked.notices
        } else {
            plan.notices += try links.dangling(gone, except: gone)
        }
        let attachments = try AttachmentUse(snapshot: context.snapshot).own(of: gone)
        let own = attachments.keys.filter { !gone.contains($0) }.sorted()
        plan.notices += own.map { "'\($0.text)' is removed too: no other note references it" }
        plan.operations += context.trash.operations(for: notes + own, companions: attachments)
        try ConfigurationMoves(context.snapshot, [], removed: gone.union(own)).add(to: &plan)
        return plan
    }

    /// Returns a plan that restores items of the trash, each with the attachments that were removed with it. Throws if
    /// an item is not in the trash or its path is taken.
    ///
    /// - Parameters:
    ///   - names: paths, or file names with or without extension. Of several items with the same name the newest is
    ///     restored.
    ///   - destination: the new path of a single item (default: its old path).
    package func restore(_ names: [VaultPath], to destination: VaultPath? = nil) throws -> ChangePlan {
        let items = try context.trash.contents().items
        var plan = ChangePlan("trash restore \(PlanTitle.arguments(names.map(\.text)))")
        var restored: Set<VaultPath> = []
        for name in names {
            guard
                let item = items.first(where: { $0.path == name }) ?? items.first(where: { $0.path.name == name })
                    ?? items.first(where: { $0.path.stem == name })
            else {
                let near = Nearest.match(name.text, among: items.map(\.path.text))
                throw VaultError(name, "is not in the trash", help: near.map { "did you mean '\($0)'?" })
            }
            try restore(item, to: destination ?? item.path, &plan, restored: &restored)
            for companion in items where companion.group == item.group && companion.notes.contains(item.path) {
                if restored.contains(companion.folder) { continue }
                // The user did not name the companion, so a file at its path is no reason to fail.
                guard try FileStatus.ifThere(context.vault.fullPath(companion.path)) == nil else {
                    plan.notices.append(
                        "'\(companion.path.text)' stays in the trash: its path is taken by another file")
                    continue
                }
                try restore(companion, to: companion.path, &plan, restored: &restored)
                plan.notices.append("'\(companion.path.text)' is restored too")
            }
        }
        return plan
    }

    private func restore(
        _ item: Trash.Item, to destination: VaultPath, _ plan: inout ChangePlan, restored: inout Set<VaultPath>
    ) throws {
        guard restored.insert(item.folder).inserted else { return }
        do {
            try context.paths.checkNew(destination)
            try context.paths.refuseTaken(destination)
        } catch let error as VaultError {
            throw VaultError(error.message, at: error.path, help: "to restore it to another path: --to PATH")
        }
        plan.operations += try context.paths.missingFolders(above: destination).filter { !plan.operations.contains($0) }
        plan.operations += [
            .move(item.content, destination), .remove(item.folder.appending("info"), before: item.info),
            .removeFolder(item.folder),
        ]
    }
}
