import Notes
package import Searching
package import SourceText
package import VaultFiles

/// Plans that move a part of a note to a new note.
package struct ExtractionPlanner {
    private let context: PlanContext

    package init(_ snapshot: VaultSnapshot) { context = PlanContext(snapshot: snapshot) }

    /// Returns a plan that moves a byte range of a note's body to a new note in the same folder. Also returns the new
    /// note's path. A link to the new note, or an embed, stays in place of the range. Links to and in the moved part
    /// are updated. Throws if that is not possible.
    package func extract(
        _ range: Range<Int>, from path: VaultPath, title: String, isEmbed: Bool, as form: NewLink.Form
    ) throws -> (plan: ChangePlan, path: VaultPath) {
        let note = try context.document(path)
        if range.lowerBound < note.bodyStart {
            throw VaultError(path, "has its front matter in the selection", help: "select lines below it")
        }
        let range = note.bytes.trimmed(range)
        var new = NewNote(title: title, folder: path.folder)
        // A link in double brackets cannot contain these characters.
        let name = FileName.stem(for: String(title.map { "#^[]|".contains($0) ? " " : $0 }))
        new.name = try context.paths.freePath(for: name, in: path.folder, suffix: context.noteExtension).stem.text
        let part = Array(note.bytes[range])
        new.body = part
        let planner = NewNotePlanner(context.snapshot)
        var (plan, target) = try planner.create(new)
        if plan.operations.contains(where: { if case .write(path, _, _) = $0 { true } else { false } }) {
            throw VaultError(
                path, "has links that would match the new note '\(title)'", help: "begin the selection with other words"
            )
        }
        let cut = ByteEdit(range, Array(link(to: target, from: path, title: title, isEmbed: isEmbed, as: form).utf8))
        var left = NoteChange(path, note.bytes)
        left.apply([cut])
        let move = try PartMove(
            range, of: note, to: OpenNote(path: target, bytes: plan.contentCreated(at: target), rules: context.rules),
            left: OpenNote(path: path, bytes: left.after, rules: context.rules), context.snapshot)
        if !move.inside.isEmpty {
            var body = NoteChange(target, part)
            body.apply(try ByteEdit.checked(move.inside, in: part, of: path))
            new.body = body.after
            plan = try planner.create(new).plan
        }
        var edits = move.edits
        edits[path, default: []].append(cut)
        plan.operations += try context.writing(edits, title: plan.title).operations
        return (plan, target)
    }

    /// Returns the link to the new note. Its file name is unique, so that the link cannot be ambiguous.
    private func link(
        to target: VaultPath, from path: VaultPath, title: String, isEmbed: Bool, as form: NewLink.Form
    ) -> String {
        let sign = isEmbed ? "!" : ""
        switch form {
        case .wiki:
            let stem = target.stem.text
            let isPlain = Folding.fold(stem) == Folding.fold(title) || isEmbed
            return "\(sign)[[\(stem)\(isPlain ? "" : "|\(NewLink.wikiLabel(title))")]]"
        case .markdown:
            let destination = NewLink(context.snapshot, from: path.folder).destination(to: target)
            return "\(sign)[\(NewLink.markdownLabel(title))](\(destination))"
        }
    }
}

extension ChangePlan {
    fileprivate func contentCreated(at path: VaultPath) -> [UInt8] {
        for case .create(path, .bytes(let bytes)) in operations { return bytes }
        return []
    }
}
