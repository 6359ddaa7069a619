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
        var explains = false
    }

    static let command = SlipCommand(
        "merge-driver", "Merge three versions of a note (used by git).",
        operands: ["BASE", "OURS", "THEIRS", "[PATH]"],
        options: [
            .value("marker-size", "COUNT", \.markerSize, "Use conflict markers of COUNT characters (default: 7)."),
            .flag("explain", \.explains, "Show the rule that decided each place of the body."),
        ],
        // Git passes the note's own name last, which may start with '-'.
        optionsComeFirst: true,
        discussion: """
            The front matter is merged key by key, and the body by lines. What conflicts by lines is merged by the
            structure of Markdown: both sides add list items, or change different words of one. The result replaces
            OURS. Options come before BASE. 'slip git setup' configures git to run this command. If the notes cannot
            be merged key by key, they are merged by lines, as git does without this command. 'merge: lines' in the
            configuration turns off the merge by structure.

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
            let note = operands.count > 3 ? operands[3] : operands[1]
            let configuration = configuration(note, context)
            do {
                let merge = NoteMerge(
                    configuration?.keyNames ?? .standard, context.environment.calendar, markerSize: size,
                    usesStructure: configuration?.mergesByLines != true
                ) { base, ours, theirs in
                    let merged = try lines(base: base, ours: ours, theirs: theirs)
                    return MergedText(bytes: merged.bytes, hasConflicts: merged.hasConflicts)
                }
                let merged = try replace(paths, with: merge)
                context.status = merged.hasConflicts ? 1 : 0
                if merged.usesStructure { StructureReport.add(note.bytes, context.environment.variables) }
                if values.explains {
                    for decision in merged.decisions {
                        try context.print(
                            SafeText.escaped(
                                "\(note.shown):\(decision.line): \(decision.rule.rawValue): \(decision.rule.summary)"))
                    }
                }
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

    /// Merges the versions at `paths` (base, ours, theirs) and writes the result to ours.
    private static func replace(_ paths: [[UInt8]], with merge: NoteMerge) throws -> MergedText {
        let (base, ours, theirs) = try (Files.read(paths[0]).bytes, Files.read(paths[1]), Files.read(paths[2]).bytes)
        let merged = try merge.merge(base: base, ours: ours.bytes, theirs: theirs)
        if merged.bytes != ours.bytes { try Files.replace(paths[1], merged.bytes, mode: ours.status.mode) }
        return merged
    }

    /// Returns the configuration of the vault of `--vault`, or else of the file. Returns nil without a vault, so that the
    /// merge does not fail.
    private static func configuration(_ path: Argument, _ context: CommandContext) -> Configuration? {
        if context.globals.vault == nil {
            let folder = VaultPath(bytes: context.full(path)).folder.bytes
            if let vault = try? Vault.nearest(to: folder) { return vault.configuration }
        }
        return (try? context.vault())?.configuration
    }
}
