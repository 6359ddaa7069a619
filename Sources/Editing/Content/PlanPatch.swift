import SourceText
package import VaultFiles

/// A plan as a patch for the user, `git apply` and `patch`. Lines that these programs ignore describe operations that a
/// patch cannot express.
package struct PlanPatch {
    /// A part of the output: a line that `git apply` ignores, or the patch of a file.
    package enum Piece: Hashable, Sendable {
        case line(String)
        case patch([UInt8])
    }

    package private(set) var pieces: [Piece] = []

    /// The lines and patches as one text.
    package var bytes: [UInt8] {
        pieces.flatMap { piece in
            switch piece {
            case .line(let text): Array("\(text)\n".utf8)
            case .patch(let bytes): bytes
            }
        }
    }

    /// - Parameter files: all files that the plan changes.
    package init(_ plan: ChangePlan, files: [PlannedFile]) {
        let changed = Set(files.compactMap(\.from))
        for operation in plan.operations {
            switch operation {
            case .create(let path, .copy(_, let size, _)) where !Trash.contains(path):
                pieces.append(.line("new file \(path.text), \(size) bytes"))
            case .move(let from, let to) where Trash.contains(to): pieces.append(.line("trash \(from.text)"))
            case .move(let from, let to) where Trash.contains(from): pieces.append(.line("restore \(to.text)"))
            // The patch of a file names its move.
            case .move(let from, let to):
                if !changed.contains(from) { pieces.append(.line("rename \(from.text) -> \(to.text)")) }
            case .makeFolder(let path) where !Trash.contains(path):
                pieces.append(.line("new folder \(path.text)"))
            case .removeFolder(let path) where !Trash.contains(path):
                pieces.append(.line("remove folder \(path.text)"))
            // The user does not need to know the files inside the trash.
            case .write, .create, .remove, .makeFolder, .removeFolder: break
            }
        }
        for file in files where file.to != nil && file.hasContent {
            pieces.append(.patch(UnifiedDiff.bytes(from: file.from, file.before, to: file.to, file.after)))
        }
    }
}
