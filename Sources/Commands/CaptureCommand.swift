import Arguments
import Editing
import Rendering
import Searching
import SourceText
import VaultFiles

/// `slip append`, `prepend`, `insert` and `replace`: change the text of a note without an editor.
enum CaptureCommand {
    struct OptionValues: Sendable {
        var isRaw = false
        var createsHeading = false
        var expands = false
        var change = ChangeOptions()
        /// Whether to print only the path of the note.
        var printsPath = false

        var planning: CapturePlanner.Options {
            var options = CapturePlanner.Options()
            (options.isRaw, options.createsHeading, options.expands) = (isRaw, createsHeading, expands)
            return options
        }
    }

    private static let expand: Option<OptionValues> = .flag(
        "expand", \.expands, "Replace {{date}}, {{time}} and the other fields of templates in TEXT.")
    private static let options: [Option<OptionValues>] =
        [
            .flag(
                "create-heading", \.createsHeading, "Add the heading of PLACE at the end of the body if it is missing."),
            .flag("raw", \.isRaw, "Keep a paragraph as it is next to a list, instead of making it an item."), expand,
        ] + ofNotes
    private static let ofNotes = ChangeOptions.ofNotes.map { $0.on(\OptionValues.change) }

    static let append = SlipCommand(
        "append", "Add text at the end of a note or section.", operands: ["PLACE", "[TEXT…]"], options: options,
        discussion: """
            PLACE is a note, or a part of it: NOTE#Heading, NOTE#^block, NOTE:LINE, or the daily note of a date such as
            today or today#Log. TEXT is the arguments, joined with spaces, or standard input. On a terminal, no TEXT
            opens $VISUAL or $EDITOR.

            The text becomes a separate block, or next to a list one of its items. No other byte of the note changes. The
            place of the first new line is printed. See 'slip help places' for details.
            """, values: { OptionValues() },
        run: { values, operands, context in try add(operands, at: .end, as: "append", values, in: context) })

    static let prepend = SlipCommand(
        "prepend", "Add text at the start of a note or section.", operands: ["PLACE", "[TEXT…]"], options: options,
        discussion: """
            The text is added below the title or the heading. PLACE, TEXT and the result are as in 'slip append': see
            'slip help append'.
            """, values: { OptionValues() },
        run: { values, operands, context in try add(operands, at: .start, as: "prepend", values, in: context) })

    static let insert = SlipCommand(
        "insert", "Add lines before a line of a note.", operands: ["NOTE:LINE", "[TEXT…]"],
        options: [expand] + ofNotes,
        discussion: """
            The lines are added as they are, without blank lines around them. In a code block, an HTML block or a table,
            they are added after it. A line number one greater than the last adds them at the end. TEXT and the result
            are as in 'slip append': see 'slip help append'.
            """, values: { OptionValues() },
        run: { values, operands, context in try add(operands, at: .before, as: "insert", values, in: context) })

    private static func add(
        _ operands: [Argument], at side: CapturePlanner.Side, as name: String, _ values: OptionValues,
        in context: CommandContext
    ) throws {
        guard let first = operands.first else { throw UsageError.missingOperand("PLACE") }
        let words = Array(operands.dropFirst())
        let given = try CaptureText.given(words, context)
        if first == "-", words.isEmpty || words == ["-"] {
            throw UsageError.other(
                "PLACE and TEXT cannot both come from standard input", help: "give PLACE as an argument")
        }
        func target(_ snapshot: VaultSnapshot) throws -> (target: CaptureTarget, position: NotePosition) {
            if side != .before { return try context.arguments(snapshot).place(first, changes: true) }
            let (path, position) = try context.arguments(snapshot).placeInNote(first, changes: true)
            guard case .line = position else {
                throw UsageError.other(
                    "expected NOTE:LINE, not '\(first.shown)'", help: "example: Inbox/todo.md:12")
            }
            return (.note(path), position)
        }
        func add(_ text: [UInt8]) throws {
            let title = title(of: words, at: first, as: name)
            try Self.add(text, at: side, values, title: title, in: context, target: target)
        }
        if let given { return try add(given) }
        // An error about PLACE comes before the user writes anything.
        try context.plan { snapshot in
            let (target, position) = try target(snapshot)
            _ = try CapturePlanner(snapshot, values.planning).add(
                [UInt8(ascii: "x")], side, of: target, at: position, title: "")
        }
        try CaptureText.edited(in: context, add)
    }

    /// Returns the title of a change, with the beginning of the text.
    private static func title(of words: [Argument], at place: Argument, as name: String) -> String {
        let text = words.map(\.shown).joined(separator: " ")
        let short = text.count > 60 ? "\(text.prefix(60))…" : text
        return ([name, place.shown] + (short.isEmpty ? [] : [short])).joined(separator: " ")
    }

    /// Adds a text and prints where it is.
    ///
    /// - Parameter target: returns the note and the position in it.
    static func add(
        _ text: [UInt8], at side: CapturePlanner.Side, _ values: OptionValues, title: String,
        in context: CommandContext,
        target: (VaultSnapshot) throws -> (target: CaptureTarget, position: NotePosition)
    ) throws {
        try carryOut(values.change, printsPath: values.printsPath, in: context) { snapshot in
            let (target, position) = try target(snapshot)
            return try CapturePlanner(snapshot, values.planning).add(
                text, side, of: target, at: position, title: title)
        }
    }

    /// Carries out a plan and prints the first new line, as `path:line` or as JSON.
    private static func carryOut(
        _ options: ChangeOptions, printsPath: Bool = false, in context: CommandContext,
        _ plan: (VaultSnapshot) throws -> CapturePlan
    ) throws {
        try options.change(context) { snapshot in
            let capture = try plan(snapshot)
            var change = PlannedChange(capture.plan, of: [capture.path]) { _ in
                capture.isNew ? "created '\(capture.path.text)'" : "'\(capture.path.text)' changed"
            }
            change.capture = capture
            change.printsLine = !printsPath
            return change
        }
    }

    // MARK: Replacing

    struct ReplaceValues: Sendable {
        var old: String?
        var new: String?
        var count: Int?
        var line: Int?
        var change = ChangeOptions()
    }

    static let replace = SlipCommand(
        "replace", "Replace an exact text in a note or section.", operands: ["PLACE"],
        options: [
            .value("old", "OLD", \.old, "Replace this text, which must be in PLACE exactly once."),
            .value("new", "NEW", \.new, "Write this text instead; it may be empty."),
            .value("count", "N", \.count, "Replace all N occurrences; fail if there is another number."),
            .value("line", "L", \.line, "Replace only the occurrence that begins in line L."),
        ] + ChangeOptions.ofNotes.map { $0.on(\ReplaceValues.change) },
        discussion: """
            The text is compared exactly, also in case and white space; only the line ends are those of the file. If
            there are none or several occurrences, nothing is changed, and the error lists their lines. Front matter is
            not searched. PLACE and the result are as in 'slip append': see 'slip help append'.
            """, values: { ReplaceValues() },
        run: { values, operands, context in
            guard let old = values.old else { throw UsageError.missingOperand("--old OLD") }
            guard let new = values.new else { throw UsageError.missingOperand("--new NEW") }
            if old.isEmpty { throw UsageError.other("'--old' is empty", help: "give the text to replace") }
            if values.count.map({ $0 < 1 }) ?? false {
                throw UsageError.other("'--count' must be at least 1", help: "example: --count 2")
            }
            let title = "replace \(operands[0].shown) '\(old.prefix(30))' '\(new.prefix(30))'"
            try carryOut(values.change, in: context) { snapshot in
                let (path, position) = try context.arguments(snapshot).placeInNote(operands[0], changes: true)
                return try CapturePlanner(snapshot).replace(
                    old, with: new, count: values.count ?? 1, line: values.line, in: path, at: position, title: title)
            }
        })
}
