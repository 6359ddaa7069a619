import Foundation

/// The content of a random note, known from its generation and not read from its file.
struct OracleNote {
    enum Value: Equatable {
        case text(String), number(Double, String), flag(Bool, String), date(Int, String), null
        case list([Value]), map([(String, Value)])

        static func == (a: Value, b: Value) -> Bool { "\(a)" == "\(b)" }

        /// The written text of a value that is neither a list nor a mapping.
        var text: String? {
            switch self {
            case .text(let text), .number(_, let text), .flag(_, let text), .date(_, let text): text
            default: nil
            }
        }

        var isNull: Bool { self == .null }

        /// The values that a query compares: the value, or the entries of a list.
        var entries: [Value] {
            switch self {
            case .list(let values): values.flatMap(\.entries)
            case .map, .null: []
            default: [self]
            }
        }
    }

    enum Target: Equatable { case note(Int), file(String), missing, nowhere }

    struct Reference {
        var target: String
        /// Whether it is written as an attachment: an embed, an entry of `attachments:`, a known extension.
        var isAttachment = false
        var leadsTo = Target.nowhere
        var isAmbiguous = false
    }

    var folder = ""
    var stem = ""
    var fileExtension = "md"
    var frontMatter: [String] = []
    var blocks: [String] = []
    var hasFrontMatter = true

    var writtenTitle: String?
    /// The first heading if it has level 1 and only comments precede it.
    var firstHeading: String?
    var aliases: [String] = []
    var keywords: [String] = []
    var headings: [String] = []
    var status = "draft"
    var isFavorite = false
    var writtenCreated: Int?
    var writtenModified: Int?
    var nameDate: Int?
    var fileTime = 0
    var id: String?
    var order: Int?
    var references: [Reference] = []
    var openTasks = 0
    var doneTasks = 0
    var isMalformed = false
    var hasConflict = false
    /// The main names of known keys that have a value.
    var keys: Set<String> = []
    /// Properties by folded name, with dots in nested names.
    var properties: [String: Value] = [:]
    /// The notes that link to this one, each once.
    var backlinks: Set<Int> = []

    var name: String { "\(stem).\(fileExtension)" }
    var path: String { folder.isEmpty ? name : "\(folder)/\(name)" }
    var pathStem: String { folder.isEmpty ? stem : "\(folder)/\(stem)" }
    var title: String { writtenTitle ?? firstHeading ?? stem }
    var created: Int { writtenCreated ?? nameDate ?? fileTime }
    var modified: Int { writtenModified ?? fileTime }
    var body: String { blocks.map { $0 + "\n" }.joined(separator: "\n") }
    var fileText: String {
        hasFrontMatter ? "---\n" + frontMatter.map { $0 + "\n" }.joined() + "---\n" + body : body
    }
    var size: Int { fileText.utf8.count }
    var words: Int { OracleText.runs(body) }

    var links: [Reference] {
        references.filter {
            switch $0.leadsTo {
            case .note, .nowhere: true
            case .file, .missing: false
            }
        }
    }
    var attachments: [Reference] {
        references.filter {
            switch $0.leadsTo {
            case .file, .missing: true
            case .note, .nowhere: false
            }
        }
    }
    var linkedNotes: Set<Int> {
        Set(references.compactMap { if case .note(let note) = $0.leadsTo { note } else { nil } })
    }

    /// The texts that can contain a word or a phrase.
    var texts: [String] { [title, stem, body] + aliases + keywords + headings }
    /// The same with the displayed body.
    var readTexts: [String] { [title, stem] + bodyTexts + aliases + keywords + headings }
    /// The displayed blocks, with each code span, address and destination as a separate text.
    var bodyTexts: [String] {
        blocks.flatMap { $0.hasPrefix("- [") ? $0.components(separatedBy: "\n") : [$0] }.flatMap(OracleText.reading)
    }
    var textWords: [[String]] = []
    var foldedTexts: [String] = []
    var foldedKeywords: [String] = []
    var foldedNames: Set<String> = []

    /// The names by which a reference can name the note.
    var names: [String] {
        [path, folder.isEmpty ? stem : "\(folder)/\(stem)", name, stem, title] + [id].compactMap { $0 } + aliases
    }
}
