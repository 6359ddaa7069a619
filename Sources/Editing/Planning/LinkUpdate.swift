import Notes
import SearchIndex
import Searching
import SourceText
import System
import VaultFiles

/// The update of all links for a change: links to files that move, to notes whose title, id or aliases change, and to
/// headings whose text changes.
///
/// A new link text can change the heading or the title that contains it, and with that the links to these. So the
/// texts are computed repeatedly until they stay the same.
struct LinkUpdate {
    /// The writes of the change, with its own edits, and the links that it breaks.
    struct Outcome {
        var operations: [FileOperation] = []
        var notices: [String] = []
        /// The notes whose links would lead to the new note without the writes, by the targets of these links.
        var taken: [VaultPath: Set<VaultPath>] = [:]
    }

    /// The notes whose names or headings change, by their paths before the change.
    private struct Effects {
        var names: [VaultPath: NameChange] = [:]
        var headings: [VaultPath: HeadingChange] = [:]

        var isEmpty: Bool { names.isEmpty && headings.isEmpty }

        /// Returns whether the notes get the same names and headings.
        func equals(_ other: Effects) -> Bool {
            names.mapValues(\.new) == other.names.mapValues(\.new)
                && headings.mapValues(\.texts) == other.headings.mapValues(\.texts)
        }
    }

    /// A note with new texts of its links.
    private struct LinkedNote {
        var rewrite: LinkRewriter.Rewrite
        var fragments: [(number: LinkNumber, text: String)] = []
    }

    /// Links in headings can depend on one another without end: two headings that show links to each other.
    private static let mostRounds = 8

    private let context: PlanContext
    private let edit: VaultEdit

    init(_ context: PlanContext, _ edit: VaultEdit) {
        self.context = context
        self.edit = edit
    }

    private var snapshot: VaultSnapshot { context.snapshot }
    private var rules: NoteRules { context.rules }

    /// Returns the writes of the change. They are for after the moves: the written notes have their new paths.
    func outcome() throws -> Outcome {
        let edited = try editedNotes()
        var effects = Effects()
        for (path, change) in edited { add(try effect(of: change, on: path), of: path, to: &effects) }
        if effects.isEmpty, edit.moves.isEmpty, edit.added == nil {
            return Outcome(operations: try operations(edited))
        }
        var round = 1
        while true {
            let moved = try moves(effects)
            let renamed = effects.names.merging(moved.titles) { own, _ in own }
            let links = try LinkRewriter(snapshot).rewrites(moved.files, adding: edit.added, renamed: renamed)
            let (fragments, lost) = try fragments(effects)
            let (changes, next) = try changes(links.rewrites, fragments, to: edited)
            let unsettled = next.equals(effects) ? [] : Set(next.headings.keys).union(effects.headings.keys).sorted()
            if unsettled.isEmpty || round == Self.mostRounds {
                let doubts = unsettled.map {
                    "the headings of '\($0.text)' depend on one another through links; check the links to them: slip check"
                }
                return Outcome(
                    operations: try operations(changes), notices: links.notices + lost + doubts, taken: links.taken)
            }
            effects = next
            round += 1
        }
    }

    /// Returns the edited notes without updated links, by path.
    private func editedNotes() throws -> [VaultPath: NoteChange] {
        var changes: [VaultPath: NoteChange] = [:]
        for (number, path) in edit.notes.enumerated() where changes[path] == nil {
            snapshot.messages.reportProgress("reading notes", number, of: edit.notes.count)
            var change = NoteChange(edit.newPath(path), try context.settledBytes(path))
            try edit.edit(&change)
            changes[path] = change
        }
        return changes
    }

    /// Returns the write of each changed note: first the edited ones in their order, then the others by path.
    private func operations(_ changes: [VaultPath: NoteChange]) throws -> [FileOperation] {
        var rest = changes
        let own = edit.notes.compactMap { rest.removeValue(forKey: $0) }
        return try (own + rest.sorted { $0.key < $1.key }.map(\.value)).compactMap { try $0.operation }
    }

    // MARK: Effects

    private typealias Effect = (names: NameChange?, headings: HeadingChange?)

    /// Returns the changes of a note's names and headings.
    private func effect(of change: NoteChange, on path: VaultPath) throws -> Effect {
        Self.effect(of: change, on: path, rules: rules)
    }

    private static func effect(of change: NoteChange, on path: VaultPath, rules: NoteRules) -> Effect {
        if change.after == change.before || Canvas.isCanvas(path) { return (nil, nil) }
        let old = OpenNote(path: path, bytes: change.before, rules: rules)
        let new = OpenNote(path: change.path, bytes: change.after, rules: rules)
        let names = NameChange(old: LinkNames(old.note), new: LinkNames(new.note))
        let texts = [old, new].map { $0.note.body.headings.map { ExactText($0.text) } }
        return (names.old == names.new ? nil : names, texts[0] == texts[1] ? nil : HeadingChange(old, new))
    }

    private func add(_ effect: Effect, of path: VaultPath, to effects: inout Effects) {
        effects.names[path] = effect.names
        effects.headings[path] = effect.headings
    }

    /// Returns the moves of single files, with the names of notes after the change, and the changes of titles that other
    /// programs derive from file names.
    private func moves(_ effects: Effects) throws -> (files: [FileMove], titles: [VaultPath: NameChange]) {
        var all: [FileMove] = []
        var names = effects.names
        var titles: [VaultPath: NameChange] = [:]
        for (from, to) in edit.moves {
            for file in try snapshot.index.files(inside: from) {
                let path = file.path.moved(from: from, to: to)
                try PathChecks(snapshot.vault).refuseIgnored(path, isFolder: file.kind == .folder)
                var new = names.removeValue(forKey: file.path)?.new
                if new == nil, file.kind == .note, let text = snapshot.text(file.path) {
                    let moved = LinkNames(Note(text.bytes, name: path.name, rules: rules))
                    new = moved
                    if rules.titlesDifferFromNames {
                        let old = LinkNames(Note(text.bytes, name: file.path.name, rules: rules))
                        titles[file.path] = NameChange(old: old, new: moved)
                    }
                }
                all.append(FileMove(from: file.path, to: path, names: new))
            }
        }
        return (all + names.sorted { $0.key < $1.key }.map { FileMove(from: $0, to: $0, names: $1.new) }, titles)
    }

    /// Returns the new fragments of links by the notes that contain them, and a notice for each link that breaks.
    private func fragments(
        _ effects: Effects
    ) throws -> (texts: [VaultPath: [(number: LinkNumber, text: String)]], lost: [String]) {
        var texts: [VaultPath: [(number: LinkNumber, text: String)]] = [:]
        var lost: [String] = []
        var sources: [VaultPath: (numbers: [Range<Int>: LinkNumber], lines: LineTable)] = [:]
        for (path, headings) in effects.headings.sorted(by: { $0.key < $1.key }) {
            guard let note = snapshot.document(path) else { continue }
            for (place, link) in try PartRename(note, snapshot).links() {
                let effect = headings.effect(on: link)
                if effect == .unchanged { continue }
                if sources[place.path] == nil {
                    guard let source = place.path == path ? note : snapshot.document(place.path) else { continue }
                    sources[place.path] = (source.linkNumbers(), LineTable(source.bytes))
                }
                guard let (numbers, lines) = sources[place.path] else { continue }
                if case .fragment(let text) = effect, let number = numbers[link.range] {
                    texts[place.path, default: []].append((number, text))
                } else {
                    let line = lines.line(at: link.range.lowerBound)
                    lost.append(Self.notice(of: link.fragment, to: path, lostIn: place.path, line: line))
                }
            }
            for canvas in try CanvasLinks.all(to: path, in: snapshot) {
                for (number, reference) in canvas.references {
                    switch headings.effect(on: reference) {
                    case .unchanged: continue
                    case .fragment(let text): texts[canvas.path, default: []].append((.reference(number), text))
                    case .lost:
                        let line = LineTable(canvas.bytes).line(at: reference.range.lowerBound)
                        lost.append(Self.notice(of: reference.fragment, to: path, lostIn: canvas.path, line: line))
                    }
                }
            }
        }
        return (texts, lost)
    }

    private static func notice(
        of fragment: String?, to path: VaultPath, lostIn source: VaultPath, line: Int
    ) -> String {
        "\(source.text):\(line): the link to the heading '\(fragment ?? "")' of '\(path.text)' breaks"
    }

    // MARK: Texts

    /// Returns all changes of notes by path, and their effects.
    private func changes(
        _ rewrites: [LinkRewriter.Rewrite], _ fragments: [VaultPath: [(number: LinkNumber, text: String)]],
        to edited: [VaultPath: NoteChange]
    ) throws -> (changes: [VaultPath: NoteChange], effects: Effects) {
        var notes = Dictionary(rewrites.map { ($0.path, LinkedNote(rewrite: $0)) }) { first, _ in first }
        for (path, fragments) in fragments {
            let rewrite = try notes[path]?.rewrite ?? unlinked(path)
            notes[path] = LinkedNote(rewrite: rewrite, fragments: fragments)
        }
        let linked = notes.sorted { $0.key < $1.key }
        let own = Set(edited.keys)
        let rules = rules
        let written = try Parallel.map(stretchesOf: 16, in: linked.count) { stretch in
            Result {
                try stretch.map { index -> (NoteChange, Effect) in
                    let (path, note) = linked[index]
                    if Canvas.isCanvas(path) {
                        let change = NoteChange(note.rewrite.newPath, note.rewrite.bytes)
                        return (try Self.written(note, in: change), (nil, nil))
                    }
                    let parsed = Note(note.rewrite.bytes, name: path.name, rules: rules)
                    let change = try Self.written(note, parsed, rules: rules)
                    let isEffective = !own.contains(path) && Self.touchesNames(note, parsed)
                    return (change, isEffective ? Self.effect(of: change, on: path, rules: rules) : (nil, nil))
                }
            }
        }.flatMap { try $0.get() }
        var changes = edited
        var effects = Effects()
        for ((path, _), (change, effect)) in zip(linked, written) {
            guard let edited = edited[path] else {
                changes[path] = change
                add(effect, of: path, to: &effects)
                continue
            }
            if edited.before != change.before { throw Self.conflict(path) }
            var change = change
            try edit.edit(&change)
            changes[path] = change
        }
        for path in own {
            if let change = changes[path] { add(try self.effect(of: change, on: path), of: path, to: &effects) }
        }
        return (changes, effects)
    }

    private func unlinked(_ path: VaultPath) throws -> LinkRewriter.Rewrite {
        LinkRewriter.Rewrite(path: path, newPath: edit.newPath(path), bytes: try snapshot.bytes(path))
    }

    static func conflict(_ path: VaultPath) -> VaultError {
        VaultError(path, "was changed by another program; nothing was changed", cause: .conflict, help: "try again")
    }

    /// Returns whether a text that changes can be in a heading or in the title of its note.
    private static func touchesNames(_ linked: LinkedNote, _ note: Note) -> Bool {
        if !linked.fragments.isEmpty { return true }
        let parts = ([note.titleRange].compactMap { $0 } + note.body.headings.map(\.raw))
            .sorted { $0.lowerBound < $1.lowerBound }
        return linked.rewrite.wanted.keys.contains { number in
            let range = note.references[number].range
            let next = parts.indices.partitioningIndex { parts[$0].upperBound > range.lowerBound }
            return next < parts.count && parts[next].lowerBound < range.upperBound
        }
    }

    /// Returns a canvas with its new links.
    private static func written(_ linked: LinkedNote, in change: NoteChange) throws -> NoteChange {
        var fragments: [Int: String] = [:]
        for case (.reference(let number), let text) in linked.fragments { fragments[number] = text }
        return try CanvasChange.write(linked.rewrite.wanted, fragments: fragments, in: change)
    }

    /// Returns a note with its new links. Throws if the form of a link cannot hold the new text.
    private static func written(_ linked: LinkedNote, _ note: Note, rules: NoteRules) throws -> NoteChange {
        let rewrite = linked.rewrite
        var change = NoteChange(rewrite.newPath, rewrite.bytes)
        if let written = try LinkRewriter.write(rewrite.wanted, of: note, in: change, rules: rules) {
            change = written
        }
        if linked.fragments.isEmpty { return change }
        let before = OpenNote(path: change.path, bytes: change.after, rules: rules)
        let links = before.numberedLinks()
        let wanted = linked.fragments.compactMap { number, text in links[number].map { ($0, text) } }
        if let edits = LinkFragments.edits(wanted, in: before) {
            change.apply(edits)
            let after = OpenNote(path: change.path, bytes: change.after, rules: rules).numberedLinks()
            let isRight = linked.fragments.allSatisfy { number, text in
                after[number]?.fragment == text
            }
            if isRight, after.count == links.count, wanted.count == linked.fragments.count { return change }
        }
        throw VaultError(
            rewrite.path, "has a link to a heading that cannot be updated",
            help: "edit the link first; nothing was changed")
    }
}
