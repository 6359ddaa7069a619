package import SourceText

/// The fields of the query language that are not properties.
package enum Field: String, CaseIterable, Sendable {
    case title, body, heading, name, path, text, attached
    case keyword, status, favorite
    case last, older, created, modified, before, after
    case vault
    case inFolder = "in"
    case folder
    case has, no
    case isState = "is"
    case task, attachment
    case linksTo = "links-to"
    case linkedFrom = "linked-from"
    case like
    case words, size, links, backlinks, attachments, keywords, tasks, headings, order
    case id, alias, contains
    case since, by, committed, commits
    case sort, group, limit, offset

    /// A number of a note. The index defines how to get it.
    package enum Number: String, CaseIterable, Sendable {
        case words, size, links, backlinks, attachments, keywords, tasks, headings, order, commits
    }

    /// The kind of value that a field takes, which decides how it is parsed.
    package enum Kind: Hashable, Sendable {
        /// Text, where `<`, `>` and `..` have no meaning.
        case text
        case date
        case number(Number)
        /// A number of things. Text that is not a number is the name of one: `keywords:zettel`.
        case count(Number)
        /// A length of time back from now.
        case span
        /// A number, a date or text, like the values of a property.
        case property
        /// A note, or a query in parentheses.
        case note
        /// A choice of how results are shown.
        case presentation

        /// Whether the field takes comparisons and ranges.
        package var compares: Bool {
            switch self {
            case .date, .number, .count, .span, .property: true
            case .text, .note, .presentation: false
            }
        }

        /// Whether a hyphen before a digit is a sign of the number.
        var takesSigns: Bool {
            if case .number = self { true } else { self == .property }
        }
    }

    /// The forms of a value besides plain text.
    struct Forms: OptionSet {
        let rawValue: Int

        /// A name or path, in which stars are globs and which may start with a slash.
        static let path = Forms(rawValue: 1)
        /// Words of the note's text.
        static let words = Forms(rawValue: 2)
        static let regex = Forms(rawValue: 4)
    }

    /// The properties of a field. `FieldValueResolver` defines the meaning of its values.
    struct Info {
        let kind: Kind
        let summary: String
        let takes: Forms
        let aliases: [String]

        init(_ kind: Kind, _ summary: String, takes: Forms = [], aliases: [String] = []) {
            self.kind = kind
            self.summary = summary
            self.takes = takes
            self.aliases = aliases
        }
    }

    /// The table of fields. A new field for a number of the index needs only a row here and a case of `Number`. Others
    /// also need their meaning in `FieldValueResolver`.
    private var info: Info {
        switch self {
        case .title: Info(.text, "words in the title, or /regex/", takes: [.words, .regex], aliases: ["subject"])
        case .body: Info(.text, "words in the body, or /regex/", takes: [.words, .regex], aliases: ["content"])
        case .heading: Info(.text, "words in a heading, or /regex/", takes: [.words, .regex])
        case .name:
            Info(
                .text, "words in the file name, with its extension (box.md), a glob or /regex/", takes: .regex,
                aliases: ["file"])
        case .text: Info(.text, "words in the note itself, not in its attachments", takes: .words)
        case .attached: Info(.text, "words in the text of an attachment", takes: .words)
        case .path: Info(.text, "words in the path, a glob or /regex/", takes: [.path, .regex])
        case .keyword: Info(.text, "the keyword, or one nested in it", aliases: ["tag", "tags", "label"])
        case .status: Info(.text, "the note's status")
        case .favorite: Info(.text, "true or false", aliases: ["favourite"])
        case .last: Info(.span, "created within this time: 30min 24h 7d 2w 1mo 1y", aliases: ["newer_than"])
        case .older: Info(.span, "created earlier than this long ago", aliases: ["older_than"])
        case .created: Info(.date, "creation date: 2024 2024-03 today 7d >2024-03 2024-01..2024-03", aliases: ["date"])
        case .modified: Info(.date, "modification date, written as for created:", aliases: ["updated", "lastmod"])
        case .before: Info(.date, "created before this date")
        case .after: Info(.date, "created after this date")
        case .vault: Info(.text, "in the vault with this name, if several are searched")
        case .inFolder: Info(.text, "in the folder or its subfolders", takes: .path, aliases: ["dir"])
        case .folder: Info(.text, "in the folder, without subfolders", takes: .path)
        case .has: Info(.text, "has at least one: attachment image keyword link backlink task heading alias, or a key")
        case .no: Info(.text, "opposite of has:")
        case .isState:
            Info(
                .text,
                "state: a status, favorite orphan broken ambiguous malformed conflict empty stale dirty untracked")
        case .task: Info(.text, "has a task in this state: open or done; or a query over tasks in parentheses")
        case .attachment: Info(.text, "references a file with this path or name", takes: .path)
        case .linksTo: Info(.note, "links to the note, or to a result of a query", takes: .path)
        case .linkedFrom: Info(.note, "is linked from the note, or from a result of a query", takes: .path)
        case .like: Info(.note, "is related to the note, and not linked with it", takes: .path)
        case .words: Info(.number(.words), "number of words")
        case .size: Info(.number(.size), "number of bytes")
        case .links: Info(.number(.links), "number of links", aliases: ["related"])
        case .backlinks: Info(.number(.backlinks), "number of notes that link to it")
        case .attachments: Info(.number(.attachments), "number of attachments")
        case .keywords: Info(.count(.keywords), "number of keywords")
        case .tasks: Info(.count(.tasks), "number of open tasks")
        case .headings: Info(.count(.headings), "number of headings", takes: .regex)
        case .order: Info(.number(.order), "value of the order key")
        case .id: Info(.text, "value of the id key", aliases: ["uuid"])
        case .alias: Info(.text, "an alias", aliases: ["aliases"])
        case .contains: Info(.text, "contains this text, also within words")
        case .since: Info(.text, "differs from a commit: a branch, a tag, HEAD~20, or the last one before a date")
        case .by: Info(.text, "changed by an author with this name or address", takes: .words)
        case .committed: Info(.date, "date of the last commit that changed it, written as for created:")
        case .commits: Info(.number(.commits), "number of commits that changed it")
        case .sort:
            Info(
                .presentation,
                """
                relevance title created modified path name folder status favorite order words size links backlinks \
                attachments keywords tasks headings committed commits vault random, or a key
                """
            )
        case .group:
            Info(
                .presentation,
                "sections: status day month year period folder keyword vault by committed commits, or a key, with + or -"
            )
        case .limit: Info(.presentation, "maximum number of notes")
        case .offset: Info(.presentation, "number of notes to skip")
        }
    }

    package var kind: Kind { info.kind }

    /// The line of help that `suggest` shows.
    package var summary: String { info.summary }

    /// Other names of the field: the aliases of front matter keys, and the names in other programs.
    package var aliases: [String] { info.aliases }

    /// Whether the field needs the history in git.
    package var dependsOnGit: Bool { [.since, .by, .committed, .commits].contains(self) }

    var takesPath: Bool { info.takes.contains(.path) }
    var takesWords: Bool { info.takes.contains(.words) }
    var takesRegex: Bool { info.takes.contains(.regex) }

    private static let byName: [String: Field] = {
        var names: [String: Field] = [:]
        for field in allCases {
            for name in [field.rawValue] + field.aliases { names[name] = field }
        }
        return names
    }()

    /// Creates the field with a name or alias, ignoring case, or with the built-in name of a front matter key.
    package init?(named name: String) {
        if let field = Self.byName[name.lowercased()] {
            self = field
        } else if let key = FrontMatterKey(named: name) {
            self.init(key)
        } else {
            return nil
        }
    }

    /// Creates the field for a front matter key.
    package init?(_ key: FrontMatterKey) {
        guard let field = Self.byName[key.rawValue] else { return nil }
        self = field
    }

    package static let names: [String] = allCases.map(\.rawValue)
    static let allNames: [String] = allCases.flatMap { [$0.rawValue] + $0.aliases }
}
