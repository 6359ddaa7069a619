import Notes
import SourceText

/// A kind of note, with what its notes must have: an entry of `kinds:` in the configuration.
package struct NoteKind: Hashable, Sendable {
    package var name: String
    /// The query that finds its notes.
    package var query: String
    /// The range of the query in the configuration.
    package var queryRange: Range<Int>
    /// The keys that its notes must have.
    package var required: [String] = []
    /// The keys that its notes may have. They are offered while the user types.
    package var optional: [String] = []
    /// The headings that its notes must have, in this order.
    package var headings: [String] = []
    /// The name of the template for new notes.
    package var template: FileReference?
    /// The path of a JSON Schema for the front matter.
    package var schema: FileReference?

    /// The name of a file, with its range in the configuration.
    package struct FileReference: Hashable, Sendable {
        package var name: String
        package var range: Range<Int>
    }

    /// Whether a note can lack something that the kind requires.
    package var hasRules: Bool { !required.isEmpty || !headings.isEmpty || schema != nil }

    /// The keys that its notes must or may have.
    package var keys: [String] { required + optional }
}

/// Reads `kinds:` of the configuration.
struct KindReader {
    private(set) var kinds: [NoteKind] = []
    private(set) var problems: [Diagnostic] = []
    private let bytes: [UInt8]

    init(_ value: YAMLValue, in bytes: [UInt8]) {
        self.bytes = bytes
        guard case .mapping(let mapping, _) = value.content else {
            warn(
                value.range, "'kinds' must map names to rules",
                help: ##"such as  book: {where: "#book", required: [author]}"##)
            return
        }
        for entry in mapping.entries { read(entry) }
    }

    private mutating func warn(_ range: Range<Int>, _ message: String, help: String? = nil) {
        problems.append(Diagnostic(.config, at: range, message, help: help))
    }

    private mutating func read(_ entry: YAMLEntry) {
        guard case .mapping(let parts, _) = entry.value.content,
            let query = parts.entry("where"), let text = query.value.text
        else {
            return warn(
                entry.keyRange, "the kind '\(entry.key)' has no query", help: ##"such as  where: "#book -in:Archive""##)
        }
        var kind = NoteKind(name: entry.key, query: text, queryRange: query.value.range)
        for part in parts.entries {
            switch part.key.lowercased() {
            case "where": break
            case "required": kind.required = list(part.value)
            case "optional": kind.optional = list(part.value)
            case "headings": kind.headings = list(part.value)
            case "template": kind.template = reference(part, "such as  template: book")
            case "schema": kind.schema = reference(part, "such as  schema: .slipbox/schemas/book.json")
            default:
                let keys = ["where", "required", "optional", "headings", "template", "schema"]
                warn(
                    part.keyRange, "unknown key '\(part.key)' of the kind '\(entry.key)'",
                    help: Nearest.match(part.key, among: keys).map { "did you mean '\($0)'?" }
                        ?? "keys are: \(keys.joined(separator: ", "))")
            }
        }
        kinds.append(kind)
    }

    private mutating func reference(_ entry: YAMLEntry, _ help: String) -> NoteKind.FileReference? {
        guard let name = entry.value.text, !name.isEmpty else {
            if !entry.value.isNull { warn(entry.value.range, "'\(entry.key)' must be the name of a file", help: help) }
            return nil
        }
        return NoteKind.FileReference(name: name, range: entry.value.range)
    }

    private func list(_ value: YAMLValue) -> [String] {
        value.listEntries(in: bytes).map(\.text).filter { !$0.isEmpty }
    }
}
