import Notes
import SearchIndex
import SourceText
import System

extension VaultSession {
    /// The plan that mends what needs no guessing: links that broke when another program moved a note which is surely
    /// that note, and with `undated` the `created:` of notes that have no date of their own.
    package func planToMend(undated: Bool) throws -> ChangePlan {
        var plan = ChangePlan("check --fix")
        let moves = try index.outsideMoves().filter(\.isSure)
        for path in try index.paths(of: .note) {
            var change = NoteChange(path, try bytes(path))
            if !moves.isEmpty { try mendLinks(in: &change, moves) }
            if undated { try date(&change) }
            if let operation = try change.operation { plan.operations.append(operation) }
        }
        return plan
    }

    private func mendLinks(in change: inout NoteChange, _ moves: [NoteIndex.OutsideMove]) throws {
        let path = change.path
        let note = Note(change.before, name: path.name, rules: vault.configuration.rules)
        // Where the note was when its links were written.
        let oldFolder = moves.first { $0.to == path }?.from.folder ?? path.folder
        var wanted: [Int: String] = [:]
        for (number, reference) in note.references.enumerated()
        where try index.target(of: reference.target, from: path.folder) == nil {
            guard let (old, new) = try meant(by: reference, from: oldFolder, moves) else { continue }
            let text = LinkText(reference: reference, folder: oldFolder, target: old)
            wanted[number] = try text.candidates(from: path.folder, to: new).first { candidate in
                try Self.canHold(candidate, reference) && index.target(of: candidate, from: path.folder)?.path == new
            }
        }
        if let mended = try write(wanted, note, change) { change = mended }
    }

    /// What a broken reference led to before a move, and where that is now; nil where it could be several or none.
    private func meant(
        by reference: Reference, from folder: VaultPath, _ moves: [NoteIndex.OutsideMove]
    ) throws -> (old: VaultPath, new: VaultPath)? {
        let written = VaultPath(reference.target)
        let paths = [folder.resolving(written), VaultPath.root.resolving(written)].compactMap { $0 }
        let found = try moves.filter { try isMeant($0, by: written, paths) }
        if found.count == 1 { return (found[0].from, found[0].to) }
        // The note itself moved: what its paths led to may still be where it was.
        guard found.isEmpty else { return nil }
        for base in paths {
            if let target = try index.target(of: "/" + base.text, from: .root)?.path { return (target, target) }
        }
        return nil
    }

    private func isMeant(
        _ move: NoteIndex.OutsideMove, by written: VaultPath, _ paths: [VaultPath]
    ) throws -> Bool {
        let count = written.parts.count
        let isMeant = [move.from, move.from.withoutExtension].contains { old in
            paths.contains(old) || old.end(count) == written
        }
        return try isMeant && index.isFile(move.to)
    }

    /// Where a note with the content of the one that a broken reference meant is now; nil where there is none, or there
    /// are several.
    func alike(_ reference: Reference, in path: VaultPath, _ moves: [NoteIndex.OutsideMove]) throws
        -> NoteIndex.OutsideMove?
    {
        if moves.isEmpty { return nil }
        let written = VaultPath(reference.target)
        let folder = moves.first { $0.to == path && $0.isSure }?.from.folder ?? path.folder
        let paths = [folder.resolving(written), VaultPath.root.resolving(written)].compactMap { $0 }
        let found = try moves.filter { try isMeant($0, by: written, paths) }
        return found.count == 1 ? found[0] : nil
    }

    /// Gives a note without a date the one that it counts as made on.
    private func date(_ change: inout NoteChange) throws {
        let note = Note(change.after, name: change.path.name, rules: vault.configuration.rules)
        // A date that cannot be read is the person's to mend.
        guard note.created == nil, !note.keys.contains(.created), let hit = try index.note(change.path) else { return }
        try change.edit([.set(vault.configuration.rules.names(.created), hit.created.rfc3339)])
    }
}
