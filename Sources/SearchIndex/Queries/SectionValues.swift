package import QueryLanguage
import SQLite
package import SourceText

/// What puts a note into a section.
package enum SectionValue: Hashable, Sendable {
    case status(String)
    /// Of creation, in local time.
    case day(CivilTime)
    case folder(VaultPath)
    /// A keyword, or a property's value, as it is written.
    case text(String)
    case none
}

/// What puts each of the notes that were found into sections, none of which was looked at.
package struct SectionValues: Sendable {
    /// Each value once.
    package private(set) var values: [SectionValue] = []
    /// Where the values of each note begin among `numbers`; one more than there are notes.
    package private(set) var starts: [Int32] = []
    /// The values of the notes by their numbers, of each in the order in which it has them; at least one.
    package private(set) var numbers: [Int32] = []

    fileprivate mutating func beginNote() { starts.append(Int32(numbers.count)) }

    fileprivate mutating func add(_ value: Int32) { numbers.append(value) }

    fileprivate mutating func end() { starts.append(Int32(numbers.count)) }

    fileprivate mutating func make(_ value: SectionValue) -> Int32 {
        values.append(value)
        return Int32(values.count - 1)
    }
}

extension NoteIndex {
    /// What `group:` by a key makes sections of. Complexity: O(notes), and O(values) of a property.
    package func sectionValues(
        of found: FoundNotes, by group: GroupKey, _ calendar: LocalCalendar
    ) throws -> SectionValues {
        switch group {
        case .standard(.status):
            return try values(of: found, .status) { .status(try self.name(ofTerm: $0)) }
        case .standard(.day), .standard(.month), .standard(.year), .standard(.period):
            return try days(of: found, .created, calendar)
        case .standard(.folder):
            let paths = Dictionary(
                try connection.all(sql: "SELECT id, path FROM file WHERE kind = \(FileKind.folder)") {
                    ($0.int(0), VaultPath(bytes: $0.bytes(1)))
                }, uniquingKeysWith: { first, _ in first })
            return try values(of: found, .folder) { .folder(paths[$0] ?? .root) }
        case .standard(.keyword):
            let keywords: NumberLists = try columns().all(.keywords)
            return try lists(of: found, { keywords.list($0) }) { try self.name(ofTerm: $0) }
        case .standard(.by):
            let names = try authorNames()
            let authors: NumberLists = try columns().all(.authors)
            return try lists(of: found, { authors.list($0) }) { names[$0] ?? "" }
        case .standard(.committed): return try days(of: found, .committed, calendar)
        case .standard(.commits):
            return try values(of: found, .commits) { $0 == 0 ? .none : .text(String($0)) }
        case .property(let name): return try values(of: found, property: name)
        }
    }

    /// In how many of the notes that a condition holds for each value stands.
    package func valueCounts(
        of group: GroupKey, in condition: Condition, _ calendar: LocalCalendar
    ) throws -> [(value: SectionValue, notes: Int)] {
        let found = FoundNotes(rows: try ConditionEvaluator(self).rows(condition).rows, scores: [])
        return counts(try sectionValues(of: found, by: group, calendar), found)
    }

    /// In how many of the notes that a condition holds for each day stands, in local time.
    package func dayCounts(
        _ field: Condition.TimeField, in condition: Condition, _ calendar: LocalCalendar
    ) throws -> [(value: SectionValue, notes: Int)] {
        let found = FoundNotes(rows: try ConditionEvaluator(self).rows(condition).rows, scores: [])
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
        let moments = try columns().all(column)
        let absent = column == .committed ? column.absent : nil
        return try values(of: found, { moments[$0] == absent ? .min : days.day(moments[$0]) }) {
            $0 == .min ? .none : .day(CivilTime(seconds: $0 * 86_400))
        }
    }

    private func values(
        of found: FoundNotes, _ column: NoteColumn, _ make: (Int64) throws -> SectionValue
    ) throws -> SectionValues {
        let numbers = try columns().all(column)
        return try values(of: found, { numbers[$0] }, make)
    }

    /// One value for each note, told from the others by a number.
    private func values(
        of found: FoundNotes, _ number: (Int) -> Int64, _ make: (Int64) throws -> SectionValue
    ) throws -> SectionValues {
        var result = SectionValues()
        var known = NumberTable()
        // Notes that follow each other often have the same.
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
        result.end()
        return result
    }

    /// As many texts for each note as it has.
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
        result.end()
        return result
    }

    private func values(of found: FoundNotes, property name: String) throws -> SectionValues {
        let column = try columns().property(name, self)
        let uses = column.uses.filter { column.values[Int($0.value)].isValue }
        // By row, for which files are in another order once a note was changed; of a note as it has them.
        var starts = [Int32](repeating: 0, count: try columns().capacity + 1)
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

/// The local day of many moments: a zone's offset is asked for once a day where it does not change in it.
private struct LocalDays {
    private static let far: Int64 = 1 << 62
    private let calendar: LocalCalendar
    /// By the day on a clock of UTC: the offset in seconds, or `.min` where it changes.
    private var offsets: [Int64: Int64] = [:]
    private var last: (day: Int64, offset: Int64) = (.min, 0)

    init(_ calendar: LocalCalendar) { self.calendar = calendar }

    /// The days since 1970 on a clock there.
    mutating func day(_ microseconds: Int64) -> Int64 {
        // Years beyond those that a date can have, which only a damaged index says, are cut.
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
