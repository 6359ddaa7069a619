import QueryLanguage
import SearchIndex
import SourceText

/// Totals and distributions of a set of notes.
package struct Statistics: Sendable {
    /// A name with the number of notes that have it.
    package struct Count: Hashable, Sendable {
        package var name: String
        package var notes: Int
    }

    package var notes: Int
    package var words: Int64
    /// In bytes.
    package var size: Int64
    package var links: Int64
    package var attachments: Int64
    package var openTasks: Int64
    /// Notes with broken links. `orphans` are notes without links in or out.
    package var broken: Int
    package var orphans: Int
    package var favorites: Int
    /// In the order of the configuration.
    package var statuses: [Count]
    /// Most notes first.
    package var folders: [Count]
    package var keywords: [Count]
    package var keys: [Count]
    package var created: [DayCount]
    package var modified: [DayCount]
}

extension Statistics {
    /// Adds up the statistics of several vaults.
    ///
    /// - Parameter statuses: the configured statuses in their order.
    init(_ parts: [Statistics], statuses: [String]) {
        func sum<Number: AdditiveArithmetic>(_ value: (Statistics) -> Number) -> Number {
            parts.reduce(.zero) { $0 + value($1) }
        }
        func counts(_ values: (Statistics) -> [Count]) -> [Count] {
            var sums: [String: Int] = [:]
            for count in parts.flatMap(values) { sums[count.name, default: 0] += count.notes }
            return sums.map { Count(name: $0.key, notes: $0.value) }
                .sorted { ($1.notes, $0.name) < ($0.notes, $1.name) }
        }
        func days(_ values: (Statistics) -> [DayCount]) -> [DayCount] {
            var sums: [CivilTime: Int] = [:]
            for count in parts.flatMap(values) { sums[count.day, default: 0] += count.notes }
            return sums.map { DayCount(day: $0.key, notes: $0.value) }.sorted { $0.day < $1.day }
        }
        self.init(
            notes: sum(\.notes), words: sum(\.words), size: sum(\.size), links: sum(\.links),
            attachments: sum(\.attachments), openTasks: sum(\.openTasks), broken: sum(\.broken),
            orphans: sum(\.orphans),
            favorites: sum(\.favorites), statuses: Self.ordered(counts(\.statuses), by: statuses),
            folders: counts(\.folders), keywords: counts(\.keywords), keys: counts(\.keys), created: days(\.created),
            modified: days(\.modified))
    }

    /// Sorts statuses in the order of the configuration.
    fileprivate static func ordered(_ counts: [Count], by statuses: [String]) -> [Count] {
        let order = statuses.map { Folding.fold($0) }
        func rank(_ status: Count) -> Int { order.firstIndex(of: Folding.fold(status.name)) ?? order.count }
        return counts.sorted { (rank($0), $0.name) < (rank($1), $1.name) }
    }
}

extension Statistics {
    /// Counts the notes that a search finds. Complexity: O(notes), without opening them.
    package init(of search: VaultSearch, in snapshot: VaultSnapshot) throws {
        let condition = search.request.condition
        let sums = try snapshot.index.sums(condition)
        func count(_ state: Condition.State) throws -> Int {
            try snapshot.index.count(.and([condition, .state(state)]))
        }
        func values(_ group: GroupKey.Standard) throws -> [Statistics.Count] {
            try snapshot.index.sections.valueCounts(of: .standard(group), in: condition, snapshot.calendar).compactMap {
                count in
                let name: String? =
                    switch count.value {
                    case .text(let text), .status(let text): text
                    case .folder(let folder): folder.isRoot ? "/" : folder.text
                    case .none, .day: nil
                    }
                return name.map { Statistics.Count(name: $0, notes: count.notes) }
            }.sorted { ($1.notes, $0.name) < ($0.notes, $1.name) }
        }
        let keys = try (FrontMatterKey.allCases.map(\.rawValue) + snapshot.index.lists.propertyNames()).map { key in
            Statistics.Count(name: key, notes: try snapshot.index.count(.and([condition, .key(key)])))
        }
        self.init(
            notes: sums.notes, words: sums.words, size: sums.size, links: sums.links, attachments: sums.attachments,
            openTasks: sums.openTasks, broken: try count(.broken), orphans: try count(.orphan),
            favorites: try snapshot.index.count(.and([condition, .favorite(true)])),
            // Where no note has a status, that of each is only the default.
            statuses: try snapshot.index.declaresStatus()
                ? Self.ordered(values(.status), by: snapshot.statuses) : [],
            folders: try values(.folder), keywords: try values(.keyword),
            keys: keys.filter { $0.notes > 0 }.sorted { ($1.notes, $0.name) < ($0.notes, $1.name) },
            created: try snapshot.lists.days(search), modified: try snapshot.lists.days(search, changed: true))
    }
}
