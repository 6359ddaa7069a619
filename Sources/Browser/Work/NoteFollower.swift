import Searching
import SourceText
import VaultChanges
import VaultFiles

/// Finds notes again that were moved while the browser was open, by slip or by another program.
struct NoteFollower {
    private let start: Moment
    /// The moves that the index knew at the start: they say nothing of notes that came to the old paths since.
    private let earlier: OutsideMoves

    init(_ session: VaultSession, start: Moment) throws {
        self.start = start
        earlier = try OutsideMoves(session)
    }

    /// Returns where notes are by now; nil for those that are gone, as far as slip knows.
    func places(of notes: [VaultPath], _ session: VaultSession) throws -> [VaultPath: VaultPath?] {
        func isNote(_ path: VaultPath) throws -> Bool { try session.note(path) != nil }
        let gone = try notes.filter { try !isNote($0) }
        let own = PastMoves(session.vault).destinations(of: Set(gone), since: start)
        let outside = try OutsideMoves(session)
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
