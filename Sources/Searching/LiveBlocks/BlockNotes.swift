import Notes
import QueryLanguage
import SearchIndex
import SourceText

/// The notes that results of live blocks show, as their readers see them.
final class BlockNotes {
    private let snapshot: VaultSnapshot
    private let isListed: ((VaultPath) -> Bool)?
    /// Whether the readers do not see comments.
    let hidesComments: Bool
    private var knownHiding: Set<VaultPath>?
    private var known: [VaultPath: NoteHit?] = [:]
    private var limited: LimitedNotes?

    init(_ snapshot: VaultSnapshot, among isListed: ((VaultPath) -> Bool)?, hidesComments: Bool) {
        self.snapshot = snapshot
        self.isListed = isListed
        self.hidesComments = hidesComments
    }

    /// Whether all notes of the vault may be shown.
    var isWhole: Bool { isListed == nil }

    func contains(_ path: VaultPath) -> Bool { isListed?(path) ?? true }

    /// Calls `body` while searches know only the notes that may be shown.
    func searching<Result>(_ body: () throws -> Result) throws -> Result {
        if limited == nil, let isListed { limited = try LimitedNotes(snapshot.index, where: isListed) }
        return try snapshot.index.searching(limited, body)
    }

    /// The notes with parts that stand only in comments. Empty if readers see comments.
    private func hiding() throws -> Set<VaultPath> {
        if let knownHiding { return knownHiding }
        let hiding = hidesComments ? try snapshot.notesWithHiddenParts() : []
        knownHiding = hiding
        return hiding
    }

    /// Returns a note without the parts that its readers do not see. Nil if it cannot be read.
    func shown(_ hit: NoteHit) throws -> NoteHit? {
        guard try hiding().contains(hit.path) else { return hit }
        if let known = known[hit.path] { return known }
        let bytes = try? snapshot.reader.bytes(hit.path)
        let shown = bytes.map { hit.withoutHiddenParts($0, snapshot.rules) }
        known[hit.path] = .some(shown)
        return shown
    }

    /// Returns the note at a path without the parts that its readers do not see. Nil if it cannot be read.
    func note(_ path: VaultPath) throws -> NoteHit? { try snapshot.note(path).flatMap { try shown($0) } }

    /// Returns the links to a note that readers see, by the notes that contain them.
    ///
    /// - Complexity: O(links to the note), and O(bytes) for each note with hidden parts.
    func backlinks(to path: VaultPath) throws -> [VaultPath: [Backlink]] {
        let links = try snapshot.backlinks(to: path).filter { contains($0.path) }
        let hiding = try hiding()
        return Dictionary(
            grouping: try links.filter { link in
                if !hiding.contains(link.path) { return true }
                return try note(link.path)?.links.contains { $0.path == path && $0.line == link.line } ?? false
            }, by: \.path)
    }

    /// Returns one line of a note without markup, and without the comments that its readers do not see.
    func plainText(_ line: String) -> String {
        hidesComments ? VisibleText.plainLine(line) : Inline.all(in: line).plainText
    }

    /// Returns a note as its readers see it.
    func document(_ note: OpenNote) -> OpenNote {
        guard hidesComments else { return note }
        let visible = VisibleText(note.bytes)
        return visible.isWhole ? note : OpenNote(path: note.path, bytes: visible.bytes, rules: snapshot.rules)
    }
}
