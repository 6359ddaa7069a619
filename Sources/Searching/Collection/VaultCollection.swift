package import QueryLanguage
import SearchIndex
import SourceText
import VaultFiles

/// The snapshots of several vaults that are searched as one.
///
/// Scores and order are those of one vault with all the notes. Links stay within each vault.
package struct VaultCollection {
    package struct Member {
        package var name: String
        package var snapshot: VaultSnapshot

        package var source: NoteHit.SourceVault { NoteHit.SourceVault(name: name, root: snapshot.vault.root) }
    }

    package let members: [Member]
    /// Keeps the counts, which the indexes use as long as they exist.
    private let counts: CollectionCounts

    package init(_ members: [Member]) throws {
        self.members = members
        counts = try CollectionCounts(members.map(\.snapshot.index))
        for member in members { member.snapshot.index.vaultName = member.name }
    }

    /// Opens a snapshot of each session and runs `body` with all of them.
    package static func read<Value>(
        _ sessions: [(name: String, session: VaultSession)], _ body: (VaultCollection) throws -> Value
    ) throws -> Value {
        func open(_ rest: ArraySlice<(name: String, session: VaultSession)>, _ members: [Member]) throws -> Value {
            guard let first = rest.first else { return try body(try VaultCollection(members)) }
            return try first.session.read { snapshot in
                try open(rest.dropFirst(), members + [Member(name: first.name, snapshot: snapshot)])
            }
        }
        return try open(sessions[...], [])
    }

    /// Returns the names that queries can refer to in a member.
    package func queryNames(_ number: Int) -> QueryNames {
        var names = members[number].snapshot.queryNames
        names.others = members.indices.filter { $0 != number }.map { members[$0].snapshot }
        names.vaultName = members[number].name
        names.vaultNames = members.map(\.name)
        return names
    }

    /// Parses a query for each member. Order, sections and limits are those of the first.
    ///
    /// - Throws: `QueryError` if the query cannot be parsed.
    package func prepare(_ options: SearchOptions) throws -> CollectionSearch {
        var searches: [VaultSearch] = []
        for (number, member) in members.enumerated() {
            var search = try member.snapshot.prepare(options, in: queryNames(number))
            if let first = searches.first { search.request.presentation = first.presentation }
            searches.append(search)
        }
        return CollectionSearch(collection: self, searches: searches)
    }

    /// Returns the suggestions of all vaults, best first. The count of a term is the sum of its counts.
    package func suggestions(_ partial: String, limit: Int) throws -> [Suggestion] {
        if case .value(.vault, let typed) = PartialQuery(partial).slot {
            let query = PartialQuery(partial)
            let matching = members.filter { Folding.fold($0.name).hasPrefix(Folding.fold(typed)) }
            return try matching.prefix(limit).map { member in
                Suggestion(
                    term: "\(query.negation)vault:\(QueryText.quoted(member.name))",
                    notes: try member.snapshot.index.noteCount())
            }
        }
        var all: [String: (suggestion: Suggestion, place: Int)] = [:]
        for member in members {
            for (place, found) in try Suggestions(member.snapshot).list(partial, limit: limit).enumerated() {
                guard let known = all[found.term] else {
                    all[found.term] = (found, place)
                    continue
                }
                var sum = known.suggestion
                if let notes = found.notes { sum.notes = notes + (sum.notes ?? 0) }
                all[found.term] = (sum, min(place, known.place))
            }
        }
        return all.values.sorted { a, b in
            a.place == b.place
                ? ((b.suggestion.notes ?? 0), a.suggestion.term) < ((a.suggestion.notes ?? 0), b.suggestion.term)
                : a.place < b.place
        }.prefix(limit).map(\.suggestion)
    }
}
