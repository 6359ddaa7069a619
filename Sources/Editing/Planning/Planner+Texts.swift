import Notes
import SearchIndex
package import Searching
package import SourceText
import System
package import VaultChanges
import VaultFiles

/// Changes of one note's text that an editor offers at a place.
extension Planner {
    /// The names of the templates, in order.
    package func templates() throws -> [String] {
        try Files.listIfThere(vault.fullPath(Vault.templatesPath), follows: false)
            .map { VaultPath(bytes: $0.name) }.filter { $0.bytes.first != Byte.dot }.map(\.stem.text).sorted()
    }

    /// The plan that makes a link of a note lead to a file, written as it was written.
    ///
    /// - Throws: `VaultError` where its form cannot name the file.
    package func retarget(_ link: OpenLink, in path: VaultPath, to target: VaultPath) throws -> ChangePlan {
        let bytes = try session.bytes(path)
        let note = Note(bytes, name: path.name, rules: rules)
        guard let number = link.number, note.references.indices.contains(number) else {
            throw VaultError(path, "has no link there any more")
        }
        let reference = note.references[number]
        let new = NewLink(session, from: path.folder)
        var ways: [String] = []
        switch reference.origin {
        case .body(.markdown, _), .body(.definition, _), .attachments:
            ways.append(target.relative(to: path.folder).text)
        default: ways += [try new.reference(to: target, title: nil)].compactMap { $0 }
        }
        ways += [target.withoutExtension.text, target.text]
        for way in ways {
            let end = try session.linkTargets.end(of: way, from: path.folder)
            guard end.path == target, LinkRewriter.canHold(way, reference) else { continue }
            guard let change = try LinkRewriter(session).write([number: way], note, in: NoteChange(path, bytes)) else {
                return ChangePlan("link")
            }
            var plan = ChangePlan("link to '\(target.text)'")
            plan.operations = [try change.operation].compactMap { $0 }
            return plan
        }
        throw VaultError(path, "cannot name '\(target.text)' there")
    }

    /// The plan that makes a link name another part of the note that it leads to.
    ///
    /// - Parameter name: a heading as its form names it, or a block behind `^`.
    package func retargetPart(_ link: OpenLink, in path: VaultPath, to name: String) throws -> ChangePlan {
        guard let range = link.fragmentRange else { throw VaultError(path, "has no link there any more") }
        return try writing([path: [ByteEdit(range, Array(name.utf8))]], title: "link to '#\(name)'")
    }

    /// The plan that writes a link in another form, leading where it led.
    package func rewrite(
        _ link: OpenLink, in path: VaultPath, as form: NewLink.Form, by name: NewLink.Name
    ) throws -> ChangePlan {
        guard let note = session.document(path), let target = try session.linkTargets.end(of: link, in: note).path else {
            throw VaultError(path, "has no link there that leads anywhere")
        }
        let title = try session.note(target)?.title ?? target.stem.text
        let label = link.label.map { note.bytes.text($0).replacing("\\|", with: "|") }
        let text = try NewLink(session, from: path.folder, by: name).text(
            to: target, title: title, form, fragment: link.fragment.map { fragment($0, of: target, form) },
            label: label,
            isEmbed: link.isEmbed)
        guard let text else { throw VaultError(path, "cannot name '\(target.text)' there") }
        let written = Self.escaped(text, at: link.range.lowerBound, in: note)
        return try writing([path: [ByteEdit(link.range, written)]], title: "write the link in another form")
    }

    /// The name of a part as a form has it: a block's id as it is, a heading by its text or its anchor.
    private func fragment(_ fragment: String, of target: VaultPath, _ form: NewLink.Form) -> String {
        let last = fragment.split(separator: "#").last.map(String.init) ?? fragment
        if last.hasPrefix("^") { return last }
        guard let note = session.document(target), let place = note.place(of: fragment),
            let number = note.headings.firstIndex(where: { $0.range == place })
        else { return last }
        return form == .wiki ? OpenNote.fragment(of: note.headings[number].text) : note.slugs[number]
    }

    /// A link as its place can hold it: in a table the bar of its label is escaped.
    private static func escaped(_ text: String, at offset: Int, in note: OpenNote) -> [UInt8] {
        Array((note.isTableRow(offset) ? text.replacing("|", with: "\\|") : text).utf8)
    }

    /// The plan that moves a part of a note to a new one, and leaves a link, or shows it in its place.
    package func extract(
        _ range: Range<Int>, from path: VaultPath, title: String, isEmbed: Bool, _ form: NewLink.Form
    ) throws -> (plan: ChangePlan, path: VaultPath) {
        guard let note = session.document(path) else { throw VaultError(path, "cannot be read") }
        if range.lowerBound < note.bodyStart {
            throw VaultError(path, "keeps its front matter", help: "choose lines below it")
        }
        let range = note.bytes.trimmed(range)
        var new = NewNote(title: title, folder: path.folder)
        // The name stands in a link in double brackets, which cannot hold these signs.
        let name = FileName.stem(for: String(title.map { "#^[]|".contains($0) ? " " : $0 }))
        new.name = try paths.freePath(for: name, in: path.folder, suffix: noteExtension).stem.text
        let part = Array(note.bytes[range])
        new.body = part
        var (plan, target) = try newNote(new)
        if plan.operations.contains(where: { if case .write(path, _, _) = $0 { true } else { false } }) {
            throw VaultError(
                path, "has links that would mean the new note '\(title)'", help: "begin what you move with other words")
        }
        // The name is the file's: nobody has it yet, so that nothing else could be meant.
        let stem = target.stem.text
        let text: String
        switch form {
        case .wiki:
            text =
                "\(isEmbed ? "!" : "")[[\(stem)\(Folding.fold(stem) == Folding.fold(title) || isEmbed ? "" : "|\(NewLink.wikiLabel(title))")]]"
        case .markdown:
            let destination = NewLink(session, from: path.folder).destination(to: target)
            text = "\(isEmbed ? "!" : "")[\(NewLink.markdownLabel(title))](\(destination))"
        }
        let cut = ByteEdit(range, Array(text.utf8))
        var left = NoteChange(path, note.bytes)
        left.apply([cut])
        let move = try PartMove(
            range, of: note, to: OpenNote(path: target, bytes: plan.created(target), rules: rules),
            left: OpenNote(path: path, bytes: left.after, rules: rules), session)
        if !move.inside.isEmpty {
            var body = NoteChange(target, part)
            body.apply(try ByteEdit.checked(move.inside, in: part, of: path))
            new.body = body.after
            plan = try newNote(new).plan
        }
        var edits = move.edits
        edits[path, default: []].append(cut)
        plan.operations += try writing(edits, title: plan.title).operations
        return (plan, target)
    }

    /// The plan that makes some places of a note links to another note, labelled as they are written.
    package func link(_ ranges: [Range<Int>], in path: VaultPath, to target: VaultPath, _ form: NewLink.Form) throws
        -> ChangePlan
    {
        let bytes = try session.bytes(path)
        let note = OpenNote(path: path, bytes: bytes, rules: rules)
        let new = NewLink(session, from: path.folder)
        let title = try session.note(target)?.title ?? target.stem.text
        let edits = try ranges.map { range -> ByteEdit in
            let label = bytes.text(range)
            let isName = try form == .wiki && new.reference(to: target, title: nil) == label
            guard let text = try new.text(to: target, title: title, form, label: isName ? nil : label) else {
                throw VaultError(path, "cannot name '\(target.text)' there")
            }
            return ByteEdit(range, Self.escaped(text, at: range.lowerBound, in: note))
        }
        return try writing([path: edits], title: "link to '\(target.text)'")
    }

    /// The plan that adds a heading at the end of a note.
    package func addHeading(_ text: String, to path: VaultPath) throws -> ChangePlan {
        let bytes = try session.bytes(path)
        let end = TextEdits.lineEnd(of: bytes)
        let gap = bytes.isEmpty ? "" : bytes.last == Byte.newline ? end : end + end
        let name = text.split(separator: "#").last.map(String.init) ?? text
        return try writing(
            [path: [ByteEdit(bytes.count..<bytes.count, Array("\(gap)## \(name)\(end)".utf8))]], title: "add '\(name)'")
    }

    /// The plan that drops a key of the front matter that stands there twice.
    package func drop(_ entry: OpenEntry, from path: VaultPath) throws -> ChangePlan {
        try writing([path: [ByteEdit(entry.lines, [])]], title: "drop '\(entry.key)'")
    }

    /// The plan that puts a table of the headings at a place, or brings the one that is there up to date: it stands
    /// between `<!-- toc -->` and `<!-- /toc -->`.
    package func contents(of path: VaultPath, at offset: Int) throws -> ChangePlan {
        guard let note = session.document(path) else { throw VaultError(path, "cannot be read") }
        return try writing([path: [TextEdits.contents(of: note, at: offset)]], title: "table of contents")
    }

    /// The plan that sorts the items of a list, each with what is indented below it; what stands between them stays where
    /// it is.
    package func sort(_ range: Range<Int>, in path: VaultPath) throws -> ChangePlan {
        try writing([path: TextEdits.sort(range, in: session.bytes(path))], title: "sort")
    }

    /// The writes of other notes that keep their links leading where they lead once there is a note at a path.
    package func making(_ bytes: [UInt8], at path: VaultPath) throws -> ChangePlan {
        var plan = ChangePlan("make '\(path.text)'")
        plan.operations = try LinkRewriter(session).rewrites(adding: bytes, at: path).operations
        return plan
    }
}

extension Planner {
    /// The plan that spells a key of one note otherwise.
    package func respell(_ entry: OpenEntry, in path: VaultPath, as name: String) throws -> ChangePlan {
        try writing(
            [path: [ByteEdit(entry.keyRange, Array(YAMLValue.writtenKey(name).utf8))]],
            title: "rename the key '\(entry.key)'")
    }
}

extension ChangePlan {
    /// What a file holds that the plan makes.
    fileprivate func created(_ path: VaultPath) -> [UInt8] {
        for case .create(path, .bytes(let bytes)) in operations { return bytes }
        return []
    }
}
