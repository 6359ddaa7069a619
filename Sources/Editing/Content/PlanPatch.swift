package import SourceText
package import VaultChanges

/// A plan as a patch for the user, `git apply` and `patch`. Lines that these programs ignore describe operations that a
/// patch cannot express.
package struct PlanPatch {
    /// A part of the output: a line that `git apply` ignores, or the patch of a file.
    package enum Piece: Hashable, Sendable {
        case line(String)
        case patch([UInt8])
    }

    package private(set) var pieces: [Piece] = []

    /// A file of the plan: its path and content before and after.
    private struct File {
        var from: VaultPath?
        var before: [UInt8] = []
        var to: VaultPath?
        var after: [UInt8] = []
    }

    /// - Parameter files: returns the current files at a path or below it.
    package init(_ plan: ChangePlan, files: (VaultPath) throws -> [VaultPath]) rethrows {
        var found: [File] = []
        func index(endingAt path: VaultPath) -> Int? { found.lastIndex { $0.to == path } }
        for operation in plan.operations {
            switch operation {
            case .write(let path, let before, let after):
                if let index = index(endingAt: path) {
                    if found[index].from != nil, found[index].before == found[index].after {
                        found[index].before = before
                    }
                    found[index].after = after
                } else {
                    found.append(File(from: path, before: before, to: path, after: after))
                }
            case .create(let path, .bytes(let bytes)) where !Trash.contains(path):
                found.append(File(to: path, after: bytes))
            case .create(let path, let content) where !Trash.contains(path):
                pieces.append(.line("new file \(path.text), \(content.size) bytes"))
            case .move(let from, let to) where Trash.contains(to): pieces.append(.line("trash \(from.text)"))
            case .move(let from, let to) where Trash.contains(from): pieces.append(.line("restore \(to.text)"))
            case .move(let from, let to):
                let moved = try files(from)
                if !moved.contains(from) { pieces.append(.line("rename \(from.text) -> \(to.text)")) }
                for path in moved {
                    found.append(File(from: path, to: path.moved(from: from, to: to)))
                }
            case .makeFolder(let path) where !Trash.contains(path):
                pieces.append(.line("new folder \(path.text)"))
            case .removeFolder(let path) where !Trash.contains(path):
                pieces.append(.line("remove folder \(path.text)"))
            // The user does not need to know the files inside the trash.
            case .create, .remove, .makeFolder, .removeFolder: break
            }
        }
        pieces += found.map { .patch(UnifiedDiff.bytes(from: $0.from, $0.before, to: $0.to, $0.after)) }
    }
}
