package import QueryLanguage
import SearchIndex
package import SourceText

/// A note that was found, with what is shown of it: nothing of it was read from its file.
package struct NoteHit: Sendable {
    package struct Link: Hashable, Sendable {
        /// As written, without the part that names a heading.
        package var target: String
        /// What it leads to; nil where it is broken.
        package var path: VaultPath?
        package var line: Int
        package var isAmbiguous: Bool
        /// Whether it leads to a folder that has no index note.
        package var isFolder: Bool
    }

    package struct Attachment: Hashable, Sendable {
        /// Where it is, or where it would be; as written where that is outside the vault.
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
    /// Nil where no text was asked for, or none of it stands in this note.
    package var score: Double?

    package var keywords: [String] = []
    package var aliases: [String] = []
    package var links: [Link] = []
    package var attachments: [Attachment] = []

    /// What git knows of it, where that was asked for.
    package var git: GitFacts?

    /// Of a note that only comes near to what was asked for: what it is not.
    package var nearness: Nearness?

    /// What git knows of a note.
    package struct GitFacts: Hashable, Sendable {
        /// When the first and the last commit that changed it were written; nil where none did.
        package var first: Moment?
        package var last: Moment?
        package var commits: Int
        /// Those who wrote them, each name once, the first first.
        package var authors: [String]
        /// Whether it differs from the last commit; false where the vault is seen as it was at one.
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
        words = note.words
        size = note.size
        openTasks = note.openTasks
        doneTasks = note.doneTasks
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
