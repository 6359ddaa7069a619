import Notes
import QueryLanguage
package import Searching
import SourceText
import System
package import VaultFiles

/// Plans that rename or remove a front matter key in the whole vault: in notes, templates, saved searches and the
/// configuration.
package struct KeyPlanner {
    private let context: PlanContext

    package init(_ snapshot: VaultSnapshot) { context = PlanContext(snapshot: snapshot) }

    private var snapshot: VaultSnapshot { context.snapshot }
    private var configuration: ConfigurationUpdate { ConfigurationUpdate(vault: context.vault) }

    /// Returns a plan that renames a key, also in the queries of live blocks.
    ///
    /// - Parameter merging: whether a note that has both keys gets a list of the values of both, under the new key.
    /// - Throws: `VaultError` if the old key is a known one, if no note has it, or if a note has the new key already.
    package func rename(_ old: String, to new: String, merging: Bool = false) throws -> ChangePlan {
        try refuseKnown(old)
        guard new.contains(where: { !$0.isWhitespace }), !new.contains(where: \.isNewline) else {
            throw VaultError("the name of a key must not be empty")
        }
        let rename = KeyRename(
            old: FrontMatterKey.identity(old), new: new, names: snapshot.keyNames, merging: merging)
        let notes = Set(try snapshot.notes(withKey: old))
        let queries = try LiveBlockQueries(snapshot) {
            QueryText.renamingProperty(in: $0, from: Folding.fold(old), to: new, inBlock: true)
        }
        var plan = try context.editing(
            notes.union(queries.notes).sorted(), title: "property rename '\(old)' '\(new)'", updatesModified: false
        ) { change in
            if notes.contains(change.path) {
                try rename.edit(&change, Note(change.after, name: change.path.name, rules: context.rules))
            }
            try queries.edit(&change, rules: context.rules)
        }
        plan.operations += try context.templates(besides: plan.paths) { change in
            try rename.edit(&change, Note(change.after, name: change.path.name, rules: context.rules))
        }
        plan.operations += try configuration.operations { editor in
            editor.renameDeclaration(FrontMatterKey.identity(old), to: new)
            let renamed = { QueryText.renamingProperty(in: $0, from: Folding.fold(old), to: new) }
            editor.renameUses(of: FrontMatterKey.identity(old), to: new, renamed)
            editor.rewriteSearches(renamed)
        }
        plan.unread = try snapshot.unreadablePaths()
        return plan
    }

    /// Returns a plan that removes a key from all notes and templates. Saved searches that use it stay, and the plan names
    /// them.
    ///
    /// - Throws: `VaultError` if the key is a known one, or if an entry cannot be removed.
    package func delete(_ key: String) throws -> ChangePlan {
        try refuseKnown(key)
        var plan = try context.editing(
            try snapshot.notes(withKey: key), title: "property delete '\(key)'", updatesModified: false
        ) { change in
            if let field = inlineFields(FrontMatterKey.identity(key), in: change).first {
                throw VaultError(
                    change.path, line: LineTable(change.after).line(at: field.range.lowerBound),
                    "'\(field.key)' is in the text, from which slip removes nothing",
                    help: "remove it in an editor; nothing was changed")
            }
            try change.edit([.remove([key])])
        }
        plan.operations += try context.templates(besides: plan.paths) { try $0.edit([.remove([key])]) }
        plan.operations += try configuration.operations { $0.removeDeclaration(FrontMatterKey.identity(key)) }
        let folded = Folding.fold(key)
        let searches = snapshot.vault.configuration.searches.filter {
            QueryText.renamingProperty(in: $0.value, from: folded, to: folded + " ") != nil
        }
        if !searches.isEmpty {
            plan.notices.append(
                "these saved searches still use the key: \(PlanTitle.list(searches.keys.sorted(), separator: ", "))")
        }
        plan.unread = try snapshot.unreadablePaths()
        return plan
    }

    /// Returns the properties in the text of a note that have a key.
    private func inlineFields(_ identity: String, in change: NoteChange) -> [InlineField] {
        guard context.rules.includesInlineFields else { return [] }
        return Note(change.after, name: change.path.name, rules: context.rules).inlineFields.filter {
            FrontMatterKey.identity($0.key) == identity
        }
    }

    private func refuseKnown(_ key: String) throws {
        guard let known = snapshot.keyNames.name(key)?.key else { return }
        throw VaultError(
            "'\(key)' is the built-in key \(known.rawValue), which cannot be renamed or removed",
            help: "to add names for it: keys: in .slipbox/config.yaml")
    }
}

extension PlanContext {
    /// Returns the operations that apply `edit` to the templates of the vault.
    ///
    /// - Parameter changed: the templates that are notes, too, and change as such.
    func templates(
        besides changed: Set<VaultPath>, _ edit: (inout NoteChange) throws -> Void
    ) throws -> [FileOperation] {
        try TemplateFolder(vault).all().compactMap { path, bytes in
            if changed.contains(path) { return nil }
            var change = NoteChange(path, bytes)
            try edit(&change)
            return try change.operation
        }
    }
}

/// A new name for a front matter key.
private struct KeyRename {
    /// As `FrontMatterKey.identity`.
    let old: String
    let new: String
    let names: KeyNames
    let merging: Bool

    private var identity: String { FrontMatterKey.identity(new) }
    /// The known key that the new name means.
    private var known: FrontMatterKey? { names.name(new)?.key }

    /// Returns the texts of a scalar or of a list of scalars. Nil for any other value.
    private static func items(of value: YAMLValue) -> [String]? {
        switch value.content {
        case .null: []
        case .scalar(let text, _): value.isNull ? [] : [text]
        case .sequence(let values, _):
            values.allSatisfy { $0.text != nil && !$0.isNull } ? values.compactMap(\.text) : nil
        case .mapping, .opaque: nil
        }
    }

    func edit(_ change: inout NoteChange, _ note: Note) throws {
        let all = note.frontMatter.mapping.entries
        let entries = all.filter { FrontMatterKey.identity($0.key) == old }
        let others = all.filter {
            let other = FrontMatterKey.identity($0.key)
            return other != old && (other == identity || known != nil && names.name($0.key)?.key == known)
        }
        let fields = note.inlineFields.filter { FrontMatterKey.identity($0.key) == old }
        if let field = fields.first, !InlineField.isKey(new) || known != nil {
            throw VaultError(
                change.path, line: LineTable(change.after).line(at: field.range.lowerBound),
                "'\(field.key)' is in the text, where it cannot have the name '\(new)'",
                help: "choose another name; nothing was changed")
        }
        let inText = fields.map { ByteEdit($0.keyRange, Array(new.utf8)) }
        if others.isEmpty {
            let inFrontMatter = entries.map { ByteEdit($0.keyRange, Array(YAMLValue.writtenKey(new).utf8)) }
            return change.apply(inFrontMatter + inText)
        }
        if entries.isEmpty { return change.apply(inText) }
        guard merging else {
            throw VaultError(
                change.path, "already has the key '\(new)'",
                help: "nothing was changed; to make a list of both values: --merge")
        }
        let values = try entries.flatMap { entry in
            guard let items = Self.items(of: entry.value), others.allSatisfy({ Self.items(of: $0.value) != nil }) else {
                throw VaultError(
                    change.path, "has values that cannot be in one list: '\(entry.key)' and '\(others[0].key)'",
                    help: "nothing was changed; merge them in an editor")
            }
            return items
        }
        // The text comes after the front matter, whose offsets stay valid.
        change.apply(inText)
        try change.edit([.add([others[0].key], values), .remove(entries.map(\.key))])
    }
}
