import Arguments
import Rendering
import SearchIndex
import SourceText
import VaultCore

enum IndexCommand {
    struct Values: Sendable {
        var rebuilds = false
        var showsStatus = false
    }

    static let command = Program.SlipCommand(
        "index", "Bring the index up to date and say what changed.",
        options: [
            .flag("rebuild", \.rebuilds, "Build the index anew."),
            .flag("status", \.showsStatus, "Say what the index holds and where it is, changing nothing."),
        ],
        discussion: """
            Every command that reads does this by itself; the index is a cache that may be deleted at any time.
            """,
        values: { Values() },
        run: { values, _, context in
            if values.showsStatus, values.rebuilds {
                throw UsageError.other("'--status' and '--rebuild' exclude each other", help: "give one of them")
            }
            let vault = try context.vault()
            if values.showsStatus { return try status(vault, context) }
            let session = try VaultSession(
                vault, context.environment, messages: context, syncs: true, rebuild: values.rebuilds)
            let changes = session.keeper.changes
            let notes = try session.reading { try session.index.noteCount() }
            var parts: [String] = []
            for (count, name) in [
                (changes.added, "added"), (changes.changed, "changed"), (changes.moved, "moved"),
                (changes.removed, "removed"),
            ] where count > 0 { parts.append("\(count) \(name)") }
            let done = changes.isRebuilt ? "built anew" : parts.isEmpty ? "up to date" : parts.joined(separator: ", ")
            try context.print("\(done); \(notes) \(notes == 1 ? "note" : "notes")")
        })

    private static func status(_ vault: Vault, _ context: CommandContext) throws {
        let status = try IndexStatus(vault, context.environment)
        try context.print("vault     \(Style.escaped(String(decoding: vault.root, as: UTF8.self)))")
        try context.print("index     \(Style.escaped(String(decoding: status.path, as: UTF8.self)))")
        guard let notes = status.notes else {
            try context.print(
                "state     \(status.exists ? "cannot be used; the next command builds it anew" : "not built yet")")
            return
        }
        try context.print("notes     \(notes)")
        try context.print("size      \(status.size) bytes")
        try context.print(
            "state     \(status.pending == 0 ? "up to date" : "\(status.pending) files differ from the disk")")
    }
}
