import Notes
import SearchIndex
import Searching
import SourceText
package import VaultChanges

/// What `check --fix` mends.
extension Planner {
    /// Where dates are taken from for notes that have none of their own.
    package enum DateSource: Hashable, Sendable {
        /// Another front matter key.
        case key(String)
        /// The first commit that has the note; `requireHistory` comes before.
        case git
    }

    /// The plan that mends what needs no guessing: links that broke when another program moved a note which is surely
    /// that note, and the `created:` of notes that have no date of their own, where a key or git holds it.
    ///
    /// - Parameters:
    ///   - source: nil to leave notes without a date as they are, since when their files were made says little: a clone
    ///     makes all of them new.
    ///   - mendsLinks: whether links are mended.
    ///   - updatesModified: whether a `modified:` is updated where the content changed after it.
    package func mend(
        datesFrom source: DateSource?, mendsLinks: Bool = true, updatesModified: Bool = false
    ) throws -> ChangePlan {
        var plan = ChangePlan("check --fix")
        let moves = try OutsideMoves(index).sure
        let mendsLinks = mendsLinks && !moves.isEmpty
        let changed = updatesModified ? try StaleModified.paths(in: session) : []
        let changes = Dictionary(changed.map { ($0.path, $0.changed) }, uniquingKeysWith: { first, _ in first })
        // Others have nothing to be mended: reading them all would take as long as building the index.
        var wanted: Set<VaultPath> = []
        if mendsLinks { wanted.formUnion(try index.findings.notesWithBrokenLinks()) }
        if source != nil { wanted.formUnion(try index.findings.undatedNotes()) }
        wanted.formUnion(changes.keys)
        for (number, path) in wanted.sorted().enumerated() {
            session.progress("reading notes", number, of: wanted.count)
            var change = NoteChange(path, try session.bytes(path))
            if mendsLinks { try mendLinks(in: &change, moves) }
            switch source {
            case .key(let key): try date(&change, from: key)
            case .git: try date(&change, as: session.gitFacts(path, asksWorkTree: false).first?.rfc3339)
            case nil: break
            }
            if let time = changes[path] { try update(&change, to: time) }
            if let operation = try change.operation { plan.operations.append(operation) }
        }
        return plan
    }

    private func mendLinks(in change: inout NoteChange, _ moves: OutsideMoves) throws {
        let path = change.path
        let note = Note(change.before, name: path.name, rules: rules)
        // Where the note was when its links were written.
        let oldFolder = moves.oldFolder(of: path)
        var wanted: [Int: String] = [:]
        for (number, reference) in note.references.enumerated()
        where try index.links.target(of: reference.target, from: path.folder) == nil {
            guard let (old, new) = try moves.ends(of: reference.target, in: path) else { continue }
            let text = LinkText(reference: reference, folder: oldFolder, target: old)
            wanted[number] = try text.candidates(from: path.folder, to: new).first { candidate in
                try LinkRewriter.canHold(candidate, reference)
                    && index.links.target(of: candidate, from: path.folder)?.path == new
            }
        }
        if let mended = try LinkRewriter(session).write(wanted, note, in: change) { change = mended }
    }

    /// Writes a time as the note's `modified:`, in the form that is there.
    private func update(_ change: inout NoteChange, to time: Moment) throws {
        let mapping = FrontMatter(change.after).mapping
        let names = rules.names(.modified)
        guard let text = names.lazy.compactMap({ mapping[$0]?.text }).first,
            let updated = TouchedDate.text(like: text, time, session.calendar)
        else { return }
        try change.edit([.set(names, updated)])
    }

    /// Gives a note without a date the one that it has under another key, as that writes it.
    private func date(_ change: inout NoteChange, from key: String) throws {
        let note = Note(change.after, name: change.path.name, rules: rules)
        let identity = FrontMatterKey.identity(key)
        try date(
            &change,
            as: note.frontMatter.mapping.entries.last { FrontMatterKey.identity($0.key) == identity }?.value.text)
    }

    private func date(_ change: inout NoteChange, as text: String?) throws {
        let note = Note(change.after, name: change.path.name, rules: rules)
        // A date that cannot be read is the person's to mend.
        guard note.created == nil, !note.keys.contains(.created) else { return }
        guard let text, let date = DateText(text), date.precision >= .day else { return }
        try change.edit([.set(rules.names(.created), text)])
    }
}
