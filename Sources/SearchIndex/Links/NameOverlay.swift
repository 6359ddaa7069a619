package import SourceText

/// The names of notes in open documents, which replace those in the index.
package struct NameOverlay: Hashable, Sendable {
    /// An open note with its names.
    package struct Note: Hashable, Sendable {
        package var path: VaultPath
        package var names: LinkNames

        package init(path: VaultPath, names: LinkNames) {
            self.path = path
            self.names = names
        }

        package var title: String { names.title }
        package var id: String? { names.id }
        package var aliases: [String] { names.aliases }
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
