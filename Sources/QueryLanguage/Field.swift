package import SourceText

/// The tokens of the query language: every name that may stand before a colon and is not a property.
package enum Field: String, CaseIterable, Sendable {
    case title, body, heading, name, path
    case keyword, status, favorite
    case last, older, created, modified, before, after
    case inFolder = "in"
    case folder
    case has, no
    case isState = "is"
    case task, attachment
    case linksTo = "links-to"
    case linkedFrom = "linked-from"
    case words, size, links, backlinks, attachments, keywords, tasks, headings, order
    case id, alias, contains
    case sort, group, limit, offset

    /// What may stand after the colon, which decides how the value is read.
    package enum Kind: Sendable {
        /// Text, where `<`, `>` and `..` are nothing special.
        case text
        case date, number
        /// A number of things; other text may mean a thing itself, as in `keywords:zettel`.
        case count
        /// A length of time back from now.
        case span
        /// Numbers, dates or text: what the values of a property are.
        case property
        /// A note, or a query in parentheses.
        case note
        /// How results are given, not which.
        case presentation
    }

    package var kind: Kind {
        switch self {
        case .created, .modified, .before, .after: .date
        case .last, .older: .span
        case .words, .size, .links, .backlinks, .attachments, .order: .number
        case .keywords, .tasks, .headings: .count
        case .linksTo, .linkedFrom: .note
        case .sort, .group, .limit, .offset: .presentation
        default: .text
        }
    }

    /// Whether values are names or paths, in which stars are globs and a slash may come first.
    var takesPath: Bool { [.path, .inFolder, .folder, .attachment, .linksTo, .linkedFrom].contains(self) }

    /// Whether the value is matched as words of the note's text.
    var takesWords: Bool { [.title, .body, .heading].contains(self) }

    /// Whether a regular expression may be its value.
    var takesRegex: Bool { [.title, .body, .heading, .name, .path, .headings].contains(self) }

    /// Other names of the same token: the aliases of front matter keys, and the words of other programs.
    package var aliases: [String] {
        switch self {
        case .title: ["subject"]
        case .body: ["content"]
        case .name: ["file"]
        case .keyword: ["tag", "tags", "label"]
        case .favorite: ["favourite"]
        case .last: ["newer_than"]
        case .older: ["older_than"]
        case .created: ["date"]
        case .modified: ["updated", "lastmod"]
        case .inFolder: ["dir"]
        case .links: ["related"]
        case .id: ["uuid"]
        case .alias: ["aliases"]
        default: []
        }
    }

    private static let byName: [String: Field] = {
        var names: [String: Field] = [:]
        for field in allCases {
            for name in [field.rawValue] + field.aliases { names[name] = field }
        }
        return names
    }()

    /// The token of that name, in any case, or of a front matter key of that built-in name.
    package init?(named name: String) {
        if let field = Self.byName[name.lowercased()] {
            self = field
        } else if let key = FrontMatterKey(named: name) {
            self.init(key)
        } else {
            return nil
        }
    }

    /// The token that a front matter key names.
    package init?(_ key: FrontMatterKey) {
        guard let field = Self.byName[key.rawValue] else { return nil }
        self = field
    }

    package static let names: [String] = allCases.map(\.rawValue)
    static let allNames: [String] = allCases.flatMap { [$0.rawValue] + $0.aliases }

    /// One line of help, as `suggest` shows it.
    package var summary: String {
        switch self {
        case .title: "words in the title, or /regex/"
        case .body: "words in the body, or /regex/"
        case .heading: "words in a heading, or /regex/"
        case .name: "words in the file name, a glob or /regex/"
        case .path: "words in the path, a glob or /regex/"
        case .keyword: "has the keyword or one nested in it"
        case .status: "the note's status"
        case .favorite: "true or false"
        case .last: "created within this time: 30min 24h 7d 2w 1mo 1y"
        case .older: "created longer ago than this"
        case .created: "created then: 2024 2024-03 today 7d >2024-03 2024-01..2024-03"
        case .modified: "modified then, as created:"
        case .before: "created before"
        case .after: "created after"
        case .inFolder: "in the folder or below it"
        case .folder: "in exactly that folder"
        case .has: "has it: attachment image keyword link backlink task heading alias, or a key"
        case .no: "has it not"
        case .isState: "is it: a status, favorite orphan broken ambiguous malformed conflict empty"
        case .task: "has an open or a done task"
        case .attachment: "references such a file"
        case .linksTo: "links to the note, or to those a query finds"
        case .linkedFrom: "is linked from the note, or from those a query finds"
        case .words: "number of words"
        case .size: "number of bytes"
        case .links: "number of links"
        case .backlinks: "number of notes that link here"
        case .attachments: "number of attachments"
        case .keywords: "number of keywords"
        case .tasks: "number of open tasks"
        case .headings: "number of headings"
        case .order: "the order key"
        case .id: "the id key"
        case .alias: "an alias"
        case .contains: "holds this text, also inside words"
        case .sort: "relevance title created modified path status order words size backlinks random, or a key"
        case .group: "sections: status day month year period folder keyword, or a key"
        case .limit: "at most so many"
        case .offset: "skip so many"
        }
    }
}
