import Arguments
import Editing
import Git
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
            do {
                let (base, ours, theirs) = try (
                    Files.read(full(0)).bytes, Files.read(full(1)), Files.read(full(2)).bytes
                )
                let program = GitProgram(in: context.environment.directory, context.environment.variables)
                let lines = LineMerge(program, markerSize: size)
                let merge = NoteMerge(
                    keys(context), context.environment.calendar,
                    NoteMerge.Marking(size: size) { try lines.showsBase() }
                ) { base, ours, theirs in
                    let merged = try lines(base: base, ours: ours, theirs: theirs)
                    return NoteMerge.Merged(bytes: merged.bytes, hasConflicts: merged.hasConflicts)
                }
                let merged = try merge.merge(base: base, ours: ours.bytes, theirs: theirs)
                if merged.bytes != ours.bytes { try replace(full(1), merged.bytes, ours.status) }
                context.status = merged.hasConflicts ? 1 : 0
            } catch {
                // Git takes what is up to 128 for a merge with conflicts, and the file for what it says of them.
                Program.report(error, context)
                context.status = 129
            }
        })

    /// The names of keys as the vault has them, where there is one: no merge fails for want of it.
    private static func keys(_ context: CommandContext) -> KeyNames {
        (try? context.vault())?.configuration.keyNames ?? .standard
    }

    /// Puts the result in the place of a file at once: whoever looks sees the old one or the new one, whole.
    private static func replace(_ path: [UInt8], _ bytes: [UInt8], _ status: FileStatus) throws {
        let fresh = path + Array(".slip-\(ThisProcess.identifier)".utf8)
        try Files.create(fresh, bytes, mode: 0o600)
        do {
            try Files.setMode(fresh, status.mode)
            try Files.rename(fresh, path)
        } catch {
            Files.discard(fresh)
            throw error
        }
    }
}
