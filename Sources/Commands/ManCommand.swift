import Arguments
import SourceText
import System
import VaultFiles

enum ManCommand {
    struct Values: Sendable {
        var directory: Argument?
    }

    static let command = Program.SlipCommand(
        "man", "Show a page of the manual, or write all of them.", words: ["[COMMAND|TOPIC…]"],
        options: [
            .value(
                "directory", short: "d", "DIR", \.directory, "Write all pages into DIR/man1 and DIR/man7.",
                completion: .directory)
        ],
        discussion: """
            Without a name the page of slip itself; one page a command, and one for each topic. A terminal shows the page
            with man(1), or as help where that is not installed; a pipe gets its source for groff.

                slip man search
                slip man search > slip-search.1
                slip man --directory ~/.local/share/man
            """,
        values: { Values() },
        run: { values, operands, context in
            if let directory = values.directory {
                guard operands.isEmpty else {
                    throw UsageError.other("'--directory' writes all pages", help: "leave the name out")
                }
                return try write(pages, to: context.full(directory))
            }
            let name = (["slip"] + operands).joined(separator: "-")
            guard let page = pages.first(where: { $0.file.dropLast(2) == name }) else {
                throw Program.unknown(
                    operands[0], among: Program.table.map(\.name) + HelpTopic.allCases.map(\.rawValue), orAliases: [])
            }
            guard context.world.outputIsTerminal else { return try context.write(Array(page.text.utf8)) }
            guard ProgramPath(context.environment.variables["PATH"]).program(Array("man".utf8)) != nil else {
                return try HelpCommand.show(operands, in: context)
            }
            context.world.output.page(through: "man -l -", after: 0)
            try context.write(Array(page.text.utf8))
        })

    static var pages: [ManText.Page] {
        let man = ManText(program: Program.program, version: VersionCommand.version, date: VersionCommand.date)
        let globals = GlobalOptions.options.map { OptionInfo($0) }
        let topics = HelpTopic.allCases
        let commands = Program.commands
        let overview = man.overview(
            summary: Program.summary,
            description:
                "A folder of plain Markdown notes is searched like a mail archive. The files are the truth; the index beside them may be deleted at any time.",
            groups: Program.groups, globals: globals, topics: topics.map { ($0.rawValue, $0.summary) })
        return [overview]
            + commands.map {
                man.command(
                    $0, path: "\(Program.program) \($0.name)", globals: globals, topics: ["query", "fields", "formats"])
            }
            + topics.map { man.topic($0.rawValue, summary: $0.summary, help: $0.text(HelpText(width: 74))) }
    }

    static func write(_ pages: [ManText.Page], to directory: [UInt8]) throws {
        for page in pages {
            let folder = directory + Array("/man\(page.file.suffix(1))".utf8)
            try Files.makeDirectories(folder)
            try Files.replace(folder + Array("/\(page.file)".utf8), Array(page.text.utf8), mode: 0o644)
        }
    }
}
