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
    /// The attachments that are searched, or nil for what the configuration says.
    var attachments: AttachmentScope?
    /// The other vaults that are searched together with this one.
    var others: [VaultMember] = []
    /// The note with the live block whose query is resolved.
    package var thisNote: VaultPath?
    package var vaultName: String?
    package var vaultNames: [String] = []
    /// Whether the query is not evaluated, so that it needs no history and no attachments.
    var isOnlyParsed = false

    init(_ snapshot: VaultSnapshot) { self.snapshot = snapshot }

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
            known.merging(other.snapshot.vault.configuration.searches) { own, _ in own }
        }
    }
    package var declarations: PropertyDeclarations { snapshot.vault.configuration.properties }
    package var isVersioned: Bool {
        // A vault outside of git is then left out, instead of the query being refused.
        snapshot.git.isVersioned || others.contains { $0.snapshot.git.isVersioned }
    }

    // A name that any of the vaults has is valid. In a vault without it, it finds nothing.

    package func propertyNames() throws -> [String] {
        try all { vault in
            let names = try vault.index.lists.propertyNames()
            let declared = vault.vault.configuration.properties.all.map { Folding.fold($0.key) }
            return names + declared.filter { !names.contains($0) }
        }
    }
    package func isProperty(_ name: String) throws -> Bool {
        try any { try $0.vault.configuration.properties[name] != nil || $0.index.lists.isProperty(name) }
    }
    package func containsDates(_ name: String) throws -> Bool {
        try any { try DateProperties($0.index).contains(name) }
    }
    package func statusesInUse() throws -> [String] {
        try all { try $0.index.lists.statuses().map { Folding.fold($0.name) } }
    }
    package func isFolder(_ path: VaultPath) throws -> Bool {
        try isSelfContained || any { try $0.index.lists.isFolder(path) }
    }
    package func isFile(_ text: String, isPath: Bool, stem: Bool) throws -> Bool {
        try any { try $0.index.names.isFile(text, isPath: isPath, stem: stem) }
    }
    package func folders() throws -> [VaultPath] { try all { try $0.index.lists.folders().map(\.path) } }

    package func notes(named name: String) throws -> [VaultPath] {
        if let (vault, name) = addressed(name) {
            if vault != vaultName, !others.contains(where: { $0.name == vault }) {
                throw VaultError("the vault '\(vault)' of the note '\(name)' is not searched")
            }
            let found =
                vault == vaultName
                ? try snapshot.index.names.notes(named: name)
                : try foreignNote(name, in: others.filter { $0.name == vault })
            if !found.isEmpty { return found }
        }
        let own = try snapshot.index.names.notes(named: name)
        if others.isEmpty { return own }
        // A path is preferred to the same name in a folder, as in a single vault.
        let path = VaultPath(name)
        let isPath = try own.first != path && others.contains { try $0.snapshot.isNote(path) }
        return own.isEmpty || isPath ? try foreignNote(name, in: others) : own
    }

    /// Returns the parts of a name such as `work: box.md`, or nil if it does not begin with the name of a vault.
    private func addressed(_ name: String) -> (vault: String, name: String)? {
        for vault in vaultNames where name.hasPrefix(vault + ": ") {
            return (vault, String(name.dropFirst(vault.count + 2)))
        }
        return nil
    }

    /// Returns a path that no note of this vault has, for a note of another vault. Empty if none has such a note.
    private func foreignNote(_ name: String, in vaults: [VaultMember]) throws -> [VaultPath] {
        guard let vault = try vaults.first(where: { !(try $0.snapshot.index.names.notes(named: name).isEmpty) }) else {
            return []
        }
        return [VaultPath(bytes: [0] + Array((vault.source.prefix + name).utf8))]
    }

    private func any(_ test: (VaultSnapshot) throws -> Bool) rethrows -> Bool {
        if try test(snapshot) { return true }
        return try others.contains { try test($0.snapshot) }
    }

    private func all<Value: Hashable>(_ list: (VaultSnapshot) throws -> [Value]) rethrows -> [Value] {
        let own = try list(snapshot)
        if others.isEmpty { return own }
        var seen = Set(own)
        return own + (try others.flatMap { try list($0.snapshot) }.filter { seen.insert($0).inserted })
    }

    /// Returns the notes whose names contain all words of a text, at most `limit`, those with shorter names first.
    package func notes(containing text: String, limit: Int) throws -> [VaultPath] {
        try snapshot.index.names.notes(containing: Words.list(text).map(Folding.fold), limit: limit)
    }

    package func namesInText(of note: VaultPath) throws -> (title: String, others: [String])? {
        try snapshot.note(note).map { ($0.title, $0.aliases + [$0.id].compactMap(\.self)) }
    }

    package func nearestNote(to name: String) throws -> String? { try snapshot.nearestNotes(to: [name])[0] }

    package func related(to path: VaultPath) throws -> RelatedTo {
        if isOnlyParsed { return RelatedTo(path: path, words: []) }
        guard path.bytes.first == 0 else { return try snapshot.related.comparison(with: path) }
        // The note is in another vault: only its words count.
        guard let (vault, name) = addressed(String(decoding: path.bytes.dropFirst(), as: UTF8.self)),
            let other = others.first(where: { $0.name == vault })?.snapshot,
            let found = try other.index.names.notes(named: name).first
        else { return RelatedTo(path: path, words: []) }
        return RelatedTo(path: path, words: try other.related.comparison(with: found).words)
    }

    package func requireHistory() throws { if !isOnlyParsed { try snapshot.requireHistory() } }
    package func attachmentScope() throws -> AttachmentScope {
        if let attachments { return attachments }
        if snapshot.readsAttachments { return .all }
        return try snapshot.keeper.committed == nil && snapshot.index.attachments.hasReferencedCanvas()
            ? .canvases : .none
    }
    package func requireAttachments(_ scope: AttachmentScope?) throws {
        if isOnlyParsed { return }
        switch scope {
        case AttachmentScope.none?: break
        case .canvases: try snapshot.requireAttachments(.canvases)
        case .all: try snapshot.requireAttachments(.referenced)
        case nil: try snapshot.requireAttachments(.all)
        }
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
