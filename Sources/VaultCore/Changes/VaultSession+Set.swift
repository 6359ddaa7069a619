import Notes
import SearchIndex
package import SourceText
import System

/// Changing the front matter of notes.
extension VaultSession {
    /// The plan that sets, removes, adds and takes for each of the notes. Notes that are so already are left out.
    package func plan(
        setting assignments: [PropertyAssignment], of notes: [VaultPath], forces: Bool, title: String
    ) throws -> ChangePlan {
        let rules = vault.configuration.rules
        let changes = try PropertyAssignments(rules, forces: forces).changes(assignments)
        let touches = !assignments.contains { $0.known(rules) == .modified }
        return try plan(title, notes, touches: touches) { change in try change.edit(changes) }
    }

    /// A plan that changes each of the notes by `edit`, and brings `modified:` up to date where that changed anything.
    func plan(
        _ title: String, _ notes: [VaultPath], touches: Bool, _ edit: (inout NoteChange) throws -> Void
    ) throws -> ChangePlan {
        var plan = ChangePlan(title)
        for path in notes {
            var change = NoteChange(path, try settledBytes(path))
            try edit(&change)
            if touches { try touch(&change) }
            if let operation = try change.operation { plan.operations.append(operation) }
        }
        return plan
    }

    /// The bytes of a note that will be changed. One that is empty, and was written to a moment ago, is perhaps being
    /// saved by an editor that empties a file before it writes it: it gets the time for that.
    private func settledBytes(_ path: VaultPath) throws -> [UInt8] {
        let bytes = try bytes(path)
        let patience: Int64 = 100_000
        guard bytes.isEmpty, let status = try? FileStatus(vault.fullPath(path)),
            LocalZone.now().microseconds - status.modified / 1000 < patience
        else { return bytes }
        ThisProcess.sleep(.microseconds(patience))
        return try self.bytes(path)
    }

    /// Brings a `modified:` that is there up to now, in its own form; not where the note is as it was, or where the
    /// configuration says not to.
    private func touch(_ change: inout NoteChange) throws {
        guard vault.configuration.touchesModified, change.after != change.before else { return }
        let mapping = FrontMatter(change.after).mapping
        let names = vault.configuration.rules.names(.modified)
        for name in names {
            guard let text = mapping[name]?.text else { continue }
            // A value that is no date is the person's to mend.
            guard let now = TouchedDate.text(like: text, now, calendar) else { return }
            return try change.edit([.set(names, now)])
        }
    }

    // MARK: Links and keywords

    /// The plan that adds a link to `target` to the `links:` of each of the notes but `target` itself.
    package func plan(linking notes: [VaultPath], to target: VaultPath) throws -> ChangePlan {
        if notes.count == 1 { return try plan(linking: notes[0], to: target) }
        var whole = ChangePlan("link \(notes.count) notes to '\(target.text)'")
        for note in notes where note != target { whole.operations += try plan(linking: note, to: target).operations }
        return whole
    }

    /// The plan that takes the links to `target` out of the `links:` of each of the notes.
    package func plan(unlinking notes: [VaultPath], from target: VaultPath) throws -> ChangePlan {
        if notes.count == 1 { return try plan(unlinking: notes[0], from: target) }
        var whole = ChangePlan("unlink \(notes.count) notes from '\(target.text)'")
        for note in notes { whole.operations += try plan(unlinking: note, from: target).operations }
        return whole
    }

    /// The plan that adds a link to `target` to the `links:` of `note`.
    private func plan(linking note: VaultPath, to target: VaultPath) throws -> ChangePlan {
        if try links(of: note).contains(where: { $0.target == target }) { return ChangePlan("link") }
        for name in Self.names(of: target, from: note.folder) {
            let plan = try plan("link '\(note.text)' to '\(target.text)'", [note], touches: true) { change in
                try change.edit([
                    .add(
                        vault.configuration.rules.names(.links), ["[[\(name)]]"],
                        identity: PropertyAssignments.identity(.links))
                ])
            }
            // Read back: a name may look like an address, lose its blanks, or mean another note.
            guard case .write(_, _, let after)? = plan.operations.first else { continue }
            let references = Note(after, name: note.name, rules: vault.configuration.rules).references
            let leads = try references.contains { reference in
                guard reference.origin == .links,
                    let found = try index.target(of: reference.target, from: note.folder)
                else { return false }
                return found.path == target && found.rivals.isEmpty
            }
            if leads { return plan }
        }
        throw VaultError(
            "'\(target.text)' has a name that no link can hold",
            help: "give it another name: slip mv; nothing was changed")
    }

    /// The plan that takes the links to `target` out of the `links:` of `note`.
    private func plan(unlinking note: VaultPath, from target: VaultPath) throws -> ChangePlan {
        let entries = try links(of: note).filter { $0.target == target }.map(\.entry)
        return try plan("unlink '\(note.text)' from '\(target.text)'", [note], touches: true) { change in
            if !entries.isEmpty { try change.edit([.take(vault.configuration.rules.names(.links), entries)]) }
        }
    }

    /// The entries of a note's `links:` with what each leads to.
    func links(of note: VaultPath) throws -> [(entry: String, target: VaultPath?)] {
        let bytes = try bytes(note)
        let parsed = Note(bytes, name: note.name, rules: vault.configuration.rules)
        return try parsed.references.filter { $0.origin == .links }.map { reference in
            (reference.entry, try index.target(of: reference.target, from: note.folder)?.path)
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

    /// The plan that gives notes keywords, or takes them away; a hashtag loses its `#`, its word stays.
    package func plan(
        adding added: [String], removing removed: [String], of notes: [VaultPath], touches: Bool = true
    ) throws -> ChangePlan {
        if (added + removed).contains(where: { Keyword.normalized($0).isEmpty }) {
            throw VaultError("a keyword needs a name; nothing was changed")
        }
        let names = vault.configuration.rules.names(.keywords)
        let identity = PropertyAssignments.identity(.keywords)
        let title = "keyword \(added.isEmpty ? "remove" : "add") \((added + removed).joined(separator: " "))"
        return try plan(title, notes, touches: touches) { change in
            let note = Note(change.before, name: change.path.name, rules: vault.configuration.rules)
            let has = Set(note.keywords.map { Folding.fold($0.name) })
            let missing = added.map(Keyword.normalized).filter { !has.contains(Folding.fold($0)) }
            if !missing.isEmpty { try change.edit([.add(names, missing, identity: identity)]) }
            if removed.isEmpty { return }
            let gone = Set(removed.map { Folding.fold(Keyword.normalized($0)) })
            if vault.configuration.rules.countsHashtags {
                change.apply(
                    note.body.hashtags.filter { gone.contains(Folding.fold($0.name)) }.map {
                        ByteEdit($0.range.lowerBound..<$0.range.lowerBound + 1, [])
                    })
            }
            try change.edit([.take(names, removed, identity: identity)])
        }
    }
}
