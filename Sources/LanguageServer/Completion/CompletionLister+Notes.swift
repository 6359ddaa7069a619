import Editing
import LanguageProtocol
import Searching
import SourceText
import VaultFiles

/// Notes and files as the targets of links in double brackets.
extension CompletionLister {
    /// What stands behind the place of the link that is being written there: its rest is replaced as well, what names a
    /// part or a label stays.
    struct LinkRest {
        /// Up to where the target goes.
        var end: Int
        /// Whether a part or a label follows, and whether the link is closed.
        var hasMore = false
        var isClosed = false
        /// Up to where the whole link goes, where it is closed.
        var linkEnd: Int
    }

    var rest: LinkRest {
        let bytes = document.text.bytes
        let line = bytes[offset..<bytes.lineEnd(from: offset)]
        var stop = line.firstIndex { "[]|#^".utf8.contains($0) } ?? line.endIndex
        // The bar of a table's cell has a backslash of its own.
        if stop > offset, stop < line.endIndex, line[stop] == Byte.bar, line[stop - 1] == Byte.backslash { stop -= 1 }
        // Only what goes on at once is the rest of a target.
        let goesOn = line.first.map { !$0.isBlank } ?? false
        guard goesOn, stop < line.endIndex, line[stop] != Byte.leftBracket,
            let close = line.firstRange(of: [Byte.rightBracket, Byte.rightBracket]),
            line[..<close.lowerBound].firstRange(of: [Byte.leftBracket, Byte.leftBracket]) == nil,
            stop <= close.lowerBound
        else {
            // A bracket that an editor adds by itself.
            let end = offset + (line.first == Byte.rightBracket ? 1 : 0)
            return LinkRest(end: end, linkEnd: end)
        }
        return LinkRest(end: stop, hasMore: stop < close.lowerBound, isClosed: true, linkEnd: close.upperBound)
    }

    func notes(_ typed: String, _ range: Range<Int>, isEmbed: Bool) throws -> Items {
        let rest = rest
        var items = typed.contains("/") ? try wikiPaths(typed, range, rest).items : []
        var (choices, isCut) = try session.choices(for: typed, near: folder, besides: note.path, limit: limit)
        // A title or an alias may hold a slash too.
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
        // What fits depends on every letter, in an order of our own.
        return (items, isCut || !typed.isEmpty)
    }

    /// The place at which a link in double brackets is completed.
    private struct LinkContext {
        /// The typed target, behind the brackets.
        var range: Range<Int>
        var rest: LinkRest
        var isEmbed: Bool
        var isInFrontMatter: Bool
        var form: NewLink.Form
        /// What front matter needs around the link.
        var quote: String
    }

    /// The edit that makes a link to a note; nil where no link can be written there.
    ///
    /// - Returns: also whether the edit replaces the opening brackets too.
    private func linkEdit(
        to choice: NoteChoice, label: String, _ context: LinkContext
    ) throws -> (edit: TextEdit, replacesAll: Bool)? {
        let (range, rest) = (context.range, context.rest)
        let link = NewLink(session, from: folder, by: request.settings.newLinkName)
        if rest.hasMore {
            return try link.reference(to: choice).map { (edit(range.lowerBound..<rest.end, $0), false) }
        }
        let written = try link.text(to: choice, context.form, label: label, isEmbed: context.isEmbed)
        guard let (text, form) = written else { return nil }
        if form == .markdown || !context.quote.isEmpty {
            // Front matter takes links in double brackets alone.
            if form == .markdown, context.isInFrontMatter { return nil }
            return (edit(range.lowerBound - 2..<rest.linkEnd, context.quote + text + context.quote), true)
        }
        let cell = note.isTableRow(offset) ? text.replacing("|", with: "\\|") : text
        let inside = cell.dropFirst(context.isEmbed ? 3 : 2).dropLast(rest.isClosed ? 2 : 0)
        return (edit(range.lowerBound..<rest.end, String(inside)), false)
    }

    /// Whether a value of front matter begins there in no quotes, so that YAML would take brackets for a list.
    private func isPlainValue(before open: Int) -> Bool {
        let bytes = document.text.bytes
        var index = open
        while index > 0, bytes[index - 1].isBlank { index -= 1 }
        return index > 0 && ":-[,".utf8.contains(bytes[index - 1])
    }

    /// What a client that compares by itself finds the typed text in: a name that holds it, else the text.
    static func match(_ typed: String, _ choice: NoteChoice) -> String {
        let wanted = typed.lowercased()
        let names = [choice.title, choice.path.stem.text] + choice.aliases + [choice.id].compactMap { $0 }
        return names.first { wanted.isEmpty || $0.lowercased().contains(wanted) } ?? typed
    }

    /// Notes, folders and files by path, from the vault's root and from here.
    func wikiPaths(_ typed: String, _ range: Range<Int>, _ rest: LinkRest) throws -> Items {
        let slash = typed.lastIndex(of: "/") ?? typed.startIndex
        let (above, name) = (String(typed[..<slash]), Folding.fold(String(typed[typed.index(after: slash)...])))
        var items: [JSONValue] = []
        var seen: Set<VaultPath> = []
        for base in [VaultPath.root.resolving(VaultPath(above)), folder.resolving(VaultPath(above))] {
            guard let base, seen.insert(base).inserted else { continue }
            for (path, isFolder) in try session.entries(of: base) {
                guard path != note.path, name.isEmpty || Folding.fold(path.name.text).contains(name) else { continue }
                let last = vault.takesAsNote(path) ? path.stem.text : path.name.text
                let written = "\(above)/\(last)\(isFolder ? "/" : "")"
                if !isFolder, try session.end(of: written, from: folder).path != path { continue }
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
        case .vault: try session.prefersMarkdownLinks()
        }
    }

    /// Files for `![[`, by name.
    func attachments(_ typed: String, _ range: Range<Int>, hasEnd: Bool, after count: Int) throws -> [JSONValue] {
        let link = NewLink(session, from: folder)
        let wanted = Folding.fold(typed)
        let near = try session.attachmentPaths().sorted {
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
