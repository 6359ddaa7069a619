import SearchIndex
import SourceText

/// The notes that went and came between two looks at the vault, paired by their content.
struct MovePairing {
    private var gone: [Int64: [(path: VaultPath, born: Int64?)]] = [:]
    private var arrived: [Int64: [IndexedFile]] = [:]

    /// Below this many bytes two notes are alike by chance: a heading that a template wrote, a word.
    private static let least: Int64 = 16

    mutating func went(_ path: VaultPath, _ known: Synchronizer.PreviousState) {
        gone[known.hash, default: []].append((path, known.born))
    }

    /// Whether a new note may be one that went and has not come yet.
    mutating func came(_ file: IndexedFile) -> Bool {
        guard let gone = gone[file.hash] else { return false }
        arrived[file.hash, default: []].append(file)
        return arrived[file.hash]?.count ?? 0 <= gone.count
    }

    /// Remembers what went where. Sure is only what needs no guessing: one went and one came, no other note has that
    /// content, there is enough of it, and the file was made when the old one was, or bears its name.
    ///
    /// Complexity: O(files) where something moved.
    func remember(in writer: IndexWriter) throws {
        var pairs: [(from: VaultPath, to: IndexedFile, isSure: Bool)] = []
        for (hash, old) in gone {
            guard let new = arrived[hash]?.sorted(by: { $0.path < $1.path }), let first = new.first else { continue }
            // That two empty notes are alike says nothing.
            if first.size == 0 { continue }
            for (path, born) in old {
                let file = new.first { $0.path.name == path.name } ?? first
                let isSame = (born != nil && born == file.born) || path.name == file.path.name
                let isSure = old.count == 1 && new.count == 1 && file.size >= Self.least && isSame
                pairs.append((path, file, isSure))
            }
        }
        let repeated = try writer.repeated(Set(pairs.filter(\.isSure).map(\.to.hash)))
        for pair in pairs.sorted(by: { $0.from < $1.from }) {
            try writer.remember(
                movedFrom: pair.from, to: pair.to.path, isSure: pair.isSure && !repeated.contains(pair.to.hash))
        }
    }
}
