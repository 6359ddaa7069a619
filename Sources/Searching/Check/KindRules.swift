import Notes
import QueryLanguage
import SourceText
import VaultFiles

/// Finds notes that lack what their kind requires.
struct KindRules {
    let snapshot: VaultSnapshot

    /// Returns the problems in order of kind and path. A kind whose query cannot be parsed has none: that is a problem of
    /// the configuration. Complexity: reads each note of a kind.
    func problems(in wanted: (VaultPath) -> Bool) throws -> [BrokenRule] {
        var problems: [BrokenRule] = []
        for kind in snapshot.vault.configuration.kinds where !kind.required.isEmpty || !kind.headings.isEmpty {
            guard let search = try search(kind) else { continue }
            try snapshot.run(search) { hit in
                if wanted(hit.path), let bytes = try snapshot.bytesIfThere(hit.path) {
                    let note = Note(bytes, name: hit.path.name, rules: snapshot.rules)
                    problems += lacks(note, of: kind).map { BrokenRule(path: hit.path, message: $0) }
                }
                return true
            }
        }
        return problems
    }

    private func search(_ kind: NoteKind) throws -> VaultSearch? {
        var options = SearchOptions(query: kind.query, scope: .all, folder: .root)
        options.sort = "path"
        options.detailed = false
        do {
            return try snapshot.prepare(options).withoutLimits
        } catch is QueryError {
            return nil
        }
    }

    private func lacks(_ note: Note, of kind: NoteKind) -> [String] {
        let entries = note.frontMatter.mapping.entries.filter { !$0.value.isEmpty }
        let keys = Set(entries.map { FrontMatterKey.identity($0.key) })
        let known = Set(entries.compactMap { snapshot.keyNames.name($0.key)?.key })
        var messages = kind.required.filter { key in
            !keys.contains(FrontMatterKey.identity(key))
                && snapshot.keyNames.name(key).map { !known.contains($0.key) } ?? true
        }.map { "a note of the kind '\(kind.name)' must have the key '\($0)'" }
        let headings = note.body.headings.map { Folding.fold($0.text) }
        var next = 0
        for heading in kind.headings {
            let folded = Folding.fold(heading)
            if let place = headings[next...].firstIndex(of: folded) {
                next = place + 1
            } else if headings.contains(folded) {
                messages.append("in a note of the kind '\(kind.name)' the heading '\(heading)' must come later")
            } else {
                messages.append("a note of the kind '\(kind.name)' must have the heading '\(heading)'")
            }
        }
        return messages
    }
}
