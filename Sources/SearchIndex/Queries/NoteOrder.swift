import QueryLanguage
import SQLite
import SourceText

/// The order of found notes. A text is fetched only if the prefixes of two sort keys are equal. A further key is read
/// only if the previous one is equal.
package final class NoteOrder {
    /// A sort key as numbers. The greater number comes first.
    private struct Key {
        /// Returns the numbers of some notes, given by their indices among those found. `.min` means none.
        var values: ([Int]) throws -> [Int64]
        /// The text that decides between equal numbers, which are prefixes of its sort key.
        var text: Text?
        /// Whether the text order is descending.
        var descends = false
        /// How notes of different indexes are compared.
        var merging = Merging.values
    }

    /// How a key compares notes of different indexes.
    private enum Merging {
        /// As in one index.
        case values
        /// By bytes, since the numbers are ranks of one index. Nil comes last.
        case bytes((Int) throws -> [UInt8]?)
        /// By the first values of a property, in the requested direction. Nil comes last.
        case property((Int) -> PropertySortValue?, descends: Bool?)
        /// Not at all: the previous key decides everything.
        case nothing
    }

    /// The numbers of some notes by each key.
    struct MergeValues {
        fileprivate var numbers: [[Int64]]
    }

    private enum Text { case title, name, path }

    /// The sort keys of a note that was read.
    private struct Texts {
        var title: [UInt8] = []
        var pathKey: [UInt8] = []
        var path = VaultPath.root
    }

    private let found: FoundNotes
    private let index: NoteIndex
    private let columns: NoteColumns
    private var keys: [Key] = []
    private var texts: [Int: Texts] = [:]
    private let statement: Statement
    private var failure: (any Error)?

    package init(_ found: FoundNotes, _ request: SearchRequest, _ index: NoteIndex) throws {
        self.found = found
        self.index = index
        columns = try index.columns()
        statement = try index.connection.prepare(
            "SELECT n.title, f.path FROM note n CROSS JOIN file f ON f.id = n.file WHERE n.id = ?1")
        for key in request.sort { keys += try make(key, request) }
        keys.append(Key(values: values(.created)))
    }

    // MARK: Selecting

    /// Returns the first notes in order, as indices among those found.
    ///
    /// Complexity: O(notes), plus sorting the requested notes and all with the same numbers as the last of them.
    func first(_ count: Int) throws -> [Int] { try first(count, of: Array(0..<found.count)) }

    /// Returns the first of some notes in order.
    package func first(_ count: Int, of numbers: [Int]) throws -> [Int] {
        var chosen: [Int] = []
        // The notes that the keys so far do not distinguish from the last requested one.
        var open = numbers
        for key in keys where count - chosen.count < open.count {
            let values = try key.values(open)
            let (sure, equal) = Self.split(values, count - chosen.count)
            chosen += sure.map { open[$0] }
            open = equal.map { open[$0] }
            // Keys after a text key cannot decide before the text is fetched.
            if key.text != nil { break }
        }
        chosen = try sorted(chosen + open)
        if let failure { throw failure }
        return Array(chosen.prefix(count))
    }

    /// Returns the positions of values that are surely among the `count` greatest, and of those equal to the last.
    private static func split(_ values: [Int64], _ count: Int) -> (sure: [Int], equal: [Int]) {
        if count <= 0 { return ([], []) }
        var top = TopValues(limit: count)
        for value in values { top.add(value) }
        let least = top.least
        var (sure, equal): ([Int], [Int]) = ([], [])
        for (place, value) in values.enumerated() where value >= least {
            if value > least { sure.append(place) } else { equal.append(place) }
        }
        return (sure, equal)
    }

    private func sorted(_ numbers: [Int]) throws -> [Int] {
        let keys = keys
        let values = try keys.map { try $0.values(numbers) }
        let places = numbers.indices.sorted { a, b in
            for key in keys.indices {
                let (left, right) = (values[key][a], values[key][b])
                if left != right { return left > right }
                if let text = keys[key].text {
                    let (left, right) = (self.text(text, numbers[a]), self.text(text, numbers[b]))
                    if left != right { return left.lexicographicallyPrecedes(right) != keys[key].descends }
                }
            }
            let (left, right) = (texts(numbers[a]), texts(numbers[b]))
            return left.pathKey == right.pathKey
                ? left.path < right.path : left.pathKey.lexicographicallyPrecedes(right.pathKey)
        }
        return places.map { numbers[$0] }
    }

    // MARK: Merging

    /// Returns what `precedes` needs of some notes.
    func mergeValues(_ numbers: [Int]) throws -> MergeValues {
        MergeValues(
            numbers: try keys.map { key in
                if case .values = key.merging { return try key.values(numbers) }
                return []
            })
    }

    /// A note to compare with one of another index.
    struct MergedNote {
        var order: NoteOrder
        var values: MergeValues
        /// The position of the note in `values`, and its index among the found notes.
        var place: Int
        var number: Int
    }

    /// Returns whether a note comes before one of another index, or nil if only the index distinguishes them. Both were
    /// found with the same order.
    static func precedes(_ note: MergedNote, _ other: MergedNote) throws -> Bool? {
        let keys = note.order.keys
        for (key, (own, others)) in zip(keys.indices, zip(keys, other.order.keys)) {
            switch (own.merging, others.merging) {
            case (.values, .values):
                let (left, right) = (note.values.numbers[key][note.place], other.values.numbers[key][other.place])
                if left != right { return left > right }
                if let text = own.text {
                    let (left, right) = (note.order.text(text, note.number), other.order.text(text, other.number))
                    if left != right { return left.lexicographicallyPrecedes(right) != own.descends }
                }
            case (.bytes(let bytes), .bytes(let otherBytes)):
                let (left, right) = (try bytes(note.number), try otherBytes(other.number))
                if left == right { continue }
                guard let left else { return false }
                guard let right else { return true }
                return left.lexicographicallyPrecedes(right) != own.descends
            case (.property(let value, let descends), .property(let otherValue, _)):
                let (left, right) = (value(note.number), otherValue(other.number))
                if left == right { continue }
                guard let left else { return false }
                guard let right else { return true }
                return left.precedes(right, descends: descends)
            default: continue
            }
        }
        let (left, right) = (note.order.texts(note.number), other.order.texts(other.number))
        if let failure = note.order.failure ?? other.order.failure { throw failure }
        if left.pathKey != right.pathKey { return left.pathKey.lexicographicallyPrecedes(right.pathKey) }
        return left.path == right.path ? nil : left.path < right.path
    }

    private func text(_ text: Text, _ number: Int) -> [UInt8] {
        let texts = texts(number)
        return switch text {
        case .title: texts.title
        case .name: NaturalOrder.key(texts.path.name.text)
        case .path: texts.pathKey
        }
    }

    private func texts(_ number: Int) -> Texts {
        if let known = texts[number] { return known }
        var made: Texts?
        do {
            made = try statement.first([.int(found.rows[number])]) { row in
                let path = row.path(1)
                return Texts(title: NaturalOrder.key(row.text(0)), pathKey: NaturalOrder.key(path.text), path: path)
            }
        } catch {
            failure = error
        }
        texts[number] = made ?? Texts()
        return made ?? Texts()
    }

    // MARK: Keys

    /// Returns the keys that compare notes by a sort key, the most significant first.
    private func make(_ key: SortKey, _ request: SearchRequest) throws -> [Key] {
        switch key.by {
        case .standard(.relevance): return try relevanceKeys(key, request)
        case .standard(.created): return [directed(key, descendsByDefault: true, values(.created))]
        case .standard(.modified): return [directed(key, descendsByDefault: true, values(.modified))]
        case .standard(.words): return [try numberKey(key, .words)]
        case .standard(.size): return [try numberKey(key, .size)]
        case .standard(.order): return [try numberKey(key, .order)]
        case .standard(.links): return [try numberKey(key, .links)]
        case .standard(.backlinks): return [try numberKey(key, .backlinks)]
        case .standard(.attachments): return [try numberKey(key, .attachments)]
        case .standard(.keywords): return [try numberKey(key, .keywords)]
        case .standard(.tasks): return [try numberKey(key, .tasks)]
        case .standard(.headings): return [try numberKey(key, .headings)]
        case .standard(.favorite):
            let features = values(.features)
            return [
                directed(key, descendsByDefault: true) { try features($0).map { $0 & NoteFeatures.favorite.rawValue } }
            ]
        case .standard(.committed): return [directed(key, descendsByDefault: true, values(.committed))]
        case .standard(.commits):
            let commits = values(.commits)
            // A note without commits lacks the key.
            return [directed(key, descendsByDefault: true) { try commits($0).map { $0 == 0 ? .min : $0 } }]
        case .standard(.random):
            // A function of the row and one random seed, so that repeated calls agree.
            var generator = SystemRandomNumberGenerator()
            let seed = generator.next()
            let rows = found.rows
            return [Key(values: { $0.map { Int64(bitPattern: (UInt64(rows[$0]) ^ seed).mixed) } })]
        case .standard(.vault):
            var made = Key(values: { [Int64](repeating: 0, count: $0.count) })
            made.descends = key.descends ?? false
            made.merging = .bytes { [index] _ in NaturalOrder.key(index.vaultName) }
            return [made]
        case .standard(.status):
            var made = directed(key, descendsByDefault: false, try statusRanks(request.statuses))
            made.merging = .bytes(statusKeys(request.statuses))
            return [made]
        case .standard(.title):
            var made = directed(key, descendsByDefault: false, values(.titlePrefix))
            made.text = .title
            return [made]
        case .standard(.path): return try pathKeys(key)
        case .standard(.name):
            var made = directed(key, descendsByDefault: false, values(.namePrefix))
            made.text = .name
            return [made]
        case .standard(.folder): return [try folderKey(key)]
        case .property(let name):
            let type = PropertyType(declaration: request.declarations[name], calendar: request.calendar)
            return [try propertyKey(key, name, type: type)]
        }
    }

    private func numberKey(_ key: SortKey, _ number: Field.Number) throws -> Key {
        switch number.source {
        case .column(let column): directed(key, descendsByDefault: true, values(column))
        case .backlinks: directed(key, descendsByDefault: true, values(try columns.backlinks()))
        }
    }

    /// Returns the key that compares folders as sections by folder do.
    private func folderKey(_ key: SortKey) throws -> Key {
        var folders: [(id: Int64, key: [UInt8])] = [(0, [])]
        folders += try index.connection.all(
            sql: "SELECT id, path FROM file WHERE kind = \(FileKind.folder)"
        ) { row in (row.int(0), NaturalOrder.key(row.path(1).text)) }
        folders.sort { $0.key.lexicographicallyPrecedes($1.key) }
        var ranks = NumberTable()
        var rank = 0
        for (number, folder) in folders.enumerated() {
            if number > 0, folders[number - 1].key != folder.key { rank += 1 }
            ranks[folder.id] = rank
        }
        let ids = values(.folder)
        var made = directed(key, descendsByDefault: false) { try ids($0).map { Int64(ranks[$0] ?? 0) } }
        made.merging = .bytes { [unowned self] in NaturalOrder.key(texts($0).path.folder.text) }
        return made
    }

    /// Returns the keys that put notes whose name is the query first, and then compare scores.
    private func relevanceKeys(_ key: SortKey, _ request: SearchRequest) throws -> [Key] {
        var keys: [Key] = []
        let titled = try index.names.notes(titled: request.titleWords, as: request.titleText)
        let (rows, scores) = (found.rows, found.scores)
        if !titled.isEmpty || index.collection != nil {
            keys.append(directed(key, descendsByDefault: true) { $0.map { titled[rows[$0]] ?? 0 } })
        }
        if scores.isEmpty { return keys }
        return keys + [
            directed(key, descendsByDefault: true) { $0.map { (scores[$0].isNaN ? 0 : scores[$0]).ordered } }
        ]
    }

    private func pathKeys(_ key: SortKey) throws -> [Key] {
        let order = try PathOrder(index, columns)
        let rows = found.rows
        var places = directed(key, descendsByDefault: false) { [unowned self] numbers in
            try order.places(numbers.map { rows[$0] }) { self.texts(numbers[$0]).pathKey }
        }
        places.merging = .bytes { [unowned self] in texts($0).pathKey }
        var names = directed(key, descendsByDefault: false, values(.namePrefix))
        names.text = .path
        names.merging = .nothing
        return [places, names]
    }

    private func propertyKey(_ key: SortKey, _ name: String, type: PropertyType) throws -> Key {
        let column = try columns.property(name)
        let first = firstValues(column)
        let (ranks, missing) = column.ranks(descends: key.descends, type)
        let rows = found.rows
        var made = Key(values: { $0.map { first[Int64(rows[$0])].flatMap { ranks[$0] } ?? missing ?? .min } })
        if index.collection != nil {
            made.merging = .property(
                {
                    first[Int64(rows[$0])].flatMap { PropertySortValue(column.values[$0], type) }
                        ?? PropertySortValue(defaultOf: type)
                }, descends: key.descends)
        }
        return made
    }

    /// Returns a key whose numbers are reversed for ascending order, except for missing ones.
    private func directed(
        _ key: SortKey, descendsByDefault: Bool, _ values: @escaping ([Int]) throws -> [Int64]
    ) -> Key {
        let descends = key.descends ?? descendsByDefault
        if descends { return Key(values: values, descends: true) }
        // The complement reverses the order without overflow.
        return Key(values: { try values($0).map { $0 == .min ? .min : max(~$0, .min + 1) } })
    }

    private func values(_ column: NoteColumn) -> ([Int]) throws -> [Int64] {
        let reader = columns.reader(column)
        let rows = found.rows
        let few = columns.capacity / 64
        return { numbers in
            // Reading the whole column is as fast as reading many single parts.
            if numbers.count >= few {
                let all = try reader.all()
                return numbers.map { all[rows[$0]] }
            }
            let values = numbers.map { reader.value(rows[$0]) ?? column.absent }
            try reader.check()
            return values
        }
    }

    private func values(_ all: [Int64]) -> ([Int]) throws -> [Int64] {
        let rows = found.rows
        return { $0.map { all[rows[$0]] } }
    }

    /// Returns the ranks of statuses: configured ones in their order, then the others by name.
    private func statusRanks(_ statuses: [String]) throws -> ([Int]) throws -> [Int64] {
        let folded = statuses.map { Folding.fold($0) }
        let names = try index.connection.all(
            sql: "SELECT id, name, folded FROM term WHERE kind = \(TermKind.status)"
        ) { row in (id: row.int(0), rank: folded.firstIndex(of: row.text(2)) ?? folded.count, name: row.text(1)) }
        let keyed = names.map { (id: $0.id, rank: $0.rank, key: NaturalOrder.key($0.name)) }
        let sorted = keyed.sorted { $0.rank == $1.rank ? $0.key.lexicographicallyPrecedes($1.key) : $0.rank < $1.rank }
        var ranks = NumberTable()
        var rank = -1
        for (number, name) in sorted.enumerated() {
            if number == 0 || (sorted[number - 1].rank, sorted[number - 1].key) != (name.rank, name.key) { rank += 1 }
            ranks[name.id] = rank
        }
        let last = rank + 1
        let terms = values(.status)
        return { try terms($0).map { Int64(ranks[$0] ?? last) } }
    }

    /// Returns the bytes by which statuses are compared: those of the rank of a configured one, and of the name.
    private func statusKeys(_ statuses: [String]) -> (Int) throws -> [UInt8]? {
        let folded = statuses.map { Folding.fold($0) }
        let (rows, index, terms) = (found.rows, index, columns.reader(.status))
        return { number in
            let name = try index.name(ofTerm: terms.value(rows[number]) ?? 0)
            let rank = folded.firstIndex(of: Folding.fold(name)) ?? folded.count
            return [UInt8(clamping: rank)] + NaturalOrder.key(name)
        }
    }

    /// Returns the index of the first value of a property that is not empty, by row.
    private func firstValues(_ column: PropertyColumn) -> NumberTable {
        var first = NumberTable()
        for use in column.uses where column.values[Int(use.value)].isValue && first[Int64(use.row)] == nil {
            first[Int64(use.row)] = Int(use.value)
        }
        return first
    }
}
