import QueryLanguage
import RegularExpressions
import SQLite
import SourceText

/// A test of a textual attribute of a note: path, file name, title or id.
struct RowTest {
    private let condition: Condition
    private var matcher: Matcher?

    init(_ condition: Condition) {
        self.condition = condition
        switch condition {
        case .matches(_, let pattern), .path(.regex(let pattern)): matcher = Matcher(pattern)
        default: break
        }
    }

    /// A statement that selects the tested text of row ?1.
    var statement: String {
        switch condition {
        case .id: "SELECT ident FROM note WHERE id = ?1"
        case .whole, .matches(.title, _): "SELECT title FROM note WHERE id = ?1"
        default: "SELECT f.path FROM note n CROSS JOIN file f ON f.id = n.file WHERE n.id = ?1"
        }
    }

    /// A statement that selects the tested text and the file id of all notes.
    var all: SQLFragment {
        switch condition {
        case .id: "SELECT ident, file FROM note"
        case .whole, .matches(.title, _): "SELECT title, file FROM note"
        default: "SELECT path, id FROM file WHERE kind = \(FileKind.note)"
        }
    }

    mutating func passes(_ row: borrowing Row) -> Bool {
        if row.isNull(0) { return false }
        let bytes = row.bytes(0)
        switch condition {
        case .id(let pattern): return pattern.matches(folded: NameKey.fold(bytes))
        case .whole(_, let text): return Folding.fold(bytes, 0..<bytes.count) == Array(text.utf8)
        case .matches(.title, _), .path(.regex): return matcher?.matches(bytes, in: bytes.indices) ?? false
        case .matches:
            let stem = VaultPath(bytes: bytes).stem.bytes
            return matcher?.matches(stem, in: stem.indices) ?? false
        case .path(.glob(let glob)): return glob.matches(Folding.fold(bytes, 0..<bytes.count))
        case .fileName(let words): return Self.contains(words, in: VaultPath(bytes: bytes).name.bytes)
        case .path(.words(let words)): return Self.contains(words, in: bytes)
        case .name(let pattern, let withExtension):
            let path = VaultPath(bytes: bytes)
            return (withExtension ? [path.stem, path.name] : [path.stem]).contains {
                pattern.matches(folded: Folding.fold($0.bytes, 0..<$0.bytes.count))
            }
        default: return false
        }
    }

    private static func contains(_ words: [String], in path: [UInt8]) -> Bool {
        Words.tokens(of: path, in: 0..<path.count).map { String(decoding: $0.text, as: UTF8.self) }
            .contains(sequence: words)
    }
}
