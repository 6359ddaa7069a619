package import QueryLanguage
import SearchIndex
package import SourceText

/// A note that a query found, with the data to show. All of it comes from the index rather than the note's file.
package struct NoteHit: Sendable {
    package struct Link: Hashable, Sendable {
        /// As written, without the fragment.
        package var target: String
        /// The target, or nil if the link is broken.
        package var path: VaultPath?
        package var line: Int
        package var isAmbiguous: Bool
        /// Whether the target is a folder without an index note.
        package var isFolder: Bool
    }

    package struct Attachment: Hashable, Sendable {
        /// The path of the file, whether it exists or not. As written if it is outside the vault.
        package var path: VaultPath
        package var exists: Bool
        package var line: Int
    }

    package var path: VaultPath
    package var title: String
    package var status: String
    package var isFavorite: Bool
    package var created: Moment
    package var modified: Moment
    package var id: String?
    package var order: Int64?
    package var words: Int
    package var size: Int64
    package var openTasks: Int
    package var doneTasks: Int
    /// The properties as a JSON object.
    package var propertiesJSON: String
    /// Nil if the query has no text terms or none of them matches this note.
    package var score: Double?

    package var keywords: [String] = []
    package var aliases: [String] = []
    package var links: [Link] = []
    package var attachments: [Attachment] = []

    /// The git data of the note, if requested.
    package var git: GitFacts?

    /// How a near match differs from the query.
    package var nearMatch: NearMatch?

    /// The git data of a note.
    package struct GitFacts: Hashable, Sendable {
        /// The times of the first and the last commit that changed the note, or nil if none did.
        package var first: Moment?
        package var last: Moment?
        package var commits: Int
        /// The authors of the commits, each name once, earliest first.
        package var authors: [String]
        /// Whether the note differs from the last commit. False if the vault is shown as of a commit.
        package var isDirty: Bool
    }

    init(_ note: IndexedNote) {
        path = note.path
        title = note.title
        status = note.status
        isFavorite = note.isFavorite
        created = note.created
        modified = note.modified
        id = note.id
        order = note.order
        words = note.counts.words
        size = note.counts.size
        openTasks = note.counts.openTasks
        doneTasks = note.counts.doneTasks
        propertiesJSON = note.propertiesJSON
        score = note.score
        keywords = note.keywords
        aliases = note.aliases
        links = note.links.map {
            Link(target: $0.target, path: $0.path, line: $0.line, isAmbiguous: $0.isAmbiguous, isFolder: $0.isFolder)
        }
        attachments = note.attachments.map { Attachment(path: $0.path, exists: $0.exists, line: $0.line) }
    }
}
