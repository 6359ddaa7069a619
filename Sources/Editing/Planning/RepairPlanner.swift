import Notes
import QueryLanguage
import SearchIndex
package import Searching
package import SourceText
package import VaultFiles

/// Plans of `check --fix`, which repairs notes.
package struct RepairPlanner {
    /// The source of dates for notes without `created:`.
    package enum DateSource: Hashable, Sendable {
        /// Another front matter key.
        case key(String)
        /// The first commit that contains the note. The caller has called `requireHistory`.
        case git
    }

    private let context: PlanContext

    package init(_ snapshot: VaultSnapshot) { context = PlanContext(snapshot: snapshot) }

    private var snapshot: VaultSnapshot { context.snapshot }
    private var index: NoteIndex { context.index }
    private var rules: NoteRules { context.rules }

    /// Returns a plan that repairs broken links and dates if the correct value is certain. A link is repaired if
    /// another program moved its target and only one note can be that target.
    ///
    /// - Parameters:
    ///   - source: the source of missing `created:` dates, or nil to add none. The creation dates of files are no
    ///     source, because a clone creates all files again.
    ///   - repairsLinks: whether links are repaired.
    ///   - commitMoves: returns the moves of files in commits of git. Called if there are broken links.
    ///   - updatesModified: whether a `modified:` older than the last change of the content is updated.
    package func repair(
        datesFrom source: DateSource?, repairsLinks: Bool = true, updatesModified: Bool = false,
        commitMoves: () throws -> [(from: VaultPath, to: VaultPath)] = { [] }
    ) throws -> ChangePlan {
        var plan = ChangePlan("check --fix")
        let broken = repairsLinks ? try index.findings.notesWithBrokenLinks() : []
        let moves = try ExternalMoves(snapshot).sure.adding(broken.isEmpty ? [] : commitMoves())
        let repairsLinks = !broken.isEmpty && !moves.isEmpty
        let changed = updatesModified ? try StaleModified.paths(in: snapshot) : []
        let changes = Dictionary(changed.map { ($0.path, $0.changed) }, uniquingKeysWith: { first, _ in first })
        // Reading all notes would take as long as building the index.
        var wanted: Set<VaultPath> = []
        if repairsLinks { wanted.formUnion(broken) }
        if source != nil { wanted.formUnion(try index.findings.undatedNotes()) }
        wanted.formUnion(changes.keys)
        for (number, path) in wanted.sorted().enumerated() {
            snapshot.messages.reportProgress("reading notes", number, of: wanted.count)
            var change = NoteChange(path, try snapshot.bytes(path))
            if repairsLinks { try repairLinks(in: &change, moves) }
            switch source {
            case .key(let key): try setCreated(of: &change, from: key)
            case .git: try setCreated(of: &change, to: snapshot.gitFacts(path, asksWorkTree: false).first?.rfc3339)
            case nil: break
            }
            if let time = changes[path] { try updateModified(of: &change, to: time) }
            if let operation = try change.operation { plan.operations.append(operation) }
        }
        return plan
    }

    private func repairLinks(in change: inout NoteChange, _ moves: ExternalMoves) throws {
        let path = change.path
        let note = Note(change.before, name: path.name, rules: rules)
        // Relative links were written in the folder that the note had then.
        let oldFolder = moves.oldFolder(of: path)
        var wanted: [Int: String] = [:]
        for (number, reference) in note.references.enumerated()
        where try index.links.target(of: reference, from: path.folder) == nil {
            guard let (old, new) = try moves.ends(of: reference.target, in: path) else { continue }
            let text = LinkText(reference: reference, folder: oldFolder, target: old)
            // A link by a title that comes from the file name stays one.
            let isTitled = !text.isPath && !text.names(old) && rules.titlesDifferFromNames
            let titles = isTitled ? [rules.fileTitle(new.name)] : []
            wanted[number] = try (titles + text.candidates(from: path.folder, to: new)).first { candidate in
                try LinkRewriter.canWrite(candidate, as: reference)
                    && index.links.target(
                        of: candidate, from: path.folder, as: ReferenceForm(reference))?.path == new
            }
        }
        if let repaired = try LinkRewriter(snapshot).write(wanted, of: note, in: change) { change = repaired }
    }

    /// Sets an existing `modified:`, in the format of its value.
    private func updateModified(of change: inout NoteChange, to time: Moment) throws {
        let mapping = FrontMatter(change.after).mapping
        let names = rules.names(.modified)
        guard let text = names.lazy.compactMap({ mapping[$0]?.text }).first,
            let updated = UpdatedDate.text(like: text, time, snapshot.calendar)
        else { return }
        try change.edit([.set(names, updated)])
    }

    /// Sets a missing `created:` to the value of another key, if that is a date.
    private func setCreated(of change: inout NoteChange, from key: String) throws {
        let note = Note(change.after, name: change.path.name, rules: rules)
        let identity = FrontMatterKey.identity(key)
        try setCreated(
            of: &change,
            to: note.frontMatter.mapping.entries.last { FrontMatterKey.identity($0.key) == identity }?.value.text)
    }

    private func setCreated(of change: inout NoteChange, to text: String?) throws {
        let note = Note(change.after, name: change.path.name, rules: rules)
        // A `created:` that is not a date stays for the user to correct, and front matter in another format too.
        guard note.frontMatter.foreign == nil, note.created == nil, !note.keys.contains(.created) else { return }
        guard let text, DateText(ofNote: text) != nil else { return }
        try change.edit([.set(rules.names(.created), text)])
    }
}
