import Searching
import SourceText

/// Reads single lines of notes. The last note stays in memory, so that consecutive lines of one note read its file
/// once.
struct LinesOfNotes {
    private let snapshot: VaultSnapshot
    private var last: (path: VaultPath, bytes: [UInt8], lines: LineTable)?

    init(_ snapshot: VaultSnapshot) { self.snapshot = snapshot }

    /// Returns a line, counted from 1, without its indentation. Returns an empty text if there is no such line or the
    /// note cannot be read.
    mutating func text(_ path: VaultPath, _ line: Int) -> String {
        if last?.path != path {
            let bytes = (try? snapshot.bytes(path)) ?? []
            last = (path, bytes, LineTable(bytes))
        }
        guard let last, line >= 1, line <= last.lines.count else { return "" }
        let text = last.bytes.text(last.lines.range(ofLine: line)).split(whereSeparator: \.isNewline).first ?? ""
        return text.replacing("\t", with: " ").drop { $0 == " " }.description
    }
}
