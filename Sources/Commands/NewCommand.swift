import Arguments
import Editing
import Rendering
import Searching
import SourceText
import System
import VaultFiles

/// `slip new`: creates a note.
enum NewCommand {
    struct OptionValues: Sendable {
        var folder: Argument?
        var keywords: [String] = []
        var status: String?
        var isFavorite = false
        var template: String?
        var kind: String?
        var body: String?
        var openEditor = false
        var appends = false
        var change = ChangeOptions()
    }

    static let command = SlipCommand(
        "new", "Create a note and print its path.", operands: ["TITLE…"],
        options: [
            .value(
                "folder", "FOLDER", \.folder, "Create the note in FOLDER instead of the current one.",
                completion: .folder),
            .repeated("keyword", short: "k", "KEYWORD", \.keywords, "Add KEYWORD.", completion: .keyword),
            .value("status", "STATUS", \.status, "Set the status to STATUS."),
            .flag("favorite", \.isFavorite, "Mark the note as a favorite."),
            .value(
                "kind", "KIND", \.kind,
                "Create a note of KIND, with its template, keys and headings."),
            .value(
                "template", short: "t", "NAME", \.template,
                "Use the template NAME of .slipbox/templates or template-folder:."),
            .value(
                "body", short: "b", "TEXT", \.body, "Use TEXT as the text of the note; - reads it from standard input."),
            .flag(
                "append-if-exists", \.appends,
                "If the folder has a note with this title, add --body at its end instead."
            ),
            .flag("edit", short: "e", \.openEditor, "Open the note in $VISUAL or $EDITOR; fail if neither is set."),
        ] + ChangeOptions.ofNotes.map { $0.on(\OptionValues.change) },
        discussion: """
            Several words of a title need no quotes. A title such as 'Wiki/Emma' is that of a note in the folder Wiki, if the
            folder exists. The file name is derived from the title. It is valid on every file
            system, and never the same as that of an existing file. Templates may contain {{title}}, {{date}}, {{time}},
            {{timestamp}}, {{id}}, {{name}}, {{folder}}, {{year}}, {{month}}, and formats as in Obsidian:
            {{date:dddd, D MMMM YYYY}}. If links to another note would lead to the new note, they are updated to keep
            their target.
            """,
        values: { OptionValues() },
        run: { values, operands, context in
            context.isDryRun = values.change.isDryRun
            let title = try operands.map { try $0.asText() }.joined(separator: " ")
            if values.openEditor, !values.change.isDryRun { try EditCommand.editor(context) }
            let body = try values.body.map { $0 == "-" ? try context.input() : Array($0.utf8) }
            try values.change.conditions.require("--append-if-exists", isGiven: values.appends)
            if values.appends, try append(body, values, title: title, in: context) { return }
            var place: (folder: VaultPath, title: String, notice: String?) = (.root, title, nil)
            let (plan, path) = try context.plan { snapshot in
                place = try destination(of: title, values, snapshot, in: context)
                var new = NewNote(title: place.title, folder: place.folder)
                new.keywords = values.keywords
                new.status = values.status
                new.isFavorite = values.isFavorite
                new.template = values.template
                new.body = body
                let hasFolder = values.folder != nil || place.title != title
                if let kind = values.kind { try new.setKind(kind, hasFolder: hasFolder, in: snapshot) }
                return try NewNotePlanner(snapshot).create(new)
            }
            let own = [place.notice].compactMap { $0 } + plan.notices
            let notices = try own + kindNotices(values, plan, at: path, in: context)
            for notice in notices { context.notice(SafeText.escaped(notice)) }
            if values.change.isDryRun { return try values.change.show(plan, path, in: context) }
            try context.carryOut(plan, force: values.change.force, refreshes: false)
            context.notice(
                SafeText.escaped("created '\(path.text)'; undo with: \(VaultArguments(context).undoCommand)"))
            // Printed last, only after everything has succeeded.
            if values.openEditor { try EditCommand.edit([path], in: context) }
            if values.change.format == .json {
                try ChangeJSON.print(plan, isDone: true, path: path, in: context)
            } else {
                try context.write(SafeText.escaped(context.paths(context.session().vault).bytes(path)) + [Byte.newline])
            }
        })

    /// Returns what the new note still lacks of its kind.
    private static func kindNotices(
        _ values: OptionValues, _ plan: ChangePlan, at path: VaultPath, in context: CommandContext
    ) throws -> [String] {
        guard let name = values.kind else { return [] }
        let session = try context.session()
        var sequence = PlanSequence("new")
        try sequence.add(plan)
        return try session.plan(with: sequence.openNotes(in: session.vault)) { snapshot in
            let kinds = try snapshot.kindRules.kinds(of: path)
            guard kinds.contains(where: { Folding.fold($0.name) == Folding.fold(name) }) else {
                return ["'\(path.text)' is not of the kind '\(name)': its query does not find the note"]
            }
            return try snapshot.kindRules.messages(for: path).map { "'\(path.text)': \($0)" }
        }
    }

    /// Returns the folder and the title of a new note. A title such as `Wiki/Books/Emma` names a folder if there is one.
    /// Otherwise a notice says so.
    private static func destination(
        of title: String, _ values: OptionValues, _ snapshot: VaultSnapshot, in context: CommandContext
    ) throws -> (folder: VaultPath, title: String, notice: String?) {
        let folder = try folder(values, snapshot, in: context)
        let path = VaultPath(title)
        guard let slash = title.lastIndex(of: "/"), !path.folder.isRoot, !snapshot.vault.configuration.readsPages,
            case let name = String(title[title.index(after: slash)...]), name.contains(where: { !$0.isWhitespace })
        else { return (folder, title, nil) }
        let starts = values.folder == nil ? [folder, context.currentFolder(snapshot.vault), .root] : [folder]
        let places = starts.compactMap { $0.resolving(path.folder) }
        if let found = try places.first(where: { try snapshot.queryNames.isFolder($0) }) { return (found, name, nil) }
        return (folder, title, "there is no folder '\(path.folder.text)', so the file name has no '/'")
    }

    private static func folder(
        _ values: OptionValues, _ snapshot: VaultSnapshot, in context: CommandContext
    ) throws -> VaultPath {
        try values.folder.map { try context.arguments(snapshot).folder($0, changes: true, isMakeable: true) }
            ?? usualFolder(snapshot, in: context)
    }

    /// Returns the current folder, or in the root of the vault and outside of it, the folder of `new:` in the configuration.
    private static func usualFolder(_ snapshot: VaultSnapshot, in context: CommandContext) -> VaultPath {
        let current = context.currentFolder(snapshot.vault)
        guard current.isRoot, let folder = snapshot.vault.configuration.newNotes.folder else { return current }
        return VaultPath.root.resolving(VaultPath(folder)) ?? current
    }

    /// Adds the text to the note with the title, for `--append-if-exists`. Returns false if there is no such note.
    private static func append(
        _ body: [UInt8]?, _ values: OptionValues, title: String, in context: CommandContext
    ) throws -> Bool {
        guard let body else {
            throw UsageError.other("'--append-if-exists' requires '--body'", help: "--body TEXT, or --body -")
        }
        if values.openEditor {
            throw UsageError.other(
                "'--append-if-exists' and '--edit' cannot be used together", help: "use only one of them")
        }
        let existing = try context.plan { snapshot in
            let place = try destination(of: title, values, snapshot, in: context)
            return try NewNotePlanner(snapshot).existing(place.title, in: place.folder)
        }
        guard let path = existing else {
            if values.change.conditions != Preconditions() {
                throw VaultError("there is no note '\(title)' yet; nothing was changed", cause: .precondition)
            }
            return false
        }
        if !values.keywords.isEmpty || values.status != nil || values.isFavorite || values.template != nil
            || values.kind != nil
        {
            context.notice(
                SafeText.escaped("'\(path.text)' exists: only --body is used, the other options are for a new note"))
        }
        var options = CaptureCommand.OptionValues()
        (options.change, options.printsPath) = (values.change, true)
        try CaptureCommand.add(
            body, at: .end, options, title: "new '\(title)' --append-if-exists", in: context
        ) { _ in (.note(path), .body) }
        return true
    }
}
