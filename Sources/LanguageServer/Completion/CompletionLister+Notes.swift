import Editing
import JSONRPC
import Searching
import SourceText
import VaultFiles

/// Completion of wiki link targets: notes and files.
extension CompletionLister {
    /// The text after the cursor that belongs to the same link. Completion replaces the rest of the target but keeps a
    /// fragment or label.
    struct LinkSuffix {
        /// The end of the target.
        var end: Int
        /// Whether a fragment or label follows, and whether the link is closed.
        var hasMore = false
        var isClosed = false
        /// The end of the whole link, if it is closed.
        var linkEnd: Int
    }

    var rest: LinkSuffix {
        let bytes = document.text.bytes
        let line = bytes[offset..<bytes.lineEnd(from: offset)]
        var stop = line.firstIndex { "[]|#^".utf8.contains($0) } ?? line.endIndex
        // In a table cell the bar is escaped by a backslash.
        if stop > offset, stop < line.endIndex, line[stop] == Byte.bar, line[stop - 1] == Byte.backslash { stop -= 1 }
        // Text after a blank is not part of the target.
        let includesNearMatches = line.first.map { !$0.isBlank } ?? false
        guard includesNearMatches, stop < line.endIndex, line[stop] != Byte.leftBracket,
            let close = line.firstRange(of: [Byte.rightBracket, Byte.rightBracket]),
            line[..<close.lowerBound].firstRange(of: [Byte.leftBracket, Byte.leftBracket]) == nil,
            stop <= close.lowerBound
        else {
            // A closing bracket that the editor inserted automatically.
            let end = offset + (line.first == Byte.rightBracket ? 1 : 0)
            return LinkSuffix(end: end, linkEnd: end)
        }
        return LinkSuffix(end: stop, hasMore: stop < close.lowerBound, isClosed: true, linkEnd: close.upperBound)
    }

    func notes(_ typed: String, _ range: Range<Int>, isEmbed: Bool) throws -> Items {
        let rest = rest
        var items = typed.contains("/") ? try wikiPaths(typed, range, rest: rest).items : []
        var (choices, isCut) = try snapshot.noteChoices.choices(
            for: typed, near: folder, besides: note.path, limit: limit)
        // A title or an alias may contain a slash too.
        if typed.contains("/") {
            choices.removeAll { !Self.match(typed, $0).contains("/") || Self.match(typed, $0) == typed }
        }
        let isInFrontMatter = range.lowerBound < note.bodyStart
        let context = LinkContext(
            range: range, rest: rest, isEmbed: isEmbed, isInFrontMatter: isInFrontMatter,
            form: try !isEmbed && !rest.hasMore && !isInFrontMatter && usesMarkdown() ? .markdown : .wiki,
            quote: isInFrontMatter && isPlainValue(before: range.lowerBound - 2) ? "\"" : "")
        for choice in choices {
            let name = Self.match(typed, choice)
            let isAlias = choice.aliases.contains(name) && name != choice.title
            let shown = isAlias ? name : choice.title
            let detail = [
                isAlias ? choice.title : "", choice.path.folder.isRoot ? "" : choice.path.folder.text + "/",
                choice.status,
            ]
            .filter { !$0.isEmpty }.joined(separator: " · ")
            guard let (whole, replacesAll) = try linkEdit(to: choice, label: shown, context) else { continue }
            items.append(
                item(
                    shown, .reference, detail: detail, order: items.count, match: (replacesAll ? "[[" : "") + name,
                    edit: whole, data: data(choice.path)))
        }
        if isEmbed { items += try attachments(typed, range, hasEnd: rest.isClosed, after: items.count) }
        // The matches depend on every letter and are ranked by the server, so the client must ask again.
        return (items, isCut || !typed.isEmpty)
    }

    private struct LinkContext {
        /// The typed target, after the brackets.
        var range: Range<Int>
        var rest: LinkSuffix
        var isEmbed: Bool
        var isInFrontMatter: Bool
        var form: NewLink.Form
        /// The quote that front matter needs around the link, or an empty string.
        var quote: String
    }

    /// Returns the edit that inserts a link to a note, and whether it also replaces the opening brackets. Returns nil if
    /// the link cannot be written there.
    private func linkEdit(
        to choice: NoteChoice, label: String, _ context: LinkContext
    ) throws -> (edit: TextEdit, replacesAll: Bool)? {
        let (range, rest) = (context.range, context.rest)
        let link = NewLink(snapshot, from: folder, by: request.settings.newLinkName)
        if rest.hasMore {
            return try link.reference(to: choice).map { (edit(range.lowerBound..<rest.end, $0), false) }
        }
        let written = try link.text(to: choice, context.form, label: label, isEmbed: context.isEmbed)
        guard let (text, form) = written else { return nil }
        if form == .markdown || !context.quote.isEmpty {
            // Front matter supports only wiki links.
            if form == .markdown, context.isInFrontMatter { return nil }
            return (edit(range.lowerBound - 2..<rest.linkEnd, context.quote + text + context.quote), true)
        }
        let cell = note.isTableRow(offset) ? text.replacing("|", with: "\\|") : text
        let inside = cell.dropFirst(context.isEmbed ? 3 : 2).dropLast(rest.isClosed ? 2 : 0)
        return (edit(range.lowerBound..<rest.end, String(inside)), false)
    }

    /// Whether an unquoted front matter value begins at `open`, the offset of the opening brackets. YAML would parse
    /// these as a list.
    private func isPlainValue(before open: Int) -> Bool {
        let bytes = document.text.bytes
        var index = open
        while index > 0, bytes[index - 1].isBlank { index -= 1 }
        return index > 0 && ":-[,".utf8.contains(bytes[index - 1])
    }

    /// Returns the text of an item that a client compares with the typed text. It is a name of the note that contains
    /// the typed text, or else the typed text itself. The client then shows the item in any case.
    static func match(_ typed: String, _ choice: NoteChoice) -> String {
        let wanted = typed.lowercased()
        let names = [choice.title, choice.path.stem.text] + choice.aliases + [choice.id].compactMap { $0 }
        return names.first { wanted.isEmpty || $0.lowercased().contains(wanted) } ?? typed
    }

    /// Returns notes, folders and files for a typed path with a slash, relative to the vault's root and to the note's
    /// folder.
    func wikiPaths(_ typed: String, _ range: Range<Int>, rest: LinkSuffix) throws -> Items {
        let slash = typed.lastIndex(of: "/") ?? typed.startIndex
        let (above, name) = (String(typed[..<slash]), Folding.fold(String(typed[typed.index(after: slash)...])))
        var items: [JSONValue] = []
        var seen: Set<VaultPath> = []
        for base in [VaultPath.root.resolving(VaultPath(above)), folder.resolving(VaultPath(above))] {
            guard let base, seen.insert(base).inserted else { continue }
            for (path, isFolder) in try snapshot.noteChoices.entries(of: base) {
                guard path != note.path, name.isEmpty || Folding.fold(path.name.text).contains(name) else { continue }
                let last = vault.takesAsNote(path) ? path.stem.text : path.name.text
                let written = "\(above)/\(last)\(isFolder ? "/" : "")"
                if !isFolder, try snapshot.linkTargets.target(of: written, from: folder).path != path { continue }
                let isEnd = !isFolder && !rest.isClosed
                items.append(
                    item(
                        last + (isFolder ? "/" : ""), isFolder ? .folder : .reference, order: items.count,
                        match: written, edit: edit(range.lowerBound..<rest.end, written + (isEnd ? "]]" : "")),
                        data: isFolder ? nil : data(path)))
            }
        }
        return (items, true)
    }

    func usesMarkdown() throws -> Bool {
        switch request.settings.linkStyle {
        case .wiki: false
        case .markdown: true
        case .vault: try snapshot.noteChoices.prefersMarkdownLinks()
        }
    }

    /// Returns files other than notes for `![[`, by name. Those in the note's folder come first.
    ///
    /// - Parameters:
    ///   - hasEnd: whether the link is already closed.
    ///   - count: the number of items that precede these in the list.
    func attachments(_ typed: String, _ range: Range<Int>, hasEnd: Bool, after count: Int) throws -> [JSONValue] {
        let link = NewLink(snapshot, from: folder)
        let wanted = Folding.fold(typed)
        let near = try snapshot.noteChoices.attachmentPaths().sorted {
            ($0.folder == folder ? 0 : 1, $0) < ($1.folder == folder ? 0 : 1, $1)
        }
        var items: [JSONValue] = []
        for path in near where wanted.isEmpty || Folding.fold(path.name.text).contains(wanted) {
            guard items.count < limit, let reference = try link.reference(to: path, title: nil) else { continue }
            items.append(
                item(
                    path.name.text, .file, order: count + items.count, match: typed.isEmpty ? nil : typed,
                    edit: edit(range, reference + (hasEnd ? "" : "]]")), data: data(path)))
        }
        return items
    }
}
