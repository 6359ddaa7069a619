import Editing
import LanguageProtocol
import Searching
import SourceText
import VaultFiles

/// Keys of front matter and their values.
extension CompletionLister {
    func keys(_ typed: String, _ range: Range<Int>) throws -> Items {
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

    func values(of key: String, _ typed: String, _ range: Range<Int>, _ quote: UInt8?) throws -> Items {
        func plain(_ values: [(text: String, detail: String?)]) -> Items {
            let items = values.prefix(limit).enumerated().map { order, value in
                item(
                    value.text, .value, detail: value.detail, order: order,
                    edit: edit(range, FrontMatterText.value(value.text, in: quote)))
            }
            return (items, values.count > limit)
        }
        switch session.keyNames.name(key)?.key {
        case .status: return plain(session.statuses.map { ($0, nil) })
        case .favorite: return plain([("true", nil), ("false", nil)])
        case .keywords:
            return try keywordItems(typed, range, isHashtag: false) {
                edit(range, FrontMatterText.value($0, in: quote))
            }
        case .links: return try references(typed, range, quote)
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

    static func looksLikeDate(_ key: String) -> Bool { ["date", "due", "day"].contains(key.lowercased()) }

    var dates: [(text: String, detail: String?)] {
        ["today", "tomorrow", "yesterday"].compactMap { word in
            DateWords.day(word, now: session.now, calendar: session.calendar).map { ($0, word) }
        }
    }

    /// Entries of `links:`.
    func references(_ typed: String, _ range: Range<Int>, _ quote: UInt8?) throws -> Items {
        let (choices, isCut) = try session.choices(for: typed, near: folder, besides: note.path, limit: limit)
        let link = NewLink(session, from: folder)
        var items: [JSONValue] = []
        for choice in choices {
            guard let reference = try link.reference(to: choice.path, title: nil) else { continue }
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
