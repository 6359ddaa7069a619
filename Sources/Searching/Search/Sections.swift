package import QueryLanguage
import SearchIndex
import SourceText

/// A section of search results.
package struct Section: Sendable {
    package var label: String
    package var notes: [NoteHit]
    /// The number of notes in it, regardless of limit and offset.
    package var count: Int
}

/// Runs searches in sections.
package struct SectionSearch {
    let snapshot: VaultSnapshot

    /// The position of a section: by `rank`, then by `key`. Labels are not compared: equivalent spellings share one
    /// section.
    fileprivate struct SectionKey: Hashable, Comparable {
        var rank: Int
        var key: [UInt8]
        var label: String

        static func == (a: SectionKey, b: SectionKey) -> Bool { a.rank == b.rank && a.key == b.key }

        func hash(into hasher: inout Hasher) {
            hasher.combine(rank)
            hasher.combine(key)
        }

        static func < (a: SectionKey, b: SectionKey) -> Bool {
            a.rank == b.rank ? a.key.lexicographicallyPrecedes(b.key) : a.rank < b.rank
        }

        /// Whether the section precedes another in reverse order. Notes that lack the key come last in both orders.
        func precedesReversed(_ other: SectionKey) -> Bool {
            let noneRank = SectionSearch.none.rank
            return rank == noneRank || other.rank == noneRank ? self < other : other < self
        }
    }

    /// Runs a search in sections. A note may be in several. Limit and offset count over all sections. Only notes inside
    /// them are fetched.
    ///
    /// - Returns: the sections inside the limit, the sum of the counts of all sections, and the number of distinct
    ///   notes. The two numbers ignore limit and offset.
    package func sections(
        _ search: VaultSearch, by group: GroupKey
    ) throws -> (sections: [Section], all: Int, notes: Int) {
        let found = try snapshot.index.find(search.request)
        let values = try snapshot.index.sections.sectionValues(of: found, by: group, snapshot.calendar)
        let keys = values.values.map { sectionKey(of: $0, group) }
        // Equivalent spellings share one section.
        var numbers: [SectionKey: Int] = [:]
        let sectionOf = keys.map { key in
            let number = numbers[key] ?? numbers.count
            numbers[key] = number
            return number
        }
        /// Calls `body` with each note, each of its sections, and the value that puts it there.
        func forEachMember(_ body: (_ note: Int, _ section: Int, _ value: Int) -> Void) {
            var last = [Int](repeating: -1, count: numbers.count)
            let (starts, numbers) = (values.starts, values.numbers)
            for note in 0..<found.count {
                for index in Int(starts[note])..<Int(starts[note + 1]) {
                    let value = Int(numbers[index])
                    let section = sectionOf[value]
                    if last[section] == note { continue }
                    last[section] = note
                    body(note, section, value)
                }
            }
        }
        var counts = [Int](repeating: 0, count: numbers.count)
        var spelt = [Int](repeating: 0, count: keys.count)
        forEachMember { _, section, value in
            counts[section] += 1
            spelt[value] += 1
        }
        let isReversed = search.presentation.grouping?.isReversed ?? false
        let ordered = numbers.sorted { isReversed ? $0.key.precedesReversed($1.key) : $0.key < $1.key }
        let parts = Self.parts(ordered.map { counts[$0.value] }, search.presentation)
        var members = [[Int]?](repeating: nil, count: numbers.count)
        for (section, part) in zip(ordered, parts) where !part.isEmpty { members[section.value] = [] }
        forEachMember { note, section, _ in members[section]?.append(note) }
        var labels: [Int: [String: Int]] = [:]
        for (value, key) in keys.enumerated() {
            labels[sectionOf[value], default: [:]][key.label, default: 0] += spelt[value]
        }
        let order = try NoteOrder(found, search.request, snapshot.index)
        let sections = try zip(ordered, parts).compactMap { section, part -> Section? in
            guard let all = members[section.value] else { return nil }
            var result = Section(
                label: Self.usual(labels[section.value] ?? [:]), notes: [], count: counts[section.value])
            let chosen = try order.first(part.upperBound, of: all).dropFirst(part.lowerBound)
            try snapshot.index.hits(of: chosen, found, detailed: search.request.detailed) { hit, _ in
                result.notes.append(try snapshot.addGitFacts(to: hit, search))
                return true
            }
            return result
        }
        return (sections, counts.reduce(0, +), found.count)
    }

    /// Returns the part of each section that is inside limit and offset, which count over all sections.
    private static func parts(_ counts: [Int], _ presentation: Presentation) -> [Range<Int>] {
        var skip = presentation.offset ?? 0
        var rest = presentation.limit ?? .max
        return counts.map { count in
            let start = min(skip, count)
            let end = start + min(count - start, rest)
            skip -= start
            rest -= end - start
            return start..<end
        }
    }

    /// Returns the most frequent spelling. Of equally frequent ones, the first.
    private static func usual(_ labels: [String: Int]) -> String {
        labels.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key ?? ""
    }

    fileprivate static let none = SectionKey(rank: .max, key: [], label: "(none)")

    private func sectionKey(of value: SectionValue, _ group: GroupKey) -> SectionKey {
        switch value {
        case .none: return Self.none
        case .text(let text): return SectionKey(rank: 0, key: NaturalOrder.key(text), label: text)
        case .status(let status):
            let rank = snapshot.statuses.firstIndex { Folding.fold($0) == Folding.fold(status) }
            let label = rank.map { Self.capitalised(snapshot.statuses[$0]) } ?? status
            return SectionKey(
                rank: rank ?? snapshot.statuses.count, key: rank == nil ? NaturalOrder.key(status) : [], label: label)
        case .folder(let folder):
            return SectionKey(rank: 0, key: NaturalOrder.key(folder.text), label: folder.isRoot ? "/" : folder.text)
        case .day(let day):
            return switch group {
            case .standard(.month): newestFirst(day.monthText)
            case .standard(.year): newestFirst(day.yearText)
            case .standard(.period): period(day)
            default: newestFirst(day.dayText)
            }
        }
    }

    /// Labels have the same length, so that inverting their bytes reverses their order.
    private func newestFirst(_ label: String) -> SectionKey {
        SectionKey(rank: 0, key: label.utf8.map { 255 - $0 }, label: label)
    }

    private func period(_ then: CivilTime) -> SectionKey {
        let today = snapshot.calendar.civil(snapshot.now).startOfDay
        let days = Int((today.seconds - then.seconds) / 86_400)
        switch days {
        // A note with a date in the future.
        case ..<0: return SectionKey(rank: -1, key: [], label: "Later")
        case 0: return SectionKey(rank: 0, key: [], label: "Today")
        case 1: return SectionKey(rank: 1, key: [], label: "Yesterday")
        case 2...7: return SectionKey(rank: 2, key: [], label: "Previous 7 Days")
        case 8...30: return SectionKey(rank: 3, key: [], label: "Previous 30 Days")
        default: break
        }
        if then.year == today.year {
            return SectionKey(rank: 4 + 12 - then.month, key: [], label: DayWords.monthName(then.month))
        }
        var section = newestFirst(then.yearText)
        section.rank = 20
        return section
    }

    private static func capitalised(_ status: String) -> String { status.prefix(1).uppercased() + status.dropFirst() }
}

extension VaultSnapshot {
    package var sectionSearch: SectionSearch { SectionSearch(snapshot: self) }
}
