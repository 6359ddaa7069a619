/// Words of other programs that mean exactly the same as a command or an option of slip. They are accepted.
///
/// `ForeignWords` has the words with another or only a similar meaning. They are explained in an error message.
package enum BuiltInAliases {
    /// Another name for a command.
    package struct Command: Sendable {
        package var name: String
        /// The command, with its options.
        package var words: [String]
        /// A term that is added to the query.
        package var term: String?

        /// The command line that the alias expands to.
        package var text: String { (words + [term].compactMap { $0 }).joined(separator: " ") }
    }

    /// The equivalent of another program's option.
    package enum OptionMeaning: Hashable, Sendable {
        /// An option with this value, for commands that have both.
        case option(String, value: String)
        /// A keyword that every note found must have, for commands that take a query.
        case keyword
    }

    package static let version = "-v"

    package static let commands: [Command] =
        [
            ("search", ["ls", "list", "find", "grep", "rg"]), ("show", ["cat", "view", "info"]), ("edit", ["open"]),
            ("new", ["add", "create"]), ("rm", ["delete", "remove"]), ("daily", ["journal"]),
            ("links", ["backlinks"]), ("keyword list", ["tags"]), ("folder tree", ["tree"]),
            ("task list", ["todo", "tasks"]), ("check", ["lint"]), ("index --watch", ["watch"]),
            ("index --rebuild", ["reindex", "rebuild"]), ("search --sort random --limit 1", ["random"]),
        ].flatMap { line, names in names.map { Command(name: $0, words: line.split(separator: " ").map(String.init)) } }
        + [
            Command(name: "orphans", words: ["search"], term: "is:orphan"),
            Command(name: "recent", words: ["search"], term: "@recent"),
        ]

    package static let options: [(names: [String], meaning: OptionMeaning)] =
        ["json", "jsonl", "csv", "tsv"].map { (["--\($0)"], .option("format", value: $0)) }
        + [(["--tag", "-t"], .keyword)]

    package static func command(_ name: String) -> Command? { commands.first { $0.name == name } }

    /// Returns what an option of another program means, or nil if it is not a built-in alias.
    ///
    /// - Parameter name: the name with its hyphens.
    static func option(_ name: String) -> OptionMeaning? { options.first { $0.names.contains(name) }?.meaning }
}
