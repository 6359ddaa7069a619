/// The defaults of `slip search` in a vault's configuration.
package struct SearchDefaults: Sendable {
    /// The order, in the syntax of `sort:`, and its range in the file.
    package var sort: (keys: String, range: Range<Int>)?
    /// The sections of text on a terminal, in the syntax of `group:`, and their range in the file.
    package var group: (key: String, range: Range<Int>)?
    /// `all`, `folder` or `here`: the value of `--scope`.
    package var scope: String?
    /// The maximum number of notes on a terminal.
    package var limit: Int?
    /// The number of passages below each note on a terminal.
    package var lines: Int?
    /// Whether near matches follow when few notes match. Nil: only in output to a terminal.
    package var near: Bool?

    /// Whether two settings are the same, perhaps at different places in the file.
    func isSame(as other: SearchDefaults) -> Bool {
        sort?.keys == other.sort?.keys && group?.key == other.group?.key && scope == other.scope
            && limit == other.limit && lines == other.lines && near == other.near
    }

    static let scopes = ["all", "folder", "here"]
}
