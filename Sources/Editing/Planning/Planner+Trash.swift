package import SourceText
import System
package import VaultChanges
import VaultFiles

/// Things that come back from the trash.
extension Planner {
    /// The plan that puts things back where they were: each named by its path or its file name, the newest of several,
    /// with the attachments that went along with it.
    ///
    /// - Parameter destination: where to put it instead, for one thing alone.
    package func restore(_ names: [VaultPath], to destination: VaultPath? = nil) throws -> ChangePlan {
        let items = try trash.contents().items
        var plan = ChangePlan("trash restore \(names.map(\.text).joined(separator: " "))")
        var restored: Set<VaultPath> = []
        for name in names {
            // As `rm` takes names: the path, the file's name, with its extension or without.
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
                // What has come back meanwhile, or has another in its place, is not what was asked for.
                guard try FileStatus.ifThere(vault.fullPath(companion.path)) == nil else {
                    plan.remarks.append("'\(companion.path.text)' stays in the trash: another file is there by now")
                    continue
                }
                try restore(companion, to: companion.path, &plan, restored: &restored)
                plan.remarks.append("brings along '\(companion.path.text)'")
            }
        }
        return plan
    }

    private func restore(
        _ item: Trash.Item, to destination: VaultPath, _ plan: inout ChangePlan, restored: inout Set<VaultPath>
    ) throws {
        guard restored.insert(item.folder).inserted else { return }
        do {
            try paths.checkNew(destination)
            try paths.refuseTaken(destination)
        } catch let error as VaultError {
            throw VaultError(error.message, at: error.path, help: "restore it under another name: --to PATH")
        }
        plan.operations += try paths.missingFolders(above: destination).filter { !plan.operations.contains($0) }
        plan.operations += [
            .move(item.content, destination), .remove(item.folder.appending("info"), before: item.info),
            .removeFolder(item.folder),
        ]
    }
}
