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

/// A note before and after a change that keeps the number of its headings, so that links to them can follow.
struct HeadingChange {
    /// The effect of the change on a link to the note.
    enum Effect: Hashable {
        case unchanged
        /// The text that replaces the fragment, or the last heading of a path of headings.
        case fragment(String)
        /// No fragment leads to the heading any more.
        case lost
    }

    private let old: OpenNote
    private let new: OpenNote
    private let headings: [(old: OpenHeading, new: OpenHeading)]
    private let slugs: [(old: String, new: String)]
    /// Whether each heading has a counterpart.
    private let isComplete: Bool

    init(_ old: OpenNote, _ new: OpenNote) {
        self.old = old
        self.new = new
        let (before, after) = (old.headings, new.headings)
        headings = zip(before, after).map { ($0, $1) }
        slugs = zip(old.slugs, new.slugs).map { ($0, $1) }
        isComplete = before.count == after.count
    }

    /// The texts of the headings after the change, for comparison.
    var texts: [ExactText] { headings.map { ExactText($0.new.text) } }

    /// Returns the effect on a link to the note, in the form of the link: by the anchor of the heading, or by its text.
    func effect(on link: OpenLink) -> Effect {
        guard let fragment = link.fragment, let place = old.place(of: fragment), !place.isEmpty else {
            return .unchanged
        }
        guard let number = headings.firstIndex(where: { $0.old.range == place }) else {
            let isHeading = old.headings.contains { $0.range == place }
            return isHeading && new.place(of: fragment) == nil ? .lost : .unchanged
        }
        if !isComplete { return new.place(of: fragment) == nil ? .lost : .unchanged }
        let heading = headings[number]
        let isSame = heading.old.text.utf8.elementsEqual(heading.new.text.utf8)
        if isSame, new.place(of: fragment) == heading.new.range { return .unchanged }
        let last = fragment.split(separator: "#").last.map(String.init) ?? fragment
        let isAnchor = link.form != .wiki && link.form != .frontMatter && last.lowercased() == slugs[number].old
        let names = [OpenNote.fragment(of: heading.new.text), slugs[number].new]
        let name = (isAnchor ? names.reversed() : names).first {
            !$0.isEmpty && new.place(of: $0) == heading.new.range
        }
        guard let name else { return .lost }
        return name.utf8.elementsEqual(last.utf8) ? .unchanged : .fragment(name)
    }
}
