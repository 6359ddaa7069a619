/// The keys of front matter that mean something to slip, each with its aliases; any other key is a property.
package enum FrontMatterKey: String, CaseIterable, Sendable {
    case title, status, keywords, favorite, links, created, modified, id, aliases, attachments, order

    /// Every name of the key that is built in, its own first, then its aliases, the weightiest first.
    package var names: [String] {
        switch self {
        case .keywords: ["keywords", "keyword", "tags", "tag"]
        case .favorite: ["favorite", "favourite"]
        case .links: ["links", "related"]
        case .created: ["created", "date", "created-at", "date created", "creation date"]
        case .modified:
            ["modified", "updated", "lastmod", "updated-at", "modified-at", "date modified", "last modified"]
        case .id: ["id", "uuid"]
        case .aliases: ["aliases", "alias"]
        case .attachments: ["attachments", "attachment"]
        default: [rawValue]
        }
    }

    /// Whether its value is a list.
    package var isList: Bool { [.keywords, .links, .aliases, .attachments].contains(self) }

    /// A name of a key: the key's own (rank 0) or one of its aliases.
    package struct Name: Hashable, Sendable {
        package let key: FrontMatterKey
        package let rank: Int

        init(key: FrontMatterKey, rank: Int) {
            self.key = key
            self.rank = rank
        }
    }

    /// The key that has that built-in name or alias, and which of its names it is.
    package static func name(_ text: String) -> Name? { KeyNames.standard.name(text) }

    /// The key of that built-in name or alias.
    package init?(named name: String) {
        guard let key = Self.name(name)?.key else { return nil }
        self = key
    }

    /// What names of keys, known or not, are compared by: without case, diacritics, `-`, `_` and spaces, so that
    /// `created_at`, `created-at`, `createdAt` and `Created At` are one. A name of nothing but such signs is itself.
    ///
    /// Complexity: O(length).
    package static func identity(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy { byte in
            byte < 0x80 && byte &- 0x41 >= 26 && byte != Byte.hyphen && byte != Byte.underscore && byte != Byte.space
        }
        if isPlain { return name }
        let folded = Folding.fold(name)
        let bytes = folded.utf8.filter { $0 != Byte.hyphen && $0 != Byte.underscore && $0 != Byte.space }
        return bytes.isEmpty ? folded : String(decoding: bytes, as: UTF8.self)
    }
}
