import Notes
import SearchIndex
import Searching
package import SourceText
package import VaultChanges
import VaultFiles

/// Links in the `links:` of notes.
extension Planner {
    /// The plan that adds a link to `target` to the `links:` of each of the notes but `target` itself.
    package func link(_ notes: [VaultPath], to target: VaultPath) throws -> ChangePlan {
        if notes.count == 1 { return try link(notes[0], to: target) }
        var whole = ChangePlan("link \(notes.count) notes to '\(target.text)'")
        for note in notes where note != target { whole.operations += try link(note, to: target).operations }
        return whole
    }

    /// The plan that takes the links to `target` out of the `links:` of each of the notes.
    package func unlink(_ notes: [VaultPath], from target: VaultPath) throws -> ChangePlan {
        if notes.count == 1 { return try unlink(notes[0], from: target) }
        var whole = ChangePlan("unlink \(notes.count) notes from '\(target.text)'")
        for note in notes { whole.operations += try unlink(note, from: target).operations }
        return whole
    }

    /// The plan that adds a link to `target` to the `links:` of `note`.
    private func link(_ note: VaultPath, to target: VaultPath) throws -> ChangePlan {
        if try links(of: note).contains(where: { $0.target == target }) { return ChangePlan("link") }
        for name in Self.names(of: target, from: note.folder) {
            let plan = try editing([note], title: "link '\(note.text)' to '\(target.text)'", touch: true) { change in
                try change.edit([
                    .add(
                        rules.names(.links), ["[[\(name)]]"],
                        identity: PropertyAssignments.identity(.links))
                ])
            }
            // Read back: a name may look like an address, lose its blanks, or mean another note.
            guard case .write(_, _, let after)? = plan.operations.first else { continue }
            let references = Note(after, name: note.name, rules: rules).references
            let leads = try references.contains { reference in
                guard reference.origin == .links,
                    let found = try index.links.target(of: reference.target, from: note.folder)
                else { return false }
                return found.path == target && found.rivals.isEmpty
            }
            if leads { return plan }
        }
        throw VaultError(
            target, "has a name that no link can hold",
            help: "give it another name: slip mv; nothing was changed")
    }

    /// The plan that takes the links to `target` out of the `links:` of `note`.
    private func unlink(_ note: VaultPath, from target: VaultPath) throws -> ChangePlan {
        let entries = try links(of: note).filter { $0.target == target }.map(\.entry)
        return try editing([note], title: "unlink '\(note.text)' from '\(target.text)'", touch: true) { change in
            if !entries.isEmpty { try change.edit([.take(rules.names(.links), entries)]) }
        }
    }

    /// The entries of a note's `links:` with what each leads to.
    private func links(of note: VaultPath) throws -> [(entry: String, target: VaultPath?)] {
        let bytes = try session.bytes(note)
        let parsed = Note(bytes, name: note.name, rules: rules)
        return try parsed.references.filter { $0.origin == .links }.map { reference in
            (reference.entry, try index.links.target(of: reference.target, from: note.folder)?.path)
        }
    }

    /// Ways to name a note in a folder, the shortest first: its name, its path, and its path as such.
    private static func names(of target: VaultPath, from folder: VaultPath) -> [String] {
        let relative = target.relative(to: folder)
        let dotted = relative.bytes.first == Byte.dot ? relative.text : "./\(relative.text)"
        let short = VaultPath(dotted).withoutExtension.text
        return [
            target.stem.text, target.name.text, target.withoutExtension.text, target.text, short, dotted,
            "/\(target.text)",
        ]
    }
}
