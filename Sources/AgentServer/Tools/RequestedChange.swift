import Editing
import SourceText
import VaultFiles

/// A change as an agent requests it.
struct RequestedChange: Sendable {
    enum Operation: String, CaseIterable, Sendable {
        case set, append, prepend, insert, replace, task, new, move, remove
    }

    let operation: Operation
    private let value: JSONValue

    /// The members of all operations.
    static let properties = [
        Property("op", .choice(Operation.allCases.map(\.rawValue)), isRequired: true),
        Property("note", .text, "as for read"), Property("hash", .text), Property("values", .anyObject),
        Property("text", .text), Property("heading", .text, "with subsections"),
        Property("line", .number(1...JSONSchema.largest), "of the note as read; insert: before it"),
        Property("old", .text, "exact text, not in front matter"), Property("new", .text),
        Property("count", .number(1...JSONSchema.largest), "occurrences of old; default: 1"),
        Property("title", .text), Property("folder", .text, "created if missing"), Property("path", .text),
        Property("kind", .text), Property("to", .text, "new path, or folder with /"),
    ]

    /// - Parameter number: the position in the list, from 0, for errors.
    /// - Throws: `ToolError` if a member is missing, or is not one of the operation.
    init(_ value: JSONValue, number: Int) throws(ToolError) {
        guard let operation = value["op"]?.text.flatMap({ Operation(rawValue: $0) }) else {
            throw ToolError("changes[\(number)]: 'op' is missing")
        }
        self.operation = operation
        self.value = value
        let (required, others) = Self.members(of: operation)
        if let missing = required.first(where: { value[$0] == nil }) {
            throw ToolError(
                "changes[\(number)]: '\(operation.rawValue)' requires '\(missing)'",
                help: missing == "hash"
                    ? "read the note, and give the hash of the result"
                    : "it takes: \((required + others).joined(separator: ", "))")
        }
        if let text = value.members.first(where: { $0.value.text?.utf8.contains(0) == true }) {
            throw ToolError("changes[\(number)]: '\(text.name)' contains a NUL character, which no note may have")
        }
        let allowed = ["op"] + required + others
        if let other = value.members.first(where: { !allowed.contains($0.name) }) {
            throw ToolError(
                "changes[\(number)]: '\(operation.rawValue)' takes no '\(other.name)'",
                help: "it takes: \(allowed.dropFirst().joined(separator: ", "))")
        }
    }

    private static func members(of operation: Operation) -> (required: [String], others: [String]) {
        switch operation {
        case .set: (["note", "hash", "values"], [])
        case .append, .prepend: (["note", "hash", "text"], ["heading"])
        case .insert: (["note", "hash", "line", "text"], [])
        case .replace: (["note", "hash", "old", "new"], ["count", "line", "heading"])
        case .task: (["note", "hash", "line", "values"], [])
        case .new: (["title"], ["folder", "path", "text", "values", "kind"])
        case .move: (["note", "hash", "to"], [])
        case .remove: (["note", "hash"], [])
        }
    }

    /// Returns a member that is a text, or nil.
    func text(_ name: String) -> String? { value[name]?.text }
    /// The heading, without signs, or nil.
    var heading: String? { text("heading").map(Self.heading) }

    /// Returns a heading without the signs of Markdown, which models often include.
    static func heading(_ text: String) -> String {
        String(text.drop { $0 == "#" }.drop { $0 == " " })
    }

    /// Returns a member that is a number, or nil.
    func number(_ name: String) -> Int? { value[name]?.int }

    /// Returns the changes of a task in `values`: its status, and properties as in `slip task set`.
    func taskChanges() throws -> [TaskChange] {
        var changes: [TaskChange] = []
        var assignments: [TaskAssignment] = []
        for member in value["values"]?.members ?? [] {
            let text = member.value.plainText
            if member.name == "status" {
                guard let status = TaskStatus(rawValue: text) else {
                    throw ToolError("'\(text)' is not a status of tasks", help: "one of: open, done, cancelled")
                }
                changes.append(.status(status))
            } else if let assignment = try TaskAssignment("\(member.name)=\(member.value == .null ? "" : text)") {
                assignments.append(assignment)
            } else {
                throw ToolError("tasks have no property '\(member.name)'", help: "for example: status, due, priority")
            }
        }
        return (assignments.isEmpty ? [] : [.set(assignments)]) + changes
    }

    /// Returns the front matter changes of `values`.
    ///
    /// - Parameter isKnown: whether a key has a meaning for slip. A text is then as in `slip set`. For other keys it
    ///   stays a text, even if it looks like a number.
    func assignments(isKnown: (String) -> Bool) throws(ToolError) -> [PropertyAssignment] {
        var assignments: [PropertyAssignment] = []
        for member in value["values"]?.members ?? [] {
            let key = member.name
            guard PropertyAssignment("\(key)=")?.key == key else {
                throw ToolError("'\(key)' cannot be a front matter key", help: "use letters, digits, - and _")
            }
            assignments.append(PropertyAssignment(key: key, action: try Self.action(member, isKnown: isKnown(key))))
        }
        return assignments
    }

    private static func action(
        _ member: JSONValue.Member, isKnown: Bool
    ) throws(ToolError) -> PropertyAssignment.Action {
        switch member.value {
        case .null: return .remove
        case .bool(let value): return .typed(value ? "true" : "false")
        case .number(let text): return .typed(text)
        case .string(let text) where isKnown: return text.isEmpty ? .remove : .set(text)
        case .string(let text): return .text(text)
        case .array(let values):
            let entries = values.compactMap { value -> String? in
                switch value {
                case .string, .number, .bool: value.plainText
                default: nil
                }
            }
            if entries.count == values.count {
                return .list(entries, areText: !isKnown && values.allSatisfy { $0.text != nil })
            }
        case .object, .raw: break
        }
        throw ToolError("'\(member.name)' must be a text, a number, true, false, null, or a list of texts")
    }
}
