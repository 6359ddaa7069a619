import Notes
import QueryLanguage
package import Searching
import SourceText
import VaultFiles

/// What a new note needs to be of a kind.
struct NewNoteKind {
    private let kind: NoteKind
    private let snapshot: VaultSnapshot
    /// The parts of the kind's query that all its notes satisfy.
    private let conditions: [Condition]

    /// - Throws: `QueryError` if the query of the kind cannot be parsed.
    init(_ kind: NoteKind, _ snapshot: VaultSnapshot) throws {
        self.kind = kind
        self.snapshot = snapshot
        conditions = try QueryResolver.query(kind.query, in: snapshot.queryNames).terms.map(\.condition)
    }

    /// The keywords that the query requires, as notes of the vault write them.
    var keywords: [String] {
        get throws {
            try conditions.compactMap { condition in
                guard case .keyword(.exact(let folded), _) = condition else { return nil }
                return try snapshot.lists.keywords(containing: folded).map(\.name).first { Folding.fold($0) == folded }
                    ?? folded
            }
        }
    }

    /// The folder that the query requires, or nil if there is none.
    var folder: VaultPath? {
        conditions.lazy.compactMap { if case .folder(let path, _) = $0 { path } else { nil } }.first
    }

    /// Adds the required keys that a note lacks: with the default value, else empty for the user to fill.
    func addMissingKeys(to change: inout NoteChange) throws {
        let names = FrontMatter(change.after).mapping.entries.map(\.key)
        let identities = Set(names.map(FrontMatterKey.identity))
        let known = Set(names.compactMap { snapshot.keyNames.name($0)?.key })
        let missing = kind.required.filter { key in
            !identities.contains(FrontMatterKey.identity(key))
                && snapshot.keyNames.name(key).map { !known.contains($0.key) } ?? true
        }
        for key in missing {
            let value = snapshot.vault.configuration.properties[key]?.defaultValue
            // An empty text would be written as quotes.
            try change.edit([.set([key], value ?? "x")])
            guard value == nil, let entry = FrontMatter(change.after).mapping.entry(key) else { continue }
            change.apply([ByteEdit(entry.value.range.lowerBound - 1..<entry.value.range.upperBound, [])])
        }
    }

    /// Returns the headings that a note lacks, at the end of a text, in the order of the kind.
    func missingHeadings(_ note: Note) -> [UInt8] {
        let present = Set(note.body.headings.map { Folding.fold($0.text) })
        let missing = kind.headings.filter { !present.contains(Folding.fold($0)) }
        return Array(missing.map { "\n## \($0)\n" }.joined().utf8)
    }
}

extension NewNote {
    /// Sets the kind of the note, with the template and the folder of the kind unless others were chosen.
    ///
    /// - Parameter hasFolder: whether a folder was chosen.
    /// - Throws: `VaultError` if the vault has no kind with the name.
    package mutating func setKind(_ name: String, hasFolder: Bool, in snapshot: VaultSnapshot) throws {
        let kinds = snapshot.vault.configuration.kinds
        guard let kind = kinds.first(where: { Folding.fold($0.name) == Folding.fold(name) }) else {
            let near = Nearest.match(name, among: kinds.map(\.name))
            throw VaultError(
                "there is no kind '\(name)' in .slipbox/config.yaml",
                help: near.map { "did you mean '\($0)'?" }
                    ?? (kinds.isEmpty
                        ? "to declare kinds: slip help config"
                        : "kinds are: \(kinds.map(\.name).joined(separator: ", "))"))
        }
        self.kind = kind
        template = template ?? kind.template?.name
        if !hasFolder, let needed = try NewNoteKind(kind, snapshot).folder { folder = needed }
    }
}
