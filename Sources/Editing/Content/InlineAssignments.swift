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
        guard let place = places.first else { return false }
        let lines = LineTable(note.after)
        let field = before.inlineFields[place]
        func refusal(_ reason: String) -> VaultError {
            VaultError(
                note.path, line: lines.line(at: field.range.lowerBound), "'\(field.key)' \(reason)",
                help: "change it in an editor; nothing was changed")
        }
        if before.frontMatter.mapping.entries.contains(where: { isMeant($0.key) }) {
            guard case .remove = change.action else { return false }
            throw refusal("is in the front matter and in the text, from which slip removes nothing")
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
        let old = note.after
        if field.value.text == value.text, value.quoting == .auto { return true }
        // In the row of a table it would begin another cell.
        let line = old.lineStart(of: field.range.lowerBound)..<old.lineEnd(from: field.range.lowerBound)
        let isInRow = (line.lowerBound..<field.range.lowerBound).contains { old[$0] == Byte.bar }
        if isInRow, value.text.contains("|") { throw refusal("is in a table, where '|' cannot be written") }
        guard let text = InlineField.written(value.text, quoting: value.quoting, style: field.value.style) else {
            throw refusal("is in the text, where '\(value.text)' cannot be written")
        }
        note.apply([ByteEdit(field.value.range, Array(Self.spaced(text, at: field.value.range, in: old).utf8))])
        let after = Note(note.after, name: note.path.name, rules: rules)
        guard isSame(before, after, except: place), (after.inlineFields[place].value.text ?? "") == value.text,
            Self.others(before, old, except: place) == Self.others(after, note.after, except: place)
        else {
            throw refusal("is in the text, where '\(value.text)' cannot be written")
        }
        return true
    }

    /// Returns a value with the blanks that it needs in place of an empty one.
    private static func spaced(_ text: String, at range: Range<Int>, in bytes: [UInt8]) -> String {
        guard range.isEmpty else { return text }
        let isAtEnd =
            range.lowerBound == bytes.count || bytes[range.lowerBound].isWhiteSpace
            || [Byte.rightBracket, Byte.rightParenthesis].contains(bytes[range.lowerBound])
        return (bytes[range.lowerBound - 1] == Byte.colon ? " " : "") + text + (isAtEnd ? "" : " ")
    }

    /// Returns the links and hashtags outside the value of a field, and the properties of tasks.
    private static func others(_ note: Note, _ bytes: [UInt8], except place: Int) -> [[String]] {
        let value = note.inlineFields[place].value.range
        let links = note.body.links.filter { !$0.range.overlaps(value) }
        let hashtags = note.body.hashtags.filter { !$0.range.overlaps(value) }
        let properties = note.body.tasks.map { task in
            task.line(in: bytes).entries.map { "\($0.property) \(bytes.text($0.range))" }
        }
        return [links.flatMap { [$0.target, $0.fragment ?? ""] }, hashtags.map(\.name)] + properties
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
