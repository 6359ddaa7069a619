import QueryLanguage
import SourceText

/// A column of a table that a live block generates: text for readers, with days for times.
struct BlockField {
    enum Attribute: String, CaseIterable {
        case title, path, name, folder, status, keywords, favorite, created, modified, date, id, aliases, order, words,
            size, links, backlinks, attachments, tasks
        case openTasks = "tasks.open"
        case doneTasks = "tasks.done"
    }

    private enum Source {
        case standard(Attribute)
        case property(String)
    }

    /// The name as the user wrote it.
    let name: String
    private let source: Source

    /// Creates the field with a name: a standard one, an alias of its key (`tags`), or a front matter key. `prop.NAME`
    /// always means the latter. Returns nil if there is no such field.
    init?(named name: String, in names: QueryNames) throws {
        self.name = name
        let folded = Folding.fold(name)
        if let standard = Attribute(rawValue: folded) {
            source = .standard(standard)
        } else if let key = names.keyNames.name(name)?.key, let standard = Attribute(rawValue: key.rawValue) {
            source = .standard(standard)
        } else {
            let key = folded.hasPrefix("prop.") ? String(folded.dropFirst(5)) : folded
            guard try !key.isEmpty && names.isProperty(key) else { return nil }
            source = .property(key)
        }
    }

    /// Returns the fields that commas separate.
    ///
    /// - Parameter fault: returns the error with a message and help.
    static func list(
        _ text: String, in names: QueryNames, fault: (_ message: String, _ help: String) -> QueryError
    ) throws -> [BlockField] {
        try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
            let name = String(name.drop { $0 == " " })
            if let field = try BlockField(named: name, in: names) { return field }
            let known = Attribute.allCases.map(\.rawValue)
            let near = Nearest.match(Folding.fold(name), among: known + (try names.propertyNames()))
            throw fault(
                "there is no field or front matter key '\(name)'",
                near.map { "did you mean '\($0)'?" }
                    ?? "valid fields: \(known.joined(separator: ", ")), and any front matter key")
        }
    }

    /// Whether the value needs the lists of a note: keywords, aliases, links and attachments.
    var needsLists: Bool {
        guard case .standard(let field) = source else { return false }
        return [.keywords, .aliases, .links, .attachments].contains(field)
    }

    /// Whether the value depends on other notes.
    var dependsOnOthers: Bool {
        if case .standard(.backlinks) = source { true } else { false }
    }

    /// Returns the value of a note as one line of Markdown.
    ///
    /// - Parameters:
    ///   - link: the link to the note, which is the value of `title`.
    ///   - notes: the notes whose links to the note count.
    func text(_ hit: NoteHit, link: String, among notes: BlockNotes, in snapshot: VaultSnapshot) throws -> String {
        func day(_ moment: Moment) -> String { snapshot.calendar.civil(moment).dayText }
        switch source {
        case .property(let key):
            return JSONValue(parsing: hit.propertiesJSON)?.values(ofProperty: key).map(\.plainText)
                .joined(separator: ", ") ?? ""
        case .standard(let field):
            switch field {
            case .title: return link
            case .path: return hit.path.text
            case .name: return hit.path.stem.text
            case .folder: return hit.path.folder.text
            case .status: return hit.shownStatus ?? ""
            case .keywords: return hit.keywords.joined(separator: ", ")
            case .favorite: return hit.isFavorite ? "yes" : ""
            case .created, .date: return day(hit.created)
            case .modified: return day(hit.modified)
            case .id: return hit.id ?? ""
            case .aliases: return hit.aliases.joined(separator: ", ")
            case .order: return hit.order.map { String($0) } ?? ""
            case .words: return String(hit.counts.words)
            case .size: return String(hit.counts.size)
            case .links: return String(hit.links.count)
            case .backlinks: return String(try notes.backlinks(to: hit.path).count)
            case .attachments: return String(hit.attachments.count)
            case .tasks, .openTasks: return String(hit.counts.openTasks)
            case .doneTasks: return String(hit.counts.doneTasks)
            }
        }
    }
}
