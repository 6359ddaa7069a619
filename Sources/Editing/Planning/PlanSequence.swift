package import Searching
import SourceText
package import VaultFiles

/// Changes that are planned one after another and carried out as one plan. Each is planned as if those before it were
/// saved: in `VaultSession.plan(with:)` with `openNotes`.
///
/// Moves must come last, because the documents keep their old paths. A file is written once, even if several changes
/// concern it.
package struct PlanSequence {
    package private(set) var plan: ChangePlan
    /// The new contents of notes that were changed or created, by path.
    private var contents: [VaultPath: [UInt8]] = [:]

    package init(_ title: String) { plan = ChangePlan(title) }

    /// The notes that were changed or created so far, as open documents.
    package func openNotes(in vault: Vault) -> OpenNotes {
        OpenNotes(contents.map { OpenNote(path: $0.key, bytes: $0.value, in: vault) })
    }

    /// Appends a plan that was made with `openNotes`.
    ///
    /// - Throws: `VaultError` if it creates a file that an earlier plan creates.
    package mutating func add(_ next: ChangePlan) throws {
        var moves: [(from: VaultPath, to: VaultPath)] = []
        for operation in next.operations {
            switch operation {
            case .write(let path, let before, let after):
                let old = moves.reversed().reduce(path) { $0.moved(from: $1.to, to: $1.from) }
                write(path, from: old, before, to: after)
            case .create(let path, let content):
                try refuseCreated(path)
                if case .bytes(let bytes) = content { contents[path] = bytes }
                plan.operations.append(operation)
            case .move(let from, let to):
                try refuseCreated(to)
                moves.append((from, to))
                plan.operations.append(operation)
            case .makeFolder where plan.operations.contains(operation): break
            case .remove, .makeFolder, .removeFolder: plan.operations.append(operation)
            }
        }
        plan.notices += next.notices.filter { !plan.notices.contains($0) }
        plan.unread += next.unread.filter { !plan.unread.contains($0) }
    }

    /// Adds a message for the user.
    package mutating func report(_ notice: String) { plan.notices.append(notice) }

    /// Adds a write to a path, or changes the content of the operation that has written or created the file.
    ///
    /// - Parameter old: the path before the moves of the same plan.
    private mutating func write(_ path: VaultPath, from old: VaultPath, _ before: [UInt8], to after: [UInt8]) {
        var before = before
        contents[old] = after
        let earlier = plan.operations.lastIndex {
            switch $0 {
            case .write(let written, _, _): written == old || written == path
            case .create(let created, _): created == path
            default: false
            }
        }
        if let earlier {
            if case .write(_, let first, _) = plan.operations[earlier] {
                before = first
                plan.operations.remove(at: earlier)
            } else {
                plan.operations[earlier] = .create(path, .bytes(after))
                return
            }
        }
        if before != after { plan.operations.append(.write(path, before: before, after: after)) }
    }

    private func refuseCreated(_ path: VaultPath) throws {
        let isCreated = plan.operations.contains {
            switch $0 {
            case .create(let created, _): FileName.identity(created.text) == FileName.identity(path.text)
            case .move(_, let to): FileName.identity(to.text) == FileName.identity(path.text)
            default: false
            }
        }
        if isCreated {
            throw VaultError(
                "two changes would create '\(path.text)'; nothing was changed", at: path, help: "choose another name")
        }
    }
}
