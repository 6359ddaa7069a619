import Editing
import QueryLanguage
import Searching
import SourceText
import VaultChanges
import VaultFiles

/// Which notes the server may change. Only the options of `slip mcp` decide that, never the vault.
package enum WritePermission: Hashable, Sendable {
    case none
    case all
    /// Only notes that match a query before and after the change. New notes must match it, removed ones must have
    /// matched it.
    case query(String)

    /// Throws `ToolError` unless all changes of some files are permitted.
    ///
    /// - Parameter files: the files that a plan changes, with the content of those that are only moved.
    func check(_ files: [PlannedFile], in session: VaultSession) throws {
        guard case .query(let query) = self else { return }
        if let other = files.lazy.flatMap({ [$0.from, $0.to] }).compactMap({ $0 }).first(where: {
            !session.vault.takesAsNote($0)
        }) {
            throw ToolError(
                "'\(other.text)' is not a note, and only notes that match '\(query)' may be changed; nothing was changed"
            )
        }
        try session.read { snapshot in
            let notes = files.compactMap(\.from)
            try check(notes, match: query, snapshot, when: "")
        }
        let after = files.compactMap { file in
            file.to.map { OpenNote(path: $0, bytes: file.after, in: session.vault) }
        }
        try session.plan(with: OpenNotes(after)) { snapshot in
            try check(after.map(\.path), match: query, snapshot, when: " after the change")
        }
    }

    private func check(
        _ paths: [VaultPath], match query: String, _ snapshot: VaultSnapshot, when: String
    ) throws {
        let search = try snapshot.prepare(Self.options(query))
        let matching = try snapshot.notes(paths, satisfying: search)
        guard let other = paths.first(where: { !matching.contains($0) }) else { return }
        throw ToolError(
            "'\(other.text)' does not match '\(query)'\(when), and only notes that match it may be changed; nothing was changed",
            help: "ask the user to change it, or to start the server with another --allow-writes")
    }

    /// Returns the options of a search for the query. Saved searches are part of the configuration, which must not
    /// extend the permission.
    private static func options(_ query: String) -> SearchOptions {
        var options = SearchOptions(query: query, scope: .all, folder: .root)
        options.usesSavedSearches = false
        return options
    }
}
