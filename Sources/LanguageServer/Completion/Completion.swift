import Editing
import LanguageProtocol
import Searching
import SourceText
import VaultFiles

/// What may be written at a place (LSP 3.17, textDocument/completion).
enum Completion {
    /// So many items are given at most.
    private static let most = 50

    @Sendable static func list(_ request: Request) throws -> JSONValue {
        let document = try request.document()
        let offset = try request.offset(in: document)
        if document.isConfiguration {
            return try ConfigurationCompletion.list(document, offset, request)
        }
        let place = TypedPlace(document.note, at: offset)
        if place == .nothing { return .null }
        let found = try request.ask(document) { session in
            let lister = CompletionLister(
                request: request, document: document, session: session, offset: offset, limit: most)
            return try lister.items(place)
        }
        let (items, isCut) = found ?? CompletionLister.itemsWithoutVault(place, document, request)
        return ["isIncomplete": .bool(isCut), "items": .array(items)]
    }

    /// The documentation of an item, which is read when somebody looks at it.
    @Sendable static func resolve(_ request: Request) throws -> JSONValue {
        guard case .object(var members) = request.params else { return request.params }
        let data = request.params["data"]
        guard let root = data?["vault"]?.text, let vault = request.vaults.vault(at: Array(root.utf8)) else {
            return request.params
        }
        let text = try request.ask(vault) { session -> String? in
            if let keyword = data?["keyword"]?.text { return try Card.keyword(keyword, session) }
            guard let path = data?["path"]?.text.map({ VaultPath($0) }) else { return nil }
            return try Card.file(path, part: data?["part"]?.text, session)
        }
        if let text {
            members.append(
                JSONValue.Member(name: "documentation", value: ["kind": "markdown", "value": .string(text)]))
        }
        return .object(members)
    }
}

/// Kinds of items (LSP 3.17, CompletionItemKind).
enum ItemKind: Int {
    case text = 1
    case field = 5
    case property = 10
    case value = 12
    case keyword = 14
    case file = 17
    case reference = 18
    case folder = 19
    case constant = 21
}

/// Makes the items for one place.
struct CompletionLister {
    let request: Request
    let document: Document
    let session: VaultSession
    let offset: Int
    let limit: Int

    private var note: OpenNote { document.note }
    private var folder: VaultPath { note.path.folder }
    private var vault: Vault { session.vault }
    private var encoding: PositionEncoding { request.encoding }

    typealias Items = (items: [JSONValue], isCut: Bool)

    func items(_ place: TypedPlace) throws -> Items {
        switch place {
        case .nothing: return ([], false)
        case .wikiTarget(let typed, let range, let isEmbed): return try notes(typed, range, isEmbed: isEmbed)
        case .part(let target, let typed, let range, let isBlock, let isWiki):
            return try isBlock
                ? blocks(of: target, typed, range) : headings(of: target, typed, range, isWiki: isWiki)
        case .path(let typed, let range, let isAngle): return try paths(typed, range, isAngle: isAngle)
        case .definition(_, let range): return (Self.definitions(of: note, range, document, encoding), false)
        case .hashtag(let typed, let range): return try keywords(typed, range)
        case .key(let typed, let range): return try keys(typed, range)
        case .value(let key, let typed, let range, let isQuoted):
            return try values(of: key, typed, range, isQuoted: isQuoted)
        case .query(let typed, let range):
            return (try QueryCompletion.items(typed, range, document, session, request), true)
        }
    }

    /// What needs the open text alone.
    static func itemsWithoutVault(_ place: TypedPlace, _ document: Document, _ request: Request) -> Items {
        switch place {
        case .definition(_, let range):
            return (definitions(of: document.note, range, document, request.encoding), false)
        case .part("", _, let range, false, let isWiki):
            return (
                partItems(of: document.note, range: range, isWiki: isWiki, document, request.encoding, data: nil), false
            )
        default: return ([], false)
        }
    }

    // MARK: Items

    /// - Parameters:
    ///   - order: the place in the list.
    ///   - match: what the client is to compare with what was typed; nil for the label.
    private func item(
        _ label: String, _ kind: ItemKind, detail: String? = nil, order: Int, match: String? = nil,
        edit: TextEdit, further: [TextEdit] = [], data: JSONValue? = nil, isDeprecated: Bool = false
    ) -> JSONValue {
        .object([
            "label": .string(label), "kind": .int(kind.rawValue), "detail": detail.map { .string($0) },
            "sortText": .string(Self.sortText(order)), "filterText": match.map { .string($0) },
            "textEdit": edit.json,
            "additionalTextEdits": further.isEmpty ? nil : .array(further.map(\.json)),
            "data": data, "tags": isDeprecated ? [1] : nil,
        ])
    }

    static func sortText(_ order: Int) -> String {
        let digits = String(order)
        return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
    }

    private func edit(_ range: Range<Int>, _ text: String) -> TextEdit {
        TextEdit(document.text.range(of: range, encoding), text)
    }

    private func data(_ path: VaultPath, part: String? = nil) -> JSONValue {
        .object([
            "vault": .string(String(decoding: vault.root, as: UTF8.self)), "path": .string(path.text),
            "part": part.map { .string($0) },
        ])
    }

    /// Whether a text follows the place.
    private func isFollowed(by text: String) -> Bool { document.text.bytes.holds(Array(text.utf8), at: offset) }

    // MARK: Notes

    /// What stands behind the place of the link that is being written there: its rest is replaced as well, what names a
    /// part or a label stays.
    private struct LinkRest {
        /// Up to where the target goes.
        var end: Int
        /// Whether a part or a label follows, and whether the link is closed.
        var hasMore = false
        var isClosed = false
        /// Up to where the whole link goes, where it is closed.
        var linkEnd: Int
    }

    private var rest: LinkRest {
        let bytes = document.text.bytes
        let line = bytes[offset..<bytes.lineEnd(from: offset)]
        let stop = line.firstIndex { "[]|#^".utf8.contains($0) } ?? line.endIndex
        guard let close = line.firstRange(of: [Byte.rightBracket, Byte.rightBracket]),
            line[..<close.lowerBound].firstRange(of: [Byte.leftBracket, Byte.leftBracket]) == nil,
            stop <= close.lowerBound
        else {
            // A bracket that an editor adds by itself.
            let end = offset + (line.first == Byte.rightBracket ? 1 : 0)
            return LinkRest(end: end, linkEnd: end)
        }
        return LinkRest(end: stop, hasMore: stop < close.lowerBound, isClosed: true, linkEnd: close.upperBound)
    }

    private func notes(_ typed: String, _ range: Range<Int>, isEmbed: Bool) throws -> Items {
        let rest = rest
        if typed.contains("/") { return try wikiPaths(typed, range, rest) }
        let (choices, isCut) = try session.choices(for: typed, near: folder, besides: note.path, limit: limit)
        let isMarkdown = try !isEmbed && !rest.hasMore && usesMarkdown()
        let link = NewLink(session, from: folder, by: request.settings.newLinkName)
        var items: [JSONValue] = []
        for choice in choices {
            let detail = [choice.path.folder.isRoot ? "" : choice.path.folder.text + "/", choice.status]
                .filter { !$0.isEmpty }.joined(separator: " · ")
            let whole: TextEdit
            if isMarkdown {
                guard let text = try link.text(to: choice.path, title: choice.title, .markdown) else { continue }
                whole = edit(range.lowerBound - 2..<rest.linkEnd, text)
            } else if rest.hasMore {
                guard let text = try link.reference(to: choice.path, title: choice.title) else { continue }
                whole = edit(range.lowerBound..<rest.end, text)
            } else {
                guard let text = try link.text(to: choice.path, title: choice.title, .wiki, isEmbed: isEmbed) else {
                    continue
                }
                let inside = text.dropFirst(isEmbed ? 3 : 2).dropLast(rest.isClosed ? 2 : 0)
                whole = edit(range.lowerBound..<rest.end, String(inside))
            }
            items.append(
                item(
                    choice.title, .reference, detail: detail, order: items.count,
                    match: (isMarkdown ? "[[" : "") + Self.match(typed, choice), edit: whole, data: data(choice.path)))
        }
        if isEmbed { items += try attachments(typed, range, hasEnd: rest.isClosed, after: items.count) }
        // What fits depends on every letter, in an order of our own.
        return (items, isCut || !typed.isEmpty)
    }

    /// What a client that compares by itself finds the typed text in: a name that holds it, else the text.
    private static func match(_ typed: String, _ choice: NoteChoice) -> String {
        let wanted = typed.lowercased()
        let names = [choice.title, choice.path.stem.text] + choice.aliases + [choice.id].compactMap { $0 }
        return names.first { wanted.isEmpty || $0.lowercased().contains(wanted) } ?? typed
    }

    /// Notes, folders and files by path, from the vault's root and from here.
    private func wikiPaths(_ typed: String, _ range: Range<Int>, _ rest: LinkRest) throws -> Items {
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

    private func usesMarkdown() throws -> Bool {
        switch request.settings.linkStyle {
        case .wiki: false
        case .markdown: true
        case .vault: try session.prefersMarkdownLinks()
        }
    }

    /// Files for `![[`, by name.
    private func attachments(_ typed: String, _ range: Range<Int>, hasEnd: Bool, after count: Int) throws -> [JSONValue]
    {
        let link = NewLink(session, from: folder)
        let wanted = Folding.fold(typed)
        let near = try session.entries(of: folder).filter { !$0.isFolder && !vault.takesAsNote($0.path) }
        var items: [JSONValue] = []
        for (path, _) in near where wanted.isEmpty || Folding.fold(path.name.text).contains(wanted) {
            guard items.count < limit, let reference = try link.reference(to: path, title: nil) else { continue }
            items.append(
                item(
                    path.name.text, .file, order: count + items.count, match: typed.isEmpty ? nil : typed,
                    edit: edit(range, reference + (hasEnd ? "" : "]]")), data: data(path)))
        }
        return items
    }

    // MARK: Parts of notes

    private func target(_ name: String) throws -> OpenNote? {
        if name.isEmpty { return note }
        guard case .note(let path, _) = try session.end(of: name, from: folder) else { return nil }
        return session.document(path)
    }

    private func headings(of name: String, _ typed: String, _ range: Range<Int>, isWiki: Bool) throws -> Items {
        guard let target = try target(name) else { return ([], false) }
        let data = data(target.path)
        return (
            Self.partItems(
                of: target, range: range, isWiki: isWiki, document, encoding, data: data,
                hasEnd: isFollowed(by: isWiki ? "]]" : ")")), false
        )
    }

    fileprivate static func partItems(
        of target: OpenNote, range: Range<Int>, isWiki: Bool, _ document: Document, _ encoding: PositionEncoding,
        data: JSONValue?, hasEnd: Bool = true
    ) -> [JSONValue] {
        let anchors = target.slugs
        return target.headings.enumerated().map { order, heading in
            let fragment = isWiki ? wikiFragment(heading.text) : anchors[order]
            var members: [JSONValue.Member] = data?.members ?? []
            members.append(JSONValue.Member(name: "part", value: .string(fragment)))
            let end = hasEnd ? "" : isWiki ? "]]" : ""
            return .object([
                "label": .string(heading.text), "kind": .int(ItemKind.reference.rawValue),
                "detail": .string(String(repeating: "#", count: heading.level)),
                "sortText": .string(sortText(order)), "filterText": .string("#\(heading.text)"),
                "textEdit": TextEdit(document.text.range(of: range, encoding), "#\(fragment)\(end)").json,
                "data": data == nil ? nil : .object(members),
            ])
        }
    }

    /// A heading's text as a link can hold it.
    static func wikiFragment(_ heading: String) -> String {
        String(heading.map { "#|[]^".contains($0) ? " " : $0 })
    }

    /// The blocks of a note that have an id, and the paragraphs that get one when they are chosen.
    private func blocks(of name: String, _ typed: String, _ range: Range<Int>) throws -> Items {
        guard let target = try target(name) else { return ([], false) }
        let hasEnd = isFollowed(by: "]]")
        var items: [JSONValue] = []
        let open = request.document(target.path, in: vault)
        for block in target.blocks.prefix(1000) {
            var further: [TextEdit] = []
            var id = block.id
            if id == nil {
                // A further edit is one of the same document.
                guard target.path == note.path, let open else { continue }
                let made = target.freeBlockID(for: block)
                id = made
                further = [
                    TextEdit(
                        open.text.range(of: block.range.upperBound..<block.range.upperBound, encoding), " ^\(made)")
                ]
            }
            guard let id else { continue }
            let text = block.text.prefix(60)
            items.append(
                item(
                    "^\(id)", .reference, detail: String(text), order: items.count + (block.id == nil ? 10_000 : 0),
                    match: "#^\(id) \(text)", edit: edit(range, "#^\(id)\(hasEnd ? "" : "]]")"), further: further,
                    data: data(target.path, part: "^\(id)")))
        }
        return (items, false)
    }

    // MARK: Paths

    private func paths(_ typed: String, _ range: Range<Int>, isAngle: Bool) throws -> Items {
        let slash = typed.lastIndex(of: "/")
        let written = slash.map { String(typed[...$0]) } ?? ""
        let start = typed.hasPrefix("/") ? VaultPath.root : folder
        guard let base = start.resolving(VaultPath(written.hasPrefix("/") ? String(written.dropFirst()) : written))
        else {
            return ([], false)
        }
        // What is typed of the name alone is replaced, so that what stands before it stays as it is.
        let name = slash.map { String(typed[typed.index(after: $0)...]) } ?? typed
        let bytes = document.text.bytes
        let nameStart = (bytes[range].lastIndex(of: Byte.slash)).map { $0 + 1 } ?? range.lowerBound
        let titles = NewLink(session, from: base)
        var items: [JSONValue] = []
        let wanted = Folding.fold(name)
        let all = try session.entries(of: base)
        for (path, isFolder) in all where wanted.isEmpty || Folding.fold(path.name.text).contains(wanted) {
            if path == note.path { continue }
            if items.count >= limit { return (items, true) }
            let shown = path.name.text + (isFolder ? "/" : "")
            let title = isFolder ? nil : try session.note(path)?.title
            items.append(
                item(
                    shown, isFolder ? .folder : .file, detail: title == path.stem.text ? nil : title,
                    order: items.count + (isFolder ? 1000 : 0), match: name.isEmpty ? nil : path.name.text,
                    edit: edit(
                        nameStart..<offset, titles.destination(to: path, isAngle: isAngle) + (isFolder ? "/" : "")),
                    data: isFolder ? nil : data(path)))
        }
        if slash == nil, !name.isEmpty {
            // By title from anywhere, as in double brackets.
            let (choices, _) = try session.choices(for: name, near: folder, besides: note.path, limit: limit / 2)
            let link = NewLink(session, from: folder)
            for choice in choices
            where choice.path.folder != base || !Folding.fold(choice.path.name.text).contains(wanted) {
                items.append(
                    item(
                        choice.title, .reference, detail: choice.path.text, order: 2000 + items.count, match: name,
                        edit: edit(range, link.destination(to: choice.path, isAngle: isAngle)), data: data(choice.path))
                )
            }
        }
        return (items, !name.isEmpty)
    }

    fileprivate static func definitions(
        of note: OpenNote, _ range: Range<Int>, _ document: Document, _ encoding: PositionEncoding
    ) -> [JSONValue] {
        let bytes = document.text.bytes
        let hasEnd = range.upperBound < bytes.count && bytes[range.upperBound] == Byte.rightBracket
        return note.definitions.enumerated().map { order, definition in
            let label = bytes.text(definition.labelRange)
            return .object([
                "label": .string(label), "kind": .int(ItemKind.reference.rawValue),
                "detail": .string(bytes.text(definition.range)), "sortText": .string(sortText(order)),
                "textEdit": TextEdit(
                    document.text.range(of: range, encoding), label + (hasEnd ? "" : "]")
                ).json,
            ])
        }
    }

    // MARK: Keywords

    /// Keywords step by step: those no deeper than one step below what is typed.
    private func keywords(_ typed: String, _ range: Range<Int>) throws -> Items {
        try keywordItems(typed, range, isHashtag: true) { edit(range, $0) }
    }

    private func keywordItems(
        _ typed: String, _ range: Range<Int>, isHashtag: Bool, _ edit: (String) -> TextEdit
    ) throws -> Items {
        let wanted = Folding.fold(typed)
        let depth = typed.split(separator: "/", omittingEmptySubsequences: false).count
        var counts: [String: (name: String, notes: Int, tier: Int)] = [:]
        for keyword in try session.keywordChoices(besides: NotePlace(path: note.path, range: range)) {
            let folded = Folding.fold(keyword.name)
            let tier =
                wanted.isEmpty || folded.hasPrefix(wanted)
                ? 0
                : folded.split(separator: "/").contains { $0.hasPrefix(wanted) } ? 1 : folded.contains(wanted) ? 2 : 3
            guard tier < 3 else { continue }
            if isHashtag, keyword.name.contains(" ") { continue }
            // What lies deeper counts for its parent of one step.
            let parts = keyword.name.split(separator: "/", omittingEmptySubsequences: false)
            let name = tier == 0 ? parts.prefix(depth).joined(separator: "/") : keyword.name
            counts[Folding.fold(name), default: (name, 0, tier)].notes += keyword.notes
        }
        let ordered = counts.values.sorted { ($0.tier, -$0.notes, $0.name) < ($1.tier, -$1.notes, $1.name) }
        let items = ordered.prefix(limit).enumerated().map { order, keyword in
            item(
                keyword.name, .keyword, detail: keyword.notes == 1 ? "1 note" : "\(keyword.notes) notes", order: order,
                match: typed.isEmpty ? nil : typed, edit: edit(keyword.name),
                data: [
                    "vault": .string(String(decoding: vault.root, as: UTF8.self)), "keyword": .string(keyword.name),
                ])
        }
        return (items, true)
    }

    // MARK: Front matter

    private func keys(_ typed: String, _ range: Range<Int>) throws -> Items {
        let used = note.frontMatterKeys
        var items: [JSONValue] = []
        func add(_ name: String, _ detail: String) {
            let text = isFollowed(by: ":") ? name : "\(name): "
            items.append(item(name, .property, detail: detail, order: items.count, edit: edit(range, text)))
        }
        // A key that is being typed is among those that are used.
        func isUsed(_ name: String) -> Bool { name != typed && used.contains(FrontMatterKey.identity(name)) }
        for key in FrontMatterKey.allCases where !isUsed(key.rawValue) { add(key.rawValue, key.meaning) }
        for property in try session.keys().sorted(by: { ($1.notes, $0.name) < ($0.notes, $1.name) })
        where FrontMatterKey(named: property.name) == nil && !isUsed(property.name) {
            add(property.name, property.notes == 1 ? "1 note" : "\(property.notes) notes")
        }
        return (items, false)
    }

    private func values(of key: String, _ typed: String, _ range: Range<Int>, isQuoted: Bool) throws -> Items {
        func plain(_ values: [(text: String, detail: String?)]) -> Items {
            let items = values.prefix(limit).enumerated().map { order, value in
                item(
                    value.text, .value, detail: value.detail, order: order,
                    edit: edit(range, isQuoted ? value.text : FrontMatterText.value(value.text)))
            }
            return (items, values.count > limit)
        }
        switch session.keyNames.name(key)?.key {
        case .status: return plain(session.statuses.map { ($0, nil) })
        case .favorite: return plain([("true", nil), ("false", nil)])
        case .keywords:
            return try keywordItems(typed, range, isHashtag: false) {
                edit(range, isQuoted ? $0 : FrontMatterText.value($0))
            }
        case .links: return try references(typed, range, isQuoted: isQuoted)
        case .attachments:
            let files = try session.entries(of: folder).filter { !$0.isFolder && !vault.takesAsNote($0.path) }
            return plain(files.map { ($0.path.relative(to: folder).text, nil) })
        case .created, .modified: return plain(dates)
        case .title: return plain([(note.path.stem.text, "the file's name")])
        case .order, .id: return ([], false)
        case .aliases, nil:
            guard try session.isProperty(Folding.fold(key)) else { return plain(Self.looksLikeDate(key) ? dates : []) }
            let values = try session.values(ofKey: key)
            let isDate = try session.holdsDates(key) == true
            return plain(
                (isDate ? dates : []) + values.map { ($0.name, $0.notes == 1 ? "1 note" : "\($0.notes) notes") })
        }
    }

    private static func looksLikeDate(_ key: String) -> Bool { ["date", "due", "day"].contains(key.lowercased()) }

    private var dates: [(text: String, detail: String?)] {
        ["today", "tomorrow", "yesterday"].compactMap { word in
            DateWords.day(word, now: session.now, calendar: session.calendar).map { ($0, word) }
        }
    }

    /// Entries of `links:`.
    private func references(_ typed: String, _ range: Range<Int>, isQuoted: Bool) throws -> Items {
        let (choices, isCut) = try session.choices(for: typed, near: folder, besides: note.path, limit: limit)
        let link = NewLink(session, from: folder)
        var items: [JSONValue] = []
        for choice in choices {
            guard let reference = try link.reference(to: choice.path, title: nil) else { continue }
            let text = isQuoted ? "[[\(reference)]]" : "\"[[\(reference)]]\""
            items.append(
                item(
                    choice.title, .reference, detail: choice.path.text, order: items.count,
                    match: typed.isEmpty ? nil : typed, edit: edit(range, text), data: data(choice.path)))
        }
        return (items, isCut || !typed.isEmpty)
    }
}

extension Settings {
    var newLinkName: NewLink.Name {
        switch linkName {
        case .name: .name
        case .path: .path
        case .title: .title
        }
    }
}

/// Texts as front matter holds them.
enum FrontMatterText {
    /// In quotes where it would be read as something else.
    static func value(_ text: String) -> String { OpenNote.yamlValue(text) }
}

extension FrontMatterKey {
    /// What the key means, in a few words.
    var meaning: String {
        switch self {
        case .title: "what the note is called"
        case .status: "how far it is"
        case .keywords: "keywords, a list"
        case .favorite: "true or false"
        case .links: "other notes, a list"
        case .attachments: "files, a list"
        case .created: "when it was made"
        case .modified: "when it was changed"
        case .id: "a name that never changes"
        case .aliases: "further names, a list"
        case .order: "a whole number to sort by"
        }
    }
}
