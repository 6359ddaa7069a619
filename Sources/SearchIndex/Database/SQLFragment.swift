import SQLite
import SourceText

/// A piece of SQL with the values bound to its parameters.
///
/// User text gets into SQL only as a bound value. Interpolation binds its values. Only `raw` inserts text, and it
/// accepts only literals.
struct SQLFragment: ExpressibleByStringInterpolation {
    private(set) var sql: String
    private(set) var values: [SQLValue]

    init(sql: String, values: [SQLValue] = []) {
        self.sql = sql
        self.values = values
    }

    init(stringLiteral value: String) { self.init(sql: value) }

    init(stringInterpolation: StringInterpolation) {
        self.init(sql: stringInterpolation.sql, values: stringInterpolation.values)
    }

    struct StringInterpolation: StringInterpolationProtocol {
        var sql = ""
        var values: [SQLValue] = []

        init(literalCapacity: Int, interpolationCount: Int) { sql.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { sql += literal }

        mutating func appendInterpolation(_ value: SQLValue) {
            sql += "?"
            values.append(value)
        }

        mutating func appendInterpolation(_ fragment: SQLFragment) {
            sql += fragment.sql
            values += fragment.values
        }

        mutating func appendInterpolation(_ kind: some SchemaKind) { sql += String(kind.rawValue) }

        mutating func appendInterpolation(_ kinds: [some SchemaKind]) {
            sql += kinds.map { String($0.rawValue) }.joined(separator: ", ")
        }

        mutating func appendInterpolation(raw text: StaticString) { sql += text.description }
    }

    /// Joins fragments, at least one, by an operator as a balanced tree. So thousands stay below SQLite's depth limit
    /// (https://sqlite.org/limits.html#max_expr_depth).
    static func joined(_ parts: [SQLFragment], by separator: StaticString) -> SQLFragment {
        if parts.count == 1 { return parts[0] }
        let middle = parts.count / 2
        let left = joined(Array(parts[..<middle]), by: separator)
        let right = joined(Array(parts[middle...]), by: separator)
        return "(\(left) \(raw: separator) \(right))"
    }
}

extension SQLFragment {
    /// Returns the condition that a row of `file f` has a path.
    static func isFile(_ path: VaultPath) -> SQLFragment {
        "f.path_hash = \(.number(NameKey.path(path))) AND f.path = \(.text(path.bytes))"
    }

    /// Returns the condition that a row of `file f` has a path or is inside it.
    static func isOrIsInside(_ path: VaultPath) -> SQLFragment {
        let (lower, upper) = (path.bytes + [Byte.slash], path.bytes + [Byte.slash + 1])
        return "(f.path = \(.text(path.bytes)) OR (f.path > \(.text(lower)) AND f.path < \(.text(upper))))"
    }

    /// Returns the condition that a row of `term` has a folded name or one nested in it. In ASCII the digit 0 follows
    /// the slash, so the range covers all names that start with `name/`.
    static func isOrIsNested(in name: String) -> SQLFragment {
        "(folded = \(.text(name)) OR (folded >= \(.text(name + "/")) AND folded < \(.text(name + "0"))))"
    }
}

/// An enumeration stored in a column. SQL contains its number as a literal, not as a parameter. SQLite uses a partial
/// index only if it can prove the index condition (https://sqlite.org/partialindex.html#queries_using_partial_indexes).
package protocol SchemaKind: RawRepresentable<Int64>, Sendable {}

extension SQLValue {
    static func kind(_ kind: some SchemaKind) -> SQLValue { .int(kind.rawValue) }
}
