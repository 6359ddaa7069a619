/// The keys of front matter that mean something to slip, each with its aliases; any other key is a property.
package enum FrontMatterKey: String, CaseIterable, Sendable {
    case title, status, keywords, favorite, links, created, modified, id, aliases, attachments, order

    /// Every name of the key, its own first.
    package var names: [String] {
        switch self {
        case .keywords: ["keywords", "keyword", "tags", "tag"]
        case .favorite: ["favorite", "favourite"]
        case .links: ["links", "related"]
        case .created: ["created", "date"]
        case .modified: ["modified", "updated", "lastmod"]
        case .id: ["id", "uuid"]
        case .aliases: ["aliases", "alias"]
        case .attachments: ["attachments", "attachment"]
        default: [rawValue]
        }
    }

    /// Whether its value is a list.
    package var isList: Bool { [.keywords, .links, .aliases, .attachments].contains(self) }

    private static let byName: [String: FrontMatterKey] = {
        var keys: [String: FrontMatterKey] = [:]
        for key in allCases { for name in key.names { keys[name] = key } }
        return keys
    }()

    /// The key of that name or alias, in any case.
    package init?(named name: String) {
        guard let key = Self.byName[name.lowercased()] else { return nil }
        self = key
    }
}
