import Searching
import SourceText
import VaultFiles

/// Finds notes that slip or another program has moved while the browser was open.
struct NoteFollower {
    private let start: Moment
    /// The moves that the index knew at the start. They do not apply to notes created at the old paths since.
    private let earlier: ExternalMoves

    init(_ snapshot: VaultSnapshot, start: Moment) throws {
        self.start = start
        earlier = try ExternalMoves(snapshot)
    }

    /// Returns the current paths of notes by the given ones; nil for a note that is gone or whose path is unknown.
    func places(of notes: [VaultPath], _ snapshot: VaultSnapshot) throws -> [VaultPath: VaultPath?] {
        func isNote(_ path: VaultPath) throws -> Bool { try snapshot.note(path) != nil }
        let gone = try notes.filter { try !isNote($0) }
        let own = MoveHistory(snapshot.vault).destinations(of: Set(gone), since: start)
        let outside = try ExternalMoves(snapshot)
        var places: [VaultPath: VaultPath?] = [:]
        for path in notes { places.updateValue(path, forKey: path) }
        for path in gone {
            var place: VaultPath? = own[path] ?? path
            if let last = place, try !isNote(last) { place = outside.destination(of: last, unknownTo: earlier) }
            if let last = place, try !isNote(last) { place = nil }
            places.updateValue(place, forKey: path)
        }
        return places
    }
}
