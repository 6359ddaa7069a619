import Arguments
import SourceText
import System
import VaultFiles

/// `slip man`: shows or writes manual pages.
enum ManCommand {
    struct OptionValues: Sendable {
        var directory: Argument?
    }

    static let command = SlipCommand(
        "man", "Show a manual page, or write all of them to a folder.", words: ["[COMMAND|TOPIC…]"],
        options: [
            .value(
                "directory", short: "d", "DIR", \.directory, "Write all pages to DIR/man1 and DIR/man7.",
                completion: .directory)
        ],
        discussion: """
            There is one page for each command and topic (default: the page of slip). On a terminal, the page is shown
            with man(1), or as help if man is not installed. Otherwise its groff source is printed.
            """,
        values: { OptionValues() },
        run: { values, operands, context in
            if let directory = values.directory {
                guard operands.isEmpty else {
                    throw UsageError.other(
                        "'--directory' writes all pages and takes no page name", help: "omit the name")
                }
                return try write(pages, to: context.full(directory))
            }
            let page = try page(operands.joined(separator: "-"))
            guard context.host.outputIsTerminal else { return try context.write(Array(page.text.utf8)) }
            guard ProgramPath(context.environment.variables["PATH"]).program(Array("man".utf8)) != nil else {
                return try operands.isEmpty ? HelpCommand.showAll(in: context) : HelpCommand.show(operands, in: context)
            }
            context.host.output.page(through: "man -l -", after: 0)
            try context.write(Array(page.text.utf8))
        })

    private static let man = ManText(
        program: Program.program, version: VersionCommand.version, date: VersionCommand.date)

    /// All pages. Their first use takes tens of milliseconds.
    static let pages = [overview] + Program.commands.map { page($0) } + HelpTopic.allCases.map { page($0) }

    /// Returns the page of a command or topic, or of slip for an empty name.
    private static func page(_ name: String) throws -> ManText.Page {
        if name.isEmpty { return overview }
        if let command = Program.commands.first(where: { $0.name == name }) { return page(command) }
        if let topic = HelpTopic(rawValue: name) { return page(topic) }
        throw Program.unknown(
            name, among: Program.table.map(\.name) + HelpTopic.allCases.map(\.rawValue), orAliases: [])
    }

    private static var overview: ManText.Page {
        man.overview(
            summary: Program.summary,
            description:
                "slip searches and changes folders of plain Markdown notes. It keeps an SQLite full-text index next to the notes, which can be deleted at any time.",
            groups: Program.groups, globals: GlobalOptions.options.map(\.info),
            topics: HelpTopic.allCases.map { ($0.rawValue, $0.summary) })
    }

    private static func page(_ command: SlipCommand) -> ManText.Page {
        man.command(
            command, path: "\(Program.program) \(command.name)", examples: CommandExamples.of,
            globals: GlobalOptions.options.map(\.info), topics: ["query", "fields", "formats"])
    }

    private static func page(_ topic: HelpTopic) -> ManText.Page {
        man.topic(topic.rawValue, summary: topic.summary, blocks: topic.blocks)
    }

    static func write(_ pages: [ManText.Page], to directory: [UInt8]) throws {
        for page in pages {
            let folder = directory + Array("/man\(page.file.suffix(1))".utf8)
            try Files.makeDirectories(folder)
            try Files.replace(folder + Array("/\(page.file)".utf8), Array(page.text.utf8), mode: 0o644)
        }
    }
}
