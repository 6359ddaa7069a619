import Notes
package import Searching
package import SourceText
package import VaultFiles

/// A plan that gives the values of a front matter key another type.
package struct Conversion {
    /// A value that does not have the type and cannot be converted without guessing.
    package struct Misfit: Hashable, Sendable {
        package let path: VaultPath
        package let line: Int
        /// The value in words: `'n/a'`, `a list of 2 values`.
        package let value: String
    }

    package var plan: ChangePlan
    /// The notes that have the key.
    package var notes: [VaultPath]
    /// The values that stay as they are, in order of path and line.
    package var misfits: [Misfit] = []
}

/// Plans the conversion of all values of a front matter key to a type, and its declaration in the configuration.
package struct ConversionPlanner {
    private let context: PlanContext

    package init(_ snapshot: VaultSnapshot) { context = PlanContext(snapshot: snapshot) }

    private var snapshot: VaultSnapshot { context.snapshot }

    /// Returns a plan that converts the values in notes and templates, and writes the declaration. Values that do not
    /// fit stay, and are returned. In templates, such values are placeholders.
    ///
    /// - Throws: `VaultError` if the key is a built-in one, or if the rest of its declaration does not fit the type.
    package func convert(_ key: String, to type: PropertyDeclaration.ValueType) throws -> Conversion {
        if let known = snapshot.keyNames.name(key)?.key {
            throw VaultError("'\(key)' is the built-in key \(known.rawValue), whose type is fixed")
        }
        let old = snapshot.vault.configuration.properties[key]
        var declaration = old ?? PropertyDeclaration(key, type)
        declaration.type = type
        try refuseUnfit(declaration)
        let notes = try snapshot.notes(withKey: key)
        var misfits: [Conversion.Misfit] = []
        var plan = try context.editing(
            notes, title: "property convert '\(key)' \(declaration.name)", updatesModified: false
        ) { change in misfits += try edit(&change, declaration) }
        plan.operations += try context.templates(besides: plan.paths) { _ = try edit(&$0, declaration) }
        if old?.type != type {
            plan.operations += try ConfigurationUpdate(vault: context.vault).operations { try $0.declare(declaration) }
        }
        plan.unread = try snapshot.unreadablePaths(includesCanvases: false)
        return Conversion(plan: plan, notes: notes, misfits: misfits)
    }

    /// Throws if the default or the time until a value is stale, which stay, do not fit the type.
    private func refuseUnfit(_ declaration: PropertyDeclaration) throws {
        let key = declaration.key
        if let value = declaration.defaultValue, !declaration.accepts(value, isText: false) {
            throw VaultError(
                "the default of '\(key)' is '\(value)', which is not \(declaration.description); nothing was changed",
                at: Vault.configurationPath, help: "change it first, in properties: of .slipbox/config.yaml")
        }
        if declaration.staleAfter != nil, declaration.type != .date {
            throw VaultError(
                "'\(key)' has 'stale-after', which requires the type date; nothing was changed",
                at: Vault.configurationPath, help: "remove it first, in properties: of .slipbox/config.yaml")
        }
    }

    /// Converts the values of one note. Returns those that do not fit.
    private func edit(
        _ change: inout NoteChange, _ declaration: PropertyDeclaration
    ) throws -> [Conversion.Misfit] {
        let identity = FrontMatterKey.identity(declaration.key)
        let conversion = ValueConversion(declaration: declaration, bytes: change.after)
        let note = Note(change.after, name: change.path.name, rules: context.rules)
        let entries = note.frontMatter.mapping.entries.filter { FrontMatterKey.identity($0.key) == identity }
        var misfits: [ValueConversion.Misfit] = []
        var edits: [ByteEdit] = []
        var whole: (change: FrontMatterChange, offset: Int)?
        for entry in entries {
            let result = conversion.edits(of: entry.value)
            misfits += result.misfits
            edits += result.bytes
            guard let value = result.value else { continue }
            if entries.count == 1 {
                whole = (FrontMatterChange([entry.key], .set(value)), entry.keyRange.lowerBound)
            } else {
                misfits.append(
                    ValueConversion.Misfit(offset: entry.keyRange.lowerBound, value: "a key that occurs twice"))
            }
        }
        let fields = note.inlineFields.filter { FrontMatterKey.identity($0.key) == identity }
        if entries.isEmpty, fields.isEmpty,
            let outer = note.frontMatter.mapping.entries.first(where: {
                identity.hasPrefix(FrontMatterKey.identity($0.key) + ".")
            })
        {
            misfits.append(ValueConversion.Misfit(offset: outer.keyRange.lowerBound, value: "a nested value"))
        }
        for field in fields {
            let result = conversion.edits(of: field)
            misfits += result.misfits
            edits += result.bytes
        }
        let lines = LineTable(change.after)
        change.apply(edits)
        if let (whole, offset) = whole {
            do {
                try change.edit([whole])
            } catch is VaultError {
                misfits.append(ValueConversion.Misfit(offset: offset, value: "a value with a comment"))
            }
        }
        return misfits.map {
            Conversion.Misfit(path: change.path, line: lines.line(at: $0.offset), value: $0.value)
        }
    }
}
