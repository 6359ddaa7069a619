package import SourceText

/// What the reading of a query asks of the vault: which names and values there are.
package protocol QueryContext {
    var now: Moment { get }
    var calendar: LocalCalendar { get }
    /// The configured statuses, in their order.
    var statuses: [String] { get }
    /// The names of the saved searches and their queries, the built-in ones among them.
    var savedSearches: [String: String] { get }
    /// The extensions of notes and of attachments, in small letters, without a dot.
    var noteExtensions: Set<String> { get }
    var attachmentExtensions: Set<String> { get }
    /// Every name of the front matter keys that mean something.
    var keyNames: KeyNames { get }
    /// The names of all front matter keys in any note that are properties, nested ones with dots, folded.
    func propertyNames() throws -> [String]
    /// Whether that folded name is one of them; a key look-up.
    func isProperty(_ name: String) throws -> Bool
    /// Whether some note has a date under that folded name.
    func holdsDates(_ name: String) throws -> Bool
    /// Every status that some note has, folded.
    func statusesInUse() throws -> [String]
    func folders() throws -> [VaultPath]
    /// Whether there is exactly that folder; a key look-up.
    func isFolder(_ path: VaultPath) throws -> Bool
    /// The notes that a NOTE argument may mean.
    func notes(named name: String) throws -> [VaultPath]
    /// Whether the vault is versioned with git.
    var isVersioned: Bool { get }
    /// Makes sure that what the history in git says of notes can be asked.
    ///
    /// - Throws: what a person is told where it cannot.
    func requireHistory() throws
    /// Makes sure that git can say how the files differ from its commits.
    func requireWorkTree() throws
    /// The full name of the commit that a revision or a date means; nil where there is none.
    func commit(of revision: String) throws -> String?
    /// A branch or tag near to one that is none.
    func nearestRevision(to name: String) throws -> String?
    /// Names of notes near to one that is none.
    func nearestNote(to name: String) throws -> String?
}
