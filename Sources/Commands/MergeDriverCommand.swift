import Arguments
import Editing
import Git
import Rendering
import SourceText
import System
import VaultFiles

enum MergeDriverCommand {
    struct Values: Sendable {
        var markerSize: Int?
    }

    static let command = Program.SlipCommand(
        "merge-driver", "Merge three versions of a note; git calls it.",
        operands: ["BASE", "OURS", "THEIRS", "[PATH]"],
        options: [
            .value("marker-size", "COUNT", \.markerSize, "Make conflict markers of COUNT signs; 7 unless given.")
        ],
        discussion: """
            The front matter is merged key by key, the body by lines. The result replaces OURS; the exit status is 0 where
            nothing is left to decide, and 1 where conflict markers stand in it. 'slip git setup' has git call it.
            """,
        values: { Values() },
        run: { values, operands, context in
            func full(_ index: Int) -> [UInt8] { context.full(operands[index]) }
            let size = values.markerSize ?? 7
            guard size > 0 else {
                throw UsageError.badValue(
                    option: "marker-size", text: String(size), expected: "a whole number, at least 1")
            }
            let (base, ours, theirs) = try (Files.read(full(0)).bytes, Files.read(full(1)), Files.read(full(2)).bytes)
            let lines = LineMerge(
                GitProgram(in: context.environment.directory, context.environment.variables), markerSize: size)
            let merge = NoteMerge(
                keys(operands.count > 3 ? operands[3] : operands[1], context), context.environment.calendar,
                markerSize: size
            ) { base, ours, theirs in
                let merged = try lines(base: base, ours: ours, theirs: theirs)
                return NoteMerge.Merged(bytes: merged.bytes, hasConflicts: merged.hasConflicts)
            }
            do {
                let merged = try merge.merge(base: base, ours: ours.bytes, theirs: theirs)
                if merged.bytes != ours.bytes { try Files.replace(full(1), merged.bytes, mode: ours.status.mode) }
                context.status = merged.hasConflicts ? 1 : 0
            } catch let error as GitError {
                // What git cannot merge by lines, such as a file with NUL bytes, stays as it is on this side, as git itself
                // leaves it, and is the person's to decide.
                context.remark(SafeText.escaped(error.message))
                context.status = 1
            }
        })

    /// The names of keys as the vault of a file has them, where there is one: no merge fails for want of it.
    private static func keys(_ path: Argument, _ context: CommandContext) -> KeyNames {
        if context.globals.vault == nil {
            let folder = VaultPath(bytes: context.full(path)).folder.bytes
            if let vault = try? Vault.find(from: folder) { return vault.configuration.keyNames }
        }
        return (try? context.vault())?.configuration.keyNames ?? .standard
    }
}
