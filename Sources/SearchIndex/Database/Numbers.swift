import SQLite
import SourceText

/// A typed number, so that numbers with different meanings cannot be confused.
package protocol IndexNumber: Hashable, Comparable, Sendable {
    init(_ value: Int64)
    var value: Int64 { get }
}

extension IndexNumber {
    package static func < (a: Self, b: Self) -> Bool { a.value < b.value }
}

/// An id in `file`. It identifies a path for as long as the path exists.
package struct FileID: IndexNumber {
    package let value: Int64
    package init(_ value: Int64) { self.value = value }

    /// The vault's root, which has no row.
    static let root = FileID(0)
}

/// An id in `note` and in the full-text table. It identifies one version of a note's content.
package struct RowID: IndexNumber {
    package let value: Int64
    package init(_ value: Int64) { self.value = value }
}

/// An id in `term`: a name that several notes can share.
struct TermID: IndexNumber {
    let value: Int64
    init(_ value: Int64) { self.value = value }
}

/// The hash by which a name is found: `NameKey`.
struct NameHash: IndexNumber {
    let value: Int64
    init(_ value: Int64) { self.value = value }
}

/// The attributes of a file as one number. As long as it stays the same, the file has not changed.
package struct Fingerprint: IndexNumber {
    package let value: Int64
    package init(_ value: Int64) { self.value = value }

    /// The fingerprint of a file that must be read again.
    package static let unknown = Fingerprint(0)
}

extension SQLValue {
    static func number(_ number: some IndexNumber) -> SQLValue { .int(number.value) }
    static func optional(_ number: (some IndexNumber)?) -> SQLValue { number.map { .int($0.value) } ?? .null }
}

extension Row {
    func path(_ column: Int) -> VaultPath { VaultPath(bytes: bytes(column)) }

    func moment(_ column: Int) -> Moment { Moment(microseconds: int(column)) }

    /// Returns the location whose line is in `column` and whose column in the line is in the next one.
    func location(_ column: Int) -> TextLocation {
        TextLocation(line: Int(int(column)), column: Int(int(column + 1)))
    }

    func number<Number: IndexNumber>(_ column: Int, as type: Number.Type = Number.self) -> Number {
        Number(int(column))
    }
}
