import Notes
import Searching
import SourceText
import VaultFiles

/// A query that a vault keeps, in which a name can be changed or removed.
struct StoredQuery {
    enum Place {
        case savedSearch(String)
        case kind(String)
        case liveBlock(VaultPath)

        /// The place as the subject of a sentence.
        var words: String {
            switch self {
            case .savedSearch(let name): "the saved search '\(name)'"
            case .kind(let name): "the kind '\(name)'"
            case .liveBlock(let path): "a live block in '\(path.text)'"
            }
        }
    }

    let place: Place
    let text: String

    /// Returns the queries of a vault: saved searches by name, kinds, and live blocks by path.
    ///
    /// Complexity: reads the notes with live blocks.
    static func all(in snapshot: VaultSnapshot) throws -> [StoredQuery] {
        let configuration = snapshot.vault.configuration
        let searches = configuration.searches.sorted { $0.key < $1.key }.map {
            StoredQuery(place: .savedSearch($0.key), text: $0.value)
        }
        let kinds = configuration.kinds.map { StoredQuery(place: .kind($0.name), text: $0.query) }
        let blocks = try snapshot.lists.notesWithLiveBlocks().flatMap { path -> [StoredQuery] in
            guard let note = snapshot.document(path) else { return [] }
            return note.liveBlocks.map {
                StoredQuery(place: .liveBlock(path), text: note.bytes.text($0.query))
            }
        }
        return searches + kinds + blocks
    }

    /// Returns a notice for each place with a query that uses something that is removed.
    ///
    /// - Parameter what: what is removed, such as `the key`.
    static func notices(
        of what: String, in snapshot: VaultSnapshot, where uses: (StoredQuery) -> Bool
    ) throws -> [String] {
        var seen: Set<String> = []
        return try all(in: snapshot).filter(uses).map(\.place.words).filter { seen.insert($0).inserted }.map {
            "\($0) still uses \(what)"
        }
    }
}
