import Editing
import QueryLanguage
import Searching
import SourceText
import VaultFiles

/// Which notes the server may change, or may propose to change. Only the options of `slip mcp` decide that, never the
/// vault.
package enum WritePermission: Hashable, Sendable {
    case none
    case all
    /// Only notes that match a query before and after the change. New notes must match it, removed ones must have
    /// matched it.
    case query(String)

    /// The extensions of files that agents may change.
    private static let extensions: Set = ["md", "markdown", "mdown", "mkd", "mkdn", "mdx", "qmd", "rmd", "txt", "text"]

    /// Returns the restriction as a sentence for the model, or an empty text.
    ///
    /// - Parameter verb: `changed`, or `proposed`.
    func sentence(_ verb: String) -> String {
        guard case .query(let query) = self else { return "" }
        return " Only notes that match the query \(query) may be \(verb), and only so that they still match it."
    }

    /// Throws `ToolError` unless all changes of some files are permitted.
    ///
    /// - Parameter files: the files that a plan changes, with the content of those that are only moved.
    func check(_ files: [PlannedFile], in session: VaultSession) throws {
        let paths = files.flatMap { [$0.from, $0.to] }.compactMap { $0 }
        // The configuration may make scripts notes, and no configuration can allow to change those.
        if let program = paths.first(where: {
            session.vault.takesAsNote($0) && !Self.extensions.contains($0.pathExtension)
        }) {
            throw ToolError("'\(program.text)' is not a text file that agents may change; nothing was changed")
        }
        guard case .query(let query) = self else { return }
        if let other = paths.first(where: { !session.vault.takesAsNote($0) }) {
            throw ToolError(
                "'\(other.text)' is not a note, and only notes that match '\(query)' may be changed; nothing was changed"
            )
        }
        // As for a plan, a query for attachments must know all of them.
        try session.plan { snapshot in
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
        let search = try Self.search(query, snapshot)
        let matching = try snapshot.notes(paths, satisfying: search)
        guard let other = paths.first(where: { !matching.contains($0) }) else { return }
        throw ToolError(
            "'\(other.text)' does not match '\(query)'\(when), and only notes that match it may be changed; nothing was changed",
            help: "ask the user to change it, or to start the server with another query")
    }

    /// Returns the search for the query. Saved searches are part of the configuration, which must not extend the
    /// permission.
    private static func search(_ query: String, _ snapshot: VaultSnapshot) throws -> VaultSearch {
        var options = SearchOptions(query: query, scope: .all, folder: .root)
        options.isSelfContained = true
        do {
            let search = try snapshot.prepare(options)
            if search.query.terms.isEmpty || search.query.presentation != Presentation() {
                throw ToolError(
                    "the server was started with the query '\(query)', which is no condition",
                    help: "ask the user to correct it; nothing was changed")
            }
            return search
        } catch let error as QueryError {
            throw ToolError(
                "the server was started with an invalid query, '\(query)': \(error.diagnostic.message)",
                help: "ask the user to correct it; nothing was changed")
        }
    }

    /// Returns what is wrong with the query, or nil.
    func fault(in snapshot: VaultSnapshot) -> String? {
        guard case .query(let query) = self else { return nil }
        do {
            _ = try Self.search(query, snapshot)
            return nil
        } catch {
            return (error as? ToolError)?.message
        }
    }
}

extension AgentOptions {
    /// Returns whether a change becomes a proposal.
    ///
    /// - Parameter files: as for `WritePermission.check`.
    /// - Throws: `ToolError` if it can be neither made nor proposed.
    func proposes(_ files: [PlannedFile], in session: VaultSession) throws -> Bool {
        try checkCount(of: files)
        if permission == .none {
            try proposals.check(files, in: session)
            return true
        }
        do {
            try permission.check(files, in: session)
            return false
        } catch let error as ToolError {
            if proposals == .none { throw error }
            do {
                try proposals.check(files, in: session)
                return true
            } catch let other as ToolError {
                throw ToolError(
                    "the change can neither be made (\(error.message)) nor be proposed (\(other.message))",
                    help: "change the notes that match one of the queries in a separate call")
            }
        }
    }

    /// Throws `ToolError` if a call would change more files than one may.
    func checkCount(of files: [PlannedFile]) throws {
        guard let mostNotes, files.count > mostNotes else { return }
        throw ToolError(
            "the call would change \(files.count) files, and at most \(mostNotes) are allowed; nothing was changed",
            help: "change fewer notes at once")
    }
}
