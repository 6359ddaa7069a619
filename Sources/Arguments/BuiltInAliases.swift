/// Words of other programs that mean exactly what a command or an option means here: they run.
///
/// `ForeignWords` has the words that mean something else, or only nearly the same: they are explained.
package enum BuiltInAliases {
    /// A command by another name.
    package struct Command: Sendable {
        package var name: String
        /// The command, with its options.
        package var words: [String]
        /// A term that the query has besides those that are typed.
        package var term: String?

        /// The command line that the alias stands for.
        package var text: String { (words + [term].compactMap { $0 }).joined(separator: " ") }
    }

    /// What an option of another program means here.
    package enum Meaning: Hashable, Sendable {
        /// An option, for commands that have it with this value.
        case option(String, value: String)
        /// A keyword that every note found has, for commands that take a query.
        case keyword
    }

    package static let version = "-v"

    package static let commands: [Command] =
        [
            ("search", ["ls", "list", "find", "grep"]), ("show", ["cat", "view", "info"]), ("edit", ["open"]),
            ("new", ["add", "create"]), ("mv", ["rename"]), ("rm", ["delete", "remove"]), ("daily", ["journal"]),
            ("links", ["backlinks"]), ("keyword list", ["tags"]), ("folder tree", ["tree"]),
            ("task list", ["todo", "tasks"]), ("check", ["lint", "doctor"]), ("index --watch", ["watch"]),
            ("index --rebuild", ["reindex", "rebuild"]), ("search --sort random --limit 1", ["random"]),
        ].flatMap { line, names in names.map { Command(name: $0, words: line.split(separator: " ").map(String.init)) } }
        + [
            Command(name: "orphans", words: ["search"], term: "is:orphan"),
            Command(name: "recent", words: ["search"], term: "@recent"),
        ]

    package static let options: [(names: [String], meaning: Meaning)] =
        ["json", "jsonl", "csv", "tsv"].map { (["--\($0)"], .option("format", value: $0)) }
        + [(["--tag", "-t"], .keyword)]

    package static func command(_ name: String) -> Command? { commands.first { $0.name == name } }

    /// - Parameter name: with its hyphens.
    static func option(_ name: String) -> Meaning? { options.first { $0.names.contains(name) }?.meaning }
}
