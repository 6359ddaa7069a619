import QueryLanguage
import SearchIndex
package import SourceText
import VaultFiles

/// The stale notes of a vault: those that `is:stale` finds.
package struct StaleNotes {
    private let snapshot: VaultSnapshot

    init(_ snapshot: VaultSnapshot) { self.snapshot = snapshot }

    private var condition: Condition {
        let today = snapshot.calendar.civil(snapshot.now).startOfDay
        return .stale(snapshot.vault.configuration.properties, on: today, snapshot.calendar)
    }

    /// Whether a note can be stale: a key is declared with `stale-after`, or a note has the key `stale_after`.
    package var arePossible: Bool {
        get throws {
            try snapshot.vault.configuration.properties.all.contains { $0.staleAfter != nil }
                || snapshot.queryNames.isProperty(Condition.staleKey)
        }
    }

    /// Returns all stale notes, ordered by path.
    func all() throws -> [VaultPath] { try snapshot.paths(condition) }

    /// Returns the stale ones of some notes, in their order. Complexity: O(notes with dates by which notes get stale).
    package func among(_ paths: [VaultPath]) throws -> [VaultPath] {
        guard try arePossible else { return [] }
        let stale = try snapshot.index.notes(paths, satisfying: condition)
        return paths.filter(stale.contains)
    }
}

extension VaultSnapshot {
    package var staleNotes: StaleNotes { StaleNotes(self) }
}
