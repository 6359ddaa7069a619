import SourceText

/// A resolver for values that are names: of notes, folders, commits, features and states.
struct NameResolver {
    let context: ResolverContext

    private var vault: any QueryContext { context.vault }

    func note(_ item: ValueItem, _ field: Field) throws -> VaultPath { try note(item, fieldName: field.rawValue) }

    /// - Parameter fieldName: the field in errors.
    func note(_ item: ValueItem, fieldName: String) throws -> VaultPath {
        if let this = this(item) { return this }
        let atom = try context.atom(item)
        let found = try vault.notes(named: atom.text)
        if found.count == 1 { return found[0] }
        if found.isEmpty {
            // Several notes may have the nearest name.
            let near = try vault.nearestNote(to: atom.text).flatMap { name in
                context.proposal("\(fieldName):\(QueryText.quoted(name))")
            }
            throw context.error(
                atom.range, "there is no note '\(atom.text)'", help: near.map { "did you mean \($0)?" })
        }
        throw context.error(
            atom.range, "'\(atom.text)' matches several notes: \(found.map(\.text).joined(separator: ", "))",
            help: "use the path: \(fieldName):\(QueryText.quoted(found[0].text))")
    }

    /// Returns the note with the live block if a value is the word `this`. Nil for other values and queries.
    func this(_ item: ValueItem) -> VaultPath? {
        item.atom.flatMap { $0.isThis ? vault.thisNote : nil }
    }

    /// Throws an error for `name:this` in a live block. The field would look for the word, which is hardly what the user wants.
    func refuseThis(_ item: ValueItem, _ field: Field) throws {
        guard [.name, .path, .title, .alias, .id].contains(field), this(item) != nil else { return }
        throw context.error(
            item.range, "'\(field.rawValue):' does not take 'this'",
            help: "'this' is the note with the live block in links-to:, linked-from:, like: and front matter keys, and "
                + "its folder in in: and folder:; for the word: \(field.rawValue):\(QueryText.phrase("this"))")
    }

    /// Returns the folder with exactly that path, or else one that differs only in case and diacritics. Throws an error
    /// if there is none.
    func folder(_ atom: Atom, _ field: Field) throws -> VaultPath {
        if let this = vault.thisNote, atom.isThis { return this.folder }
        let name = VaultPath(bytes: Array(VaultPath(atom.text).parts.map(\.bytes).joined(separator: [Byte.slash])))
        if name.isRoot { return .root }
        if try vault.isFolder(name) { return name }
        let folders = try vault.folders()
        let folded = Folding.fold(name.text)
        if let found = folders.first(where: { Folding.fold($0.text) == folded }) { return found }
        let message = "there is no folder '\(atom.text)'"
        // The shell removes quotes, so the words that follow may belong to the name.
        let rest = context.slice(atom.range.lowerBound..<context.text.utf8.count).lowercased()
        if !atom.isQuoted,
            let longer = folders.first(where: { $0.text.contains(" ") && rest.hasPrefix($0.text.lowercased()) })
        {
            let term = "\(field.rawValue):\(QueryText.quoted(longer.text))"
            throw context.error(
                atom.range, message, help: "did you mean '\(term)'? Quote the whole term for the shell")
        }
        let near =
            Nearest.match(name.text, among: folders.map(\.text))
            ?? folders.first { Folding.fold($0.name.text) == folded }?.text
        throw context.error(
            atom.range, message, help: near.map { "did you mean '\(field.rawValue):\(QueryText.quoted($0))'?" })
    }

    /// Returns the condition for `vault:`, which all notes or none of the vault satisfy.
    func vault(_ atom: Atom) throws -> Condition {
        let pattern = ValuePattern(atom.text)
        func matches(_ name: String) -> Bool { pattern.matches(folded: Array(Folding.fold(name).utf8)) }
        let names = vault.vaultNames
        guard names.contains(where: matches) else {
            let help =
                names.isEmpty
                ? "to search several vaults: --vaults, or --vault NAME more than once"
                : Nearest.match(atom.text, among: names).map { "did you mean vault:\(QueryText.quoted($0))?" }
                    ?? "searched vaults: \(names.joined(separator: ", "))"
            throw context.error(atom.range, "no vault '\(atom.text)' is searched", help: help)
        }
        return vault.vaultName.map(matches) == true ? .all : .nothing
    }

    func commit(_ atom: Atom) throws -> String {
        guard vault.isVersioned else {
            throw context.error(
                atom.range, "'since:' requires git, but the vault is not in a git repository",
                help: "for dates of notes: after:2024-03-01, or created:>=2024-03-01")
        }
        if let commit = try vault.commit(of: atom.text) { return commit }
        let near = try vault.nearestRevision(to: atom.text)
        throw context.error(
            atom.range, "there is no commit '\(atom.text)'",
            help: near.map { "did you mean since:\(QueryText.quoted($0))?" }
                ?? "valid revisions: a branch, a tag, HEAD~20 or a date; for dates of notes: after:2024-03-01")
    }

    /// Returns the condition for `has:`, also for `no:`, where the caller negates it. Throws an error for an unknown
    /// name.
    ///
    /// - Parameter isWanted: true for `has:`, false for `no:`. It only affects the help of the error.
    func feature(_ atom: Atom, isWanted: Bool) throws -> Condition {
        let word = atom.text.lowercased()
        if let feature = Condition.Feature(rawValue: word) ?? Self.otherFeatureNames[word] { return .has(feature) }
        if let key = vault.keyNames.name(atom.text)?.key { return .key(key.rawValue) }
        var name = Folding.fold(atom.text)
        if name.hasPrefix("prop.") { name.removeFirst(5) }
        if try vault.isProperty(name) { return .key(name) }
        let message = "no note has the key '\(atom.text)', and it is not a built-in feature"
        let form =
            isWanted
            ? context.foreignForm("has", atom)
            : context.foreignForm("no", atom) ?? context.foreignForm("has", atom, isNegated: true)
        if let form { throw context.error(atom.range, message, help: form) }
        let features = Condition.Feature.allCases.map(\.rawValue)
        let near = Nearest.match(
            word, among: features + FrontMatterKey.allCases.map(\.rawValue) + (try vault.propertyNames()))
        throw context.error(
            atom.range, message,
            help: near.map { "did you mean '\(QueryText.quoted($0))'?" }
                ?? "one of: \(features.joined(separator: ", ")), or a front matter key")
    }

    private static let otherFeatureNames: [String: Condition.Feature] = [
        "attachments": .attachment, "images": .image, "keywords": .keyword, "tag": .keyword, "tags": .keyword,
        "label": .keyword, "links": .link, "backlinks": .backlink, "tasks": .task,
        "headings": .heading, "aliases": .alias,
    ]

    func state(_ atom: Atom) throws -> Condition {
        let word = Folding.fold(atom.text)
        if vault.statuses.contains(where: { Folding.fold($0) == word }) {
            if Condition.State(rawValue: word) != nil || ["favorite", "favourite", "stale"].contains(word) {
                context.notices.add(
                    atom.range, "'is:\(word)' finds the status '\(word)' of the configuration, not the state",
                    help: "to search for the state, rename the status")
            }
            return .status(word)
        }
        if word == "favorite" || word == "favourite" { return .favorite(true) }
        if word == "stale" {
            return .stale(vault.declarations, on: vault.calendar.civil(vault.now).startOfDay, vault.calendar)
        }
        if let state = Condition.State(rawValue: word) {
            if state.dependsOnGit { try vault.requireWorkTree() }
            return .state(state)
        }
        if try vault.statusesInUse().contains(word) { return .status(word) }
        let words = vault.statuses + Condition.State.allCases.map(\.rawValue) + ["stale"]
        throw context.error(
            atom.range, "unknown state '\(atom.text)'",
            help: context.foreignForm("is", atom)
                ?? Nearest.match(word, among: words).map { "did you mean '\(QueryText.quoted($0))'?" }
                ?? "one of: \(words.map(QueryText.quoted).joined(separator: ", "))")
    }
}

extension Atom {
    /// Whether it is the word for the note with a live block.
    fileprivate var isThis: Bool { !isQuoted && text == "this" }
}
