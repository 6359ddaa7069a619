import QueryLanguage
import Searching
import SourceText
import VaultFiles

/// The notes that a site contains. The front matter of the others says, to slip or another program, that they are not
/// published.
struct PublishedNotes {
    /// The keys by which programs such as Hugo, Jekyll, Quartz and Obsidian Publish know an unpublished note. A value means
    /// yes or no, and `isDraft` says which of them is a draft.
    private static let keys: [(key: String, isDraft: Bool)] = [
        ("draft", true), ("publish", false), ("published", false),
    ]
    private static let words = [true: ["true", "yes", "on", "y", "1"], false: ["false", "no", "off", "n", "0"]]

    private(set) var notes: [NoteHit] = []
    private(set) var leftOut: [SiteReport.Reason: [VaultPath]] = [:]
    private let paths: Set<VaultPath>

    /// Chooses among some notes.
    ///
    /// Complexity: reads the notes whose front matter has a fault, and those that contain one of the keys as a word and for
    /// slip no property.
    init(of found: [NoteHit], in snapshot: VaultSnapshot, includesDrafts: Bool) throws {
        if includesDrafts {
            (notes, paths) = (found, Set(found.map(\.path)))
            return
        }
        let faulty = Set(try snapshot.lists.notesWithFaultyFrontMatter())
        let query = Self.keys.map(\.key).joined(separator: " OR ")
        let mentioning = try snapshot.prepare(SearchOptions(query: query, scope: .all, folder: .root))
        let suspect = Set(try snapshot.hits(of: mentioning.withoutLimits.withoutLists).map(\.path))
        for hit in found {
            var reason = Self.reasonInProperties(of: hit)
            let isFaulty = faulty.contains(hit.path)
            if reason == nil, isFaulty || suspect.contains(hit.path), Self.mayBeDraft(hit, isFaulty, in: snapshot) {
                reason = .uncertain
            }
            if let reason { leftOut[reason, default: []].append(hit.path) } else { notes.append(hit) }
        }
        paths = Set(notes.map(\.path))
    }

    /// Whether a note is in the site.
    func contains(_ hit: NoteHit) -> Bool { paths.contains(hit.path) }

    private static func values(of key: String, in hit: NoteHit) -> [String] {
        let values = JSONValue(parsing: hit.propertiesJSON)?.values(ofProperty: key) ?? []
        // A value that is not read is null.
        return values.filter { !$0.isNull }.flatMap { $0.list.isEmpty ? [$0] : $0.list }.map {
            $0.plainText.lowercased().filter { !$0.isWhitespace }
        }
    }

    private static func reasonInProperties(of hit: NoteHit) -> SiteReport.Reason? {
        keys.contains { key, isDraft in values(of: key, in: hit).contains { words[isDraft]?.contains($0) == true } }
            ? .drafts : nil
    }

    /// Whether the beginning of a note has a key with a value that slip has not read, and that does not clearly say that the
    /// note is published.
    private static func mayBeDraft(_ hit: NoteHit, _ isFaulty: Bool, in snapshot: VaultSnapshot) -> Bool {
        guard let bytes = try? snapshot.bytes(hit.path) else { return isFaulty }
        return KeyMentions.all(of: keys.map(\.key), in: bytes, isFaulty: isFaulty).contains { key, word in
            guard let isDraft = keys.first(where: { $0.key == key })?.isDraft else { return false }
            if words[isDraft]?.contains(word) == true { return true }
            return words[!isDraft]?.contains(word) != true && values(of: key, in: hit).isEmpty
        }
    }
}
