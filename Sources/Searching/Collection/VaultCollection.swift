package import QueryLanguage
import SQLite
import SearchIndex
import SourceText
import VaultFiles

/// The snapshots of several vaults that are searched as one, or of a single vault.
///
/// Scores and order are those of one vault with all the notes. Links stay within each vault.
package struct VaultCollection {
    package let members: [VaultMember]
    /// The counts that the indexes use until `read` ends. Nil for a single vault.
    private let counts: CollectionCounts?

    /// The names that `vault:` can refer to.
    let names: [String]

    package init(_ members: [VaultMember], names: [String]? = nil) throws {
        self.members = members
        self.names = names ?? members.compactMap(\.name)
        counts = members.count > 1 ? try CollectionCounts(members.map(\.snapshot.index)) : nil
        for member in members { member.snapshot.index.vaultName = member.name ?? "" }
    }

    /// A vault that is searched alone.
    init(_ snapshot: VaultSnapshot) {
        members = [VaultMember(name: nil, snapshot: snapshot)]
        (counts, names) = (nil, [])
    }

    /// Returns the number of the member that is a vault, or nil if there is none. Without a vault, the only member.
    func number(of vault: NoteHit.SourceVault?) -> Int? {
        guard let vault else { return members.count == 1 ? 0 : nil }
        return members.firstIndex { $0.name == vault.name }
    }

    package var snapshots: [VaultSnapshot] { members.map(\.snapshot) }

    /// Returns the snapshot of a vault, or nil if it has none.
    package func snapshot(of vault: NoteHit.SourceVault?) -> VaultSnapshot? {
        number(of: vault).map { members[$0].snapshot }
    }

    /// Returns the note at an address, else the file there. Nil if the vault has no snapshot.
    package func hit(_ address: NoteAddress) throws -> NoteHit? {
        guard let snapshot = snapshot(of: address.vault) else { return nil }
        var hit = try snapshot.note(address.path) ?? NoteHit(file: address.path, in: snapshot.vault)
        hit.result.vault = address.vault
        return hit
    }

    /// Makes the indexes count alone again.
    private func end() {
        counts?.end()
        for member in members { member.snapshot.index.vaultName = "" }
    }

    /// Opens a snapshot of each session and runs `body` with all of them.
    ///
    /// - Parameter names: the names that `vault:` can refer to, or nil for those of the sessions.
    package static func read<Value>(
        _ sessions: [(name: String?, session: VaultSession)], names: [String]? = nil,
        _ body: (VaultCollection) throws -> Value
    ) throws -> Value {
        func run(_ members: [VaultMember]) throws -> Value {
            do {
                let collection = try VaultCollection(members, names: names)
                defer { collection.end() }
                return try body(collection)
            } catch let error as SQLiteError where members.count > 1 && !error.isInterrupt {
                // It is unknown whose index it is, and a session would rebuild its own.
                throw UnusableIndex()
            }
        }
        func open(_ rest: ArraySlice<(name: String?, session: VaultSession)>, _ members: [VaultMember]) throws -> Value
        {
            guard let first = rest.first else { return try run(members) }
            return try first.session.read { snapshot in
                try open(rest.dropFirst(), members + [VaultMember(name: first.name, snapshot: snapshot)])
            }
        }
        do {
            return try open(sessions[...], [])
        } catch is UnusableIndex {
            let rebuilt = try sessions.filter { try $0.session.rebuildIfDamaged() }
            if rebuilt.isEmpty {
                throw VaultError(
                    "cannot use the index of one of the vaults: \(sessions.compactMap(\.name).joined(separator: ", "))",
                    help: "search each alone: slip search --vault NAME")
            }
            return try open(sessions[...], [])
        }
    }

    /// An error of the index of one of the vaults.
    private struct UnusableIndex: Error {}

    /// Returns the names that queries can refer to in a member.
    package func queryNames(_ number: Int) -> QueryNames {
        var names = members[number].snapshot.queryNames
        names.others = members.indices.filter { $0 != number }.map { members[$0] }
        names.vaultName = members[number].name
        names.vaultNames = self.names
        return names
    }

    /// The configured statuses of all vaults, those of the first vault first.
    private var statuses: [String] {
        var seen: Set<String> = []
        return members.flatMap(\.snapshot.statuses).filter { seen.insert(Folding.fold($0)).inserted }
    }

    /// Returns a message that a vault cannot answer.
    package static func leftOut(_ vault: String, because error: any Error) -> String {
        "the vault '\(vault)' is left out: \(ErrorReport(error).message)"
    }

    /// Parses a query for each member. Order, sections and limits are those of the first.
    ///
    /// - Parameter leftOut: called with each member that cannot answer the query, for example because it is not in git.
    /// - Throws: `QueryError` if the query cannot be parsed, or the error of the only member.
    package func prepare(
        _ options: SearchOptions, leftOut: (_ name: String, any Error) throws -> Void
    ) throws -> CollectionSearch {
        var searches: [VaultSearch] = []
        var remaining: [VaultMember] = []
        for (number, member) in members.enumerated() {
            var search: VaultSearch
            do {
                search = try member.snapshot.prepare(options, in: queryNames(number))
            } catch let error as VaultError where members.count > 1 {
                try leftOut(member.name ?? "", error)
                if remaining.isEmpty, number == members.count - 1 { throw error }
                continue
            }
            if let first = searches.first { search.request.presentation = first.presentation }
            search.request.statuses = statuses
            searches.append(search)
            remaining.append(member)
        }
        if remaining.count == members.count { return CollectionSearch(collection: self, searches: searches) }
        // The others count without those that are left out.
        end()
        return CollectionSearch(collection: try VaultCollection(remaining, names: names), searches: searches)
    }
}
