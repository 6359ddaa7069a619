import Notes
import SearchIndex
package import SourceText

/// Notes that other programs moved, as recorded in the index, and the targets that broken references had before.
package struct ExternalMoves {
    private let snapshot: VaultSnapshot
    private let moves: [ExternalMove]
    private var index: NoteIndex { snapshot.index }

    package init(_ snapshot: VaultSnapshot) throws {
        self.init(snapshot, try snapshot.index.externalMoves())
    }

    private init(_ snapshot: VaultSnapshot, _ moves: [ExternalMove]) {
        self.snapshot = snapshot
        self.moves = moves
    }

    package var isEmpty: Bool { moves.isEmpty }

    /// The moves of which the index is certain.
    package var sure: ExternalMoves { ExternalMoves(snapshot, moves.filter(\.isSure)) }

    /// Returns the moves with others, except for those from the same paths.
    package func adding(_ others: [(from: VaultPath, to: VaultPath)]) -> ExternalMoves {
        let known = Set(moves.map(\.from))
        let added = others.filter { !known.contains($0.from) }.map {
            ExternalMove(from: $0.from, to: $0.to, isSure: true)
        }
        return ExternalMoves(snapshot, moves + added)
    }

    /// Returns the new path of a note that was at `path`, if the move is certain and not in `earlier`.
    package func destination(of path: VaultPath, unknownTo earlier: ExternalMoves) -> VaultPath? {
        let move = moves.first { $0.from == path && $0.isSure }
        return move.flatMap { earlier.moves.contains($0) ? nil : $0.to }
    }

    /// Returns the folder that the note at `path` was in when its links were written: the old one if it was moved.
    package func oldFolder(of path: VaultPath) -> VaultPath {
        moves.first { $0.to == path && $0.isSure }?.from.folder ?? path.folder
    }

    /// Returns the move of the note that a broken reference meant. Nil if no move matches, or several.
    func meant(by reference: String, in path: VaultPath) throws -> ExternalMove? {
        if moves.isEmpty { return nil }
        let found = try candidates(reference, in: path)
        return found.count == 1 ? found[0] : nil
    }

    /// Returns the old and the current target of a broken reference, or nil if no move matches, or several. If the note
    /// at `path` itself was moved, the target may be where it was: both are then equal.
    package func ends(of reference: String, in path: VaultPath) throws -> (old: VaultPath, new: VaultPath)? {
        let found = try candidates(reference, in: path)
        if found.count == 1 { return (found[0].from, found[0].to) }
        guard found.isEmpty, let own = moves.first(where: { $0.to == path && $0.isSure }) else { return nil }
        let target = try index.links.target(of: reference, from: own.from.folder)
        return target.map { ($0.path, $0.path) }
    }

    /// Returns the paths that a reference may have meant.
    private func meanings(of reference: String, in path: VaultPath) -> [VaultPath] {
        let written = VaultPath(reference)
        return [oldFolder(of: path).resolving(written), VaultPath.root.resolving(written)].compactMap { $0 }
    }

    private func candidates(_ reference: String, in path: VaultPath) throws -> [ExternalMove] {
        let written = VaultPath(reference)
        let count = written.parts.count
        let paths = meanings(of: reference, in: path)
        return try moves.filter { move in
            let isMeant =
                [move.from, move.from.withoutExtension].contains { paths.contains($0) || $0.end(count) == written }
                || snapshot.rules.titlesDifferFromNames
                    && Folding.fold(snapshot.rules.fileTitle(move.from.name)) == Folding.fold(reference)
            return try isMeant && index.isFile(move.to)
        }
    }
}
