import SearchIndex
import Searching
import SourceText

/// A change of a vault that must not break links: moved files, a new note, and edited notes.
struct VaultEdit {
    /// Files, or folders with their contents.
    var moves: [(from: VaultPath, to: VaultPath)] = []
    /// A note to create. The caller creates it: only the links that would lead to it are part of the update.
    var added: (path: VaultPath, bytes: [UInt8])?
    /// The notes that `edit` changes, by their paths before the moves.
    var notes: [VaultPath] = []
    /// Edits `NoteChange.after`. It can run again on the same note after links in it were updated.
    var edit: (inout NoteChange) throws -> Void = { _ in }

    /// Returns the path after the moves.
    func newPath(_ path: VaultPath) -> VaultPath {
        moves.first { path.isInside($0.from) }.map { path.moved(from: $0.from, to: $0.to) } ?? path
    }
}

/// The names of a note before and after a change.
struct NameChange {
    let old: LinkNames
    let new: LinkNames

    /// The name that replaces a reference by title, id or alias.
    enum Replacement: Hashable {
        case name(String)
        /// The name is gone.
        case none
        /// The reference uses no name that changes.
        case unchanged
    }

    /// Returns the new name for a reference to the note. An alias is replaced by the one in its place, if the others
    /// stay.
    func replacement(for reference: String) -> Replacement {
        let wanted = Folding.fold(reference)
        func names(_ name: String?) -> Bool { name.map { Folding.fold($0) == wanted } ?? false }
        func replaced(_ old: String, by new: String?) -> Replacement {
            guard let new else { return .none }
            return new.utf8.elementsEqual(old.utf8) ? .unchanged : .name(new)
        }
        if let id = old.id, names(id) { return replaced(id, by: new.id) }
        if names(old.title) { return replaced(old.title, by: new.title) }
        guard let place = old.aliases.firstIndex(where: names) else { return .unchanged }
        let others = { (aliases: [String]) in
            aliases.enumerated().filter { $0.offset != place }.map { ExactText($0.element) }
        }
        let isReplaced = old.aliases.count == new.aliases.count && others(old.aliases) == others(new.aliases)
        return replaced(old.aliases[place], by: isReplaced ? new.aliases[place] : nil)
    }
}
