package import QueryLanguage
import SQLite
package import SourceText

/// A value by which notes are grouped into sections.
package enum SectionValue: Hashable, Sendable {
    case status(String)
    /// A date in local time.
    case day(CivilTime)
    case folder(VaultPath)
    /// A keyword, author, commit count or property value, as written.
    case text(String)
    case none
}

/// The section values of found notes, read without loading the notes.
package struct SectionValues: Sendable {
    package private(set) var values: [SectionValue] = []
    /// The index in `numbers` where each note's values start, and one more for the end.
    package private(set) var starts: [Int32] = []
    /// The values of all notes as indices in `values`, in the order of each note. Each note has at least one.
    package private(set) var numbers: [Int32] = []

    /// Starts the values of the next note. Called once more after the last note.
    fileprivate mutating func beginNote() { starts.append(Int32(numbers.count)) }

    fileprivate mutating func add(_ value: Int32) { numbers.append(value) }

    fileprivate mutating func make(_ value: SectionValue) -> Int32 {
        values.append(value)
        return Int32(values.count - 1)
    }
}

/// Reads the values of notes for `group:`.
package struct SectionReader {
    let index: NoteIndex

    /// Returns the values for `group:` by a key. Complexity: O(notes), and O(values) of a property.
    package func sectionValues(
        of found: FoundNotes, by group: GroupKey, _ calendar: LocalCalendar
    ) throws -> SectionValues {
        switch group {
        case .standard(.status):
            return try values(of: found, .status) { .status(try index.name(ofTerm: $0)) }
        case .standard(.day), .standard(.month), .standard(.year), .standard(.period):
            return try days(of: found, .created, calendar)
        case .standard(.folder):
            let paths = Dictionary(
                try index.connection.all(sql: "SELECT id, path FROM file WHERE kind = \(FileKind.folder)") {
                    ($0.int(0), $0.path(1))
                }, uniquingKeysWith: { first, _ in first })
            return try values(of: found, .folder) { .folder(paths[$0] ?? .root) }
        case .standard(.keyword):
            let keywords: NumberLists = try index.columns().all(.keywords)
            return try lists(of: found, { keywords.list($0) }) { try index.name(ofTerm: $0) }
        case .standard(.vault):
            return try values(of: found, { _ in 0 }) { _ in index.vaultName.isEmpty ? .none : .text(index.vaultName) }
        case .standard(.by):
            let names = try index.authorNames()
            let authors: NumberLists = try index.columns().all(.authors)
            return try lists(of: found, { authors.list($0) }) { names[$0] ?? "" }
        case .standard(.committed): return try days(of: found, .committed, calendar)
        case .standard(.commits):
            return try values(of: found, .commits) { $0 == 0 ? .none : .text(String($0)) }
        case .property(let name): return try values(of: found, property: name)
        }
    }

    /// Returns each value with the number of notes that have it, of those that satisfy a condition.
    package func valueCounts(
        of group: GroupKey, in condition: Condition, _ calendar: LocalCalendar
    ) throws -> [(value: SectionValue, notes: Int)] {
        let found = FoundNotes(rows: try ConditionEvaluator(index).rows(condition).rows, scores: [])
        return counts(try sectionValues(of: found, by: group, calendar), found)
    }

    /// Returns each day in local time with the number of notes on it, of those that satisfy a condition.
    package func dayCounts(
        _ field: Condition.TimeField, in condition: Condition, _ calendar: LocalCalendar
    ) throws -> [(value: SectionValue, notes: Int)] {
        let found = FoundNotes(rows: try ConditionEvaluator(index).rows(condition).rows, scores: [])
        return counts(try days(of: found, field.column, calendar), found)
    }

    private func counts(_ values: SectionValues, _ found: FoundNotes) -> [(value: SectionValue, notes: Int)] {
        var counts = [Int](repeating: 0, count: values.values.count)
        for note in 0..<found.count {
            let range = Int(values.starts[note])..<Int(values.starts[note + 1])
            for index in range where !values.numbers[range.lowerBound..<index].contains(values.numbers[index]) {
                counts[Int(values.numbers[index])] += 1
            }
        }
        return zip(values.values, counts).map { ($0, $1) }
    }

    private func days(of found: FoundNotes, _ column: NoteColumn, _ calendar: LocalCalendar) throws -> SectionValues {
        var days = LocalDays(calendar)
        let moments = try index.columns().all(column)
        let absent = column == .committed ? column.absent : nil
        return try values(of: found, { moments[$0] == absent ? .min : days.day(moments[$0]) }) {
            $0 == .min ? .none : .day(CivilTime(seconds: $0 * 86_400))
        }
    }

    private func values(
        of found: FoundNotes, _ column: NoteColumn, _ make: (Int64) throws -> SectionValue
    ) throws -> SectionValues {
        let numbers = try index.columns().all(column)
        return try values(of: found, { numbers[$0] }, make)
    }

    /// Returns one value for each note, identified by a number.
    private func values(
        of found: FoundNotes, _ number: (Int) -> Int64, _ make: (Int64) throws -> SectionValue
    ) throws -> SectionValues {
        var result = SectionValues()
        var known = NumberTable()
        // Consecutive notes often have the same value.
        var last: (number: Int64, value: Int32)?
        for row in found.rows {
            let own = number(row)
            if last?.number != own {
                let value = try known[own] ?? Int(result.make(make(own)))
                known[own] = value
                last = (own, Int32(value))
            }
            result.beginNote()
            if let last { result.add(last.value) }
        }
        result.beginNote()
        return result
    }

    /// Returns a list of texts for each note.
    private func lists(
        of found: FoundNotes, _ list: (Int) -> ArraySlice<Int32>, _ text: (Int64) throws -> String
    ) throws -> SectionValues {
        var result = SectionValues()
        var known = NumberTable()
        var none: Int32?
        for row in found.rows {
            result.beginNote()
            let own = list(row)
            if own.isEmpty {
                let value = none ?? result.make(.none)
                none = value
                result.add(value)
            }
            for number in own {
                if let value = known[Int64(number)] {
                    result.add(Int32(value))
                } else {
                    let value = try result.make(.text(text(Int64(number))))
                    known[Int64(number)] = Int(value)
                    result.add(value)
                }
            }
        }
        result.beginNote()
        return result
    }

    private func values(of found: FoundNotes, property name: String) throws -> SectionValues {
        let column = try index.columns().property(name)
        let uses = column.uses.filter { column.values[Int($0.value)].isValue }
        // Grouped by row, because file order differs from row order after changes. Each note keeps its own order.
        var starts = [Int32](repeating: 0, count: try index.columns().capacity + 1)
        for use in uses { starts[Int(use.row) + 1] += 1 }
        for index in 1..<max(1, starts.count) { starts[index] += starts[index - 1] }
        var sorted = [Int32](repeating: 0, count: uses.count)
        var next = starts
        for use in uses {
            sorted[Int(next[Int(use.row)])] = use.value
            next[Int(use.row)] += 1
        }
        return try lists(of: found, { sorted[Int(starts[$0])..<Int(starts[$0 + 1])] }) {
            String(decoding: column.values[Int($0)].text, as: UTF8.self)
        }
    }
}

/// A converter of times to local days. The zone's offset is looked up once per UTC day, unless it changes on that day.
private struct LocalDays {
    private static let far: Int64 = 1 << 62
    private let calendar: LocalCalendar
    /// By UTC day: the offset in seconds, or `.min` if it changes on that day.
    private var offsets: [Int64: Int64] = [:]
    private var last: (day: Int64, offset: Int64) = (.min, 0)

    init(_ calendar: LocalCalendar) { self.calendar = calendar }

    /// Returns the days since 1970 in local time.
    mutating func day(_ microseconds: Int64) -> Int64 {
        // Years out of range, which occur only in a corrupt index, are clamped.
        let seconds = Moment(microseconds: max(-Self.far, min(microseconds, Self.far))).seconds
        let day = Self.floor(seconds)
        if last.day != day { last = (day, offset(day)) }
        if last.offset != .min { return Self.floor(seconds + last.offset) }
        return Self.floor(calendar.civil(Moment(seconds: seconds)).seconds)
    }

    private mutating func offset(_ day: Int64) -> Int64 {
        if let known = offsets[day] { return known }
        func offset(_ seconds: Int64) -> Int64 { calendar.civil(Moment(seconds: seconds)).seconds - seconds }
        let (first, last) = (offset(day * 86_400), offset(day * 86_400 + 86_399))
        let found = first == last ? first : .min
        offsets[day] = found
        return found
    }

    private static func floor(_ seconds: Int64) -> Int64 {
        seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400)
    }
}

extension NoteIndex {
    package var sections: SectionReader { SectionReader(index: self) }
}
