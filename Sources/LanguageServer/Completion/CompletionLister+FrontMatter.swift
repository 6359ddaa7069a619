import Editing
import JSONRPC
import Searching
import SourceText
import VaultFiles

extension CompletionLister {
    func keys(_ typed: String, _ range: Range<Int>) throws -> Items {
        let used = note.frontMatterKeys
        var items: [JSONValue] = []
        func add(_ name: String, _ detail: String) {
            let text = isFollowed(by: ":") ? name : "\(name): "
            items.append(item(name, .property, detail: detail, order: items.count, edit: edit(range, text)))
        }
        // The key being typed does not count as used.
        func isUsed(_ name: String) -> Bool { name != typed && used.contains(FrontMatterKey.identity(name)) }
        var offered: Set<String> = []
        for (key, detail) in try KindCompletion(lister: self).keys() where !isUsed(key) {
            add(key, detail)
            offered.insert(FrontMatterKey.identity(key))
        }
        for key in FrontMatterKey.allCases where !isUsed(key.rawValue) && !offered.contains(key.rawValue) {
            add(key.rawValue, key.meaning)
        }
        for property in try snapshot.lists.keys().sorted(by: { ($1.notes, $0.name) < ($0.notes, $1.name) })
        where FrontMatterKey(named: property.name) == nil && !isUsed(property.name)
            && !offered.contains(FrontMatterKey.identity(property.name))
        {
            add(property.name, property.notes == 1 ? "1 note" : "\(property.notes) notes")
        }
        return (items, false)
    }

    private struct ValueChoice {
        var text: String
        var detail: String?
        /// The text that the user sees and types, if it differs.
        var label: String?
    }

    func values(of key: String, _ typed: String, _ range: Range<Int>, quote: UInt8?) throws -> Items {
        /// - Parameter isFiltered: whether the values depend on the typed text, so that the client must ask again.
        func plain(_ values: [ValueChoice], isFiltered: Bool = false) -> Items {
            let items = values.prefix(limit).enumerated().map { order, value in
                item(
                    value.label ?? value.text, .value, detail: value.detail, order: order, match: value.label,
                    edit: edit(range, FrontMatterText.value(value.text, in: quote)))
            }
            return (items, values.count > limit || isFiltered && !typed.isEmpty)
        }
        switch snapshot.keyNames.name(key)?.key {
        case .status: return plain(snapshot.statuses.map { ValueChoice(text: $0) })
        case .favorite: return plain([ValueChoice(text: "true"), ValueChoice(text: "false")])
        case .keywords:
            return try keywordItems(typed, range, isHashtag: false) {
                edit(range, FrontMatterText.value($0, in: quote))
            }
        case .links: return try references(typed, range, quote: quote)
        case .attachments: return try attachments(typed, range, quote: quote)
        case .created, .modified: return plain(dates(typed), isFiltered: true)
        case .title: return plain([ValueChoice(text: note.path.stem.text, detail: "the file's name")])
        case .order, .id: return ([], false)
        case .aliases, nil:
            guard try snapshot.queryNames.isProperty(Folding.fold(key)) else {
                return Self.looksLikeDate(key) ? plain(dates(typed), isFiltered: true) : plain([])
            }
            let values = try snapshot.lists.values(ofKey: key)
            let type = snapshot.vault.configuration.properties[key]?.itemType
            let isDate = try type == .date || snapshot.lists.valuesAreDates(ofKey: key) ?? Self.looksLikeDate(key)
            return plain(
                (isDate ? dates(typed) : [])
                    + values.map { ValueChoice(text: $0.name, detail: $0.notes == 1 ? "1 note" : "\($0.notes) notes") },
                isFiltered: isDate)
        }
    }

    static func looksLikeDate(_ key: String) -> Bool { ["date", "due", "day"].contains(key.lowercased()) }

    /// Returns date words, shown as such, with the dates that they insert: the usual ones, and the typed one if it is
    /// valid.
    private func dates(_ typed: String) -> [ValueChoice] {
        let words = ["today", "tomorrow", "yesterday", "+1w", "+1mo"]
        return (words + (words.contains(typed) ? [] : [typed])).compactMap { word in
            DateWords.day(word, now: snapshot.now, calendar: snapshot.calendar).map {
                ValueChoice(text: $0, detail: $0, label: word)
            }
        }
    }

    /// Returns items for an entry of `attachments:`: files whose path contains the typed text. Paths that begin with it
    /// come first. Within both groups, those in the note's folder come first.
    private func attachments(_ typed: String, _ range: Range<Int>, quote: UInt8?) throws -> Items {
        let wanted = Folding.fold(typed)
        let found = try snapshot.noteChoices.attachmentPaths().compactMap {
            path -> (rank: Int, text: String, path: VaultPath)? in
            let text = path.relative(to: folder).text
            let names = [text, path.text, path.name.text].map { Folding.fold($0) }
            guard path.isText, names.contains(where: { $0.contains(wanted) }) else { return nil }
            let rank = names.contains { $0.hasPrefix(wanted) } ? 0 : 2
            return (rank + (path.folder == folder ? 0 : 1), text, path)
        }.sorted { ($0.rank, $0.path) < ($1.rank, $1.path) }
        let items = found.prefix(limit).enumerated().map { order, file in
            item(
                file.text, .file, detail: file.path.folder == folder ? nil : file.path.text, order: order,
                match: typed.isEmpty ? nil : typed, edit: edit(range, FrontMatterText.value(file.text, in: quote)),
                data: data(file.path))
        }
        // The items are filtered by the typed text, so the client must ask again after each key.
        return (items, found.count > limit || !typed.isEmpty)
    }

    /// Returns items for an entry of `links:`: notes, inserted as wiki links and quoted for YAML.
    func references(_ typed: String, _ range: Range<Int>, quote: UInt8?) throws -> Items {
        let (choices, isCut) = try snapshot.noteChoices.choices(
            for: typed, near: folder, besides: note.path, limit: limit)
        let link = NewLink(snapshot, from: folder)
        var items: [JSONValue] = []
        for choice in choices {
            guard let reference = try link.reference(to: choice) else { continue }
            let bare = "[[\(reference)]]"
            let text = FrontMatterText.value(bare, in: quote)
            items.append(
                item(
                    choice.title, .reference, detail: choice.path.text, order: items.count,
                    match: typed.isEmpty ? nil : typed, edit: edit(range, text), data: data(choice.path)))
        }
        return (items, isCut || !typed.isEmpty)
    }
}
