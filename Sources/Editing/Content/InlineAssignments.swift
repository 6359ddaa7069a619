import Notes
import SourceText
import VaultFiles

/// Changes of properties that are only in the text of a note, as inline fields.
struct InlineAssignments {
    let rules: NoteRules

    /// Applies the changes of keys that are in the text and not in front matter.
    ///
    /// - Returns: the changes of the other keys.
    /// - Throws: `VaultError` if a key is in several places, or if its value cannot be written in the text.
    func apply(_ changes: [FrontMatterChange], to note: inout NoteChange) throws -> [FrontMatterChange] {
        guard rules.includesInlineFields else { return changes }
        return try changes.filter { try !apply($0, to: &note) }
    }

    private func apply(_ change: FrontMatterChange, to note: inout NoteChange) throws -> Bool {
        let identities = Set(change.names.map(FrontMatterKey.identity))
        func isMeant(_ key: String) -> Bool { identities.contains(FrontMatterKey.identity(key)) }
        let before = Note(note.after, name: note.path.name, rules: rules)
        let places = before.inlineFields.indices.filter { isMeant(before.inlineFields[$0].key) }
        guard let place = places.first, !before.frontMatter.mapping.entries.contains(where: { isMeant($0.key) }) else {
            return false
        }
        let lines = LineTable(note.after)
        let field = before.inlineFields[place]
        func refusal(_ reason: String) -> VaultError {
            VaultError(
                note.path, line: lines.line(at: field.range.lowerBound), "'\(field.key)' \(reason)",
                help: "change it in an editor; nothing was changed")
        }
        let value: (text: String, quoting: FrontMatterChange.Quoting)
        switch change.action {
        case .add, .exchange: return false
        case .take(let texts):
            let gone = Set(texts.map(change.identity))
            let values = places.flatMap { before.inlineFields[$0].value.listEntries(in: note.after) }
            guard values.contains(where: { gone.contains(change.identity($0.text)) }) else { return true }
            throw refusal("is in the text, from which slip removes nothing")
        case .remove: throw refusal("is in the text, from which slip removes nothing")
        case .set(.scalar(let text, let quoting)): value = (text, quoting)
        case .set(.list(let texts, let quoting)):
            guard texts.count == 1 || !texts.contains(where: { $0.contains(",") || $0.isEmpty }), !texts.isEmpty else {
                throw refusal("is in the text, where no list with these values can be written")
            }
            value = (texts.joined(separator: ", "), quoting)
        }
        if places.count > 1 {
            let all = places.map { String(lines.line(at: before.inlineFields[$0].range.lowerBound)) }
            throw refusal("is in \(places.count) places of the text (lines \(all.joined(separator: ", ")))")
        }
        if field.value.text == value.text, value.quoting == .auto { return true }
        guard let text = InlineField.written(value.text, quoting: value.quoting, style: field.value.style) else {
            throw refusal("is in the text, where '\(value.text)' cannot be written")
        }
        let start = field.value.range.lowerBound
        let needsBlank = field.value.range.isEmpty && note.after[start - 1] == Byte.colon
        note.apply([ByteEdit(field.value.range, Array(((needsBlank ? " " : "") + text).utf8))])
        let after = Note(note.after, name: note.path.name, rules: rules)
        guard isSame(before, after, except: place), (after.inlineFields[place].value.text ?? "") == value.text else {
            throw refusal("is in the text, where '\(value.text)' cannot be written")
        }
        return true
    }

    /// Whether two notes have the same fields, except for the value of one, and the same blocks.
    private func isSame(_ before: Note, _ after: Note, except place: Int) -> Bool {
        before.inlineFields.count == after.inlineFields.count
            && zip(before.inlineFields, after.inlineFields).enumerated().allSatisfy { index, fields in
                fields.0.key == fields.1.key && (index == place || fields.0.value.text == fields.1.value.text)
            }
            && before.body.tasks.count == after.body.tasks.count
            && before.body.headings.map(\.text) == after.body.headings.map(\.text)
    }
}
