import Notes
import QueryLanguage
import SearchIndex
import Searching
package import SourceText
import Terminal
package import VaultChanges
import VaultFiles

/// Keywords of some notes, and keywords in all notes at once.
extension Planner {
    package func addKeywords(_ names: [String], to notes: [VaultPath]) throws -> ChangePlan {
        try keywords(adding: names, of: notes)
    }

    package func removeKeywords(_ names: [String], from notes: [VaultPath]) throws -> ChangePlan {
        try keywords(removing: names, of: notes)
    }

    /// The plan that gives notes keywords, or takes them away; a hashtag loses its `#`, its word stays.
    private func keywords(
        adding added: [String] = [], removing removed: [String] = [], of notes: [VaultPath], touch: Bool = true
    ) throws -> ChangePlan {
        if (added + removed).contains(where: { Keyword.normalized($0).isEmpty }) {
            throw VaultError("a keyword needs a name; nothing was changed")
        }
        let names = rules.names(.keywords)
        let identity = PropertyAssignments.identity(.keywords)
        let title = "keyword \(added.isEmpty ? "remove" : "add") \((added + removed).joined(separator: " "))"
        return try editing(notes, title: title, touch: touch) { change in
            let note = Note(change.before, name: change.path.name, rules: rules)
            let has = Set(note.keywords.map { Folding.fold($0.name) })
            let missing = added.map(Keyword.normalized).filter { !has.contains(Folding.fold($0)) }
            if !missing.isEmpty { try change.edit([.add(names, missing, identity: identity)]) }
            if removed.isEmpty { return }
            let gone = Set(removed.map { Folding.fold(Keyword.normalized($0)) })
            if rules.countsHashtags {
                change.apply(
                    note.body.hashtags.filter { gone.contains(Folding.fold($0.name)) }.map {
                        ByteEdit($0.range.lowerBound..<$0.range.lowerBound + 1, [])
                    })
            }
            try change.edit([.take(names, removed, identity: identity)])
        }
    }

    /// The plan that gives a keyword, and what is nested below it, another name in front matter, hashtags and the
    /// configuration. Where a note has both, they become one.
    package func renameKeyword(_ old: String, to new: String) throws -> ChangePlan {
        let old = Keyword.normalized(old)
        let new = Keyword.normalized(new)
        guard !new.isEmpty else { throw VaultError("a keyword needs a name") }
        let names = rules.names(.keywords)
        let identity = PropertyAssignments.identity(.keywords)
        var plan = try editing(
            session.notes(withKeyword: old, nested: true), title: "keyword rename '\(old)' '\(new)'", touch: false
        ) { change in
            let note = Note(change.before, name: change.path.name, rules: rules)
            var moved: [String] = []
            var edits: [ByteEdit] = []
            if rules.countsHashtags {
                for hashtag in note.body.hashtags {
                    guard let name = Self.renamed(hashtag.name, from: old, to: new) else { continue }
                    if Self.isHashtag(name) {
                        edits.append(ByteEdit(hashtag.range, Array("#\(name)".utf8)))
                    } else {
                        edits.append(ByteEdit(hashtag.range.lowerBound..<hashtag.range.lowerBound + 1, []))
                        moved.append(name)
                    }
                }
            }
            change.apply(edits)
            var fields: [FrontMatterChange] = []
            // Where the new name is nested in the old one the deepest come first, else last, so that none takes a name that
            // is still to be changed.
            let isDeeper = Folding.fold(new).hasPrefix(Folding.fold(old) + "/")
            let ordered = note.keywords.filter { !$0.isHashtag }.sorted {
                isDeeper ? $0.name.utf8.count > $1.name.utf8.count : $0.name.utf8.count < $1.name.utf8.count
            }
            for keyword in ordered {
                guard let name = Self.renamed(keyword.name, from: old, to: new) else { continue }
                fields.append(.exchange(names, keyword.name, for: name, identity: identity))
            }
            if !moved.isEmpty { fields.append(.add(names, moved, identity: identity)) }
            if !fields.isEmpty { try change.edit(fields) }
        }
        plan.operations += try configurationOperation { editor in
            try editor.rename(old, new)
            editor.rewriteSearches { query in
                QueryText.renamingKeywords(in: query) { Self.renamed(Keyword.normalized($0), from: old, to: new) }
            }
        }
        plan.unread = try session.unread()
        return plan
    }

    /// The plan that takes a keyword from every note and from the configuration.
    package func deleteKeyword(_ name: String) throws -> ChangePlan {
        var plan = try keywords(
            removing: [name], of: session.notes(withKeyword: name, nested: false), touch: false)
        plan.title = "keyword delete '\(name)'"
        plan.unread = try session.unread()
        plan.operations += try configurationOperation { try $0.remove(Keyword.normalized(name)) }
        return plan
    }

    /// The plan that gives a keyword a colour in the configuration, or removes it.
    ///
    /// - Parameter color: `0000FF` or `0000FF80`, with or without `#`, or a CSS name; `none` removes the colour.
    package func colorKeyword(_ name: String, color: String) throws -> ChangePlan {
        var plan = ChangePlan("keyword color '\(name)' \(color)")
        if color.lowercased() == "none" {
            plan.operations = try configurationOperation { try $0.removeColor(of: Keyword.normalized(name)) }
            return plan
        }
        // A shell takes an unquoted # for the start of a comment.
        guard let written = [color, "#\(color)"].first(where: { Color(css: $0) != nil }) else {
            throw VaultError(
                "'\(color)' is not a colour; nothing was changed",
                help: "write RRGGBB or RRGGBBAA in hexadecimal, such as d04020, or a CSS name such as teal")
        }
        plan.operations = try configurationOperation { try $0.set(Keyword.normalized(name), color: written) }
        return plan
    }

    func configurationOperation(_ edit: (inout ConfigurationEditor) throws -> Void) throws -> [FileOperation] {
        let path = VaultPath(".slipbox/config.yaml")
        let before = try vault.configurationBytes()
        var editor = ConfigurationEditor(before ?? [])
        try edit(&editor)
        if editor.bytes == before ?? [] { return [] }
        try Self.refuseUnchangeable(before ?? [], after: editor.bytes, path)
        return [before.map { .write(path, before: $0, after: editor.bytes) } ?? .create(path, .bytes(editor.bytes))]
    }

    /// Refuses a configuration with merge conflict markers, as in a note, and a change that would replace bytes that are not
    /// UTF-8.
    private static func refuseUnchangeable(_ before: [UInt8], after: [UInt8], _ path: VaultPath) throws {
        if let marker = Note(before, name: path.name).conflicts.first {
            throw VaultError(
                path, line: LineTable(before).line(at: marker.lowerBound),
                "a merge conflict begins here; nothing was changed",
                help: "resolve it in an editor and remove the markers")
        }
        if before.firstInvalidUTF8 != nil, after.count(of: "\u{FFFD}") > before.count(of: "\u{FFFD}") {
            throw VaultError(
                path, "bytes that are not UTF-8 cannot be written back; nothing was changed",
                help: "save it as UTF-8 first")
        }
    }

    /// The new name of a keyword that is `old` or nested in it, the rest as written; nil for any other.
    private static func renamed(_ name: String, from old: String, to new: String) -> String? {
        let folded = Folding.fold(name)
        let wanted = Folding.fold(old)
        if folded == wanted { return new }
        guard folded.hasPrefix(wanted + "/") else { return nil }
        // What is nested stays as it is written, doubled slashes and all.
        let depth = old.split(separator: "/", omittingEmptySubsequences: false).count
        let rest = name.split(separator: "/", omittingEmptySubsequences: false).dropFirst(depth)
        return ([new] + rest.map(String.init)).joined(separator: "/")
    }

    /// Whether a body can hold the keyword as a hashtag: a letter, then letters, digits, `_`, `-` and `/`.
    private static func isHashtag(_ name: String) -> Bool {
        let body = Body(Array("#\(name)".utf8))
        return body.hashtags.first?.name == name
    }
}

extension [UInt8] {
    /// How often the bytes of `text` are here. Complexity: O(bytes × bytes of `text`).
    fileprivate func count(of text: String) -> Int {
        let wanted = Array(text.utf8)
        return indices.count { self[$0] == wanted[0] && self[$0...].starts(with: wanted) }
    }
}
