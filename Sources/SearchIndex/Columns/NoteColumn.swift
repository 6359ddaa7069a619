/// What is asked of every note and fits a number, by row of the full-text table: what a query filters, sorts or groups
/// by is a pass over some of these rather than a look at each note.
///
/// A column is kept in parts of 1024 rows, each a blob of numbers all as wide as its widest (1, 2, 4 or 8 bytes, signed),
/// so that most take a byte or two a note. A part that holds nothing but `absent` is not kept.
///
/// Complexity: a change of a note rewrites a part of each column; to read one is a copy of memory.
enum NoteColumn: Int64, CaseIterable {
    /// Tokens in all columns of the full-text table; 0 for a dead row.
    case length = 0
    /// A file; 0 for a dead row, whatever the other columns say of it.
    case file = 1
    /// A file; 0 is the root.
    case folder = 2
    /// A term.
    case status = 3
    /// `NoteFeatures`.
    case features = 4
    /// The known front matter keys that it has, a bit each.
    case keys = 5
    /// In µs since 1970.
    case created = 6
    case modified = 7
    case words = 8
    /// In bytes.
    case size = 9
    /// References to notes, broken ones too.
    case links = 10
    /// References to other files, missing ones too.
    case attachments = 11
    case openTasks = 12
    case headings = 13
    /// The least of all numbers stands for the one above it, and is none.
    case order = 14
    /// The beginnings of the sort keys of title and file name (`SortPrefix`).
    case titlePrefix = 15
    case namePrefix = 16
    /// How many numbers the row has in a `NoteListColumn`.
    case keywords = 17
    case targets = 18
    /// The tokens of the title, and those of the file name times 256; each 255 at most.
    case nameLengths = 19
    /// When the last commit that changed it was written, in µs since 1970; the least of all numbers is none.
    case committed = 20
    /// The commits that changed it.
    case commits = 21
    /// How many numbers the row has in a `NoteListColumn`.
    case authors = 22

    /// The number of rows that no note has, or that have none.
    var absent: Int64 { self == .order || self == .committed ? .min : 0 }

    /// Whether it depends on what links lead to.
    var isOfLinks: Bool { self == .features || self == .links || self == .attachments || self == .targets }
}

/// What is asked of every note and is a list of numbers, by row: how many each row has is a column of its own, and a part
/// is all of them, one row after the other, in 4 bytes each.
enum NoteListColumn: Int64, CaseIterable {
    /// Terms, in the order in which the note names them, each once.
    case keywords = 32
    /// The files that its links lead to, each once, in order.
    case targets = 33
    /// Those of its commits, as numbers of `git_author`, each once.
    case authors = 34

    var counts: NoteColumn {
        switch self {
        case .authors: .authors
        case .keywords: .keywords
        case .targets: .targets
        }
    }
}

/// The bits of `NoteColumn.features`.
struct NoteFeatures: OptionSet {
    let rawValue: Int64

    static let favorite = NoteFeatures(rawValue: 1)
    static let malformed = NoteFeatures(rawValue: 2)
    static let conflict = NoteFeatures(rawValue: 4)
    /// The note says itself when it was made; else it is the file's time.
    static let ownCreated = NoteFeatures(rawValue: 8)
    static let ownModified = NoteFeatures(rawValue: 16)
    static let empty = NoteFeatures(rawValue: 32)
    static let openTask = NoteFeatures(rawValue: 64)
    static let doneTask = NoteFeatures(rawValue: 128)
    static let alias = NoteFeatures(rawValue: 256)

    // What depends on other files as well.

    /// References a file that is there and is no note.
    static let attachment = NoteFeatures(rawValue: 512)
    static let image = NoteFeatures(rawValue: 1024)
    /// A reference to another note leads somewhere.
    static let leadsOn = NoteFeatures(rawValue: 2048)
    static let broken = NoteFeatures(rawValue: 4096)
    static let ambiguous = NoteFeatures(rawValue: 8192)
    /// A reference may be a finding of `check`: it leads nowhere, to one of several, or names a part of a note.
    static let inQuestion = NoteFeatures(rawValue: 16384)

    static let ofLinks: NoteFeatures = [.attachment, .image, .leadsOn, .broken, .ambiguous, .inQuestion]
}

/// Where the parts of columns are in the table `columns`.
enum ColumnPart {
    /// Rows in a part.
    static let size = 1024

    static func id(_ column: Int64, _ part: Int) -> Int64 { column << 32 | Int64(part) }

    /// The numbers of all parts of a column.
    static func ids(_ column: Int64) -> ClosedRange<Int64> { column << 32...(column << 32 | 0xFFFF_FFFF) }

    static func part(_ id: Int64) -> Int { Int(id & 0xFFFF_FFFF) }
}

/// The first eight bytes of a sort key (`NaturalOrder`) as a number, in the same order: where two differ, so do the keys;
/// where they are equal, the keys have to be looked at.
enum SortPrefix {
    static func number(of key: [UInt8]) -> Int64 {
        var bits: UInt64 = 0
        for index in 0..<8 { bits = bits << 8 | UInt64(index < key.count ? key[index] : 0) }
        return Int64(bitPattern: bits ^ 1 << 63)
    }
}
