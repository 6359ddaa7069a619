import Arguments
import Indexing
import Searching
import SourceText
import System
import VaultFiles

/// `slip edit`: opens notes in the editor of the user.
enum EditCommand {
    struct OptionValues: Sendable {
        var nullTerminated = false
    }

    static let command = SlipCommand(
        "edit", "Open notes in $VISUAL or $EDITOR, and update the index afterwards.", operands: ["PLACE…"],
        options: [
            .flag(
                "null", short: "0", \OptionValues.nullTerminated,
                "With - for NOTE: expect NUL after each path on standard input."
            )
        ],
        discussion: """
            All notes are opened in one editor. The editor may have arguments, as in EDITOR='code -w'. PLACE is a note,
            or a position in one: NOTE:LINE, NOTE#Heading or NOTE#^block. It may be - to read places from standard
            input. %2 is the second result of the last search in this terminal, opened at the match.
            """,
        values: { OptionValues() },
        run: { values, operands, context in
            var seen: Set<VaultPath> = []
            let places = try context.read { snapshot in
                seen = []
                let operands = try context.arguments(snapshot).joiningWords(operands)
                return try context.expanded(operands, nullTerminated: values.nullTerminated)
                    .map { try place($0, snapshot, in: context) }.filter { seen.insert($0.path).inserted }
            }
            if places.isEmpty { return context.notice("no notes are given; nothing to edit") }
            try edit(places.map(\.path), in: context, line: places.count == 1 ? places[0].line : 1)
        })

    /// Returns the note that a PLACE names, and the line at which to open it: that of the position, or of the match if
    /// it is a search result.
    private static func place(
        _ argument: Argument, _ snapshot: VaultSnapshot, in context: CommandContext
    ) throws -> (path: VaultPath, line: Int) {
        let (path, position) = try context.arguments(snapshot).placeInNote(argument, changes: true)
        switch position {
        case .body: return (path, try context.lastResult(argument, snapshot.vault)?.line ?? 1)
        case .line(let line): return (path, line)
        case .section, .block:
            let note = OpenNote(path: path, bytes: try snapshot.bytes(path), rules: snapshot.rules)
            let start = try note.part(at: position).rangeWithHeading.lowerBound
            return (path, LineTable(note.bytes).line(at: start))
        }
    }

    /// Opens notes in the editor, waits for it to exit, and updates the index. No lock is held meanwhile.
    ///
    /// - Parameter line: the line to open, counted from 1. Only for a single note, in an editor whose option for it is
    ///   known.
    static func edit(_ paths: [VaultPath], in context: CommandContext, line: Int = 1) throws {
        try run(context, context.session().vault, paths: paths, line: line)
        context.refresh()
    }

    /// Returns the command of the user's editor. Throws `VaultError` if no editor is set. Called before a note is
    /// created for the editor.
    @discardableResult
    static func editor(_ context: CommandContext) throws -> String {
        guard let editor = namedEditor(context) else { throw VaultError("no editor is set", help: editorHelp) }
        return editor
    }

    /// How to name an editor.
    static let editorHelp = "set VISUAL or EDITOR, for example: export EDITOR=vi"

    /// Returns the command of the user's editor, or nil if none is set.
    static func namedEditor(_ context: CommandContext) -> String? {
        let variables = context.environment.variables
        return [variables["VISUAL"], variables["EDITOR"]].compactMap { $0 }.first { !$0.isEmpty }
    }

    /// Opens notes in the editor and waits for it to exit, without using the index. No lock is held meanwhile. Throws
    /// if the editor fails.
    ///
    /// - Parameter line: as for `edit`.
    static func run(_ context: CommandContext, _ vault: Vault, paths: [VaultPath], line: Int = 1) throws {
        let editor = try editor(context)
        // An untrusted index may contain a path outside of the vault.
        if let outside = paths.first(where: { !$0.staysInside }) { throw VaultError(outside, "is outside the vault") }
        let files = paths.map { vault.fullPath($0) }
        let words = files.count == 1 ? EditorProgram.arguments(editor, file: files[0], line: line) : files
        try run(editor, words, in: context)
    }

    /// Runs the command of an editor with these arguments, and waits for it to exit. No lock is held meanwhile. Throws
    /// if it fails.
    static func run(_ editor: String, _ arguments: [[UInt8]], in context: CommandContext) throws {
        try context.host.output.flush()
        context.endChanging()
        let status = context.host.runShell(editor, arguments)
        guard status == 0 else { throw VaultError("the editor '\(editor)' exited with status \(status)") }
    }
}
