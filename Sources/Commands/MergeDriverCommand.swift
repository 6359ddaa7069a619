import Arguments
import Editing
import Git
import Rendering
import SourceText
import System
import VaultFiles

/// `slip merge-driver`: merges three versions of a note for git.
enum MergeDriverCommand {
    struct OptionValues: Sendable {
        var markerSize: Int?
    }

    static let command = SlipCommand(
        "merge-driver", "Merge three versions of a note (used by git).",
        operands: ["BASE", "OURS", "THEIRS", "[PATH]"],
        options: [
            .value("marker-size", "COUNT", \.markerSize, "Use conflict markers of COUNT characters (default: 7).")
        ],
        // Git passes the note's own name last, which may start with '-'.
        optionsComeFirst: true,
        discussion: """
            The front matter is merged key by key, and the body by lines. The result replaces OURS. Options come before
            BASE. 'slip git setup' configures git to run this command. If the notes cannot be merged key by key, they
            are merged by lines, as git does without this command.

            The exit status is:

                0    merged
                1    OURS contains conflict markers, or is not text and was left unchanged
                2    an error; OURS is unchanged
            """,
        values: { OptionValues() },
        run: { values, operands, context in
            let size = values.markerSize ?? 7
            guard size > 0 else {
                throw UsageError.badValue(
                    option: "marker-size", text: String(size), expected: "a whole number, at least 1")
            }
            let lines = LineMerge(
                GitProgram(near: context.environment.directory, context.environment.variables), markerSize: size)
            let paths = operands.map { context.full($0) }
            do {
                let merge = NoteMerge(
                    keys(operands.count > 3 ? operands[3] : operands[1], context), context.environment.calendar,
                    markerSize: size
                ) { base, ours, theirs in
                    let merged = try lines(base: base, ours: ours, theirs: theirs)
                    return NoteMerge.MergedText(bytes: merged.bytes, hasConflicts: merged.hasConflicts)
                }
                context.status = try replace(paths, with: merge) ? 1 : 0
            } catch let error as GitError {
                // Git cannot merge this by lines, for example because it contains NUL bytes. It leaves OURS and reports
                // a conflict, and so does this command.
                context.notice(SafeText.escaped(error.message))
                context.status = 1
            } catch let error as SystemError {
                // Git may be able to read or write the file, so fall back to its merge.
                context.notice(SafeText.escaped("\(error.description); merging by lines instead"))
                context.status = try lines.replace(paths[1], base: paths[0], theirs: paths[2]) ? 1 : 0
            }
        })

    /// Merges the versions at `paths` (base, ours, theirs) and writes the result to ours. Returns whether there are
    /// conflicts.
    private static func replace(_ paths: [[UInt8]], with merge: NoteMerge) throws -> Bool {
        let (base, ours, theirs) = try (Files.read(paths[0]).bytes, Files.read(paths[1]), Files.read(paths[2]).bytes)
        let merged = try merge.merge(base: base, ours: ours.bytes, theirs: theirs)
        if merged.bytes != ours.bytes { try Files.replace(paths[1], merged.bytes, mode: ours.status.mode) }
        return merged.hasConflicts
    }

    /// Returns the names of front matter keys that the vault of `--vault`, or else of the file, configures. Without a
    /// vault, returns the defaults, so that the merge does not fail.
    private static func keys(_ path: Argument, _ context: CommandContext) -> KeyNames {
        if context.globals.vault == nil {
            let folder = VaultPath(bytes: context.full(path)).folder.bytes
            if let vault = try? Vault.find(from: folder) { return vault.configuration.keyNames }
        }
        return (try? context.vault())?.configuration.keyNames ?? .standard
    }
}
