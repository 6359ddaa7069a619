import QueryLanguage
import SQLite
import SourceText

/// The values of a property. Each distinct value is stored once, so that tests run on few values.
struct PropertyColumn {
    private(set) var values: [PropertyValue] = []
    /// The row of each note with a value, and the index of the value. Values of one note are contiguous, in its order.
    private(set) var uses: [(row: Int32, value: Int32)] = []

    /// Complexity: O(values of the property).
    init(_ name: String, _ connection: Connection, _ columns: NoteColumns) throws {
        var numbers: [[UInt8]: Int32] = [:]
        // Most properties have few distinct values, so the last value with the same hash is tried first.
        var recent = [Int32](repeating: -1, count: Self.recentCount)
        let note = try columns.fileRows()
        try connection.rows(
            sql: """
                SELECT file, kind, text, folded, number, time FROM property WHERE \(try connection.isOfProperty(name))
                ORDER BY file, seq
                """
        ) { row in
            guard let use = note(row.int(0)) else { return true }
            let kind = row.int(1)
            var slot = 0
            var known = false
            row.withBytes(2) { text in
                slot = Self.slot(text, kind)
                guard recent[slot] >= 0 else { return }
                let value = values[Int(recent[slot])]
                known =
                    value.kind.rawValue == kind && text.count == value.text.count
                    && text.indices.allSatisfy { text[$0] == value.text[$0] }
            }
            if known {
                uses.append((Int32(truncatingIfNeeded: use), recent[slot]))
                return true
            }
            // The kind is part of the key, because it distinguishes a number from the same text in quotes.
            let key = row.bytes(2) + [UInt8(truncatingIfNeeded: kind)]
            var number = numbers[key] ?? -1
            if number < 0 {
                number = Int32(values.count)
                numbers[key] = number
                values.append(
                    PropertyValue(
                        kind: PropertyKind(rawValue: kind) ?? .text, text: Array(key.dropLast()), folded: row.bytes(3),
                        number: row.optionalReal(4), time: row.optionalInt(5)))
            }
            recent[slot] = number
            uses.append((Int32(truncatingIfNeeded: use), number))
            return true
        }
    }

    private static let recentCount = 256

    /// Returns the index of a value in the cache of recent ones: a hash of the text and kind.
    private static func slot(_ text: Span<UInt8>, _ kind: Int64) -> Int {
        var hash = UInt32(truncatingIfNeeded: kind)
        for index in text.indices { hash = (hash ^ UInt32(text[index])) &* 0x0100_0193 }
        return Int(hash >> 24)
    }

    /// Returns the notes with a value that satisfies a test. Complexity: O(distinct values) tests.
    func rows(capacity: Int, where matches: (PropertyValue) -> Bool) -> RowSet {
        let passing = values.map(matches)
        var found = RowSet(capacity: capacity)
        for use in uses where passing[Int(use.value)] { found.insert(Int(use.row)) }
        return found
    }

    /// Returns the sort ranks of the distinct values, with nil for empty ones, and that of notes without a value. The
    /// highest rank comes first.
    ///
    /// Complexity: O(n log n) in the distinct values.
    ///
    /// - Parameter descends: as for `PropertySortValue.precedes`.
    func ranks(descends: Bool?, _ type: PropertyType) -> (values: [Int64?], missing: Int64?) {
        let all = values.map { PropertySortValue($0, type) } + [PropertySortValue(defaultOf: type)]
        let sorted = all.enumerated().compactMap { number, value in value.map { (number: number, value: $0) } }
            .sorted { $0.value.precedes($1.value, descends: descends) }
        var ranks = [Int64?](repeating: nil, count: all.count)
        var rank = Int64(sorted.count)
        for (place, entry) in sorted.enumerated() {
            if place > 0, sorted[place - 1].value != entry.value { rank -= 1 }
            ranks[entry.number] = rank
        }
        return (Array(ranks.dropLast()), ranks.last ?? nil)
    }
}

extension NumberRange {
    /// The exact range of integers in it, or nil if there are none.
    var wholeNumbers: ClosedRange<Int64>? {
        func whole(_ bound: Double) -> Int64 { Int64(exactly: bound) ?? (bound < 0 ? .min : .max) }
        var least = Int64.min
        var most = Int64.max
        if let lower {
            if lower.isNaN || lower >= 0x1p63 { return nil }
            least = whole(lower.rounded(.up))
            if !lowerIncluded, Int64(exactly: lower) != nil { least += 1 }
        }
        if let upper {
            if upper.isNaN || upper < -0x1p63 { return nil }
            most = whole(upper.rounded(.down))
            if !upperIncluded, upper < 0x1p63, Int64(exactly: upper) != nil {
                if most == .min { return nil }
                most -= 1
            }
        }
        return least <= most ? least...most : nil
    }
}

extension Double {
    /// An integer with the same order as the number.
    var ordered: Int64 {
        let bits = Int64(bitPattern: bitPattern)
        return max(bits >= 0 ? bits : bits ^ .max, .min + 1)
    }
}
