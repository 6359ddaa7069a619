package import SearchIndex
package import SourceText

/// Notes that other programs moved, by what the index remembers of it, and what broken references to them meant.
package struct OutsideMoves {
    private let index: NoteIndex
    private let moves: [NoteIndex.OutsideMove]

    package init(_ index: NoteIndex) throws {
        self.index = index
        moves = try index.outsideMoves()
    }

    package init(_ session: VaultSession) throws { try self.init(session.index) }

    private init(_ index: NoteIndex, _ moves: [NoteIndex.OutsideMove]) {
        self.index = index
        self.moves = moves
    }

    package var isEmpty: Bool { moves.isEmpty }

    /// Those that need no guessing.
    package var sure: OutsideMoves { OutsideMoves(index, moves.filter(\.isSure)) }

    /// Returns where a note is that was at `path`, if that needs no guessing and was not known `earlier`.
    package func destination(of path: VaultPath, unknownTo earlier: OutsideMoves) -> VaultPath? {
        let move = moves.first { $0.from == path && $0.isSure }
        return move.flatMap { earlier.moves.contains($0) ? nil : $0.to }
    }

    /// Where a note was when its links were written.
    package func oldFolder(of path: VaultPath) -> VaultPath {
        moves.first { $0.to == path && $0.isSure }?.from.folder ?? path.folder
    }

    /// Where a note with the content of the one that a broken reference meant is now; nil where there is none, or there
    /// are several.
    func meant(by reference: String, in path: VaultPath) throws -> NoteIndex.OutsideMove? {
        if moves.isEmpty { return nil }
        let found = try candidates(reference, in: path)
        return found.count == 1 ? found[0] : nil
    }

    /// What a broken reference led to before a move, and where that is now; nil where it could be several or none.
    package func ends(of reference: String, in path: VaultPath) throws -> (old: VaultPath, new: VaultPath)? {
        let found = try candidates(reference, in: path)
        if found.count == 1 { return (found[0].from, found[0].to) }
        // The note itself moved: what its paths led to may still be where it was.
        guard found.isEmpty else { return nil }
        for base in meanings(of: reference, in: path) {
            if let target = try index.target(of: "/" + base.text, from: .root)?.path { return (target, target) }
        }
        return nil
    }

    /// The paths that a reference may have been written for.
    private func meanings(of reference: String, in path: VaultPath) -> [VaultPath] {
        let written = VaultPath(reference)
        return [oldFolder(of: path).resolving(written), VaultPath.root.resolving(written)].compactMap { $0 }
    }

    private func candidates(_ reference: String, in path: VaultPath) throws -> [NoteIndex.OutsideMove] {
        let written = VaultPath(reference)
        let count = written.parts.count
        let paths = meanings(of: reference, in: path)
        return try moves.filter { move in
            let isMeant = [move.from, move.from.withoutExtension].contains { old in
                paths.contains(old) || old.end(count) == written
            }
            return try isMeant && index.isFile(move.to)
        }
    }
}
