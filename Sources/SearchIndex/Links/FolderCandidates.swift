import SourceText

/// The folders among some files, and their index notes. A reference to a folder resolves to its index note if it has
/// one.
struct FolderCandidates {
    private var exact: [[UInt8]: LinkTarget] = [:]
    private var folded: [[UInt8]: LinkTarget] = [:]

    /// Complexity: O(candidates).
    init(_ candidates: [LinkResolver.Candidate]) {
        var indexNotes: [VaultPath: LinkResolver.Candidate] = [:]
        for candidate in candidates where candidate.isNote {
            guard let rank = IndexNote.rank(candidate.path) else { continue }
            let folder = candidate.path.folder
            if let known = indexNotes[folder] {
                let knownRank = IndexNote.rank(known.path) ?? rank
                if (knownRank, known.path) < (rank, candidate.path) { continue }
            }
            indexNotes[folder] = candidate
        }
        var paths = candidates.filter { $0.kind == .folder }.map {
            LinkTarget(file: $0.file, path: $0.path, kind: .folder)
        }
        if indexNotes[.root] != nil { paths.append(.root) }
        for folder in paths.sorted(by: { $0.path < $1.path }) {
            let note = indexNotes[folder.path].map { LinkTarget(file: $0.file, path: $0.path, kind: .note) }
            let target = note ?? folder
            exact[folder.path.bytes] = target
            let name = NameKey.fold(folder.path.bytes)
            // Of folders that differ only in case, the first in order wins.
            if folded[name] == nil { folded[name] = target }
        }
    }

    var isEmpty: Bool { exact.isEmpty }

    /// Returns the folder that one of the paths names, or its index note.
    func find(_ wanted: ReferenceNames, isExact: Bool) -> LinkTarget? {
        if isEmpty { return nil }
        for path in wanted.folderPaths {
            if let found = (isExact ? exact : folded)[path] { return found }
        }
        return nil
    }
}
