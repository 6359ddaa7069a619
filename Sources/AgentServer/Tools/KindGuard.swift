import Editing
import Rendering
import Searching
import SourceText
import VaultFiles

/// Refuses changes after which a note breaks rules of its kinds that it did not break before.
struct KindGuard {
    let session: VaultSession

    /// - Throws: `ToolError` with all rules that the notes of a sequence would newly break.
    func check(_ sequence: PlanSequence) throws {
        if session.vault.configuration.kinds.isEmpty { return }
        let notes = sequence.openNotes(in: session.vault)
        let paths = notes.notes.keys.sorted()
        func messages(_ snapshot: VaultSnapshot) throws -> [VaultPath: Set<String>] {
            try paths.reduce(into: [:]) { $0[$1] = Set(try snapshot.kindRules.messages(for: $1)) }
        }
        let before = try session.read(messages)
        let after = try session.plan(with: notes, messages)
        for path in paths {
            let broken = (after[path] ?? []).subtracting(before[path] ?? []).sorted()
            guard let first = broken.first else { continue }
            let rest = broken.dropFirst().prefix(9).map { "; \($0)" }.joined()
            throw ToolError(
                "'\(path.text)' would break a rule: \(first)\(rest); nothing was changed",
                help: "change the note so that it keeps the rules of its kinds, in the same call")
        }
    }
}

extension NoteKind {
    /// Writes the kind with its query and its rules.
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("name", name)
            json.field("query", query)
            for (name, values) in [("required", required), ("optional", optional), ("headings", headings)]
            where !values.isEmpty {
                json.field(name, values)
            }
            if let schema { json.field("schema", schema.name) }
        }
    }
}
