import Indexing
import Notes
import QueryLanguage
import SearchIndex
package import SourceText
import System
import VaultFiles

/// The notes that a refresh can skip, because no change since the last one can affect their live blocks, and the results
/// that it stores for the next one.
package struct FreshBlocks {
    private let cache: BlockCache
    private let reader: LiveBlockReader
    private let state: BlockCache.State
    private let stored: BlockCache.State?
    private var fresh: Set<VaultPath> = []
    private var added: [BlockCache.CachedNote] = []

    /// Complexity: O(stored blocks), and one test of the changed notes for each. Opens some notes to find the form of links.
    package init(_ snapshot: VaultSnapshot, _ reader: LiveBlockReader) throws {
        (cache, self.reader) = (snapshot.index.blockCache, reader)
        // Another version of slip may find or write other results.
        let inputs = [
            ThisProcess.stamp, "\(snapshot.vault.configurationHash ?? 0)",
            snapshot.calendar.civil(snapshot.now).dayText, "\(try reader.form())",
            "\(try snapshot.index.declaresStatus())",
        ]
        state = try cache.state(inputs: inputs.joined(separator: " "))
        stored = try cache.storedState()
        guard let stored, let versions = try cache.newVersions(from: stored, to: state) else { return }
        for note in try cache.unchangedNotes() where try isFresh(note, versions) { fresh.insert(note.path) }
    }

    private func isFresh(_ note: BlockCache.CachedNote, _ versions: BlockCache.NewVersions) throws -> Bool {
        if versions.isEmpty { return true }
        return try note.blocks.allSatisfy { block in
            guard let condition = try? reader.dependency(of: block.query, in: note.path) else { return false }
            return try !cache.isAffected(block, by: versions, condition)
        }
    }

    /// Whether the blocks of a note show what their queries find.
    package func isFresh(_ path: VaultPath) -> Bool { fresh.contains(path) }

    /// Adds a note whose blocks show what their queries find once it has some content.
    package mutating func add(_ note: OpenNote, content: [UInt8]) throws {
        var blocks: [BlockCache.CachedBlock] = []
        for block in note.liveBlocks {
            let query = note.bytes.text(block.query)
            guard let condition = try reader.dependency(of: query, in: note.path),
                let files = try cache.files(satisfying: condition)
            else { return }
            blocks.append(BlockCache.CachedBlock(query: query, files: files))
        }
        added.append(BlockCache.CachedNote(path: note.path, hash: ContentHash.hash(content), blocks: blocks))
    }

    fileprivate func store(in keeper: IndexKeeper) {
        // After a rebuild, the state is that of another index.
        if keeper.connection !== cache.connection || added.isEmpty && state == stored { return }
        keeper.writeIfFree { try BlockCache.replace(stored, by: state, added, keeping: fresh, in: $0) }
    }
}

extension VaultSession {
    /// Stores results for the next refresh, after the read that found them. If the index is locked or read-only, stores
    /// nothing and does not wait.
    package func store(_ blocks: FreshBlocks) { blocks.store(in: keeper) }
}

extension LiveBlockReader {
    /// Returns a condition so that only notes that satisfy it, before or after a change, can affect the text of a live
    /// block. Nil if other notes can, or if the text depends on the time of day or on what the files contain now.
    ///
    /// - Throws: `QueryError` or `VaultError` as `lines`.
    func dependency(of query: String, in path: VaultPath) throws -> Condition? {
        let names = names(in: path)
        let options = try BlockOptions(query, in: names)
        switch options.view {
        // Headings are those of the note itself.
        case .toc: return .nothing
        // Passages are chosen by words of all notes. Both views read files, which may be unreadable for a while.
        case .passages, .backlinks: return nil
        case .list, .table, .count, .tasks, .tree: break
        }
        if options.fields.contains(where: \.dependsOnOthers) { return nil }
        let search = try search(options, names)
        let (condition, shown) = (search.request.condition, search.presentation)
        // At midnight, `7d` begins with a day.
        let isMidnight = names.calendar.startOfDay(names.now, adding: 0) == names.now
        guard notices.isEmpty, shown.grouping == nil, (shown.sort ?? []).allSatisfy(\.dependsOnOneNote), !isMidnight,
            condition.dependsOnOneNote(names.calendar), !condition.opensFiles
        else { return nil }
        return condition
    }
}
