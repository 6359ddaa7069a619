import Arguments
import Editing
import QueryLanguage
import Rendering
import Searching
import SourceText
import System
import VaultFiles

/// `slip daily` and `slip today`: open the note of a day, creating it if needed.
enum DailyCommand {
    struct OptionValues: Sendable {
        var prints = false
        var text: String?
        var change = ChangeOptions()
    }

    private static let options: [Option<OptionValues>] =
        [
            .flag("print", short: "p", \OptionValues.prints, "Print the path instead of opening an editor."),
            .value("append", "TEXT", \OptionValues.text, "Add TEXT at the end of the note, as 'slip append' does."),
        ]
        + ChangeOptions.ofNotes.map { $0.on(\OptionValues.change) }

    static let daily = SlipCommand(
        "daily", "Open the daily note for a date, creating it if needed.", words: ["[DAY…]"], options: options,
        takesNegatedTerms: true,
        discussion: """
            DAY is today (default), yesterday, tomorrow, friday (the most recent one), last friday, next tuesday, 3 days
            ago, in 2 weeks, -1w, +3d or 2024-03-27. The configuration sets the folder, the name and the template of
            daily notes:

                daily: {folder: Journal, name: "{{date}}", template: daily}

            The name may contain {{date}}, {{year}}, {{month}} and {{day}}, and folders: {{year}}/{{month}}/{{date}}. If
            standard output is not a terminal, or neither VISUAL nor EDITOR names an editor, the path is printed.
            """,
        values: { OptionValues() }, run: { values, words, context in try open(values, words, in: context) })

    static let today = SlipCommand(
        "today", "Open today's daily note, creating it if needed.", words: ["[--append TEXT…]"], options: options,
        discussion: """
            Same as 'slip daily today'. See 'slip help daily'. Several words after --append need no quotes: 'slip today
            --append call Ada'.
            """,
        values: { OptionValues() },
        run: { values, words, context in
            var values = values
            if let text = values.text { values.text = ([text] + words).joined(separator: " ") }
            if let word = words.first, values.text == nil {
                throw UsageError.other(
                    "unexpected argument '\(word)'", help: "to add text to the note: slip today --append TEXT")
            }
            try open(values, [], in: context)
        })

    private static func open(_ values: OptionValues, _ words: [String], in context: CommandContext) throws {
        let text = words.joined(separator: " ")
        let civil = context.environment.calendar.civil(context.environment.now)
        guard let day = words.isEmpty ? civil.startOfDay : DayWords.day(text, today: civil) else {
            throw UsageError.other(
                "'\(text)' is not a day", help: "examples: today, yesterday, last friday, 3 days ago, -1w, 2024-03-27")
        }
        if let text = values.text {
            if values.prints {
                throw UsageError.other(
                    "'--append' and '--print' cannot be used together", help: "--append prints the path and the line")
            }
            var options = CaptureCommand.OptionValues()
            options.change = values.change
            let title = "daily \(day.dayText) --append"
            return try CaptureCommand.add(
                text == "-" ? context.input() : Array(text.utf8), at: .end, options, title: title, in: context
            ) { _ in (.day(day), .body) }
        }
        try values.change.conditions.require("--append", isGiven: false)
        let shows = context.host.outputIsTerminal && !values.prints && values.change.format != .json
        let opens = shows && EditCommand.namedEditor(context) != nil
        context.isDryRun = values.change.isDryRun
        let (path, plan) = try context.plan { try NewNotePlanner($0).daily(day) }
        if let plan {
            for notice in plan.notices { context.notice(SafeText.escaped(notice)) }
            if values.change.isDryRun { return try values.change.show(plan, path, in: context) }
            try context.carryOut(plan, force: values.change.force)
            context.notice(
                SafeText.escaped("created '\(path.text)'; undo with: \(VaultArguments(context).undoCommand)"))
        } else if values.change.isDryRun {
            return context.notice(SafeText.escaped("'\(path.text)' already exists; nothing to change"))
        }
        if values.change.format == .json {
            return try ChangeJSON.print(
                plan ?? ChangePlan("daily \(day.dayText)"), isDone: true, path: path, in: context)
        }
        if !opens {
            try context.write(
                SafeText.escaped(context.paths(context.session().vault).bytes(path)) + [Byte.newline])
            if !shows { return }
            // The user has named no program, so none is started.
            try context.host.output.flush()
            return context.notice("no editor is set; \(EditCommand.editorHelp)")
        }
        try EditCommand.edit([path], in: context)
    }
}
