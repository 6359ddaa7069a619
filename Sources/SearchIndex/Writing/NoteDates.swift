import SQLite
import SourceText

/// The inputs for the creation and modification dates of a note.
struct NoteDates {
    var features: NoteFeatures
    /// The note's own dates if it has them (`features`). Otherwise dates that apply only if there is no other source.
    var created: Int64
    var modified: Int64
    var fileCreated: Int64?
    var fileModified: Int64?
    var blob: [UInt8]?
    /// The `modified:` of the note.
    var own: DateText?

    /// Returns the dates from the note itself, else from the history, else from the file. The file's modification time
    /// also applies if the content differs from the last commit.
    ///
    /// - Parameter changed: the time when the content changed after the note's own date, or nil if that date is valid.
    func resolved(by history: NoteHistory?, changed: Int64?) -> (created: Int64, modified: Int64) {
        let isCommitted = history?.blob != nil && history?.blob == blob
        return (
            features.contains(.ownCreated) ? created : history?.created ?? fileCreated ?? created,
            features.contains(.ownModified)
                ? changed ?? modified : (isCommitted ? history?.modified : nil) ?? fileModified ?? modified
        )
    }
}

extension DateText {
    /// Reads the `modified:` of a note from the columns `own_modified`, `own_precision` and `modified_local`. Returns
    /// nil if the note has none or dates do not come from git.
    init?(own row: borrowing Row, from column: Int) {
        guard let moment = row.optionalInt(column), let rank = row.optionalInt(column + 1),
            let precision = Precision(rawValue: rank)
        else { return nil }
        let local = row.optionalInt(column + 2)
        let microseconds = local ?? moment
        let seconds = Moment(microseconds: microseconds).seconds
        self.init(
            CivilTime(seconds: seconds), precision, fraction: Int(microseconds - seconds * 1_000_000),
            offset: local == nil ? 0 : nil)
    }
}
