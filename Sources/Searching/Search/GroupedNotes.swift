import QueryLanguage
import SearchIndex

/// The found notes of one vault with the sections that each is in.
struct GroupedNotes {
    let found: FoundNotes
    private let index: NoteIndex
    private let order: NoteOrder
    private let values: SectionValues
    /// The number of the section of each value. Equivalent spellings share one section.
    private let sectionOf: [Int]
    private let numbers: [SectionKeys.SectionKey: Int]
    private var counts: [Int]
    /// The spellings of the label of each section, with the number of notes that have it.
    private var labels: [[String: Int]]

    init(_ notes: UnscoredNotes, _ search: VaultSearch, by group: GroupKey, _ snapshot: VaultSnapshot) throws {
        index = snapshot.index
        found = try notes.scored()
        order = try NoteOrder(found, search.request, index)
        values = try index.sections.sectionValues(of: found, by: group, snapshot.calendar)
        let keys = values.values.map {
            snapshot.sectionKeys.sectionKey(of: $0, group, statuses: search.request.statuses)
        }
        var numbers: [SectionKeys.SectionKey: Int] = [:]
        sectionOf = keys.map { key in
            let number = numbers[key] ?? numbers.count
            numbers[key] = number
            return number
        }
        self.numbers = numbers
        var counts = [Int](repeating: 0, count: numbers.count)
        var spelt = [Int](repeating: 0, count: keys.count)
        var labels = [[String: Int]](repeating: [:], count: numbers.count)
        (self.counts, self.labels) = (counts, labels)
        forEachMember { _, section, value in
            counts[section] += 1
            spelt[value] += 1
        }
        for (value, key) in keys.enumerated() { labels[sectionOf[value]][key.label, default: 0] += spelt[value] }
        (self.counts, self.labels) = (counts, labels)
    }

    var keys: some Collection<SectionKeys.SectionKey> { numbers.keys }

    func count(_ key: SectionKeys.SectionKey) -> Int { numbers[key].map { counts[$0] } ?? 0 }

    func labels(_ key: SectionKeys.SectionKey) -> [String: Int] { numbers[key].map { labels[$0] } ?? [:] }

    /// Returns the notes in each of some sections, as indices among the found notes, in one pass.
    func members(of keys: [SectionKeys.SectionKey]) -> [[Int]] {
        var places = [Int?](repeating: nil, count: numbers.count)
        for (place, key) in keys.enumerated() { if let number = numbers[key] { places[number] = place } }
        var members = [[Int]](repeating: [], count: keys.count)
        forEachMember { note, section, _ in
            if let place = places[section] { members[place].append(note) }
        }
        return members
    }

    /// Returns the first `wanted` of some notes.
    func first(_ wanted: Int, of members: [Int]) throws -> OrderedNotes {
        try OrderedNotes(index, found, order, of: members, wanted: wanted)
    }

    /// Calls `body` with each note, each of its sections, and the value that puts it there.
    private func forEachMember(_ body: (_ note: Int, _ section: Int, _ value: Int) -> Void) {
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
}
