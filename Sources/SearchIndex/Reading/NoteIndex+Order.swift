import QueryLanguage
import SQLite
import SourceText

/// In which order notes are given.
extension NoteIndex {
    func order(_ request: SearchRequest, _ score: SQLFragment) throws -> SQLFragment {
        var keys: [SQLFragment] = []
        for key in request.sort { keys += try order(key, request, score: score) }
        keys += ["n.created DESC", "slip_key(f.path)", "f.path"]
        return keys.dropFirst().reduce(keys[0]) { "\($0), \($1)" }
    }

    private func order(_ key: SortKey, _ request: SearchRequest, score: SQLFragment) throws -> [SQLFragment] {
        func by(_ expression: SQLFragment, descends: Bool) -> [SQLFragment] {
            [key.descends ?? descends ? "\(expression) DESC" : "\(expression)"]
        }
        switch key.by {
        case .standard(.relevance):
            var keys: [SQLFragment] = []
            let titled = try notes(titled: request.titleWords)
            if !titled.isEmpty { keys += by("(n.id IN (\(Self.list(titled))))", descends: true) }
            return keys + by("ifnull(\(score), 0)", descends: true)
        case .standard(.title): return by("slip_key(n.title)", descends: false)
        case .standard(.path): return by("slip_key(f.path)", descends: false)
        case .standard(.created): return by("n.created", descends: true)
        case .standard(.modified): return by("n.modified", descends: true)
        case .standard(.words): return by("n.words", descends: true)
        case .standard(.size): return by("n.size", descends: true)
        case .standard(.order): return ["n.ord IS NULL"] + by("n.ord", descends: true)
        case .standard(.backlinks): return by(Field.Number.backlinks.source.expression, descends: true)
        case .standard(.random): return ["random()"]
        case .standard(.status):
            let ranks = request.statuses.enumerated().map { rank, status -> SQLFragment in
                "WHEN \(.text(Folding.fold(status))) THEN \(.int(rank))"
            }
            let cases = ranks.reduce(SQLFragment(sql: "")) { "\($0) \($1)" }
            let rank: SQLFragment =
                "CASE (SELECT folded FROM term WHERE id = n.status)\(cases) ELSE \(.int(request.statuses.count)) END"
            return by(rank, descends: false)
                + by("slip_key((SELECT name FROM term WHERE id = n.status))", descends: false)
        case .property(let name):
            let (column, descends) = try propertyOrder(name)
            let value: SQLFragment = """
                (SELECT \(column) FROM property p WHERE p.file = n.file
                    AND p.term IN (SELECT id FROM term WHERE kind = \(TermKind.property) AND folded = \(Self.key(name)))
                    AND p.kind NOT IN (\(PropertyKind.valueless))
                    ORDER BY p.seq LIMIT 1)
                """
            return ["\(value) IS NULL"] + by(value, descends: descends)
        }
    }

    /// How a property is sorted: by number or by date where all its values in the vault are such, else as text.
    private func propertyOrder(_ name: String) throws -> (column: SQLFragment, descends: Bool) {
        let kinds = Set(
            try connection.all(sql: "SELECT DISTINCT kind FROM property WHERE \(Self.isOfProperty(name))") { row in
                PropertyKind(rawValue: row.int(0)) ?? .text
            }
        ).subtracting([.null, .container])
        if kinds == [.number] { return ("p.number", true) }
        if kinds == [.date] { return ("p.time", true) }
        return ("slip_key(p.text)", false)
    }
}
