package import Indexing
package import Notes
package import QueryLanguage
package import SearchIndex
package import SourceText
import System
package import VaultFiles

/// The notes and the index of a vault as one transaction sees them, in the body of `VaultSession.read` or `plan`.
package struct VaultSnapshot {
    private let session: VaultSession
    /// The documents that are open in an editor. They replace their files.
    package let openNotes: OpenNotes
    let cache: ReadCache
    let textCache: TextCache?
    let lastText = LastText()

    /// - Parameter keepsTexts: whether to cache the texts of notes until the read ends.
    init(_ session: VaultSession, _ openNotes: OpenNotes, cache: ReadCache, keepsTexts: Bool) {
        self.session = session
        self.openNotes = openNotes
        self.cache = cache
        textCache = keepsTexts ? TextCache() : nil
    }

    package var vault: Vault { session.vault }
    package var environment: Environment { session.environment }
    package var now: Moment { environment.now }
    package var calendar: LocalCalendar { environment.calendar }
    /// The rules for parsing notes in this vault.
    package var rules: NoteRules { vault.configuration.rules }
    package var statuses: [String] { rules.statuses }
    package var keyNames: KeyNames { rules.keys }
    package var git: VaultGit { session.git }
    package var index: NoteIndex { session.index }
    var keeper: IndexKeeper { session.keeper }
    package var messages: any MessageSink { session.messages }

    // MARK: State of the index

    /// Returns a number that grows with every change of the index by any process.
    package func indexGeneration() throws -> Int64 { try keeper.generation() }

    /// Reads the names of up to 4000 more notes into memory. Returns true once all are read, which takes several calls.
    package func prepareNames() throws -> Bool { try index.prepareNames(of: 4000) }

    /// Makes sure that the index contains the git history. If not, it is read and the body of the read runs again.
    ///
    /// - Throws: `VaultError` outside of a git repository.
    package func requireHistory() throws {
        guard git.isVersioned else { throw IndexKeeper.noRepository(vault) }
        try session.history.require()
    }

    /// Whether words are also searched in the text of attachments: `attachments: text`. Never in a commit.
    package var readsAttachments: Bool { vault.configuration.readsAttachments && keeper.committed == nil }

    /// Makes sure that the index contains the text of attachments. If not, they are read and the body of the read runs
    /// again.
    ///
    /// - Parameter extent: the attachments that count. Only `attached:` finds some that no note references.
    /// - Throws: `VaultError` in a commit.
    package func requireAttachments(_ extent: AttachmentUpdate.Extent = .referenced) throws {
        if keeper.committed != nil {
            throw VaultError("the text of attachments cannot be searched in a commit", help: "search the files on disk")
        }
        try session.attachments.require(extent)
    }

    /// Whether the indexed history comes from a shallow clone.
    package func isHistoryShallow() throws -> Bool { try session.history.isShallow() }

    /// Returns the notes, canvases and folders that cannot be read now, so that references in them cannot be updated.
    /// Notes above the size limit are excluded: they count as attachments.
    ///
    /// - Parameter includesCanvases: whether to return canvases, which have references but no front matter (default: true).
    package func unreadablePaths(includesCanvases: Bool = true) throws -> [VaultPath] {
        let notes = try index.links.paths(of: .unreadable).filter {
            FileStatus.seen(vault.fullPath($0)).map { $0.size <= Files.defaultLimit } ?? true
        }
        let canvases = includesCanvases ? try index.links.unreadableCanvases() : []
        return Set(notes + canvases + keeper.unreadable).sorted()
    }

    // MARK: Notes and files

    /// Returns the most frequent word that starts with a text, ignoring case and diacritics, and the approximate number
    /// of notes that have such words, counted once for each word.
    package func words(from start: String) throws -> (mostFrequent: String?, notes: Int) {
        try index.words.words(from: Folding.fold(start))
    }

    package func isNote(_ path: VaultPath) throws -> Bool { try index.isNote(path) }

    /// Whether a path is that of a note, an attachment or a folder.
    package func isFile(_ path: VaultPath) throws -> Bool { try index.isFile(path) }

    /// Returns the note at a path, or nil if there is none.
    package func note(_ path: VaultPath) throws -> NoteHit? { try index.note(path) }

    /// Returns the links to a note or an attachment, ordered by position.
    package func backlinks(to path: VaultPath) throws -> [Backlink] {
        var backlinks: [Backlink] = []
        for (path, title, line) in try index.links.backlinks(to: path) {
            if let last = backlinks.last, last.path == path, last.line == line { continue }
            backlinks.append(Backlink(path: path, title: title, line: line))
        }
        return backlinks
    }

    /// Returns the notes of which links, keywords or attachments stand only in comments that pages do not contain.
    package func notesWithHiddenParts() throws -> Set<VaultPath> { Set(try index.findings.notesWithHiddenParts()) }

    /// Returns the files in a folder and its subfolders, or the file itself if the path is that of a file.
    package func files(inside path: VaultPath) throws -> [VaultPath] {
        try index.files(inside: path).filter { $0.kind != .folder }.map(\.path)
    }

    /// Returns the number of notes that satisfy a condition.
    package func count(_ condition: Condition) throws -> Int { try index.count(condition) }

    // MARK: Similar names

    /// Returns for each of the names the most similar name of a note, or nil if none is similar. Complexity: O(notes).
    func nearestNotes(to names: [String]) throws -> [String?] {
        try cache.names.names(for: names) { unknown in
            // A name longer than 255 bytes is not a typo of any other.
            try index.names.nearestNotes(to: unknown.map { $0.utf8.count > 255 ? "" : $0 })
        }
    }

    /// Returns the cached similar names, for `adopt` in another session.
    package func similarNames() throws -> SimilarNames {
        SimilarNames(names: cache.names.names, stamp: try namesStamp())
    }

    /// Adds similar names that another session has found to the cache. If the notes have changed since, they are kept
    /// only as former values (`SimilarNameCache.last`).
    package func adopt(_ names: SimilarNames) throws {
        cache.names.adopt(names.names, areCurrent: try names.stamp == namesStamp())
    }

    /// Returns a hash of the data that similar names depend on: the index and the open documents' names.
    private func namesStamp() throws -> Int {
        var hasher = Hasher()
        hasher.combine(try indexGeneration())
        hasher.combine(index.overlay)
        return hasher.finalize()
    }
}
