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
    /// all of them. A note may stand in several.
    package func sections(_ search: VaultSearch, by group: GroupKey) throws -> [Section] {
        var request = search.request
        request.presentation.limit = nil
        request.presentation.offset = nil
        request.detailed = request.detailed || group == .standard(.keyword)
        var found: [SectionKey: [IndexedNote]] = [:]
        var labels: [SectionKey: [String: Int]] = [:]
        try index.search(request) { hit in
            for section in try sectionKeys(of: hit, group) {
                found[section, default: []].append(hit)
                labels[section, default: [:]][section.label, default: 0] += 1
            }
            return true
        }
        var skip = search.presentation.offset ?? 0
        var rest = search.presentation.limit ?? .max
        var sections: [Section] = []
        for (section, hits) in found.sorted(by: { $0.key < $1.key }) {
            let notes = hits.dropFirst(skip).prefix(rest)
            skip = max(0, skip - hits.count)
            rest -= notes.count
            if !notes.isEmpty {
                sections.append(Section(label: Self.usual(labels[section] ?? [:]), notes: notes.map { NoteHit($0) }))
            }
        }
        return sections
    }

    /// The spelling that most notes have; of several the first.
    private static func usual(_ labels: [String: Int]) -> String {
        labels.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key ?? ""
    }

    private static let none = SectionKey(rank: .max, key: [], label: "(none)")

    private func sectionKeys(of hit: IndexedNote, _ group: GroupKey) throws -> [SectionKey] {
        switch group {
        case .standard(.status):
            let rank = statuses.firstIndex { Folding.fold($0) == Folding.fold(hit.status) }
            let label = rank.map { Self.capitalised(statuses[$0]) } ?? hit.status
            return [
                SectionKey(
                    rank: rank ?? statuses.count, key: rank == nil ? NaturalOrder.key(hit.status) : [], label: label)
            ]
        case .standard(.day): return [newestFirst(calendar.civil(hit.created).dayText)]
        case .standard(.month): return [newestFirst(calendar.civil(hit.created).monthText)]
        case .standard(.year): return [newestFirst(calendar.civil(hit.created).yearText)]
        case .standard(.period): return [period(hit.created)]
        case .standard(.folder):
            let folder = hit.path.folder
            return [SectionKey(rank: 0, key: NaturalOrder.key(folder.text), label: folder.isRoot ? "/" : folder.text)]
        case .standard(.keyword): return texts(hit.keywords)
        case .property(let name): return texts(try index.values(ofProperty: name, file: hit.file))
        }
    }

    private func texts(_ values: [String]) -> [SectionKey] {
        if values.isEmpty { return [Self.none] }
        var seen: Set<[UInt8]> = []
        return values.compactMap { value in
            let key = NaturalOrder.key(value)
            return seen.insert(key).inserted ? SectionKey(rank: 0, key: key, label: value) : nil
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

    private func period(_ moment: Moment) -> SectionKey {
        let today = calendar.civil(now).startOfDay
        let then = calendar.civil(moment)
        let days = Int((today.seconds - then.startOfDay.seconds) / 86_400)
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
