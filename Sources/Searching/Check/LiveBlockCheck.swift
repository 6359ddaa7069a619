import Notes
import SearchIndex
import SourceText
import VaultFiles

/// The problems of live blocks: stale and edited ones, and errors in their queries.
enum LiveBlockCheck {
    /// Returns the problems of all notes with live blocks. Complexity: O(bytes of these notes), and one search for each
    /// block.
    static func findings(in snapshot: VaultSnapshot, _ scope: FindingScope) throws -> [Finding] {
        let configuration = snapshot.vault.configuration
        let kinds: [Diagnostic.Kind] = [.staleBlock, .editedBlock, .blockError]
        if !kinds.contains(where: { scope.wants($0, in: configuration) }) { return [] }
        let reader = LiveBlockReader(snapshot)
        return try snapshot.lists.notesWithLiveBlocks().filter(scope.wants).flatMap { path in
            try snapshot.document(path).map { try findings(of: $0, in: snapshot, scope, reader) } ?? []
        }
    }

    /// Returns the problems of the live blocks of a note, with their byte ranges.
    static func findings(
        of note: OpenNote, in snapshot: VaultSnapshot, _ scope: FindingScope, _ reader: LiveBlockReader? = nil
    ) throws -> [Finding] {
        try findings(of: note, reader ?? LiveBlockReader(snapshot)).compactMap {
            scope.weighed($0, by: snapshot.vault.configuration)
        }
    }

    private static func findings(of note: OpenNote, _ reader: LiveBlockReader) throws -> [Finding] {
        let states = try reader.states(of: note)
        let places = states.map { state in
            if case .failed(_, _, let range) = state.kind { range } else { state.block.mark }
        }
        let locations = TextLocations(of: places.map(\.lowerBound), in: note.bytes)
        return zip(states, places).compactMap { state, place in
            let location = locations[place.lowerBound]
            func finding(_ kind: Diagnostic.Kind, _ message: String, help: String?) -> Finding {
                var finding = Finding(
                    path: note.path, line: location.line, column: location.column, kind: kind, message: message,
                    help: help)
                finding.range = place
                return finding
            }
            switch state.kind {
            case .fresh: return nil
            case .stale:
                return finding(.staleBlock, "the results of this live block are not up to date", help: "slip refresh")
            case .edited:
                return finding(
                    .editedBlock, "the results of this live block were edited by hand",
                    help: "move the text out of the block; to overwrite it: slip refresh --force")
            case .failed(let message, let help, _): return finding(.blockError, message, help: help)
            }
        }
    }
}
