import SQLite

/// A number that means something in one place of the index alone, so that it cannot be taken for another one.
package protocol IndexNumber: Hashable, Comparable, Sendable {
    init(_ value: Int64)
    var value: Int64 { get }
}

extension IndexNumber {
    package static func < (a: Self, b: Self) -> Bool { a.value < b.value }
}

/// A row of `file`: a path for as long as it exists.
package struct FileID: IndexNumber {
    package let value: Int64
    package init(_ value: Int64) { self.value = value }

    /// The vault's root, which has no row.
    static let root = FileID(0)
}

/// A row of `note` and of the full-text table: one content of a note.
package struct RowID: IndexNumber {
    package let value: Int64
    package init(_ value: Int64) { self.value = value }
}

/// A row of `term`: a name that repeats.
struct TermID: IndexNumber {
    let value: Int64
    init(_ value: Int64) { self.value = value }
}

/// What a name is found by: `NameKey`.
struct NameHash: IndexNumber {
    let value: Int64
    init(_ value: Int64) { self.value = value }
}

/// What the system says of a file, as one number: while it stays the same, nobody has touched the file.
package struct Fingerprint: IndexNumber {
    package let value: Int64
    package init(_ value: Int64) { self.value = value }

    /// Of a file that has to be looked at again, whatever it looks like then.
    package static let unknown = Fingerprint(0)
}

extension SQLValue {
    static func number(_ number: some IndexNumber) -> SQLValue { .int(number.value) }
    static func optional(_ number: (some IndexNumber)?) -> SQLValue { number.map { .int($0.value) } ?? .null }
}

extension Row {
    func number<Number: IndexNumber>(_ column: Int, as type: Number.Type = Number.self) -> Number {
        Number(int(column))
    }
}
