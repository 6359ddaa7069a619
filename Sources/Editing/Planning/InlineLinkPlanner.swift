import Notes
import QueryLanguage
package import Searching
package import SourceText
package import VaultFiles

/// Plans that change single links in the text of a note, or add some.
package struct InlineLinkPlanner {
    private let context: PlanContext

    package init(_ snapshot: VaultSnapshot) { context = PlanContext(snapshot: snapshot) }

    private var snapshot: VaultSnapshot { context.snapshot }

    /// Returns a plan that makes a link lead to another file, in the link's own form. Its fragment and label stay.
    ///
    /// - Throws: `VaultError` if the form cannot name the file.
    package func retarget(_ link: OpenLink, in path: VaultPath, to target: VaultPath) throws -> ChangePlan {
        let bytes = try snapshot.bytes(path)
        let note = Note(bytes, name: path.name, rules: context.rules)
        guard let number = link.number, note.references.indices.contains(number) else {
            throw VaultError(path, "no longer has a link at this position")
        }
        let reference = note.references[number]
        let new = NewLink(snapshot, from: path.folder)
        var ways: [String] = []
        switch reference.origin {
        case .body(.markdown, _), .body(.definition, _), .attachments, .path:
            ways.append(target.relative(to: path.folder).text)
        default: ways += [try new.reference(to: target, title: nil)].compactMap { $0 }
        }
        ways += [target.withoutExtension.text, target.text]
        for way in ways {
            let end = try snapshot.linkTargets.target(of: way, from: path.folder)
            guard end.path == target, LinkRewriter.canWrite(way, as: reference) else { continue }
            guard let change = try LinkRewriter(snapshot).write([number: way], of: note, in: NoteChange(path, bytes))
            else {
                return ChangePlan("link")
            }
            var plan = ChangePlan("link to '\(target.text)'")
            plan.operations = [try change.operation].compactMap { $0 }
            return plan
        }
        throw VaultError(path, "cannot link to '\(target.text)' at this position")
    }

    /// Returns a plan that replaces the fragment of a link.
    ///
    /// - Parameter name: a heading as the link's form names it, or `^` and the id of a block.
    package func setFragment(of link: OpenLink, in path: VaultPath, to name: String) throws -> ChangePlan {
        guard let range = link.fragmentRange else { throw VaultError(path, "no longer has a link at this position") }
        return try context.writing([path: [ByteEdit(range, Array(name.utf8))]], title: "link to '#\(name)'")
    }

    /// Returns a plan that writes a link in another form, with the same target.
    ///
    /// - Parameter name: the kind of name to prefer in double brackets.
    package func rewrite(
        _ link: OpenLink, in path: VaultPath, as form: NewLink.Form, by name: NewLink.NameKind
    ) throws -> ChangePlan {
        guard let note = snapshot.document(path), let target = try snapshot.linkTargets.target(of: link, in: note).path
        else {
            throw VaultError(path, "has no link with a target at this position")
        }
        let title = try snapshot.note(target)?.title ?? target.stem.text
        let label = link.label.map { note.bytes.text($0).replacing("\\|", with: "|") }
        let text = try NewLink(snapshot, from: path.folder, by: name).text(
            to: target, title: title, form, fragment: link.fragment.map { fragment($0, of: target, form) },
            label: label, isEmbed: link.isEmbed)
        guard let text else { throw VaultError(path, "cannot link to '\(target.text)' at this position") }
        let written = Self.escaped(text, at: link.range.lowerBound, in: note)
        return try context.writing([path: [ByteEdit(link.range, written)]], title: "write the link in another form")
    }

    /// Returns a plan that turns ranges of a note into links, labeled with their text.
    package func link(
        _ ranges: [Range<Int>], in path: VaultPath, to target: VaultPath, as form: NewLink.Form
    ) throws -> ChangePlan {
        let bytes = try snapshot.bytes(path)
        let note = OpenNote(path: path, bytes: bytes, rules: context.rules)
        let new = NewLink(snapshot, from: path.folder)
        let title = try snapshot.note(target)?.title ?? target.stem.text
        let edits = try ranges.map { range -> ByteEdit in
            let label = bytes.text(range)
            let isName = try form == .wiki && new.reference(to: target, title: nil) == label
            guard let text = try new.text(to: target, title: title, form, label: isName ? nil : label) else {
                throw VaultError(path, "cannot link to '\(target.text)' at this position")
            }
            return ByteEdit(range, Self.escaped(text, at: range.lowerBound, in: note))
        }
        return try context.writing([path: edits], title: "link to '\(target.text)'")
    }

    /// Returns a fragment as `form` writes it: the id of a block unchanged, a heading by its text or its slug.
    private func fragment(_ fragment: String, of target: VaultPath, _ form: NewLink.Form) -> String {
        let last = fragment.split(separator: "#").last.map(String.init) ?? fragment
        if last.hasPrefix("^") { return last }
        guard let note = snapshot.document(target), let place = note.place(of: fragment),
            let number = note.headings.firstIndex(where: { $0.range == place })
        else { return last }
        return form == .wiki ? OpenNote.fragment(of: note.headings[number].text) : note.slugs[number]
    }

    /// Returns the bytes of a link at an offset. In the row of a table `|` is escaped.
    private static func escaped(_ text: String, at offset: Int, in note: OpenNote) -> [UInt8] {
        Array((note.isTableRow(offset) ? text.replacing("|", with: "\\|") : text).utf8)
    }
}
