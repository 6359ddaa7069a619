package import SourceText
package import VaultFiles

/// A file that a plan changes, with its path and content before and after.
package struct PlannedFile: Hashable, Sendable {
    /// Nil if the plan creates the file, or restores it from the trash.
    package var from: VaultPath?
    package var before: [UInt8] = []
    /// Nil if the plan moves the file to the trash.
    package var to: VaultPath?
    package var after: [UInt8] = []
    /// False for a copied or restored file, whose content is then empty here.
    package var hasContent = true

    package init(
        from: VaultPath? = nil, before: [UInt8] = [], to: VaultPath? = nil, after: [UInt8] = [], hasContent: Bool = true
    ) {
        self.from = from
        self.before = before
        self.to = to
        self.after = after
        self.hasContent = hasContent
    }

    /// Whether the plan changes only the path. `before` and `after` are then empty.
    package private(set) var isOnlyMoved = false

    /// Returns the files that a plan changes, each once, without those that are only in the trash.
    ///
    /// - Parameter files: returns the current files at a path or below it.
    package static func all(
        in plan: ChangePlan, files: (VaultPath) throws -> [VaultPath]
    ) rethrows -> [PlannedFile] {
        var found: [PlannedFile] = []
        for operation in plan.operations {
            switch operation {
            case .write(let path, let before, let after):
                guard let index = found.lastIndex(where: { $0.to == path }) else {
                    found.append(PlannedFile(from: path, before: before, to: path, after: after))
                    continue
                }
                if found[index].isOnlyMoved { found[index].before = before }
                found[index].after = after
                found[index].isOnlyMoved = false
            case .create(let path, let content) where !Trash.contains(path):
                if case .bytes(let bytes) = content {
                    found.append(PlannedFile(to: path, after: bytes))
                } else {
                    found.append(PlannedFile(to: path, hasContent: false))
                }
            case .remove(let path, let before) where !Trash.contains(path):
                found.append(PlannedFile(from: path, before: before))
            case .move(let from, let to) where Trash.contains(from):
                found.append(PlannedFile(to: to, hasContent: false))
            case .move(let from, let to):
                for path in try files(from) {
                    let new = Trash.contains(to) ? nil : path.moved(from: from, to: to)
                    if let index = found.lastIndex(where: { $0.to == path }) {
                        found[index].to = new
                    } else {
                        found.append(PlannedFile(from: path, to: new))
                        found[found.count - 1].isOnlyMoved = true
                    }
                }
            case .create, .remove, .makeFolder, .removeFolder: break
            }
        }
        return found
    }
}
