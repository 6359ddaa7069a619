import Notes
import SearchIndex
package import Searching
package import SourceText
package import VaultFiles

/// Plans that rename notes and their parts, with the links to them.
package struct RenamePlanner {
    private let context: PlanContext

    package init(_ snapshot: VaultSnapshot) { context = PlanContext(snapshot: snapshot) }

    private var snapshot: VaultSnapshot { context.snapshot }
    private var rules: NoteRules { context.rules }

    /// Returns a plan that changes the file name of a note, its title, or both, and the links to it.
    ///
    /// - Parameters:
    ///   - stem: the new file name without its extension, or nil to keep it.
    ///   - title: the new title, or nil to keep it.
    package func note(_ path: VaultPath, stem: String?, title: String?) throws -> ChangePlan {
        let suffix = path.name.bytes.dropFirst(path.stem.bytes.count)
        let target = stem.map { path.folder.appending(VaultPath(bytes: Array($0.utf8) + suffix)) } ?? path
        var plan = ChangePlan("rename '\(path.text)'")
        if target != path {
            if target.folder != path.folder { throw VaultError("a file name must not contain '/'") }
            try context.paths.checkNew(target)
            try context.paths.refuseTaken(target, except: path)
            plan.operations.append(.move(path, target))
            try SymbolicLinks(snapshot).refuseBroken(after: [(path, target)])
        }
        if let title, title.contains(where: \.isNewline) || !title.contains(where: { !$0.isWhitespace }) {
            throw VaultError("a title must be a single line that is not empty")
        }
        let edit = VaultEdit(moves: [(path, target)], notes: title == nil ? [] : [path]) { change in
            if let title { try TitleEdit(rules).set(title, in: &change) }
        }
        let links = try LinkUpdate(context, edit).outcome()
        plan.operations += links.operations
        plan.notices += links.notices
        try ConfigurationMoves(snapshot, [(path, target)]).add(to: &plan)
        plan.unread = try snapshot.unreadablePaths()
        return plan
    }

    /// Returns a plan that changes the text of a heading, and the links to it.
    ///
    /// - Parameter range: the heading's `OpenHeading.range`.
    /// - Throws: `VaultError` if another heading of the note has that text, or if a link cannot name it.
    package func heading(in path: VaultPath, at range: Range<Int>, to text: String) throws -> ChangePlan {
        try context.writing(parts(of: path).heading(at: range, to: text), title: "rename a heading")
    }

    /// Returns a plan that changes the id of a block, and the links to it.
    package func block(in path: VaultPath, _ old: String, to new: String) throws -> ChangePlan {
        try context.writing(parts(of: path).block(old, to: new), title: "rename the block '^\(old)'")
    }

    /// Returns a plan that changes the label of a reference definition, and its uses.
    package func definition(in path: VaultPath, _ definition: OpenDefinition, to new: String) throws -> ChangePlan {
        try context.writing(parts(of: path).definition(definition, to: new), title: "rename the definition")
    }

    private func parts(of path: VaultPath) throws -> PartRename { PartRename(try context.document(path), snapshot) }
}
