import Notes
import QueryLanguage
import SearchIndex
package import Searching
package import SourceText
import Terminal
package import VaultFiles

/// Plans that change keywords of some notes, or of the whole vault.
package struct KeywordPlanner {
    private let context: PlanContext

    package init(_ snapshot: VaultSnapshot) { context = PlanContext(snapshot: snapshot) }

    private var snapshot: VaultSnapshot { context.snapshot }
    private var rules: NoteRules { context.rules }
    private var configuration: ConfigurationUpdate { ConfigurationUpdate(vault: context.vault) }

    package func add(_ names: [String], to notes: [VaultPath]) throws -> ChangePlan {
        var plan = try change(adding: names, of: notes)
        if !plan.isEmpty { plan.notices += try context.noticesOfNewKeywords(names) }
        return plan
    }
    package func remove(_ names: [String], from notes: [VaultPath]) throws -> ChangePlan {
        try change(removing: names, of: notes)
    }

    /// Returns a keyword as written by the user, without `#` and slashes at its ends.
    package static func name(_ text: String) -> String { Keyword.normalized(text) }

    /// Returns a plan that adds keywords to notes, or removes them. A removed hashtag loses its `#` and becomes a word.
    ///
    /// - Parameter updatesModified: as for `PlanContext.editing`.
    private func change(
        adding added: [String] = [], removing removed: [String] = [], of notes: [VaultPath],
        updatesModified: Bool = true
    ) throws -> ChangePlan {
        if (added + removed).contains(where: { Keyword.normalized($0).isEmpty }) {
            throw VaultError("a keyword must not be empty; nothing was changed")
        }
        let names = rules.names(.keywords)
        let own = context.vault.configuration.newNotes.names[.keywords]
        let identity = PropertyAssignments.identity(.keywords)
        let title = "keyword \(added.isEmpty ? "remove" : "add") \(PlanTitle.arguments(added + removed))"
        return try context.editingWithLinks(notes, title: title, updatesModified: updatesModified) { change in
            let note = Note(change.after, name: change.path.name, rules: rules)
            let has = Set(note.keywords.map { Folding.fold($0.name) })
            let missing = added.map(Keyword.normalized).filter { !has.contains(Folding.fold($0)) }
            if !missing.isEmpty { try change.edit([.add(names, missing, identity: identity).named(own)]) }
            if removed.isEmpty { return }
            let gone = Set(removed.map { Folding.fold(Keyword.normalized($0)) })
            if let keyword = note.keywordsInText.first(where: { gone.contains(Folding.fold($0.name)) }) {
                throw VaultError(
                    change.path, line: LineTable(change.after).line(at: keyword.range.lowerBound),
                    "'\(keyword.name)' is in the text, from which slip removes nothing",
                    help: "change it in an editor; nothing was changed")
            }
            if rules.includesHashtags {
                change.apply(
                    note.body.hashtags.filter { gone.contains(Folding.fold($0.name)) }.map {
                        ByteEdit($0.range.lowerBound..<$0.range.lowerBound + 1, [])
                    })
            }
            try change.edit([.take(names, removed, identity: identity)])
        }
    }

    /// Returns a plan that renames a keyword, and the keywords nested in it, in front matter, hashtags and the
    /// configuration with its saved searches, and in the queries of live blocks. If a note has both names, they become one.
    package func rename(_ old: String, to new: String) throws -> ChangePlan {
        let old = Keyword.normalized(old)
        let new = Keyword.normalized(new)
        guard !new.isEmpty else { throw VaultError("a keyword must not be empty") }
        let names = rules.names(.keywords)
        let identity = PropertyAssignments.identity(.keywords)
        let renamed = { (query: String) in
            QueryText.renamingKeywords(in: query) { Self.renamed(Keyword.normalized($0), from: old, to: new) }
        }
        let queries = try LiveBlockQueries(snapshot, renamed)
        let notes = Set(try snapshot.notes(withKeyword: old, nested: true)).union(queries.notes).sorted()
        let title = "keyword rename '\(old)' '\(new)'"
        var plan = try context.editingWithLinks(notes, title: title, updatesModified: false) { change in
            let note = Note(change.after, name: change.path.name, rules: rules)
            var moved: [String] = []
            var edits: [ByteEdit] = []
            if rules.includesHashtags {
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
            for keyword in note.keywordsInText {
                guard let name = Self.renamed(keyword.name, from: old, to: new) else { continue }
                edits.append(ByteEdit(keyword.range, Array((name.contains(",") ? "[[\(name)]]" : name).utf8)))
            }
            change.apply(edits)
            var fields: [FrontMatterChange] = []
            // The deepest keywords come first if the new name is nested in the old one, else last. No keyword gets a
            // name that a later step would rename again.
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
            try queries.edit(&change, rules: rules)
        }
        plan.operations += try configuration.operations { editor in
            try editor.rename(old, new)
            editor.rewriteQueries(renamed)
        }
        plan.unread = try snapshot.unreadablePaths(includesCanvases: false)
        if !plan.isEmpty, let notice = try noticeOfMerge(of: old, into: new) { plan.notices.append(notice) }
        return plan
    }

    /// Returns a notice that lists the keywords that a renamed keyword, or one nested in it, becomes part of. Nil if there
    /// are none.
    private func noticeOfMerge(of old: String, into new: String) throws -> String? {
        let known = try snapshot.lists.keywords(containing: nil).filter { $0.notes > 0 }
        let renamed = Set(known.compactMap { Self.renamed($0.name, from: old, to: new).map { Folding.fold($0) } })
        let others = known.filter {
            renamed.contains(Folding.fold($0.name)) && Self.renamed($0.name, from: old, to: new) == nil
        }
        if others.isEmpty { return nil }
        let names = others.map { "'\($0.name)' in \($0.notes) \($0.notes == 1 ? "note" : "notes")" }
        return "'\(old)' is merged into \(others.count == 1 ? "a keyword that exists" : "keywords that exist"): "
            + PlanTitle.list(names, separator: ", ")
    }

    /// Returns a plan that removes a keyword, and the keywords nested in it, from every note and from the configuration.
    ///
    /// - Parameters:
    ///   - nested: the keywords `nested(in:)` it.
    ///   - notes: the notes with one of these keywords.
    package func delete(_ name: String, nested: [String], from notes: [VaultPath]) throws -> ChangePlan {
        var plan = try change(removing: [name] + nested, of: notes, updatesModified: false)
        plan.title = "keyword delete '\(name)'"
        plan.unread = try snapshot.unreadablePaths(includesCanvases: false)
        plan.operations += try configuration.operations { editor in
            for name in [name] + nested { try editor.remove(Keyword.normalized(name)) }
        }
        let gone = Set(([name] + nested).map { Folding.fold(Keyword.normalized($0)) })
        plan.notices += try StoredQuery.notices(of: "the keyword", in: snapshot) { query in
            QueryText.renamingKeywords(in: query.text) {
                gone.contains(Folding.fold(Keyword.normalized($0))) ? $0 + "-" : nil
            } != nil
        }
        return plan
    }

    /// Returns the keywords nested in a keyword: `a/b` and `a/b/c` in `a`.
    package func nested(in name: String) throws -> [String] {
        let start = Folding.fold(Keyword.normalized(name)) + "/"
        return try snapshot.lists.keywords(containing: Keyword.normalized(name)).map(\.name).filter {
            Folding.fold($0).hasPrefix(start)
        }
    }

    /// Returns a plan that sets the color of a keyword in the configuration, or removes it. Throws if `color` is
    /// invalid.
    ///
    /// - Parameter color: `0000FF` or `0000FF80`, with or without `#`, a CSS name, or `none` to remove the color.
    package func setColor(_ color: String, of name: String) throws -> ChangePlan {
        var plan = ChangePlan("keyword color '\(name)' \(color)")
        if color.lowercased() == "none" {
            plan.operations = try configuration.operations { try $0.removeColor(of: Keyword.normalized(name)) }
            return plan
        }
        // `#` may be missing because it starts a comment in a shell.
        guard let written = [color, "#\(color)"].first(where: { Color(css: $0) != nil }) else {
            throw VaultError(
                "'\(color)' is not a color; nothing was changed",
                help: "use hexadecimal RRGGBB or RRGGBBAA, such as d04020, or a CSS name such as teal")
        }
        plan.operations = try configuration.operations { try $0.set(Keyword.normalized(name), color: written) }
        return plan
    }

    /// Returns the new name of a keyword that is `old` or nested in it, or nil for any other. The nested part keeps its
    /// spelling.
    private static func renamed(_ name: String, from old: String, to new: String) -> String? {
        let folded = Folding.fold(name)
        let wanted = Folding.fold(old)
        if folded == wanted { return new }
        guard folded.hasPrefix(wanted + "/") else { return nil }
        // Empty parts count, because the nested part keeps its doubled slashes.
        let depth = old.split(separator: "/", omittingEmptySubsequences: false).count
        let rest = name.split(separator: "/", omittingEmptySubsequences: false).dropFirst(depth)
        return ([new] + rest.map(String.init)).joined(separator: "/")
    }

    /// Returns whether a keyword can be a hashtag: a letter, then letters, digits, `_`, `-` and `/`.
    private static func isHashtag(_ name: String) -> Bool {
        let body = Body(Array("#\(name)".utf8))
        return body.hashtags.first?.name == name
    }
}
