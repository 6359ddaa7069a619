import Arguments
import Searching
import SourceText
import System
import VaultFiles

enum EditCommand {
    struct Values: Sendable {
        var nullTerminated = false
    }

    static let command = Program.SlipCommand(
        "edit", "Open notes in $VISUAL or $EDITOR, then bring the index up to date.", operands: ["NOTE…"],
        options: [
            .flag(
                "null", short: "0", \Values.nullTerminated, "With - for NOTE: the paths on standard input end with NUL."
            )
        ],
        discussion: """
            The editor gets all notes at once, behind its own words: EDITOR='code -w' will do. NOTE may be -, for paths
            on standard input.
            """,
        values: { Values() },
        run: { values, operands, context in
            let session = try context.session()
            let notes = try context.notes(operands, session, nullTerminated: values.nullTerminated, changes: true)
            if notes.isEmpty { return context.remark("no notes are named; nothing to edit") }
            try edit(notes, session, in: context)
        })

    /// Opens notes in the editor and waits for it. No lock is held meanwhile.
    static func edit(_ paths: [VaultPath], _ session: VaultSession, in context: CommandContext) throws {
        let variables = context.environment.variables
        guard let editor = [variables["VISUAL"], variables["EDITOR"]].compactMap({ $0 }).first(where: { !$0.isEmpty })
        else { throw VaultError("no editor is set", help: "set VISUAL or EDITOR, such as: export EDITOR=vi") }
        try context.world.output.flush()
        context.endChanging()
        let status = context.world.runShell(editor, paths.map { session.vault.fullPath($0) })
        guard status == 0 else { throw VaultError("the editor '\(editor)' ended with status \(status)") }
        try session.refresh()
    }
}
