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

    /// As many names as a key may have.
    package static var mostNames: Int { 4 }

    /// Whether its value is a list.
    package var isList: Bool { [.keywords, .links, .aliases, .attachments].contains(self) }

    /// A name of a key: the key's own (rank 0) or one of its aliases.
    package struct Name: Hashable, Sendable {
        package let key: FrontMatterKey
        package let rank: Int
    }

    private static let byName: [String: Name] = {
        var names: [String: Name] = [:]
        for key in allCases {
            for (rank, name) in key.names.enumerated() { names[name] = Name(key: key, rank: rank) }
        }
        return names
    }()

    /// The same names by their bytes, of which none has more than 15: hashing texts would be half of reading a note's
    /// keys.
    private static let byBytes: [(bytes: UInt128, name: Name)] = {
        var names: [(UInt128, Name)] = []
        for key in allCases {
            for (rank, name) in key.names.enumerated() { names.append((pack(name) ?? 0, Name(key: key, rank: rank))) }
        }
        return names
    }()

    /// The bytes of an ASCII text of up to 15 bytes in small letters; nil for any other.
    private static func pack(_ text: String) -> UInt128? {
        let utf8 = text.utf8
        guard utf8.count <= 15 else { return nil }
        // The 1 before them keeps texts with leading NULs apart from those without.
        var bytes: UInt128 = 1
        for byte in utf8 {
            if byte >= 0x80 { return nil }
            bytes = bytes << 8 | UInt128(byte.lowercased)
        }
        return bytes
    }

    /// The key that has that name or alias, in any case, and which of its names it is.
    package static func name(_ text: String) -> Name? {
        guard let bytes = pack(text) else { return byName[text.lowercased()] }
        for (known, name) in byBytes where known == bytes { return name }
        return nil
    }

    /// The key of that name or alias, in any case.
    package init?(named name: String) {
        guard let key = Self.name(name)?.key else { return nil }
        self = key
    }
}
