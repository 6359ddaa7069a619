import Notes
import Searching
import SourceText
import VaultFiles

/// The change of a note's title where the note has it: in front matter, or in its first heading.
struct TitleEdit {
    private let rules: NoteRules

    init(_ rules: NoteRules) { self.rules = rules }

    /// Sets the title. Does nothing if the title is the file name.
    ///
    /// - Throws: `VaultError` if the new title would remove a link, or would not be read as the title.
    func set(_ title: String, in change: inout NoteChange) throws {
        let note = Note(change.after, name: change.path.name, rules: rules)
        guard let range = note.titleRange else { return }
        if range.lowerBound >= note.frontMatter.bodyStart {
            try setHeading(title, in: &change)
        } else {
            try change.edit([.set(rules.names(.title), title)])
            try check(title, change)
        }
    }

    /// Returns whether a note has its title in its first heading, without a key for the title. False if its front matter
    /// is in another format, which may have a title.
    func isHeading(in change: NoteChange) -> Bool {
        let note = Note(change.after, name: change.path.name, rules: rules)
        guard let range = note.titleRange, range.lowerBound >= note.frontMatter.bodyStart,
            note.frontMatter.foreign == nil
        else { return false }
        return rules.names(.title).allSatisfy { note.frontMatter.mapping[$0] == nil }
    }

    /// Sets the text of the first heading, which is the title. Links in it stay if the new title contains their visible
    /// text.
    func setHeading(_ title: String, in change: inout NoteChange) throws {
        let note = OpenNote(path: change.path, bytes: change.after, rules: rules)
        guard let range = note.titleRange else { return }
        let old = note.bytes.text(range)
        var text = title
        if PartRename.linkSigns(old) > PartRename.linkSigns(title) {
            guard let kept = HeadingLinks(in: range, of: note).kept(in: title),
                PartRename.linkSigns(old) <= PartRename.linkSigns(kept)
            else {
                throw VaultError(
                    change.path, "has a link in its title, which '\(title)' would remove",
                    help: "edit the title in the text; nothing was changed")
            }
            text = kept
        }
        let original = change
        for written in [text, Self.escaped(text)] {
            change = original
            change.apply([ByteEdit(range, Array(written.utf8))])
            if isTitle(title, change) { return }
        }
        try check(title, change)
    }

    private func isTitle(_ title: String, _ change: NoteChange) -> Bool {
        Note(change.after, name: change.path.name, rules: rules).title.utf8.elementsEqual(title.utf8)
    }

    private func check(_ title: String, _ change: NoteChange) throws {
        if isTitle(title, change) { return }
        throw VaultError("'\(title)' would not be read as the title", help: "choose other words; nothing was changed")
    }

    /// Returns a text with a backslash before each sign that Markdown could read as markup.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            if "\\`*_[]<>#&~=$!|^".contains(character) { escaped += "\\" }
            escaped.append(character)
        }
        return escaped
    }
}
