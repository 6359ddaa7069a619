import Notes
import SearchIndex
package import Searching
package import SourceText
package import VaultFiles

/// Plans that change the `links:` of notes.
package struct LinkPlanner {
    private let context: PlanContext

    package init(_ snapshot: VaultSnapshot) { context = PlanContext(snapshot: snapshot) }

    /// Returns a plan that adds a link to `target` to the `links:` of each note except `target` itself.
    package func link(_ notes: [VaultPath], to target: VaultPath) throws -> ChangePlan {
        if notes.count == 1 { return try link(notes[0], to: target) }
        var whole = ChangePlan("link \(notes.count) notes to '\(target.text)'")
        for note in notes where note != target { whole.operations += try link(note, to: target).operations }
        return whole
    }

    /// Returns a plan that removes the links to `target` from the `links:` of each note.
    package func unlink(_ notes: [VaultPath], from target: VaultPath) throws -> ChangePlan {
        if notes.count == 1 { return try unlink(notes[0], from: target) }
        var whole = ChangePlan("unlink \(notes.count) notes from '\(target.text)'")
        for note in notes { whole.operations += try unlink(note, from: target).operations }
        return whole
    }

    /// Returns a plan that adds a link to `target` to the note's `links:`. The plan is empty if there is one already.
    ///
    /// - Throws: `VaultError` if no name of the target leads to it unambiguously.
    private func link(_ note: VaultPath, to target: VaultPath) throws -> ChangePlan {
        if try links(of: note).contains(where: { $0.target == target }) { return ChangePlan("link") }
        for name in names(of: target, from: note.folder) {
            let plan = try context.editing([note], title: "link '\(note.text)' to '\(target.text)'") { change in
                let identity = PropertyAssignments.identity(.links)
                let own = context.vault.configuration.newNotes.names[.links]
                try change.edit([
                    .add(context.rules.names(.links), ["[[\(name)]]"], identity: identity).named(own)
                ])
            }
            // Verify the link: a name may look like a URL, lose its blanks, or match another note.
            guard case .write(_, _, let after)? = plan.operations.first else { continue }
            let references = Note(after, name: note.name, rules: context.rules).references
            let leads = try references.contains { reference in
                guard reference.origin == .links,
                    let found = try context.index.links.target(of: reference.target, from: note.folder)
                else { return false }
                return found.path == target && found.rivals.isEmpty
            }
            if leads { return plan }
        }
        throw VaultError(
            target, "has a name that a link cannot contain", help: "to rename it: slip mv; nothing was changed")
    }

    private func unlink(_ note: VaultPath, from target: VaultPath) throws -> ChangePlan {
        let entries = try links(of: note).filter { $0.target == target }.map(\.entry)
        return try context.editing([note], title: "unlink '\(note.text)' from '\(target.text)'") { change in
            if !entries.isEmpty { try change.edit([.take(context.rules.names(.links), entries)]) }
        }
    }

    /// Returns the entries of a note's `links:`, each with its target.
    private func links(of note: VaultPath) throws -> [(entry: String, target: VaultPath?)] {
        let bytes = try context.snapshot.bytes(note)
        let parsed = Note(bytes, name: note.name, rules: context.rules)
        return try parsed.references.filter { $0.origin == .links }.map { reference in
            (reference.entry, try context.index.links.target(of: reference.target, from: note.folder)?.path)
        }
    }

    /// Returns the names and paths that may lead to a note from a folder, in order of preference.
    private func names(of target: VaultPath, from folder: VaultPath) -> [String] {
        let relative = target.relative(to: folder)
        let dotted = relative.bytes.first == Byte.dot ? relative.text : "./\(relative.text)"
        let short = VaultPath(dotted).withoutExtension.text
        let wanted: [String] =
            switch context.vault.configuration.links.path {
            case .shortest: []
            case .relative: [relative.withoutExtension.text]
            case .absolute: [target.withoutExtension.text]
            }
        let title = context.rules.fileTitle(target.name)
        return wanted + (title == target.stem.text ? [] : [title]) + [
            target.stem.text, target.name.text, target.withoutExtension.text, target.text, short, dotted,
            "/\(target.text)",
        ]
    }
}
