import QueryLanguage
import SearchIndex
import SourceText
import VaultFiles

/// The order and the names of sections.
struct SectionKeys {
    let snapshot: VaultSnapshot

    /// The position of a section: by `rank`, then by `key`. Labels are not compared: equivalent spellings share one
    /// section.
    struct SectionKey: Hashable, Comparable {
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

        /// Whether the section precedes another in reverse order. Notes that lack the key, or a value of its type, come last in both orders.
        func precedesReversed(_ other: SectionKey) -> Bool {
            max(rank, other.rank) >= SectionKeys.misfitRank ? self < other : other < self
        }
    }

    /// Returns the keys of sections in the order in which they are shown.
    static func ordered(_ keys: some Collection<SectionKey>, isReversed: Bool) -> [SectionKey] {
        keys.sorted { isReversed ? $0.precedesReversed($1) : $0 < $1 }
    }

    /// Returns the part of each section that is inside limit and offset, which count over all sections.
    static func parts(_ counts: [Int], _ presentation: Presentation) -> [Range<Int>] {
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
    static func usual(_ labels: [String: Int]) -> String {
        labels.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key ?? ""
    }

    /// The rank of values that do not have the declared type. They come after all others in both orders.
    private static let misfitRank = Int.max - 1

    static let none = SectionKey(rank: .max, key: [], label: "(none)")

    func sectionKey(of value: SectionValue, _ group: GroupKey, statuses: [String]) -> SectionKey {
        if case .property(let name) = group, let declaration = snapshot.vault.configuration.properties[name],
            let key = sectionKey(of: value, declaration)
        {
            return key
        }
        switch value {
        case .none: return Self.none
        case .text(let text):
            // Names of vaults may differ only in case.
            let exact = group == .standard(.vault) ? [0] + Array(text.utf8) : []
            return SectionKey(rank: 0, key: NaturalOrder.key(text) + exact, label: text)
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

    /// Returns the section of a value whose type is declared: the greatest of some words comes first, and a default value
    /// counts. Nil if the type decides nothing.
    private func sectionKey(of value: SectionValue, _ declaration: PropertyDeclaration) -> SectionKey? {
        let text: String? =
            switch value {
            case .text(let text): text
            case .none: declaration.defaultValue
            default: nil
            }
        guard let text else { return nil }
        if let moment = declaration.moment(of: text, in: snapshot.calendar) { return day(moment, text) }
        if declaration.itemType == .bool, let truth = PropertyDeclaration.truth(of: text) {
            return SectionKey(rank: 0, key: [truth ? 1 : 0], label: truth ? "true" : "false")
        }
        guard let values = declaration.values else {
            // Whether a number is in quotes is not known here.
            let rank = declaration.accepts(text, isText: false) ? 0 : Self.misfitRank
            return SectionKey(rank: rank, key: NaturalOrder.key(text), label: text)
        }
        guard let place = declaration.place(of: text) else {
            return SectionKey(rank: Self.misfitRank, key: NaturalOrder.key(text), label: text)
        }
        return SectionKey(rank: values.count - place, key: [], label: values[place])
    }

    /// Returns the section of the day of a declared date, with the date as written unless it has a time of day.
    private func day(_ moment: Moment, _ text: String) -> SectionKey {
        let day = snapshot.calendar.civil(moment).startOfDay
        // With the sign bit inverted, the bytes have the order of the numbers.
        let number = UInt64(bitPattern: Int64(day.dayNumber)) ^ 1 << 63
        let key = (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
        let hasTime = (DateText(extended: text)?.precision ?? .day) > .day
        return SectionKey(rank: 0, key: key, label: hasTime ? day.dayText : text)
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
            return SectionKey(rank: 4 + 12 - then.month, key: [], label: then.monthName)
        }
        var section = newestFirst(then.yearText)
        section.rank = 20
        return section
    }

    private static func capitalised(_ status: String) -> String { status.prefix(1).uppercased() + status.dropFirst() }
}

extension VaultSnapshot {
    var sectionKeys: SectionKeys { SectionKeys(snapshot: self) }
}
