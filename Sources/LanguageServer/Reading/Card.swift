import JSONRPC
import QueryLanguage
import Rendering
import Searching
import SourceText
import VaultFiles

/// Previews of notes, attachments, folders, keywords and keys, as Markdown.
enum Card {
    /// The maximum number of lines of a note.
    private static let lines = 12

    /// Returns the preview of a file, or nil if there is none. For a note: title, path, status, keywords and first
    /// lines. With `part`: the section of a heading, or a block. For an image: the image itself. For another
    /// attachment: its path.
    ///
    /// - Parameter part: the fragment of a link. If the note has no such heading or block, the whole note counts.
    static func file(_ path: VaultPath, part: String?, _ snapshot: VaultSnapshot) throws -> String? {
        guard snapshot.vault.takesAsNote(path), let note = snapshot.document(path) else {
            guard snapshot.vault.exists(path) else { return nil }
            return attachment(path, snapshot)
        }
        if let part, let place = note.place(of: part) { return try Self.part(place, of: note, snapshot) }
        return try head(note, backlinks: try snapshot.linkPlaces.referenceCount(to: path), snapshot)
    }

    /// Returns a folder, its number of notes, and the first ten notes directly in it.
    static func folder(_ path: VaultPath, _ snapshot: VaultSnapshot) throws -> String {
        let notes = try snapshot.noteChoices.entries(of: path).filter {
            !$0.isFolder && snapshot.vault.takesAsNote($0.path)
        }
        let shown = notes.prefix(10).map { "- `\($0.path.name.text)`" }
        let title = "**\(path.text)/** · \(notes.count == 1 ? "1 note" : "\(notes.count) notes")"
        return ([title, ""] + shown + (notes.count > 10 ? ["- …"] : [])).joined(separator: "\n")
    }

    /// Returns the notes that are related to a note, and why, or nil if there are none.
    static func related(to path: VaultPath, _ snapshot: VaultSnapshot) throws -> String? {
        let notes = try snapshot.related.notes(to: path, limit: 5)
        if notes.isEmpty { return nil }
        let lines = notes.map { related in
            "- \(related.note.title) `\(related.note.path.text)`: "
                + RelatedText.phrases(related.reasons).joined(separator: "; ")
        }
        return (["**Related**", ""] + lines).joined(separator: "\n")
    }

    private static func attachment(_ path: VaultPath, _ snapshot: VaultSnapshot) -> String {
        guard Configuration.imageExtensions.contains(path.pathExtension) else { return "`\(path.text)`" }
        return "![\(path.name.text)](\(DocumentURI(path: snapshot.vault.fullPath(path)).text))"
    }

    private static func head(_ note: OpenNote, backlinks: Int, _ snapshot: VaultSnapshot) throws -> String {
        let isDeclared = !note.isLong && note.entries.contains { $0.known == .status }
        var facts = [isDeclared ? note.status : ""]
        let keywords = note.isLong ? [] : note.keywords.map { "#\($0.name)" }
        var seen: Set<String> = []
        facts.append(keywords.filter { seen.insert($0).inserted }.joined(separator: " "))
        if backlinks > 0 { facts.append(backlinks == 1 ? "1 backlink" : "\(backlinks) backlinks") }
        let line = facts.filter { !$0.isEmpty }.joined(separator: " · ")
        return "**\(note.currentTitle)**\n\n`\(note.path.text)`\(line.isEmpty ? "" : " · \(line)")\n\n---\n\n"
            + (try firstLines(of: note.bodyStart..<note.bytes.count, in: note, snapshot))
    }

    /// Returns the first lines of the section that a heading begins, or the text of a block.
    ///
    /// - Parameters:
    ///   - place: the byte range of the heading or block, from `OpenNote.place(of:)`.
    ///   - snapshot: the vault of embedded notes, which are shown in place of their links. Nil to show none.
    static func part(_ place: Range<Int>, of note: OpenNote, _ snapshot: VaultSnapshot?) throws -> String {
        if let heading = note.headings.first(where: { $0.range == place }) {
            return try firstLines(of: heading.section, in: note, snapshot)
        }
        if let block = note.blocks.first(where: { $0.range.overlaps(place) }) {
            return try snapshot.flatMap { try EmbedText($0, .quotes).text(of: block.range, in: note) } ?? block.text
        }
        return try firstLines(of: place.lowerBound..<note.bytes.count, in: note, snapshot)
    }

    /// Returns the first lines of a part of a note, in which embedded notes are quoted.
    private static func firstLines(
        of range: Range<Int>, in note: OpenNote, _ snapshot: VaultSnapshot?
    ) throws -> String {
        if !note.isLong, let snapshot, let text = try EmbedText(snapshot, .quotes).text(of: range, in: note) {
            return firstLines(Array(text.utf8), from: 0)
        }
        return firstLines(Array(note.bytes[range]), from: 0)
    }

    private static func firstLines(_ bytes: [UInt8], from start: Int) -> String {
        var index = start
        while index < bytes.count, bytes[index].isLineEnd { index += 1 }
        let first = index
        var end = index
        for _ in 0..<lines where index < bytes.count {
            end = bytes.lineEnd(from: index)
            index = end + 1
        }
        var text = bytes.text(first..<max(first, end)).replacing("\r\n", with: "\n")
        // An unclosed code fence would include the text that follows.
        if text.split(separator: "\n").count(where: { $0.hasPrefix("```") }) % 2 == 1 { text += "\n```" }
        let isCut = !bytes.trimmed(min(end, bytes.count)..<bytes.count).isEmpty
        return isCut ? text + "\n\n…" : text
    }

    /// Returns a keyword, and the number and the first ten of the notes that have it or a nested one.
    static func keyword(_ name: String, _ snapshot: VaultSnapshot) throws -> String {
        let paths = try snapshot.notes(withKeyword: name, nested: true)
        let shown = try paths.prefix(10).compactMap { try snapshot.note($0) }
            .map { "- \($0.title) `\($0.path.text)`" }
        let more = paths.count > 10 ? ["- …"] : []
        return (["**#\(name)** · \(paths.count == 1 ? "1 note" : "\(paths.count) notes")", ""] + shown + more)
            .joined(separator: "\n")
    }

    /// Returns a front matter key, its declaration, what the kinds of the note say about it, and the first ten values that
    /// it has in the vault.
    static func key(_ entry: OpenEntry, of note: OpenNote, _ snapshot: VaultSnapshot) throws -> String {
        let title = "**\(entry.known?.rawValue ?? entry.key)**" + (entry.known.map { " · \($0.meaning)" } ?? "")
        let rules = try declaration(entry.key, of: note, snapshot)
        let values = (try? snapshot.lists.values(ofKey: entry.key)) ?? []
        let shown = values.prefix(10).map { "- \($0.name) · \($0.notes == 1 ? "1 note" : "\($0.notes) notes")" }
        let list = shown.isEmpty ? [] : [""] + shown + (values.count > 10 ? ["- …"] : [])
        return ([title] + (rules.isEmpty ? [] : ["", rules.joined(separator: "  \n")]) + list).joined(separator: "\n")
    }

    /// Returns what the configuration says about a key in a note: its type and default, and the kinds that name it.
    private static func declaration(
        _ key: String, of note: OpenNote, _ snapshot: VaultSnapshot
    ) throws -> [String] {
        let identity = FrontMatterKey.identity(key)
        var lines: [String] = []
        if let declaration = snapshot.vault.configuration.properties[key] {
            let usual = declaration.defaultValue.map { " (default: \($0))" } ?? ""
            lines.append("\(declaration.description)\(usual)")
        }
        for kind in try snapshot.kindRules.kinds(of: note.path) {
            if kind.required.contains(where: { FrontMatterKey.identity($0) == identity }) {
                lines.append("required by the kind '\(kind.name)'")
            } else if kind.optional.contains(where: { FrontMatterKey.identity($0) == identity }) {
                lines.append("optional in the kind '\(kind.name)'")
            }
        }
        return lines
    }
}
