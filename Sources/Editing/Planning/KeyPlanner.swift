import Notes
import QueryLanguage
package import Searching
import SourceText
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
    /// - Throws: `VaultError` if the old key is a known one, if a note has the new key already, if both keys are declared with
    ///   different types, or if the old key is nested in another one.
    package func rename(_ old: String, to new: String, merging: Bool = false) throws -> ChangePlan {
        try refuseKnown(old)
        guard new.contains(where: { !$0.isWhitespace }), !new.contains(where: \.isNewline) else {
            throw VaultError("the name of a key must not be empty")
        }
        try refuseOtherType(old, new)
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
                let before = change.after
                try rename.edit(&change, Note(before, name: change.path.name, rules: context.rules))
                if change.after == before, old.contains(".") {
                    throw VaultError(
                        change.path, "has '\(old)' in another key, where it must be edited by hand",
                        help: "nothing was changed")
                }
            }
            try queries.edit(&change, rules: context.rules)
        }
        plan.operations += try context.templates(besides: plan.paths) { change in
            try rename.edit(&change, Note(change.after, name: change.path.name, rules: context.rules))
        }
        plan.operations += try configuration.operations { editor in
            editor.renameDeclaration(
                FrontMatterKey.identity(old), to: new, isTyped: snapshot.keyNames.name(new) != nil)
            let renamed = { QueryText.renamingProperty(in: $0, from: Folding.fold(old), to: new) }
            editor.renameInLists(renamed)
            editor.rewriteQueries(renamed)
            editor.changeKey(ofKinds: FrontMatterKey.identity(old), to: new)
        }
        plan.notices += noticesOfSchemas(old)
        plan.unread = try snapshot.unreadablePaths(includesCanvases: false)
        return plan
    }

    private func refuseOtherType(_ old: String, _ new: String) throws {
        let declared = context.vault.configuration.properties
        guard FrontMatterKey.identity(old) != FrontMatterKey.identity(new), let type = declared[old]?.type,
            let other = declared[new]?.type, type != other
        else { return }
        throw VaultError(
            "'\(old)' and '\(new)' are declared with different types; nothing was changed",
            help: "give both the same type: slip property convert '\(old)' TYPE")
    }

    /// Returns a notice for each schema of a kind that names a key. Schemas may come from elsewhere, and are not changed.
    private func noticesOfSchemas(_ key: String) -> [String] {
        let names = Set(context.vault.configuration.kinds.compactMap(\.schema?.name)).sorted()
        let schemas = KindSchemas(in: snapshot)
        let written = Array("\"\(key)\"".utf8)
        return names.filter { schemas.text(at: $0)?.firstRange(of: written) != nil }.map {
            "the schema '\($0)' still names the key '\(key)'"
        }
    }

    /// Returns a plan that removes a key from all notes, templates and kinds. The plan names saved searches and live blocks
    /// that use it, which stay.
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
        plan.operations += try configuration.operations { editor in
            editor.removeDeclaration(FrontMatterKey.identity(key))
            editor.changeKey(ofKinds: FrontMatterKey.identity(key), to: nil)
        }
        let folded = Folding.fold(key)
        plan.notices += try StoredQuery.notices(of: "the key", in: snapshot) { query in
            let inBlock = if case .liveBlock = query.place { true } else { false }
            return QueryText.renamingProperty(in: query.text, from: folded, to: folded + " ", inBlock: inBlock) != nil
        }
        plan.notices += noticesOfSchemas(key)
        plan.unread = try snapshot.unreadablePaths(includesCanvases: false)
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
    /// - Parameters:
    ///   - changed: the templates that are notes, too, and change as such.
    ///   - newPath: returns the path of a template after the moves of the plan, which come first (default: the same).
    func templates(
        besides changed: Set<VaultPath>, at newPath: (VaultPath) -> VaultPath = { $0 },
        _ edit: (inout NoteChange) throws -> Void
    ) throws -> [FileOperation] {
        try TemplateFolder(vault).all().compactMap { path, bytes in
            if changed.contains(path) || changed.contains(newPath(path)) { return nil }
            var change = NoteChange(newPath(path), bytes)
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
        let hasNew = !others.isEmpty || note.inlineFields.contains { FrontMatterKey.identity($0.key) == identity }
        if hasNew, !merging, old != identity, !entries.isEmpty || !fields.isEmpty {
            throw VaultError(
                change.path, "already has the key '\(new)'",
                help: "nothing was changed; to make a list of both values: --merge")
        }
        if others.isEmpty {
            let inFrontMatter = entries.map { ByteEdit($0.keyRange, Array(YAMLValue.writtenKey(new).utf8)) }
            return change.apply(inFrontMatter + inText)
        }
        if entries.isEmpty { return change.apply(inText) }
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
