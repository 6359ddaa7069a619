import LanguageProtocol
import QueryLanguage
import Searching
import SourceText
import VaultFiles

/// Previews of notes, attachments, folders, keywords and keys, as Markdown.
enum Card {
    /// The maximum number of lines of a note.
    private static let lines = 12

    /// Returns the head and the first lines of a note, the section of a heading, or an attachment: for an image, the
    /// image itself.
    static func file(_ path: VaultPath, part: String?, _ snapshot: VaultSnapshot) throws -> String? {
        guard snapshot.vault.takesAsNote(path), let note = snapshot.document(path) else {
            guard snapshot.vault.exists(path) else { return nil }
            return attachment(path, snapshot)
        }
        if let part, let place = note.place(of: part) { return Self.part(place, of: note) }
        return head(note, backlinks: try snapshot.linkPlaces.referenceCount(to: path))
    }

    /// Returns a folder and the first notes in it.
    static func folder(_ path: VaultPath, _ snapshot: VaultSnapshot) throws -> String {
        let notes = try snapshot.noteChoices.entries(of: path).filter {
            !$0.isFolder && snapshot.vault.takesAsNote($0.path)
        }
        let shown = notes.prefix(10).map { "- `\($0.path.name.text)`" }
        let title = "**\(path.text)/** · \(notes.count == 1 ? "1 note" : "\(notes.count) notes")"
        return ([title, ""] + shown + (notes.count > 10 ? ["- …"] : [])).joined(separator: "\n")
    }

    private static func attachment(_ path: VaultPath, _ snapshot: VaultSnapshot) -> String {
        guard Configuration.imageExtensions.contains(path.pathExtension) else { return "`\(path.text)`" }
        return "![\(path.name.text)](\(DocumentURI(path: snapshot.vault.fullPath(path)).text))"
    }

    private static func head(_ note: OpenNote, backlinks: Int) -> String {
        var facts = [note.isLong ? "" : note.status]
        let keywords = note.isLong ? [] : note.keywords.map { "#\($0.name)" }
        var seen: Set<String> = []
        facts.append(keywords.filter { seen.insert($0).inserted }.joined(separator: " "))
        if backlinks > 0 { facts.append(backlinks == 1 ? "1 backlink" : "\(backlinks) backlinks") }
        let line = facts.filter { !$0.isEmpty }.joined(separator: " · ")
        return "**\(note.currentTitle)**\n\n`\(note.path.text)`\(line.isEmpty ? "" : " · \(line)")\n\n---\n\n"
            + firstLines(note.bytes, from: note.bodyStart)
    }

    /// Returns the section that a heading begins, or a block.
    static func part(_ place: Range<Int>, of note: OpenNote) -> String {
        if let heading = note.headings.first(where: { $0.range == place }) {
            return firstLines(Array(note.bytes[heading.section]), from: 0)
        }
        if let block = note.blocks.first(where: { $0.range.overlaps(place) }) { return block.text }
        return firstLines(note.bytes, from: place.lowerBound)
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

    /// Returns the first notes that have a keyword.
    static func keyword(_ name: String, _ snapshot: VaultSnapshot) throws -> String {
        let paths = try snapshot.notes(withKeyword: name, nested: true)
        let shown = try paths.prefix(10).compactMap { try snapshot.note($0) }
            .map { "- \($0.title) `\($0.path.text)`" }
        let more = paths.count > 10 ? ["- …"] : []
        return (["**#\(name)** · \(paths.count == 1 ? "1 note" : "\(paths.count) notes")", ""] + shown + more)
            .joined(separator: "\n")
    }

    /// Returns the values that a front matter key has in the vault.
    static func key(_ entry: OpenEntry, _ snapshot: VaultSnapshot) throws -> String {
        let name = entry.known?.rawValue ?? entry.key
        guard let values = try? snapshot.lists.values(ofKey: entry.key), !values.isEmpty else {
            return "**\(name)**" + (entry.known.map { " · \($0.meaning)" } ?? "")
        }
        let shown = values.prefix(10).map { "- \($0.name) · \($0.notes == 1 ? "1 note" : "\($0.notes) notes")" }
        let title = "**\(name)**" + (entry.known.map { " · \($0.meaning)" } ?? "")
        return ([title, ""] + shown + (values.count > 10 ? ["- …"] : [])).joined(separator: "\n")
    }
}
