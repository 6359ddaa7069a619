package import SourceText

/// A note that a query found, with the data to show. All of it comes from the index rather than the note's file.
package struct NoteHit: Sendable {
    /// A reference of the note to a note or folder.
    package struct Link: Hashable, Sendable {
        /// As written, without the fragment.
        package var target: String
        /// The target, or nil if the link is broken.
        package var path: VaultPath?
        package var line: Int
        package var isAmbiguous: Bool
        /// Whether the target is a folder without an index note.
        package var isFolder: Bool

        package init(target: String, path: VaultPath?, line: Int, isAmbiguous: Bool, isFolder: Bool) {
            self.target = target
            self.path = path
            self.line = line
            self.isAmbiguous = isAmbiguous
            self.isFolder = isFolder
        }
    }

    /// A reference of the note to a file that is not a note.
    package struct Attachment: Hashable, Sendable {
        /// As written, without the fragment.
        package var target: String
        /// The path of the file, whether it exists or not. As written if it is outside the vault.
        package var path: VaultPath
        package var exists: Bool
        package var line: Int

        package init(target: String, path: VaultPath, exists: Bool, line: Int) {
            self.target = target
            self.path = path
            self.exists = exists
            self.line = line
        }
    }

    /// The numbers of the note itself, without its links.
    package struct Counts: Hashable, Sendable {
        package var words = 0
        /// In bytes.
        package var size: Int64 = 0
        package var openTasks = 0
        package var doneTasks = 0

        package init() {}
    }

    /// The git data of a note.
    package struct GitFacts: Hashable, Sendable {
        /// The times of the first and the last commit that changed the note, or nil if none did.
        package var first: Moment?
        package var last: Moment?
        package var commits = 0
        /// The authors of the commits, each name once, earliest first.
        package var authors: [String] = []
        /// Whether the note differs from the last commit. False if the vault is shown as of a commit.
        package var isDirty = false

        package init() {}
    }

    /// A vault that is searched together with others.
    package struct SourceVault: Hashable, Sendable {
        package var name: String
        /// The full path of its root, without a final slash.
        package var root: [UInt8]

        package init(name: String, root: [UInt8]) {
            (self.name, self.root) = (name, root)
        }
    }

    /// The data that only the search knows, and git data.
    package struct Result: Sendable {
        /// Nil if the query has no text terms or none of them matches this note.
        package var score: Double?
        /// How a near match differs from the query.
        package var nearMatch: NearMatch?
        /// The git data of the note, if requested.
        package var git: GitFacts?

        /// The vault of the note, if several are searched.
        package var vault: SourceVault?

        /// Whether the note, or another one of its vault, has a status in its front matter.
        package var isStatusDeclared = false

        /// Whether this is a file that no note references. It has only path, title, times and size.
        package var isFile = false

        package init(score: Double?) { self.score = score }
    }

    package var path: VaultPath
    package var title = ""
    package var status = ""
    package var isFavorite = false
    package var created = Moment(seconds: 0)
    package var modified = Moment(seconds: 0)
    package var id: String?
    package var order: Int64?
    package var counts = Counts()
    /// The hash of the file's content (`ContentHash`).
    package var contentHash: Int64 = 0
    /// The properties as a JSON object.
    package var propertiesJSON = "{}"
    package var keywords: [String] = []
    package var aliases: [String] = []
    package var links: [Link] = []
    package var attachments: [Attachment] = []
    package var result: Result

    /// Whether this is a file that no note references, rather than a note.
    package var isFile: Bool { result.isFile }

    /// The status to show to a user. Nil for files, and in vaults whose notes declare no status: there, the status of every
    /// note is the default.
    package var shownStatus: String? { result.isStatusDeclared && !isFile ? status : nil }

    /// Creates a hit without data.
    package init(path: VaultPath, score: Double?) {
        self.path = path
        result = Result(score: score)
    }
}
