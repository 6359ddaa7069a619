/// The columns of the full-text table. The raw values are their numbers in FTS5.
enum FTSColumn: Int {
    case body = 0
    case title = 1
    case alias = 2
    case name = 3
    case keyword = 4
    case heading = 5

    /// The order in which a reader would scan a note.
    static let inOrder: [FTSColumn] = [.title, .alias, .name, .keyword, .heading, .body]

    var name: String {
        switch self {
        case .body: "body"
        case .title: "title"
        case .alias: "alias"
        case .name: "file name"
        case .keyword: "keyword"
        case .heading: "heading"
        }
    }
}

/// Packs a column and a token number into 32 bits, so that sorting the numbers sorts by position. A column has fewer
/// than 2²⁸ tokens.
enum TokenPosition {
    static func make(_ column: Int, _ offset: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: column) << 28 | UInt32(truncatingIfNeeded: offset) & 0x0FFF_FFFF
    }

    static func column(_ position: UInt32) -> FTSColumn? { FTSColumn(rawValue: Int(position >> 28)) }
}
