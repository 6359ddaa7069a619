/// The known front matter keys, each with its aliases. Any other key is a property.
package enum FrontMatterKey: String, CaseIterable, Sendable {
    case title, status, keywords, favorite, links, created, modified, id, aliases, attachments, order

    /// The built-in names of the key: its own name first, then its aliases by precedence.
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

    /// Whether the value is a list.
    package var isList: Bool { [.keywords, .links, .aliases, .attachments].contains(self) }

    /// A name of a key: its own name (rank 0) or an alias.
    package struct Name: Hashable, Sendable {
        package let key: FrontMatterKey
        package let rank: Int

        init(key: FrontMatterKey, rank: Int) {
            self.key = key
            self.rank = rank
        }
    }

    /// Returns the key with the given built-in name or alias, and the rank of that name.
    package static func name(_ text: String) -> Name? { KeyNames.standard.name(text) }

    /// Creates the key with the given built-in name or alias.
    package init?(named name: String) {
        guard let key = Self.name(name)?.key else { return nil }
        self = key
    }

    /// Returns the form in which names of keys are compared, known or not. It ignores case, diacritics, `-`, `_` and
    /// spaces: `created_at`, `created-at`, `createdAt` and `Created At` are equal. A name of only such characters keeps
    /// them.
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
