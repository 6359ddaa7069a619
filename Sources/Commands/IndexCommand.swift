import Arguments
import Indexing
import Pages
import Rendering
import Searching
import SourceText
import System
import VaultFiles

enum IndexCommand {
    struct Values: Sendable {
        var rebuild = false
        var showsStatus = false
        var verifies = false
        var watch = false
        var printsUnit = false
        var idle: Int?
        var format: ListFormat?
    }

    static let command = Program.SlipCommand(
        "index", "Bring the index up to date and say what changed.", words: [],
        options: [
            .flag("rebuild", \.rebuild, "Build the index anew."),
            .flag("status", \.showsStatus, "Say what the index holds and where it is, changing nothing."),
            .flag(
                "verify", \.verifies,
                "Hold the index against the files; exit status 1 where anything differs."
            ),
            .value("format", short: "f", "FORMAT", \.format, "With --status or --verify: write it as FORMAT."),
            .flag("watch", \.watch, "Stay, follow the vault and keep the index up to date."),
            .value(
                "idle", "MINUTES", \.idle,
                "With --watch: end after MINUTES unasked, or where it cannot vouch."),
            .flag("systemd", \.printsUnit, "With --watch: print a unit file for systemd users instead."),
        ],
        discussion: """
            Every command that reads does this by itself; the index is a cache that may be deleted at any time.

            While a watcher runs, other commands ask it instead of looking at every file, which is quicker in a large
            vault and as sure: where it does not answer within 50 ms, or cannot know, they look for themselves. It
            needs one watch of inotify for each folder, and does not vouch for network file systems. Ctrl-C ends it.

            --verify has SQLite check the file, builds another index of the same files aside and compares the two, word by
            word; it says what differs. With --no-sync what the index does not know yet is a difference too.

            With 'watch: auto' in config.yaml one comes by itself: a command that has looked at the files for longer than
            20 ms starts it in the background, with --idle 30, unless the vault is another user's or cannot be followed.
            --status says whether one runs, and what keeps one away.
            """,
        values: { Values() },
        run: { values, _, context in
            let ways = [
                ("--watch", values.watch), ("--status", values.showsStatus), ("--rebuild", values.rebuild),
                ("--verify", values.verifies),
            ].filter(\.1).map(\.0)
            if ways.count > 1 {
                throw UsageError.other("'\(ways[0])' and '\(ways[1])' exclude each other", help: "give one of them")
            }
            if values.printsUnit, !values.watch {
                throw UsageError.other("'--systemd' goes with '--watch'", help: "slip index --watch --systemd")
            }
            if let idle = values.idle, !values.watch || values.printsUnit || !(1...525_600).contains(idle) {
                throw UsageError.other(
                    "'--idle' goes with '--watch' and is a number of minutes, from 1 to 525600",
                    help: "slip index --watch --idle \(AutomaticWatcher.idleMinutes)")
            }
            if values.format != nil, !values.showsStatus, !values.verifies {
                throw UsageError.other(
                    "'--format' goes with '--status' and '--verify'", help: "slip index --status --format json")
            }
            if context.globals.skipsSync, !values.showsStatus, !values.printsUnit, !values.verifies {
                throw UsageError.other(
                    "'--no-sync' leaves 'index' nothing to do", help: "slip index --status looks without changing it")
            }
            let vault = try context.vault()
            if values.printsUnit {
                return try context.write(
                    Array(WatchUnit(vault).text(executable: try ThisProcess.executable()).utf8))
            }
            if values.watch { return try watch(vault, idle: values.idle, context) }
            if values.verifies { return try verify(vault, values.format, in: context) }
            if values.showsStatus { return try status(vault, values.format, in: context) }
            let session = try VaultSession(
                vault, context.environment, messages: context, syncs: true, rebuild: values.rebuild,
                // The user asked for an update, so scan the files even if a watcher is running.
                asksWatcher: false)
            let changes = session.changes
            let notes = try session.withSnapshot { try session.noteCount() }
            var parts: [String] = []
            for (count, name) in [
                (changes.added, "added"), (changes.changed, "changed"), (changes.moved, "moved"),
                (changes.removed, "removed"),
            ] where count > 0 { parts.append("\(count) \(name)") }
            let done = changes.isRebuilt ? "built anew" : parts.isEmpty ? "up to date" : parts.joined(separator: ", ")
            try context.print("\(done); \(notes) \(notes == 1 ? "note" : "notes")")
        })

    private static func verify(_ vault: Vault, _ format: ListFormat?, in context: CommandContext) throws {
        let found = try IndexVerifier.verify(
            vault, context.environment, messages: context, syncs: !context.globals.skipsSync)
        context.status = found.isGood ? 0 : 1
        if format == .json {
            var json = JSONWriter()
            json.object { json in
                json.field("good")
                json.bool(found.isGood)
                json.field("notes")
                json.int(Int64(found.notes))
                json.field("rebuilt")
                json.bool(found.wasUnusable)
                json.field("faults")
                json.array { json in for fault in found.faults { json.string(fault) } }
                json.field("differences")
                json.array { json in
                    for difference in found.differences {
                        json.object { json in
                            switch difference.subject {
                            case .path(let path): json.path("path", path)
                            case .word(let word): json.path("word", VaultPath(bytes: word))
                            }
                            json.field("parts")
                            json.array { json in for part in difference.parts { json.string(part) } }
                        }
                    }
                }
            }
            return try context.print(json.text)
        }
        context.page()
        if found.isGood {
            return try context.print("the index is whole and says what the files say; \(Counted.notes(found.notes))")
        }
        if found.wasUnusable { try context.print("the index could not be used and was built anew") }
        for fault in found.faults { try context.print("damaged: \(SafeText.escaped(fault))") }
        for difference in found.differences {
            let subject =
                switch difference.subject {
                case .path(.root): "(the whole)"
                case .path(let path): SafeText.escaped(path.text)
                case .word(let word): "'\(SafeText.escaped(String(decoding: word, as: UTF8.self)))'"
                }
            try context.print("\(subject): \(difference.parts.joined(separator: ", "))")
        }
        if !found.faults.isEmpty || !found.differences.isEmpty {
            context.remark("the index says something else than the files; slip index --rebuild builds it anew")
        }
    }

    private static func watch(_ vault: Vault, idle: Int?, _ context: CommandContext) throws {
        for diagnostic in vault.configuration.diagnostics { context.remark(context.configWarning(diagnostic, vault)) }
        var settings = WatchSettings()
        settings.idle = idle.map { Int64($0) * 60_000 }
        let isAutomatic = idle != nil && vault.configuration.watchesAutomatically
        if isAutomatic { AutomaticWatcher.limit(&settings) }
        let watcher: Watcher
        do {
            watcher = try Watcher(
                vault, context.environment, messages: context,
                zoneHasChanged: { context.world.zoneHasChanged() }, settings: settings)
        } catch {
            if isAutomatic { AutomaticWatcher.remember(failure: error, vault) }
            throw error
        }
        if watcher.state.obstacle == nil {
            let folders = watcher.state.folders
            context.remark("the index is up to date, and follows \(folders) \(folders == 1 ? "folder" : "folders")")
        }
        // Signals are handled only from here on, so that Ctrl-C ends a long first build at once. An interrupted build
        // leaves no incomplete index. The threads of that build belong to Dispatch, which blocks these signals in them.
        try watcher.run(until: try EndSignals())
    }

    /// Returns the state of the watcher, or nil if there is nothing to report.
    private static func watcherText(_ status: IndexStatus) -> String? {
        switch status.automatic {
        case _ where status.isWatched: "runs"
        case .off: nil
        case .ready: "none; the next search that looks at the files for 20 ms starts one (watch: auto)"
        case .barred(let reason): "none comes by itself (watch: auto): \(reason)"
        }
    }

    private static func status(_ vault: Vault, _ format: ListFormat?, in context: CommandContext) throws {
        let status = try IndexStatus(vault, context.environment)
        let state =
            status.notes == nil
            ? status.exists ? "cannot be used; the next command builds it anew" : "not built yet"
            : status.pending == 0
                ? "up to date"
                : "\(status.pending) \(status.pending == 1 ? "file differs" : "files differ") from the disk"
        if format == .json {
            var json = JSONWriter()
            json.object { json in
                json.path("vault", VaultPath(bytes: vault.fullPath(.root)))
                json.path("index", VaultPath(bytes: status.path))
                json.field("state")
                json.string(state)
                json.field("notes")
                json.int(status.notes.map { Int64($0) })
                json.field("size")
                json.int(status.exists ? status.size : nil)
                json.field("pending")
                json.int(status.notes == nil ? nil : Int64(status.pending))
                json.field("watched")
                json.bool(status.isWatched)
                json.field("watch")
                json.string(vault.configuration.watchesAutomatically ? "auto" : "off")
                json.field("watch_obstacle")
                if case .barred(let reason) = status.automatic { json.string(reason) } else { json.null() }
            }
            return try context.print(json.text)
        }
        try context.print("vault     \(SafeText.escaped(String(decoding: vault.fullPath(.root), as: UTF8.self)))")
        try context.print("index     \(SafeText.escaped(String(decoding: status.path, as: UTF8.self)))")
        if let notes = status.notes {
            if let text = watcherText(status) { try context.print("watcher   \(SafeText.escaped(text))") }
            try context.print("notes     \(notes)")
            try context.print("size      \(ByteCount.text(status.size))")
        }
        try context.print("state     \(state)")
    }
}
