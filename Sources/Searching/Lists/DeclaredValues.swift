import Notes
import QueryLanguage
import SearchIndex
import SourceText
import VaultFiles

/// A problem of a note that breaks a rule of the configuration: of a declared key, or of a kind.
struct BrokenRule {
    var path: VaultPath
    var location = TextLocation.start
    /// The bytes at fault. Nil if something is missing.
    var range: Range<Int>?
    var message: String
    var help: String?
}

/// Finds values that do not have the declared type of their key.
struct DeclaredValues {
    let snapshot: VaultSnapshot

    /// Returns the problems in order of key and path. Complexity: O(values of the declared keys); notes with a problem are
    /// read.
    func problems(in wanted: (VaultPath) -> Bool) throws -> [BrokenRule] {
        try snapshot.vault.configuration.properties.all.flatMap { declaration in
            try misfits(declaration).filter(wanted).flatMap { try problems(of: $0, declaration) }
        }
    }

    /// Returns the notes with a value of another type than the declared one, ordered by path. Complexity: O(values of the
    /// key).
    func misfits(_ declaration: PropertyDeclaration) throws -> [VaultPath] {
        try snapshot.index.findings.notes(withValueOf: Folding.fold(declaration.key)) { text, isText in
            !declaration.accepts(text, isText: isText)
        }
    }

    private func problems(of path: VaultPath, _ declaration: PropertyDeclaration) throws -> [BrokenRule] {
        // A note that was deleted since the last update has no problems.
        guard let bytes = try snapshot.bytesIfThere(path) else { return [] }
        return problems(of: Note(bytes, name: path.name, rules: snapshot.rules), bytes, at: path, declaration)
    }

    /// Returns the problems of all declared keys of a note.
    func problems(of note: Note, _ bytes: [UInt8], at path: VaultPath) -> [BrokenRule] {
        snapshot.vault.configuration.properties.all.flatMap { problems(of: note, bytes, at: path, $0) }
    }

    private func problems(
        of note: Note, _ bytes: [UInt8], at path: VaultPath, _ declaration: PropertyDeclaration
    ) -> [BrokenRule] {
        let identity = FrontMatterKey.identity(declaration.key)
        let entries = (note.frontMatter.mapping.entries + note.inlineFields.map(\.entry)).filter {
            FrontMatterKey.identity($0.key) == identity
        }
        let wrong = entries.flatMap { $0.value.items(of: declaration, in: bytes) }.filter { item in
            !item.text.isEmpty && !declaration.accepts(item.text, isText: item.style != .plain)
        }
        let locations = TextLocations(of: wrong.map(\.range.lowerBound), in: bytes)
        return wrong.map { value in
            let isQuoted = value.style != .plain && declaration.accepts(value.text, isText: false)
            return BrokenRule(
                path: path, location: locations[value.range.lowerBound], range: value.range,
                message:
                    "'\(declaration.key)' must be \(declaration.description), not \(isQuoted ? "the text " : "")'\(value.text)'",
                help: isQuoted
                    ? "remove the quotes"
                    : nearest(value.text, declaration).map { "did you mean '\($0)'?" })
        }
    }

    private func nearest(_ text: String, _ declaration: PropertyDeclaration) -> String? {
        declaration.isDate ? LenientDate.fixed(text) : declaration.nearest(text)
    }
}
