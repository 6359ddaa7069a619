package import SourceText

/// The names and values of a vault that the resolver looks up.
package protocol QueryContext {
    var now: Moment { get }
    var calendar: LocalCalendar { get }
    /// The configured statuses, in their order.
    var statuses: [String] { get }
    /// The names of the saved searches and their queries, including the built-in ones.
    var savedSearches: [String: String] { get }
    /// The name of the vault among those that are searched together, or nil if it is searched alone.
    var vaultName: String? { get }
    /// The names of the vaults that are searched together.
    var vaultNames: [String] { get }
    /// The extensions of notes and of attachments, in lower case, without a dot.
    var noteExtensions: Set<String> { get }
    var attachmentExtensions: Set<String> { get }
    /// All names of the known front matter keys.
    var keyNames: KeyNames { get }
    /// Returns the folded names of the properties of all notes. Nested ones have dots.
    func propertyNames() throws -> [String]
    /// Whether a folded name is a property. This is a lookup by key.
    func isProperty(_ name: String) throws -> Bool
    /// Whether a note has a date in the property with a folded name.
    func containsDates(_ name: String) throws -> Bool
    /// The types that the configuration declares for properties.
    var declarations: PropertyDeclarations { get }
    /// Returns the folded statuses that notes have.
    func statusesInUse() throws -> [String]
    func folders() throws -> [VaultPath]
    /// The note that `this` means: the one with the live block whose query it is. Nil for other queries.
    var thisNote: VaultPath? { get }
    /// Whether a folder with exactly that path exists. This is a lookup by key.
    func isFolder(_ path: VaultPath) throws -> Bool
    /// Returns the notes that a NOTE argument may name.
    func notes(named name: String) throws -> [VaultPath]
    /// Whether a note has exactly this file name, or with `isPath` this path, ignoring case and diacritics. This is a
    /// lookup by key.
    ///
    /// - Parameter stem: whether the text may also be the name without its extension.
    func isFile(_ text: String, isPath: Bool, stem: Bool) throws -> Bool
    /// Returns the attachments in whose text words are also searched.
    func attachmentScope() throws -> AttachmentScope
    /// Checks that the index contains the text of attachments.
    ///
    /// - Parameter scope: those that notes reference, or nil for all files.
    /// - Throws: an error for the session, which then reads them.
    func requireAttachments(_ scope: AttachmentScope?) throws
    /// Whether the vault is in a git repository.
    var isVersioned: Bool { get }
    /// Checks that the index contains the history in git.
    ///
    /// - Throws: an error for the session, which then reads the history, or for the user.
    func requireHistory() throws
    /// Checks that git can compare the files with the last commit.
    func requireWorkTree() throws
    /// Returns the full name of the commit for a revision or a date; nil if there is none.
    func commit(of revision: String) throws -> String?
    /// Returns the branch or tag whose name is nearest to an unknown one.
    func nearestRevision(to name: String) throws -> String?
    /// Returns what `like:` compares of a note.
    func related(to path: VaultPath) throws -> RelatedTo
    /// Returns the title of a note, and its aliases and id. Nil if the vault has no such note.
    func namesInText(of note: VaultPath) throws -> (title: String, others: [String])?
    /// Returns the note whose name is nearest to an unknown one.
    func nearestNote(to name: String) throws -> String?
}
