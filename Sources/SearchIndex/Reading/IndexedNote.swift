package import SourceText

/// A note as the index knows it: nothing of it was read from its file.
package struct IndexedNote: Sendable {
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

    package var file: FileID
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
}
