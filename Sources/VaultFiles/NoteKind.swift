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
    /// The headings that its notes must have, in this order.
    package var headings: [String] = []
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
            case "headings": kind.headings = list(part.value)
            default:
                warn(
                    part.keyRange, "unknown key '\(part.key)' of the kind '\(entry.key)'",
                    help: "keys are: where, required, headings")
            }
        }
        kinds.append(kind)
    }

    private func list(_ value: YAMLValue) -> [String] {
        value.listEntries(in: bytes).map(\.text).filter { !$0.isEmpty }
    }
}
