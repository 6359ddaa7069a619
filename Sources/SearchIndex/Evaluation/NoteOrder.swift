import QueryLanguage
import SQLite
import SourceText

/// The order of the notes that were found, by numbers at hand; a text is fetched only where the beginning of its sort key
/// leaves two notes undecided.
package final class NoteOrder {
    /// What decides, the first that tells two notes apart. The greater number comes first.
    private struct Key {
        /// Of each note, by its number among those found; `.min` for one that lacks the key.
        var values: [Int64]
        /// What decides where the numbers are equal: they are only the beginnings of this text's sort key.
        var text: Text?
        /// Whether the text's greatest comes first.
        var descends = false
    }

    private enum Text { case title, path }

    /// Sort keys of a note that was looked at.
    private struct Texts {
        var title: [UInt8]
        var pathKey: [UInt8]
        var path: VaultPath
    }

    private let found: FoundNotes
    private let index: NoteIndex
    private let columns: NoteColumns
    private var keys: [Key] = []
    /// So many keys decide before the first that may need a text, that one with them.
    private var certain = 0
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
        keys.append(Key(values: try values(.created)))
        certain = (keys.firstIndex { $0.text != nil } ?? keys.count - 1) + 1
    }

    // MARK: Choosing

    /// The first of the notes in their order, by their numbers.
    ///
    /// Complexity: O(notes) and a sorting of those that are wanted.
    func first(_ count: Int) throws -> [Int] { try first(count, of: Array(0..<found.count)) }

    /// The first of some of them.
    package func first(_ count: Int, of numbers: [Int]) throws -> [Int] {
        var chosen = numbers
        if count < numbers.count {
            var top = TopRows(limit: count, compare: compareRoughly)
            for number in numbers { top.add(number) }
            chosen = top.rows
        }
        chosen.sort { precedes($0, $1) }
        if let failure { throw failure }
        if let failure = columns.failure { throw failure }
        return Array(chosen.prefix(count))
    }

    /// Below 0 where the first comes first, 0 where only texts, or keys after them, can decide.
    private func compareRoughly(_ a: Int, _ b: Int) -> Int {
        for index in 0..<certain {
            let (left, right) = (keys[index].values[a], keys[index].values[b])
            if left != right { return left > right ? -1 : 1 }
        }
        return 0
    }

    private func precedes(_ a: Int, _ b: Int) -> Bool {
        for key in keys {
            let (left, right) = (key.values[a], key.values[b])
            if left != right { return left > right }
            if let text = key.text {
                let (left, right) = (self.text(text, a), self.text(text, b))
                if left != right { return left.lexicographicallyPrecedes(right) != key.descends }
            }
        }
        let (left, right) = (look(a), look(b))
        return left.pathKey == right.pathKey
            ? left.path < right.path : left.pathKey.lexicographicallyPrecedes(right.pathKey)
    }

    private func text(_ text: Text, _ number: Int) -> [UInt8] {
        let texts = look(number)
        return switch text {
        case .title: texts.title
        case .path: texts.pathKey
        }
    }

    private func look(_ number: Int) -> Texts {
        if let known = texts[number] { return known }
        var made = Texts(title: [], pathKey: [], path: .root)
        do {
            try statement.rows([.int(found.rows[number])]) { row in
                let path = VaultPath(bytes: row.bytes(1))
                made = Texts(
                    title: NaturalOrder.key(row.text(0)), pathKey: NaturalOrder.key(path.text), path: path)
                return false
            }
        } catch {
            failure = error
        }
        texts[number] = made
        return made
    }

    // MARK: Keys

    private func make(_ key: SortKey, _ request: SearchRequest) throws -> [Key] {
        switch key.by {
        case .standard(.relevance):
            var keys: [Key] = []
            let titled = Set(try index.notes(titled: request.titleWords).map { Int($0.value) })
            if !titled.isEmpty { keys.append(directed(key, found.rows.map { titled.contains($0) ? 1 : 0 }, true)) }
            if found.scores.isEmpty { return keys }
            return keys + [directed(key, found.scores.map { ($0.isNaN ? 0 : $0).ordered }, true)]
        case .standard(.created): return [directed(key, try values(.created), true)]
        case .standard(.modified): return [directed(key, try values(.modified), true)]
        case .standard(.words): return [directed(key, try values(.words), true)]
        case .standard(.size): return [directed(key, try values(.size), true)]
        case .standard(.order): return [directed(key, try values(.order), true)]
        case .standard(.backlinks):
            let counts = try columns.backlinks()
            return [directed(key, found.rows.map { counts[$0] }, true)]
        case .standard(.random): return [Key(values: found.rows.map { _ in Int64.random(in: .min ... .max) })]
        case .standard(.status): return [directed(key, try statusRanks(request.statuses), false)]
        case .standard(.title):
            var made = directed(key, try values(.titlePrefix), false)
            made.text = .title
            return [made]
        case .standard(.path):
            let places = try PathOrder(index, columns).places(found.rows) { self.look($0).pathKey }
            var made = directed(key, try values(.namePrefix), false)
            made.text = .path
            return [directed(key, places, false), made]
        case .property(let name):
            let (values, descends) = try propertyValues(name)
            return [directed(key, values, descends)]
        }
    }

    /// The numbers of a key so that the greater comes first, but for those that are missing.
    private func directed(_ key: SortKey, _ values: [Int64], _ usually: Bool) -> Key {
        let descends = key.descends ?? usually
        // The complement turns the order around, and has no overflow.
        return Key(
            values: descends ? values : values.map { $0 == .min ? .min : max(~$0, .min + 1) }, descends: descends)
    }

    /// The numbers of the notes that were found.
    private func values(_ column: NoteColumn) throws -> [Int64] {
        let reader = columns.reader(column)
        // A part is read as quickly as a few rows of it.
        if found.count * 64 < columns.capacity {
            let values = found.rows.map { reader.value($0) ?? column.absent }
            if let failure = reader.failure { throw failure }
            return values
        }
        let all = try reader.all()
        return found.rows.map { all[$0] }
    }

    /// Statuses in their configured order, then the others by name.
    private func statusRanks(_ statuses: [String]) throws -> [Int64] {
        let folded = statuses.map { Folding.fold($0) }
        let names = try index.connection.all(
            sql: "SELECT id, name, folded FROM term WHERE kind = \(TermKind.status)"
        ) { row in (id: row.int(0), rank: folded.firstIndex(of: row.text(2)) ?? folded.count, name: row.text(1)) }
        let keyed = names.map { (id: $0.id, rank: $0.rank, key: NaturalOrder.key($0.name)) }
        let sorted = keyed.sorted {
            $0.rank == $1.rank ? $0.key.lexicographicallyPrecedes($1.key) : $0.rank < $1.rank
        }
        var ranks: [Int64: Int64] = [:]
        var rank: Int64 = -1
        for (number, name) in sorted.enumerated() {
            if number == 0 || (sorted[number - 1].rank, sorted[number - 1].key) != (name.rank, name.key) { rank += 1 }
            ranks[name.id] = rank
        }
        return try values(.status).map { ranks[$0] ?? rank + 1 }
    }

    /// A property's first value in each note: by number or by date where all its values in the vault are such, else by
    /// the rank of its text among all of them.
    private func propertyValues(_ name: String) throws -> (values: [Int64], descends: Bool) {
        let isOf = NoteIndex.isOfProperty(name)
        let kinds = Set(
            try index.connection.all(sql: "SELECT DISTINCT kind FROM property WHERE \(isOf)") { row in
                PropertyKind(rawValue: row.int(0)) ?? .text
            }
        ).subtracting(PropertyKind.valueless)
        let column: SQLFragment = kinds == [.number] ? "number" : kinds == [.date] ? "time" : "text"
        let isText = kinds != [.number] && kinds != [.date]
        var byRow: [Int: Int64] = [:]
        var ranks: [[UInt8]: Int64] = [:]
        var texts: [[UInt8]] = []
        // The first of several notes' rows stands: they come in their order.
        let files = try columns.fileRows()
        try index.connection.rows(
            sql: """
                SELECT file, \(column) FROM property WHERE \(isOf) AND kind NOT IN (\(PropertyKind.valueless))
                ORDER BY file, seq
                """
        ) { row in
            guard let note = files(row.int(0)), byRow[note] == nil else { return true }
            if isText {
                let text = row.bytes(1)
                let number = ranks[text] ?? Int64(texts.count)
                if number == texts.count {
                    texts.append(text)
                    ranks[text] = number
                }
                byRow[note] = number
            } else if !row.isNull(1) {
                byRow[note] = kinds == [.number] ? row.real(1).ordered : row.int(1)
            }
            return true
        }
        guard isText else { return (found.rows.map { byRow[$0] ?? .min }, true) }
        let keyed = texts.map { NaturalOrder.key($0, 0..<$0.count) }
        let order = texts.indices.sorted { keyed[$0].lexicographicallyPrecedes(keyed[$1]) }
        var rank: Int64 = -1
        var ranked = [Int64](repeating: 0, count: texts.count)
        for (place, number) in order.enumerated() {
            if place == 0 || keyed[order[place - 1]] != keyed[number] { rank += 1 }
            ranked[number] = rank
        }
        return (found.rows.map { row in byRow[row].map { ranked[Int($0)] } ?? .min }, false)
    }
}

extension Double {
    /// A whole number in the same order; that of no number below all others.
    fileprivate var ordered: Int64 {
        let bits = Int64(bitPattern: bitPattern)
        return max(bits >= 0 ? bits : bits ^ .max, .min + 1)
    }
}
