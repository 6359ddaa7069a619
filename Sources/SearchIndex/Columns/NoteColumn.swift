import SQLite

/// The numeric values of every note, by row of the full-text table. A query filters, sorts and groups by reading whole
/// columns instead of single notes.
///
/// A column is stored in parts of 1024 rows. Each part is a blob of numbers, all as wide as the widest (1, 2, 4 or 8
/// bytes, signed). Most columns take one or two bytes per note. A part in which every number is `absent` is not stored.
///
/// Complexity: changing a note rewrites one part of each column. Reading a column is a copy of memory.
enum NoteColumn: Int64, CaseIterable {
    /// The number of tokens in all columns of the full-text table; 0 for a deleted row.
    case length = 0
    /// The id of the file; 0 for a deleted row, whose other columns are then meaningless.
    case file = 1
    /// The file id of the folder; 0 is the root.
    case folder = 2
    /// The term id of the status.
    case status = 3
    /// `NoteFeatures`.
    case features = 4
    /// A bit set of the known front matter keys that the note has.
    case keys = 5
    /// In µs since 1970.
    case created = 6
    case modified = 7
    case words = 8
    /// In bytes.
    case size = 9
    /// The number of references to notes, including broken ones.
    case links = 10
    /// The number of references to other files, including missing ones.
    case attachments = 11
    case openTasks = 12
    case headings = 13
    /// `Int64.min` means none. A real value of `Int64.min` is stored as the next higher number.
    case order = 14
    /// The first bytes of the sort keys of title and file name (`SortPrefix`).
    case titlePrefix = 15
    case namePrefix = 16
    /// The length of the row's list in the `NoteListColumn` of the same name.
    case keywords = 17
    case targets = 18
    /// The number of title tokens plus 256 times that of file name tokens; each at most 255.
    case nameLengths = 19
    /// The time of the last commit that changed the note, in µs since 1970; `Int64.min` means none.
    case committed = 20
    /// The number of commits that changed the note.
    case commits = 21
    /// The length of the row's list in the `NoteListColumn` of the same name.
    case authors = 22
    /// The length of the row's list in each `NoteListColumn` of tasks.
    case tasks = 23

    /// The value of rows without a note and of notes without a value.
    var absent: Int64 { self == .order || self == .committed ? .min : 0 }

    /// Whether the value depends on the targets of links.
    var isOfLinks: Bool { self == .features || self == .links || self == .attachments || self == .targets }
}

/// The values of every note that are lists of numbers, by row. The list lengths are a `NoteColumn`. A part is the
/// concatenation of its rows' lists, 4 bytes per number.
enum NoteListColumn: Int64, CaseIterable {
    /// The term ids, without duplicates, in the order of the note.
    case keywords = 32
    /// The file ids of its link targets, sorted, without duplicates.
    case targets = 33
    /// The authors of its commits, as ids in `git_author`, without duplicates.
    case authors = 34
    /// `TaskFlags` of each task of the note.
    case taskFlags = 35
    /// The days of each task, in days since 1970-01-01; `noDay` means none.
    case taskDue = 36
    case taskScheduled = 37
    case taskStart = 38
    case taskCreated = 39
    case taskDone = 40

    /// The columns with one number for each task.
    static let ofTasks: [NoteListColumn] = [.taskFlags, .taskDue, .taskScheduled, .taskStart, .taskCreated, .taskDone]
    static let noDay = Int32.min

    var counts: NoteColumn {
        switch self {
        case .authors: .authors
        case .keywords: .keywords
        case .targets: .targets
        case .taskFlags, .taskDue, .taskScheduled, .taskStart, .taskCreated, .taskDone: .tasks
        }
    }
}

/// The bits of `NoteColumn.features`.
struct NoteFeatures: OptionSet {
    let rawValue: Int64

    // Bits that the note alone decides.

    static let favorite = NoteFeatures(rawValue: 1 << 0)
    static let malformed = NoteFeatures(rawValue: 1 << 1)
    static let conflict = NoteFeatures(rawValue: 1 << 2)
    /// The note gives its creation date. Otherwise it is the file's time.
    static let ownCreated = NoteFeatures(rawValue: 1 << 3)
    static let ownModified = NoteFeatures(rawValue: 1 << 4)
    static let empty = NoteFeatures(rawValue: 1 << 5)
    static let openTask = NoteFeatures(rawValue: 1 << 6)
    static let doneTask = NoteFeatures(rawValue: 1 << 7)
    static let alias = NoteFeatures(rawValue: 1 << 8)

    // Bits that also depend on other files.

    /// The note references an existing file that is not a note.
    static let attachment = NoteFeatures(rawValue: 1 << 9)
    static let image = NoteFeatures(rawValue: 1 << 10)
    /// The note has a working reference to another note.
    static let linksToNote = NoteFeatures(rawValue: 1 << 11)
    static let broken = NoteFeatures(rawValue: 1 << 12)
    static let ambiguous = NoteFeatures(rawValue: 1 << 13)
    /// The note has a reference that `check` may report: broken, ambiguous, or with a fragment.
    static let suspectLink = NoteFeatures(rawValue: 1 << 14)

    // Again bits that the note alone decides.

    /// Parts of the note stand only in comments that pages do not contain: `Note.hidesParts`.
    static let hiddenParts = NoteFeatures(rawValue: 1 << 15)
    static let cancelledTask = NoteFeatures(rawValue: 1 << 16)
    /// The note has a live block.
    static let liveBlock = NoteFeatures(rawValue: 1 << 17)

    static let tasks: NoteFeatures = [.openTask, .doneTask, .cancelledTask]
    /// The bits that also depend on other files.
    static let ofLinks: NoteFeatures = [.attachment, .image, .linksToNote, .broken, .ambiguous, .suspectLink]
}

/// The keys of column parts in the table `columns`.
enum ColumnPart {
    static let size = 1024
    /// The number of rows from which a whole column is read with a small page cache.
    static let many = 32 * size

    static func id(_ column: Int64, _ part: Int) -> Int64 { column << 32 | Int64(part) }
}

extension Connection {
    /// Calls `body` with the row of a column part, whose value 0 is the data, unless every number is `absent`.
    func columnPart(_ column: Int64, part: Int, _ body: (borrowing Row) -> Void) throws {
        try rows("SELECT data FROM columns WHERE id = ?1", [.int(ColumnPart.id(column, part))]) { row in
            body(row)
            return false
        }
    }

    /// Calls `body` with each part of a column, in order.
    ///
    /// - Parameter capacity: the upper bound of row numbers; 0 leaves the page cache as it is.
    func columnParts(
        _ column: Int64, capacity: Int = 0, _ body: (borrowing Row, _ part: Int) throws -> Void
    ) throws {
        func read() throws {
            let ids = [SQLValue.int(ColumnPart.id(column, 0)), .int(ColumnPart.id(column + 1, 0) - 1)]
            try rows("SELECT data, id FROM columns WHERE id BETWEEN ?1 AND ?2", ids) { row in
                try body(row, Int(row.int(1) & 0xFFFF_FFFF))
                return true
            }
        }
        // A column of 100,000 notes takes up to 300 pages, which are read once. A search for a status takes a quarter more
        // time if each gets new memory.
        if capacity < ColumnPart.many { try read() } else { try withPageCache(kibibytes: 256, read) }
    }
}

/// The first eight bytes of a sort key (`NaturalOrder`) as a number with the same order. If equal, the full keys
/// decide.
enum SortPrefix {
    static func number(of key: [UInt8]) -> Int64 {
        var bits: UInt64 = 0
        for index in 0..<8 { bits = bits << 8 | UInt64(index < key.count ? key[index] : 0) }
        return Int64(bitPattern: bits ^ 1 << 63)
    }
}
