import Git
import QueryLanguage
import SearchIndex
package import SourceText
import VaultFiles

/// The names and values of an open vault that queries can refer to.
package struct QueryNames: QueryContext {
    private let session: VaultSession

    init(_ session: VaultSession) { self.session = session }

    package var now: Moment { session.now }
    package var calendar: LocalCalendar { session.calendar }
    package var statuses: [String] { session.statuses }
    package var keyNames: KeyNames { session.keyNames }
    package var noteExtensions: Set<String> { session.vault.configuration.extensions }
    package var attachmentExtensions: Set<String> { session.vault.configuration.attachmentExtensions }
    package var savedSearches: [String: String] { session.vault.configuration.searches }
    package var isVersioned: Bool { session.git.isVersioned }

    package func propertyNames() throws -> [String] { try session.index.lists.propertyNames() }
    package func isProperty(_ name: String) throws -> Bool { try session.index.lists.isProperty(name) }
    package func holdsDates(_ name: String) throws -> Bool { try DateProperties(session.index).contains(name) }
    package func statusesInUse() throws -> [String] {
        try session.index.lists.statuses().map { Folding.fold($0.name) }
    }
    package func isFolder(_ path: VaultPath) throws -> Bool { try session.index.lists.isFolder(path) }
    package func folders() throws -> [VaultPath] { try session.index.lists.folders().map(\.path) }
    package func notes(named name: String) throws -> [VaultPath] { try session.index.names.notes(named: name) }
    package func nearestNote(to name: String) throws -> String? { try session.nearestNotes(to: [name])[0] }

    package func requireHistory() throws { try session.requireHistory() }
    package func requireWorkTree() throws { try session.git.requireWorkTree() }

    package func commit(of revision: String) throws -> String? {
        try session.git.repository().commit(of: revision, now: now, calendar: calendar)
    }

    package func nearestRevision(to name: String) throws -> String? {
        Nearest.match(name, among: try session.git.repository().revisionNames())
    }
}

extension VaultSession {
    /// The names and values that queries can refer to.
    package var queryNames: QueryNames { QueryNames(self) }
}
