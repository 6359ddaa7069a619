package import SourceText

/// A note as stored in the index, without reading its file.
package struct IndexedNote: Sendable {
    package struct Link: Hashable, Sendable {
        /// The target as written, without the fragment.
        package var target: String
        /// The path of the target, or nil if the link is broken.
        package var path: VaultPath?
        package var line: Int
        package var isAmbiguous: Bool
        /// Whether the target is a folder without an index note.
        package var isFolder: Bool
    }

    package struct Attachment: Hashable, Sendable {
        /// The path of the existing or missing file. For a path outside the vault, the path as written.
        package var path: VaultPath
        package var exists: Bool
        package var line: Int
    }

    package struct Counts: Hashable, Sendable {
        package var words: Int
        /// In bytes.
        package var size: Int64
        package var openTasks: Int
        package var doneTasks: Int
    }

    package var path: VaultPath
    package var title: String
    package var status: String
    package var isFavorite: Bool
    package var created: Moment
    package var modified: Moment
    package var id: String?
    package var order: Int64?
    package var counts: Counts
    /// The properties as a JSON object.
    package var propertiesJSON: String
    /// Nil if the query has no text or the note matches none of it.
    package var score: Double?

    package var keywords: [String] = []
    package var aliases: [String] = []
    package var links: [Link] = []
    package var attachments: [Attachment] = []
}
