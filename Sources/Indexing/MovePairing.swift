import SearchIndex
import SourceText

/// The notes that went and came between two looks at the vault, paired by their content.
struct MovePairing {
    private var gone: [VaultPath: Synchronizer.PreviousState] = [:]
    private(set) var arrived: [VaultPath: IndexedFile] = [:]

    /// Below this many bytes two notes are alike by chance: a heading that a template wrote, a word.
    private static let least: Int64 = 16

    /// Whether nothing came or went.
    var isEmpty: Bool { gone.isEmpty && arrived.isEmpty }

    mutating func went(_ path: VaultPath, _ known: Synchronizer.PreviousState) { gone[path] = known }

    /// To be told of each note that is new.
    mutating func came(_ file: IndexedFile) { arrived[file.path] = file }

    /// Remembers what went where. What is known of a path where something was before is forgotten: it is another note that
    /// came there.
    ///
    /// - Returns: the number of notes that were moved, and those of whose past something else is known now.
    /// - Complexity: O(files) where something moved.
    func remember(in writer: IndexWriter) throws -> (moved: Int, touched: Set<VaultPath>) {
        let forgotten = try writer.moves(to: Array(arrived.keys))
        try writer.forget(forgotten)
        var alike: [Int64: (old: [VaultPath], new: [IndexedFile])] = [:]
        for (path, known) in gone { alike[known.hash, default: ([], [])].old.append(path) }
        for file in arrived.values { alike[file.hash]?.new.append(file) }
        // That two empty notes are alike says nothing.
        alike = alike.filter { $1.new.first.map { $0.size > 0 } ?? false }
        let repeated = try writer.repeated(Set(alike.filter { isOne($1) }.keys))
        var pairs: [(from: VaultPath, to: VaultPath, isSure: Bool)] = []
        var moved = 0
        for (hash, notes) in alike {
            moved += min(notes.old.count, notes.new.count)
            let new = notes.new.sorted { $0.path < $1.path }
            for path in notes.old {
                guard let file = new.first(where: { $0.path.name == path.name }) ?? new.first else { continue }
                pairs.append((path, file.path, isOne(notes) && !repeated.contains(hash)))
            }
        }
        for pair in pairs.sorted(by: { $0.from < $1.from }) {
            try writer.remember(movedFrom: pair.from, to: pair.to, isSure: pair.isSure)
        }
        return (moved, Set(forgotten.map(\.to) + pairs.map(\.to)))
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
