import SQLite
import SourceText

/// The shared names (statuses, keywords, properties), each with an id and the number of notes that have it.
///
/// `flush` writes the counts. Memory: the names used so far.
struct TermTable {
    private struct Name: Hashable {
        var kind: TermKind
        /// Bytes instead of a string, because canonically equivalent strings compare equal.
        var name: [UInt8]
    }

    private let connection: Connection
    /// Whether the table was empty at the start, so that it need not be queried.
    private let isNew: Bool
    private var known: [Name: TermID] = [:]
    private var changes: [TermID: Int64] = [:]
    private var next: Int64

    init(_ connection: Connection, isNew: Bool) throws {
        self.connection = connection
        self.isNew = isNew
        next = try connection.first("SELECT ifnull(max(id), 0) + 1 FROM term") { $0.int(0) } ?? 1
    }

    /// Returns the id of a name, adding the name if needed.
    mutating func number(of name: String, _ kind: TermKind) throws -> TermID {
        let key = Name(kind: kind, name: Array(name.utf8))
        if let id = known[key] { return id }
        var id: TermID?
        if !isNew {
            id = try connection.first(
                "SELECT id FROM term WHERE kind = ?1 AND name = ?2", [.kind(kind), .text(key.name)]
            ) { $0.number(0) }
        }
        if id == nil {
            try connection.run(
                "INSERT INTO term(id, kind, name, folded, notes) VALUES(?1, ?2, ?3, ?4, 0)",
                [
                    .int(next), .kind(kind), .text(key.name),
                    .text(kind == .property ? FrontMatterKey.identity(name) : Folding.fold(name)),
                ])
            id = TermID(next)
            next += 1
        }
        known[key] = id
        return id ?? TermID(0)
    }

    /// Adds `change` to the number of notes that have a name.
    mutating func count(_ id: TermID, _ change: Int64) { changes[id, default: 0] += change }

    /// Writes the counts and deletes names that no note has any more.
    mutating func flush() throws {
        var hasRemoved = false
        for (id, change) in changes where change != 0 {
            try connection.run("UPDATE term SET notes = notes + ?2 WHERE id = ?1", [.number(id), .int(change)])
            if change < 0 {
                try connection.run("DELETE FROM term WHERE id = ?1 AND notes <= 0", [.number(id)])
                hasRemoved = true
            }
        }
        for (_, id) in known where changes[id, default: 0] == 0 {
            try connection.run("DELETE FROM term WHERE id = ?1 AND notes <= 0", [.number(id)])
            hasRemoved = true
        }
        changes = [:]
        if hasRemoved { known = [:] }
    }
}
