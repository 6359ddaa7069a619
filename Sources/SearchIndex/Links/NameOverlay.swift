package import SourceText

/// The names of notes in open documents, which replace those in the index.
package struct NameOverlay: Hashable, Sendable {
    /// An open note with its names, which are compared by bytes: equivalent spellings differ.
    package struct Note: Hashable, Sendable {
        package var path: VaultPath
        package var title: String
        package var id: String?
        package var aliases: [String]

        package init(path: VaultPath, title: String, id: String?, aliases: [String]) {
            self.path = path
            self.title = title
            self.id = id
            self.aliases = aliases
        }

        private var names: [ExactText?] { [ExactText(title), id.map(ExactText.init)] + aliases.map(ExactText.init) }

        package static func == (a: Note, b: Note) -> Bool { a.path == b.path && a.names == b.names }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(path)
            hasher.combine(names)
        }
    }

    private let notes: [VaultPath: Note]
    private let paths: [NameHash: [VaultPath]]

    package init(_ notes: [Note] = []) {
        self.notes = Dictionary(notes.map { ($0.path, $0) }) { first, _ in first }
        var paths: [NameHash: [VaultPath]] = [:]
        for note in self.notes.values {
            for key in NameKey.note(note.path, title: note.title, id: note.id, aliases: note.aliases) {
                paths[key, default: []].append(note.path)
            }
        }
        self.paths = paths
    }

    var isEmpty: Bool { notes.isEmpty }

    /// Returns the files that the index found under the hashes `keys`, with open notes instead of their indexed
    /// versions. Adds open notes with such a name, and drops those that have no such name any more.
    func replacing(_ found: [LinkResolver.Candidate], _ keys: [NameHash]) -> [LinkResolver.Candidate] {
        var numbers: [VaultPath: FileID] = [:]
        var result: [LinkResolver.Candidate] = []
        for candidate in found {
            if notes[candidate.path] == nil {
                result.append(candidate)
            } else {
                numbers[candidate.path] = candidate.file
            }
        }
        for path in Set(keys.flatMap { paths[$0] ?? [] }).sorted() {
            guard let note = notes[path] else { continue }
            result.append(
                LinkResolver.Candidate(
                    file: numbers[path] ?? FileID(-1), path: path, kind: .note, title: note.title, id: note.id,
                    aliases: note.aliases))
        }
        return result
    }

    var names: some Sequence<Note> { notes.values }

    func contains(_ path: VaultPath) -> Bool { notes[path] != nil }

    package static func == (a: NameOverlay, b: NameOverlay) -> Bool { a.notes == b.notes }
    package func hash(into hasher: inout Hasher) { hasher.combine(notes) }
}
