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
        isSelfContained ? [:] : snapshot.vault.configuration.searches
    }
    package var isVersioned: Bool { snapshot.git.isVersioned }

    package func propertyNames() throws -> [String] { try snapshot.index.lists.propertyNames() }
    package func isProperty(_ name: String) throws -> Bool { try snapshot.index.lists.isProperty(name) }
    package func containsDates(_ name: String) throws -> Bool { try DateProperties(snapshot.index).contains(name) }
    package func statusesInUse() throws -> [String] {
        try snapshot.index.lists.statuses().map { Folding.fold($0.name) }
    }
    package func isFolder(_ path: VaultPath) throws -> Bool {
        try isSelfContained || snapshot.index.lists.isFolder(path)
    }
    package func folders() throws -> [VaultPath] { try snapshot.index.lists.folders().map(\.path) }
    package func notes(named name: String) throws -> [VaultPath] { try snapshot.index.names.notes(named: name) }
    package func nearestNote(to name: String) throws -> String? { try snapshot.nearestNotes(to: [name])[0] }

    package func related(to path: VaultPath) throws -> RelatedTo {
        isOnlyParsed ? RelatedTo(path: path, words: []) : try snapshot.related(to: path)
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
