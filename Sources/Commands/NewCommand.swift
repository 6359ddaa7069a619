import Arguments
import Rendering
import SourceText
import System
import VaultCore

enum NewCommand {
    struct Values: Sendable {
        var folder: Argument?
        var keywords: [String] = []
        var status: String?
        var isFavorite = false
        var template: String?
        var body: String?
        var edits = false
    }

    static let command = Program.SlipCommand(
        "new", "Make a note and print its path.", operands: ["TITLE"],
        options: [
            .value("folder", "FOLDER", \.folder, "Make it in FOLDER rather than the current one.", completion: .folder),
            .repeated("keyword", short: "k", "KEYWORD", \.keywords, "Give it KEYWORD.", completion: .keyword),
            .value("status", "STATUS", \.status, "Give it STATUS."),
            .flag("favorite", \.isFavorite, "Make it a favorite."),
            .value("template", short: "t", "NAME", \.template, "Start from .slipbox/templates/NAME."),
            .value("body", short: "b", "TEXT", \.body, "Its text; - reads standard input."),
            .flag("edit", short: "e", \.edits, "Open it in $VISUAL or $EDITOR."),
        ],
        discussion: """
            The file's name comes from the title, safe on every file system and never that of an existing file. Templates
            may hold {{title}}, {{date}}, {{time}}, {{timestamp}}, {{id}}, {{name}}, {{folder}}, {{year}} and {{month}}.
            """,
        values: { Values() },
        run: { values, operands, context in
            let session = try context.session(changing: true)
            let folder =
                try values.folder.map { try context.folder($0, session) } ?? context.currentFolder(session.vault)
            var new = NewNote(title: try operands[0].asText(), folder: folder)
            new.keywords = values.keywords
            new.status = values.status
            new.isFavorite = values.isFavorite
            new.template = values.template
            new.body = try values.body.map { $0 == "-" ? try context.world.readInput() : Array($0.utf8) }
            let (plan, path) = try session.plan(making: new)
            try context.writer?.carryOut(plan)
            try context.print(Style.escaped(context.paths(session).text(path)))
            if values.edits { try EditCommand.edit(path, session, context) }
        })
}

enum EditCommand {
    static let command = Program.SlipCommand(
        "edit", "Open a note in $VISUAL or $EDITOR, then bring the index up to date.", operands: ["NOTE"],
        values: { 0 },
        run: { _, operands, context in
            let session = try context.session()
            try edit(try context.note(operands[0], session, changes: true), session, context)
        })

    static func edit(_ path: VaultPath, _ session: VaultSession, _ context: CommandContext) throws {
        let variables = context.environment.variables
        guard let editor = [variables["VISUAL"], variables["EDITOR"]].compactMap({ $0 }).first(where: { !$0.isEmpty })
        else { throw VaultError("no editor is set", help: "set VISUAL or EDITOR, such as: export EDITOR=vi") }
        try context.world.output.flush()
        let status = context.world.runShell(editor, session.vault.fullPath(path))
        guard status == 0 else { throw VaultError("the editor '\(editor)' ended with status \(status)") }
        try session.refresh()
    }
}
