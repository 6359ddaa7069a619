package import QueryLanguage
import SearchIndex
package import SourceText
import System
package import VaultFiles

/// The part of a search that finds files which no note references. They follow the notes.
struct FileSearch {
    let search: CollectionSearch

    /// Passes the files to a sink, within the limit and offset of the search, and counts them.
    ///
    /// - Parameter passages: nil if the sink does not need them.
    func add(
        to sink: inout any ResultSink, _ tally: inout SearchTally, _ passages: ResultPassages?
    ) throws {
        let parts = Array(zip(search.collection.members, search.searches))
        let found = try parts.map { try UnreferencedFiles($0.snapshot.index, $1.request.condition).paths() }
        let files = found.enumerated().flatMap { number, paths in paths.map { (part: number, path: $0) } }
        if files.isEmpty { return }
        let presentation = search.presentation
        let notes =
            try tally.all
            ?? parts.reduce(0) { $0 + (try $1.0.snapshot.index.count($1.1.request.condition)) }
        tally.all = notes + files.count
        tally.notes = (tally.notes ?? notes) + files.count
        let shown = files.dropFirst(max(0, (presentation.offset ?? 0) - notes))
            .prefix(max(0, (presentation.limit ?? .max) - tally.found))
        if shown.isEmpty { return }
        let isGrouped = presentation.group != nil
        if tally.found == 0 { try sink.begin(grouped: isGrouped) }
        try sink.beginAddition(.files, grouped: isGrouped)
        for (number, path) in shown {
            let member = search.collection.members[number]
            var hit = NoteHit(file: path, in: member.snapshot.vault)
            hit.result.vault = member.source
            try sink.add(hit, passages?.passages(of: hit))
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
