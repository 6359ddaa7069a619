package import QueryLanguage
import SearchIndex
package import SourceText
import System
package import VaultFiles

/// The part of a search that finds files which no note references. They follow the notes.
struct FileSearch {
    let snapshot: VaultSnapshot
    let search: VaultSearch

    /// Passes the files to a sink, within the limit and offset of the search, and counts them.
    func add(to sink: inout any ResultSink, _ tally: inout SearchTally) throws {
        let condition = search.request.condition
        let paths = try UnreferencedFiles(snapshot.index, condition).paths()
        if paths.isEmpty { return }
        let notes = try tally.all ?? snapshot.index.count(condition)
        tally.all = notes + paths.count
        tally.notes = (tally.notes ?? notes) + paths.count
        let presentation = search.presentation
        let shown = paths.dropFirst(max(0, (presentation.offset ?? 0) - notes))
            .prefix(max(0, (presentation.limit ?? .max) - tally.found))
        if shown.isEmpty { return }
        let isGrouped = presentation.group != nil
        if tally.found == 0 { try sink.begin(grouped: isGrouped) }
        try sink.beginAddition(.files, grouped: isGrouped)
        let opensFiles = sink.wantsPassages(for: search.query.condition.showing)
        let finder = PassageFinder(snapshot, search.query.condition)
        for path in shown {
            let hit = NoteHit(file: path, in: snapshot.vault)
            try sink.add(hit, opensFiles ? finder.passages(of: hit) : nil)
        }
        if isGrouped { try sink.endSection() }
        tally.found += shown.count
    }
}

extension NoteHit {
    /// Creates the result for a file that is no note. Without times and size if it is gone.
    package init(file path: VaultPath, in vault: Vault) {
        self.init(path: path, score: nil)
        result.isFile = true
        title = path.name.text
        guard let status = FileStatus.seen(vault.fullPath(path), follows: true) else { return }
        modified = Moment(microseconds: status.modified / 1000)
        created = modified
        counts.size = status.size
    }
}
