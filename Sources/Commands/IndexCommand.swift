import Arguments
import Indexing
import Rendering
import Searching
import SourceText
import System
import VaultFiles

/// `slip index`: updates, rebuilds or verifies the index, shows its state (`--status`), runs a watcher (`--watch`), or
/// prints a systemd unit for one (`--systemd`).
enum IndexCommand {
    struct OptionValues: Sendable {
        var rebuild = false
        var showsStatus = false
        var verifies = false
        var attachments = false
        var watch = false
        var printsUnit = false
        var idle: Int?
        var format: ListFormat?
    }

    static let command = SlipCommand(
        "index", "Update the index, and print what changed.", words: [],
        options: [
            .flag("rebuild", \.rebuild, "Rebuild the index."),
            .flag("status", \.showsStatus, "Show the state, size and location of the index, without updating it."),
            .flag(
                "verify", \.verifies,
                "Compare the index with the files."
            ),
            .flag(
                "attachments", \.attachments,
                "Also read the text of attachments (default with attachments: text)."),
            .value(
                "format", short: "f", "FORMAT", \.format,
                "With --status or --verify: set the output format (default: text)."),
            .flag("watch", \.watch, "Keep running, and update the index whenever the vault changes."),
            .value(
                "idle", "MINUTES", \.idle,
                "With --watch: exit after MINUTES without a request."),
            .flag("systemd", \.printsUnit, "With --watch: print a unit file for systemd's user manager."),
        ],
        discussion: """
            Commands that read notes update the index automatically. The index is a cache and can be deleted at any
            time.

            --watch keeps it up to date until Ctrl-C, so that other commands need not check every file. --status shows
            whether such a watcher is running, and if not, why. It also counts the texts that 'slip rescued list' lists.
            See 'slip help watcher'.

            --verify compares the index with one built from the same files, and exits with 1 if they differ. With
            --no-sync, changes that are not indexed yet count as differences.

            'slip index' also reads the text of attachments if searches need it. Ctrl-C keeps the text read so far. See
            'slip help attachments'.
            """,
        values: { OptionValues() },
        run: { values, _, context in
            let ways = [
                ("--watch", values.watch), ("--status", values.showsStatus), ("--rebuild", values.rebuild),
                ("--verify", values.verifies),
            ].filter(\.1).map(\.0)
            if ways.count > 1 {
                throw UsageError.other(
                    "'\(ways[0])' and '\(ways[1])' cannot be used together", help: "use only one of them")
            }
            if values.attachments, let way = ways.first, way != "--rebuild" {
                throw UsageError.other(
                    "'--attachments' and '\(way)' cannot be used together", help: "use only one of them")
            }
            if values.printsUnit, !values.watch {
                throw UsageError.other("'--systemd' requires '--watch'", help: "slip index --watch --systemd")
            }
            if let idle = values.idle, !values.watch || values.printsUnit || !(1...525_600).contains(idle) {
                throw UsageError.other(
                    "'--idle' requires '--watch' and a number of minutes from 1 to 525600",
                    help: "slip index --watch --idle \(AutomaticWatcher.idleMinutes)")
            }
            if values.format != nil, !values.showsStatus, !values.verifies {
                throw UsageError.other(
                    "'--format' requires '--status' or '--verify'", help: "slip index --status --format json")
            }
            if context.globals.skipsSync, !values.showsStatus, !values.printsUnit, !values.verifies {
                throw UsageError.other(
                    "'index' cannot be used with '--no-sync'",
                    help: "to show the state without updating the index: slip index --status")
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
            if values.attachments || vault.configuration.readsAttachments {
                UserConfiguration(context.environment.variables).warn(in: context)
                try session.readAttachments()
            }
            let changes = session.changes
            let notes = try session.read { try $0.lists.noteCount() }
            let attachments = try session.keeper.attachmentTotals()
            var parts: [String] = []
            for (count, name) in [
                (changes.added, "added"), (changes.changed, "changed"), (changes.moved, "moved"),
                (changes.removed, "removed"),
            ] where count > 0 { parts.append("\(count) \(name)") }
            let done = changes.isRebuilt ? "rebuilt" : parts.isEmpty ? "up to date" : parts.joined(separator: ", ")
            var counts = Counted.notes(notes)
            if attachments.files > 0 { counts += ", text of \(Counted.of(attachments.files, "attachment"))" }
            if attachments.failures > 0 {
                counts += ", \(attachments.failures) without text (slip check --kind unreadable-attachment)"
            }
            try context.print("\(done); \(counts)")
        })

    private static func verify(_ vault: Vault, _ format: ListFormat?, in context: CommandContext) throws {
        let found = try IndexVerifier.verify(
            vault, context.environment, messages: context, syncs: !context.globals.skipsSync)
        context.status = found.isGood ? 0 : 1
        if format == .json {
            var json = JSONWriter()
            json.object { json in
                json.field("good", found.isGood)
                json.field("notes", Int64(found.notes))
                json.field("rebuilt", found.wasUnusable)
                json.field("faults", found.faults)
                json.objects("differences", of: found.differences) { difference, json in
                    switch difference.subject {
                    case .path(let path): json.path("path", path)
                    case .word(let word): json.path("word", VaultPath(bytes: word))
                    }
                    json.field("parts", difference.parts)
                }
            }
            return try context.print(json.text)
        }
        context.page()
        if found.isGood {
            return try context.print("the index is intact and agrees with the files; \(Counted.notes(found.notes))")
        }
        if found.wasUnusable { try context.print("the index was unusable and has been rebuilt") }
        for fault in found.faults { try context.print("damaged: \(SafeText.escaped(fault))") }
        for difference in found.differences {
            let subject =
                switch difference.subject {
                case .path(.root): "(whole index)"
                case .path(let path): SafeText.escaped(path.text)
                case .word(let word): "'\(SafeText.escaped(String(decoding: word, as: UTF8.self)))'"
                }
            try context.print("\(subject): \(difference.parts.joined(separator: ", "))")
        }
        if !found.faults.isEmpty || !found.differences.isEmpty {
            context.notice("the index differs from the files; to rebuild it: slip index --rebuild")
        }
    }

    private static func watch(_ vault: Vault, idle: Int?, _ context: CommandContext) throws {
        context.repeatsNotices = true
        for diagnostic in vault.configuration.diagnostics { context.notice(context.configWarning(diagnostic, vault)) }
        var settings = WatchSettings()
        settings.idle = idle.map { Int64($0) * 60_000 }
        let isAutomatic = idle != nil && vault.configuration.watchesAutomatically
        if isAutomatic { AutomaticWatcher.limit(&settings) }
        let watcher: Watcher
        do {
            watcher = try Watcher(
                vault, context.environment, messages: context,
                zoneHasChanged: { context.host.zoneHasChanged() }, settings: settings,
                afterChanges: { RefreshCommand.refreshAutomatically($0, in: context) })
        } catch {
            if isAutomatic { AutomaticWatcher.remember(failure: error, vault) }
            throw error
        }
        if watcher.state.obstacle == nil {
            let folders = watcher.state.folders
            context.notice("the index is up to date; watching \(folders) \(folders == 1 ? "folder" : "folders")")
        }
        // Signals are handled only from here on, so that Ctrl-C ends a long first build at once. An interrupted build
        // leaves no incomplete index. The threads of that build belong to Dispatch, which blocks these signals in them.
        try watcher.run(until: try EndSignals())
    }

    /// Returns the state of the watcher for `--status`. Returns nil if none runs and `watch: auto` is not set.
    private static func watcherText(_ status: IndexStatus) -> String? {
        switch status.automatic {
        case _ where status.isWatched: "runs"
        case .off: nil
        case .ready: "not running; the next search that takes 20 ms to check the files starts one (watch: auto)"
        case .barred(let reason): "not running; cannot be started automatically (watch: auto): \(reason)"
        }
    }

    private static func text(_ totals: AttachmentTotals) -> String {
        let files = "\(totals.files) \(totals.files == 1 ? "file" : "files")"
        let pages = "\(totals.pages) \(totals.pages == 1 ? "page" : "pages")"
        return "\(files), \(pages), \(ByteCount.text(Int64(totals.size))) of text, \(totals.failures) unreadable"
    }

    private static func status(_ vault: Vault, _ format: ListFormat?, in context: CommandContext) throws {
        let status = try IndexStatus(vault, context.environment)
        let state = status.state
        // `slip rescued list` reports a folder that cannot be read.
        let texts = RescuedTexts(vault)
        let (rescued, displaced) = ((try? texts.contents().items.count) ?? 0, texts.pendingFiles().count)
        if format == .json {
            var json = JSONWriter()
            json.object { json in
                json.path("vault", VaultPath(bytes: vault.fullPath(.root)))
                json.path("index", VaultPath(bytes: status.path))
                json.field("state", state)
                json.field("notes", status.notes.map { Int64($0) })
                json.field("size", status.exists ? status.size : nil)
                json.object("attachments") { json in
                    json.field("files", status.attachments.files)
                    json.field("pages", status.attachments.pages)
                    json.field("size", status.attachments.size)
                    json.field("failures", status.attachments.failures)
                }
                json.field("pending", status.notes == nil ? nil : Int64(status.pending))
                json.field("watched", status.isWatched)
                json.field("leases", status.hasLeases)
                json.field("rescued", rescued)
                json.field("displaced", displaced)
                json.field("watch", vault.configuration.watchesAutomatically ? "auto" : "off")
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
            if status.attachments.files > 0 { try context.print("attached  \(text(status.attachments))") }
            try context.print("size      \(ByteCount.text(status.size))")
        }
        try context.print(
            "leases    \(status.hasLeases ? "yes: other programs wait while a note is replaced" : "no: text that other programs write meanwhile is rescued")"
        )
        if rescued + displaced > 0 {
            let parts = [
                Counted.number(rescued, "rescued text"), Counted.number(displaced, "replaced file"),
            ].compactMap { $0 }
            try context.print("rescued   \(parts.joined(separator: ", ")); to list: slip rescued list")
        }
        try context.print("state     \(state)")
    }
}

extension IndexStatus {
    /// The state of the index, for users.
    var state: String {
        if notes == nil { return exists ? "unusable; the next command rebuilds it" : "not built yet" }
        return pending == 0
            ? "up to date" : "\(pending) \(pending == 1 ? "file differs" : "files differ") from the index"
    }
}
