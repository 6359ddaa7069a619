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

    static let command = Program.SlipCommand(
        "edit", "Open notes in $VISUAL or $EDITOR, and update the index afterwards.", operands: ["NOTE…"],
        options: [
            .flag(
                "null", short: "0", \OptionValues.nullTerminated,
                "With - for NOTE: expect NUL after each path on standard input."
            )
        ],
        discussion: """
            All notes are opened in one editor. The editor may have arguments, as in EDITOR='code -w'. NOTE may be - to
            read paths from standard input. %2 is the second result of the last search in this terminal, opened at the
            match.
            """,
        values: { OptionValues() },
        run: { values, operands, context in
            let notes = try context.read {
                try context.arguments($0).notes(operands, nullTerminated: values.nullTerminated, changes: true)
            }
            if notes.isEmpty { return context.notice("no notes are given; nothing to edit") }
            // A search result opens at the line of its match.
            let found = try operands.first.flatMap { try context.lastResult($0, context.session().vault) }
            let line = notes.count == 1 && found?.path == notes[0] ? found?.line : nil
            try edit(notes, in: context, line: line ?? 1)
        })

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
        let variables = context.environment.variables
        guard let editor = [variables["VISUAL"], variables["EDITOR"]].compactMap({ $0 }).first(where: { !$0.isEmpty })
        else { throw VaultError("no editor is set", help: "set VISUAL or EDITOR, for example: export EDITOR=vi") }
        return editor
    }

    /// Opens notes in the editor and waits for it to exit, without using the index. No lock is held meanwhile. Throws
    /// if the editor fails.
    ///
    /// - Parameter line: as for `edit`.
    static func run(_ context: CommandContext, _ vault: Vault, paths: [VaultPath], line: Int = 1) throws {
        let editor = try editor(context)
        try context.host.output.flush()
        context.endChanging()
        // An untrusted index may contain a path outside of the vault.
        if let outside = paths.first(where: { !$0.staysInside }) { throw VaultError(outside, "is outside the vault") }
        let files = paths.map { vault.fullPath($0) }
        let words = files.count == 1 ? EditorProgram.arguments(editor, file: files[0], line: line) : files
        let status = context.host.runShell(editor, words)
        guard status == 0 else { throw VaultError("the editor '\(editor)' exited with status \(status)") }
    }
}
