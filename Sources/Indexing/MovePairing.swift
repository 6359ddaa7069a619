import SearchIndex
import SourceText
import VaultChanges

/// The notes that went and came between two looks at the vault, paired by what slip knows of its own moves, and else by
/// their content.
struct MovePairing {
    private var gone: [VaultPath: Synchronizer.PreviousState] = [:]
    private var arrived: [VaultPath: IndexedFile] = [:]

    /// Below this many bytes two notes are alike by chance: a heading that a template wrote, a word.
    private static let least: Int64 = 16

    mutating func went(_ path: VaultPath, _ known: Synchronizer.PreviousState) { gone[path] = known }

    mutating func came(_ file: IndexedFile) { arrived[file.path] = file }

    /// Remembers what went where. What is known of paths where something was before is forgotten where another note came.
    ///
    /// - Parameter own: what slip moved itself; nil where the notes are not on disk.
    /// - Returns: the number of notes that were moved, and those of whose past something else is known now.
    /// - Complexity: O(files) where something moved.
    mutating func remember(in writer: IndexWriter, own: PastMoves?) throws -> (moved: Int, touched: Set<VaultPath>) {
        let known = try writer.moves(to: Array(arrived.keys))
        if gone.isEmpty, known.isEmpty { return (0, []) }
        var pairs: [(from: VaultPath, to: VaultPath, isSure: Bool)] = []
        var moved = 0
        for (path, old) in own?.origins(of: Set(arrived.keys), among: Set(gone.keys).union(known.map(\.from))) ?? [:] {
            pairs.append((old, path, true))
            arrived[path] = nil
            if gone.removeValue(forKey: old) != nil { moved += 1 }
        }
        try writer.forget(known.filter { arrived[$0.to] != nil })
        var alike: [Int64: (old: [VaultPath], new: [IndexedFile])] = [:]
        for (path, known) in gone { alike[known.hash, default: ([], [])].old.append(path) }
        for file in arrived.values { alike[file.hash]?.new.append(file) }
        // That two empty notes are alike says nothing.
        alike = alike.filter { $1.new.first.map { $0.size > 0 } ?? false }
        for (old, new) in alike.values { moved += min(old.count, new.count) }
        let repeated = try writer.repeated(Set(alike.filter { isOne($1) }.keys))
        for (hash, notes) in alike {
            let new = notes.new.sorted { $0.path < $1.path }
            let isSure = isOne(notes) && !repeated.contains(hash)
            for path in notes.old {
                guard let file = new.first(where: { $0.path.name == path.name }) ?? new.first else { continue }
                pairs.append((path, file.path, isSure))
            }
        }
        for pair in pairs.sorted(by: { $0.from < $1.from }) {
            try writer.remember(movedFrom: pair.from, to: pair.to, isSure: pair.isSure)
        }
        return (moved, Set(known.map(\.to) + pairs.map(\.to)))
    }

    /// Whether that needs no guessing: one went and one came, there is enough of it, and the file was made when the old one
    /// was, or bears its name.
    private func isOne(_ notes: (old: [VaultPath], new: [IndexedFile])) -> Bool {
        guard notes.old.count == 1, notes.new.count == 1, let old = notes.old.first, let new = notes.new.first else {
            return false
        }
        let born = gone[old]?.born
        return new.size >= Self.least && ((born != nil && born == new.born) || old.name == new.path.name)
    }
}
