import Git
import Indexing
package import QueryLanguage
import SearchIndex
package import SourceText
import VaultFiles

/// The names and values of an open vault that queries can refer to.
package struct QueryNames: QueryContext {
    private let snapshot: VaultSnapshot
    /// As of `SearchOptions`.
    var isSelfContained = false
    /// As of `SearchOptions`.
    package var includesAttachments = false
    /// The other vaults that are searched together with this one, and the names of all.
    var others: [VaultSnapshot] = []
    package var vaultName: String?
    package var vaultNames: [String] = []
    /// Whether the query is not evaluated, so that it needs no history and no attachments.
    var isOnlyParsed = false

    init(_ snapshot: VaultSnapshot) {
        self.snapshot = snapshot
        includesAttachments = snapshot.readsAttachments
    }

    package var now: Moment { snapshot.now }
    package var calendar: LocalCalendar { snapshot.calendar }
    package var statuses: [String] { snapshot.statuses }
    package var keyNames: KeyNames { snapshot.keyNames }
    package var noteExtensions: Set<String> { snapshot.vault.configuration.extensions }
    package var attachmentExtensions: Set<String> { snapshot.vault.configuration.attachmentExtensions }
    package var savedSearches: [String: String] {
        if isSelfContained { return [:] }
        // A search that only another vault has is valid here too.
        return others.reduce(snapshot.vault.configuration.searches) { known, other in
            known.merging(other.vault.configuration.searches) { own, _ in own }
        }
    }
    package var isVersioned: Bool {
        // A vault outside of git is then left out, instead of the query being refused.
        snapshot.git.isVersioned || others.contains { $0.git.isVersioned }
    }

    // A name that any of the vaults has is valid. In a vault without it, it finds nothing.

    package func propertyNames() throws -> [String] { try all { try $0.index.lists.propertyNames() } }
    package func isProperty(_ name: String) throws -> Bool { try any { try $0.index.lists.isProperty(name) } }
    package func containsDates(_ name: String) throws -> Bool {
        try any { try DateProperties($0.index).contains(name) }
    }
    package func statusesInUse() throws -> [String] {
        try all { try $0.index.lists.statuses().map { Folding.fold($0.name) } }
    }
    package func isFolder(_ path: VaultPath) throws -> Bool {
        try isSelfContained || any { try $0.index.lists.isFolder(path) }
    }
    package func folders() throws -> [VaultPath] { try all { try $0.index.lists.folders().map(\.path) } }

    package func notes(named name: String) throws -> [VaultPath] {
        let own = try snapshot.index.names.notes(named: name)
        if !own.isEmpty || others.isEmpty { return own }
        let isElsewhere = try others.contains { !(try $0.index.names.notes(named: name).isEmpty) }
        return isElsewhere ? [Self.foreignNote(name)] : []
    }

    /// Returns a path that no note of the vault has, for a note of another vault with that name.
    private static func foreignNote(_ name: String) -> VaultPath { VaultPath(bytes: [0] + Array(name.utf8)) }

    private func any(_ test: (VaultSnapshot) throws -> Bool) rethrows -> Bool {
        if try test(snapshot) { return true }
        return try others.contains(where: test)
    }

    private func all<Value: Hashable>(_ list: (VaultSnapshot) throws -> [Value]) rethrows -> [Value] {
        let own = try list(snapshot)
        if others.isEmpty { return own }
        var seen = Set(own)
        return own + (try others.flatMap(list).filter { seen.insert($0).inserted })
    }

    package func nearestNote(to name: String) throws -> String? { try snapshot.nearestNotes(to: [name])[0] }

    package func related(to path: VaultPath) throws -> RelatedTo {
        if isOnlyParsed { return RelatedTo(path: path, words: []) }
        guard path.bytes.first == 0 else { return try snapshot.related.comparison(with: path) }
        // The note is in another vault: only its words count.
        let name = String(decoding: path.bytes.dropFirst(), as: UTF8.self)
        for other in others {
            guard let found = try other.index.names.notes(named: name).first else { continue }
            return RelatedTo(path: path, words: try other.related.comparison(with: found).words)
        }
        return RelatedTo(path: path, words: [])
    }

    package func requireHistory() throws { if !isOnlyParsed { try snapshot.requireHistory() } }
    package func requireAttachments(referenced: Bool) throws {
        if !isOnlyParsed { try snapshot.requireAttachments(referenced ? .referenced : .all) }
    }
    package func requireWorkTree() throws { try snapshot.git.requireWorkTree() }

    package func commit(of revision: String) throws -> String? {
        try snapshot.git.repository().commit(of: revision, now: now, calendar: calendar)
    }

    package func nearestRevision(to name: String) throws -> String? {
        Nearest.match(name, among: try snapshot.git.repository().revisionNames())
    }
}

extension VaultSnapshot {
    /// The names and values that queries can refer to.
    package var queryNames: QueryNames { QueryNames(self) }
}
