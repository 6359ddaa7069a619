import Arguments
import Editing
import Rendering
import Searching
import SourceText
import System
import VaultChanges

enum NewCommand {
    struct Values: Sendable {
        var folder: Argument?
        var keywords: [String] = []
        var status: String?
        var isFavorite = false
        var template: String?
        var body: String?
        var openEditor = false
        var change = ChangeOptions()
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
            .flag("edit", short: "e", \.openEditor, "Open it in $VISUAL or $EDITOR; without either, no note is made."),
        ] + ChangeOptions.common.map { $0.on(\Values.change) },
        discussion: """
            The file's name comes from the title, safe on every file system and never that of an existing file. Templates
            may hold {{title}}, {{date}}, {{time}}, {{timestamp}}, {{id}}, {{name}}, {{folder}}, {{year}} and {{month}}.
            Where links that mean another note would mean the new one, they are rewritten so that they keep their meaning.
            """,
        values: { Values() },
        run: { values, operands, context in
            if values.openEditor, !values.change.isDryRun { try EditCommand.editor(context) }
            let session = try context.session(changing: true)
            let folder =
                try values.folder.map { try context.folder($0, session, changes: true, isMakeable: true) }
                ?? context.currentFolder(session.vault)
            var new = NewNote(title: try operands[0].asText(), folder: folder)
            new.keywords = values.keywords
            new.status = values.status
            new.isFavorite = values.isFavorite
            new.template = values.template
            new.body = try values.body.map { $0 == "-" ? try context.world.readInput() : Array($0.utf8) }
            let (plan, path) = try NewNotePlanner(session).create(new)
            for remark in plan.remarks { context.remark(SafeText.escaped(remark)) }
            if values.change.isDryRun { return try values.change.show(plan, path, in: context, session: session) }
            try context.writer?.carryOut(plan)
            context.remark(SafeText.escaped("made '\(path.text)'; slip undo takes it back"))
            // Printed last, only after everything has succeeded.
            if values.openEditor { try EditCommand.edit([path], session, in: context) }
            if values.change.format == .json {
                try context.print(ChangeJSON.text(plan, isDone: true, path: path))
            } else {
                try context.write(SafeText.escaped(context.paths(session).bytes(path)) + [Byte.newline])
            }
        })
}
