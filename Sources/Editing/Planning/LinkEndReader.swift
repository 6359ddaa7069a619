import Notes
import SearchIndex
import Searching
import SourceText
import VaultFiles

/// Finds where the links of notes lead before and after lines move to another note.
struct LinkEndReader {
    let snapshot: VaultSnapshot
    let target: OpenNote
    /// Whether the change creates the target.
    let isNew: Bool
    private let sources: [VaultPath: MovedText]

    init(_ sources: [MovedText], to target: OpenNote, isNew: Bool, _ snapshot: VaultSnapshot) {
        self.snapshot = snapshot
        self.target = target
        self.isNew = isNew
        self.sources = Dictionary(sources.map { ($0.note.path, $0) }) { first, _ in first }
    }

    /// Returns the file that a link leads to now, and the one that it must lead to afterwards.
    func paths(of link: OpenLink, in note: OpenNote) throws -> (before: VaultPath?, after: VaultPath?) {
        let before = try snapshot.linkTargets.target(of: link, in: note).path
        guard let before, let source = sources[before], let fragment = link.fragment,
            let part = source.note.place(of: fragment), source.moves(part)
        else { return (before, before) }
        return (before, target.path)
    }

    /// Returns the file that a text leads to after the change.
    func path(of text: String, from folder: VaultPath, as form: ReferenceForm) throws -> VaultPath? {
        let found = try snapshot.linkTargets.target(of: text, from: folder, as: form).path
        // The index does not contain the new note yet.
        guard found == nil, isNew else { return found }
        let written = VaultPath(text)
        let paths = [folder.resolving(written), VaultPath.root.resolving(written)].compactMap { $0 }
        let isTarget =
            paths.contains { $0 == target.path || $0 == target.path.withoutExtension }
            || Folding.fold(text) == Folding.fold(target.path.stem.text)
        return isTarget ? target.path : nil
    }

    // MARK: Comparison

    /// Where a link leads, or what else the reading of a text depends on.
    private enum End: Hashable {
        /// - Parameters:
        ///   - text: the text of a broken link.
        ///   - part: the text of the heading, block id or anchor that the link names.
        case link(VaultPath?, text: String, fragment: String?, part: String?)
        case heading(String, slug: String)
        case footnote
    }

    /// Throws unless the links of the changed notes lead where they led, and their headings have the same anchors.
    ///
    /// - Parameter texts: the texts of all sources and the target after the change.
    func check(_ texts: [VaultPath: [UInt8]]) throws {
        var ends: [End: Int] = [:]
        let before = [target] + sources.values.filter { $0.note.path != target.path }.map(\.note)
        let after = texts.map { OpenNote(path: $0.key, bytes: $0.value, rules: target.rules) }
        for note in before {
            for (end, offset) in try self.ends(of: note, isBefore: true, among: before) {
                ends[end, default: 0] += sources[note.path]?.copies(offset..<offset + 1) == true ? 2 : 1
            }
        }
        for note in after {
            for (end, _) in try self.ends(of: note, isBefore: false, among: after) { ends[end, default: 0] -= 1 }
        }
        guard ends.values.contains(where: { $0 != 0 }) else { return }
        throw VaultError(
            target.path, "would contain links that lead elsewhere, or lose some, with the tasks; nothing was changed",
            help: "edit the links, labels and block ids first that are in both notes")
    }

    private func ends(
        of note: OpenNote, isBefore: Bool, among notes: [OpenNote]
    ) throws -> [(end: End, offset: Int)] {
        let links = note.links
        let uses = Dictionary(note.definitions.map { ($0.range, $0.uses.map(\.range)) }) { first, _ in first }
        var ends: [(End, Int)] = []
        for link in links {
            let form = link.number.map { ReferenceForm(note.note.references[$0]) } ?? .link
            let (now, path) =
                isBefore ? try paths(of: link, in: note) : try pathAfter(of: link, in: note, as: form)
            let other = notes.first { $0.path == now }
            let part = link.fragment.flatMap { fragment in
                other.flatMap { note in note.place(of: fragment).map { note.bytes.text($0) } }
            }
            if form == .path, path == nil { continue }
            let end = End.link(path, text: path == nil ? link.target : "", fragment: link.fragment, part: part)
            ends += (link.form == .definition ? uses[link.range] ?? [] : [link.range]).map { (end, $0.lowerBound) }
        }
        ends += zip(note.headings, note.slugs).map { (.heading($0.text, slug: $1), $0.range.lowerBound) }
        return ends + NoteFootnotes(note).uses.map { (.footnote, $0.label.lowerBound) }
    }

    private func pathAfter(
        of link: OpenLink, in note: OpenNote, as form: ReferenceForm
    ) throws -> (VaultPath?, VaultPath?) {
        let path = link.target.isEmpty ? note.path : try path(of: link.target, from: note.path.folder, as: form)
        return (path, path)
    }

    /// Throws if a block id is in the target and in lines that move there, and links lead to it.
    func checkBlockIDs() throws {
        for source in sources.values where source.note.path != target.path {
            for id in source.note.blocks.compactMap(\.idRange) where source.moves(id) {
                let name = "^\(source.note.bytes.text(id))"
                guard let own = target.place(of: name) else { continue }
                let isLinked =
                    try !PartRename(source.note, snapshot).links(to: id.lowerBound - 1..<id.upperBound).isEmpty
                    || !PartRename(target, snapshot).links(to: own).isEmpty
                guard isLinked else { continue }
                throw VaultError(
                    source.note.path, "has the block id '\(name)', which is in '\(target.path.text)' too",
                    help: "change one of them first; nothing was changed")
            }
        }
    }
}
