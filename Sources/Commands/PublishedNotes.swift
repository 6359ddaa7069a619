import QueryLanguage
import Searching
import SourceText
import VaultFiles

/// The rule that decides which notes a site contains. The front matter of the others says, to slip or another program, that
/// they are not published.
struct PublishedNotes {
    /// The keys by which programs such as Hugo, Jekyll, Quartz and Obsidian Publish know an unpublished note. A value means
    /// yes or no, and `isDraft` says which of them is a draft.
    private static let keys: [(key: String, isDraft: Bool)] = [
        ("draft", true), ("publish", false), ("published", false),
    ]
    private static let words = [true: ["true", "yes", "on", "y", "1"], false: ["false", "no", "off", "n", "0"]]

    private let snapshot: VaultSnapshot
    /// Whether all notes are published.
    private let includesDrafts: Bool
    /// The notes whose front matter has a fault. slip may not have read all values.
    private let faulty: Set<VaultPath>

    init(in snapshot: VaultSnapshot, includesDrafts: Bool) throws {
        self.snapshot = snapshot
        self.includesDrafts = includesDrafts
        faulty = includesDrafts ? [] : Set(try snapshot.lists.notesWithFaultyFrontMatter())
    }

    /// Returns why a note is not in the site, or nil if it is.
    ///
    /// Complexity: reads the notes without front matter, and those with a fault in it.
    func reason(against hit: NoteHit) -> SiteReport.Reason? {
        if includesDrafts { return nil }
        let properties = JSONValue(parsing: hit.propertiesJSON)
        var read: Set<String> = []
        for (key, isDraft) in Self.keys {
            // A value that is not read is null.
            let values = (properties?.values(ofProperty: key) ?? []).filter { !$0.isNull }
            let words = values.flatMap { $0.list.isEmpty ? [$0] : $0.list }.map {
                $0.plainText.lowercased().filter { !$0.isWhitespace }
            }
            if words.contains(where: { Self.words[isDraft]?.contains($0) == true }) { return .drafts }
            if !values.isEmpty { read.insert(key) }
        }
        let isEmpty = hit.propertiesJSON.isEmpty || hit.propertiesJSON == "{}"
        guard isEmpty || faulty.contains(hit.path) else { return nil }
        guard let bytes = try? snapshot.bytes(hit.path) else { return .uncertain }
        let mentions = KeyMentions.all(of: Self.keys.map(\.key), in: bytes)
        let isUncertain = mentions.contains { key, word in
            guard let isDraft = Self.keys.first(where: { $0.key == key })?.isDraft else { return false }
            if Self.words[isDraft]?.contains(word) == true { return true }
            return Self.words[!isDraft]?.contains(word) != true && !read.contains(key)
        }
        return isUncertain ? .uncertain : nil
    }
}
