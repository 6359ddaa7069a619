package import QueryLanguage
import SearchIndex
import SourceText

/// Search results in sections.
package struct Section: Sendable {
    package var label: String
    package var notes: [NoteHit]
}

extension VaultSession {
    /// Where a note stands among the sections: in order of `rank`, then of `key`. The label is no part of it, so that
    /// spellings that are equal elsewhere make one section.
    private struct SectionKey: Hashable, Comparable {
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
    }

    /// Runs a search in sections: sections in their order, notes inside in the search's, limit and offset counted over
    /// all of them. A note may stand in several. Only the notes that are given are fetched.
    package func sections(_ search: VaultSearch, by group: GroupKey) throws -> [Section] {
        let found = try index.find(search.request)
        let values = try index.sectionValues(of: found, by: group, calendar)
        // Spellings that are equal elsewhere make one section.
        var numbers: [SectionKey: Int] = [:]
        let keys = values.values.map { sectionKey(of: $0, group) }
        let sectionOf = keys.map { key in
            let number = numbers[key] ?? numbers.count
            numbers[key] = number
            return number
        }
        var members = [[Int]](repeating: [], count: numbers.count)
        var spelt = [Int](repeating: 0, count: keys.count)
        for note in 0..<found.count {
            for value in values.numbers(of: note) {
                let section = sectionOf[Int(value)]
                if members[section].last == note { continue }
                members[section].append(note)
                spelt[Int(value)] += 1
            }
        }
        var labels: [SectionKey: [String: Int]] = [:]
        for (value, key) in keys.enumerated() { labels[key, default: [:]][key.label, default: 0] += spelt[value] }
        var skip = search.presentation.offset ?? 0
        var rest = search.presentation.limit ?? .max
        let order = try NoteOrder(found, search.request, index)
        var sections: [Section] = []
        for (key, number) in numbers.sorted(by: { $0.key < $1.key }) where rest > 0 {
            let all = members[number]
            if skip >= all.count {
                skip -= all.count
                continue
            }
            let wanted = min(all.count - skip, rest)
            let chosen = try order.first(skip + wanted, of: all).dropFirst(skip)
            skip = 0
            rest -= wanted
            var section = Section(label: Self.usual(labels[key] ?? [:]), notes: [])
            try index.hits(of: chosen, found, detailed: search.request.detailed) { hit in
                section.notes.append(NoteHit(hit))
                return true
            }
            sections.append(section)
        }
        return sections
    }

    /// The spelling that most notes have; of several the first.
    private static func usual(_ labels: [String: Int]) -> String {
        labels.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key ?? ""
    }

    private static let none = SectionKey(rank: .max, key: [], label: "(none)")

    private func sectionKey(of value: SectionValue, _ group: GroupKey) -> SectionKey {
        switch value {
        case .none: return Self.none
        case .text(let text): return SectionKey(rank: 0, key: NaturalOrder.key(text), label: text)
        case .status(let status):
            let rank = statuses.firstIndex { Folding.fold($0) == Folding.fold(status) }
            let label = rank.map { Self.capitalised(statuses[$0]) } ?? status
            return SectionKey(
                rank: rank ?? statuses.count, key: rank == nil ? NaturalOrder.key(status) : [], label: label)
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

    /// Texts of one length, so that turning their bytes around turns their order around.
    private func newestFirst(_ label: String) -> SectionKey {
        SectionKey(rank: 0, key: label.utf8.map { 255 - $0 }, label: label)
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    private func period(_ then: CivilTime) -> SectionKey {
        let today = calendar.civil(now).startOfDay
        let days = Int((today.seconds - then.seconds) / 86_400)
        switch days {
        // What is dated ahead of the clock is not of today.
        case ..<0: return SectionKey(rank: -1, key: [], label: "Later")
        case 0: return SectionKey(rank: 0, key: [], label: "Today")
        case 1: return SectionKey(rank: 1, key: [], label: "Yesterday")
        case 2...7: return SectionKey(rank: 2, key: [], label: "Previous 7 Days")
        case 8...30: return SectionKey(rank: 3, key: [], label: "Previous 30 Days")
        default: break
        }
        if then.year == today.year {
            return SectionKey(rank: 4 + 12 - then.month, key: [], label: Self.months[then.month - 1])
        }
        var section = newestFirst(then.yearText)
        section.rank = 20
        return section
    }

    private static func capitalised(_ status: String) -> String { status.prefix(1).uppercased() + status.dropFirst() }
}
