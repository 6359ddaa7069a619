import SourceText
import System
import VaultFiles

/// The watched folders of a vault. Converts the system's events into paths to update.
///
/// A folder is watched before it is listed, so that no change in it is missed. A new path is watched with everything
/// below it when its event is read.
///
/// Events identify folders by watch descriptor, which a folder keeps when it moves. When a folder moves, its
/// descriptors are forgotten at the old path and assigned at the new one. Everything below both paths is scanned, so
/// that events with a forgotten descriptor add nothing.
///
/// Hidden and ignored names are not watched and cause no work.
final class WatchedFolders {
    /// The events that require more than updating paths.
    struct EventSummary {
        var isOverflow = false
        /// Whether the vault or its `.slipbox` may have been deleted or moved.
        var concernsRoot = false
        /// Whether the vault or its `.slipbox` was deleted, or its file system unmounted.
        var isGone = false
        /// Whether `.slipbox/config.yaml` may have changed.
        var concernsConfiguration = false
    }

    private let vault: Vault
    private let ignore: IgnoreRules
    private let events: FileEvents
    private let settings: WatchSettings
    private var paths: [Int32: VaultPath] = [:]
    private var watches: [VaultPath: Int32] = [:]
    /// The watch on `.slipbox`.
    private var slipboxWatch: Int32 = -1
    private(set) var filesWithoutEvents: FilesWithoutEvents

    /// Watches all folders of the vault.
    ///
    /// - Throws: `VaultError` if that is impossible.
    init(_ vault: Vault, _ settings: WatchSettings) throws {
        self.vault = vault
        self.settings = settings
        ignore = IgnoreRules(vault.configuration.ignore)
        filesWithoutEvents = FilesWithoutEvents(vault)
        do {
            events = try FileEvents()
            // `.slipbox` may be a link, the only one that is followed.
            slipboxWatch = try events.watch(Files.realPath(vault.folder) ?? vault.folder, .names)
        } catch {
            throw Self.explained(error)
        }
        try watch(.root)
        // The initial listing has seen all names.
        filesWithoutEvents.hasNewShared = false
        guard watches[.root] != nil else { throw VaultError("cannot watch the vault") }
    }

    var descriptor: Int32 { events.descriptor }
    var count: Int { watches.count }

    private static func explained(_ error: SystemError) -> VaultError {
        if error.isOutOfSpace {
            return VaultError(
                "the vault has more folders than can be watched: fs.inotify.max_user_watches",
                help: "to raise the limit: sysctl fs.inotify.max_user_watches=1048576")
        }
        if error.isOutOfFiles {
            return VaultError(
                "too many programs watch files: fs.inotify.max_user_instances",
                help: "to raise the limit: sysctl fs.inotify.max_user_instances=1024")
        }
        return VaultError("cannot watch the vault: \(error.reason)")
    }

    // MARK: Watching

    private func passesOver(_ path: VaultPath, isFolder: Bool) -> Bool {
        path.name.bytes.first == Byte.dot || ignore.ignores(path, isFolder: isFolder)
    }

    /// Watches a folder and everything below it. Skips paths that are not folders, missing folders, whose removal
    /// causes an event, and unreadable folders, which the scan reports.
    private func watch(_ top: VaultPath) throws {
        var stack = [top]
        while let path = stack.popLast() {
            let full = vault.fullPath(path)
            let number: Int32
            do {
                number = try events.watch(full)
            } catch {
                // The folder is missing, or it is unreadable and the scan reports it.
                if error.isMissing || error.isReadOnly || error.isLoop { continue }
                throw Self.explained(error)
            }
            assign(number, to: path)
            if watches.count > settings.mostFolders {
                throw VaultError("the vault has more than the \(settings.mostFolders) folders that can be watched")
            }
            let entries: [(name: [UInt8], status: FileStatus)]
            do {
                entries = try Files.list(full)
            } catch {
                if error.isMissing || error.isReadOnly { continue }
                throw Self.explained(error)
            }
            for (name, status) in entries {
                let child = path.appending(VaultPath(bytes: name))
                let isFolder = status.kind == .directory
                if passesOver(child, isFolder: isFolder) { continue }
                if isFolder { stack.append(child) } else { filesWithoutEvents.update(child, status) }
            }
            try checkFilesWithoutEvents()
        }
    }

    private func checkFilesWithoutEvents() throws {
        if filesWithoutEvents.count <= settings.mostUnobserved { return }
        throw VaultError("the vault has more than \(settings.mostUnobserved) hard or symbolic links")
    }

    /// Stores the watch descriptor of a folder. Its old path, and the old watch of the path, are forgotten.
    private func assign(_ watch: Int32, to path: VaultPath) {
        if let old = paths[watch], old != path, watches[old] == watch { watches[old] = nil }
        if let old = watches[path], old != watch { stopWatching(old) }
        paths[watch] = path
        watches[path] = watch
    }

    private func stopWatching(_ number: Int32) {
        guard let path = paths.removeValue(forKey: number) else { return }
        if watches[path] == number { watches[path] = nil }
        events.remove(number)
    }

    /// Forgets a folder, and with `below` also everything in it that moved with it.
    private func stopWatching(_ top: VaultPath, below: Bool) {
        // The folders in a deleted folder were deleted before.
        if below { for (path, number) in watches where path.isInside(top) { stopWatching(number) } }
        if let number = watches[top] { stopWatching(number) }
    }

    // MARK: Events

    /// Reads all queued events and adds their paths to `dirty`.
    func drain(into dirty: inout Set<VaultPath>) throws -> EventSummary {
        var summary = EventSummary()
        try events.drain { event in try process(event, into: &dirty, summary: &summary) }
        return summary
    }

    private func process(_ event: FileEvent, into dirty: inout Set<VaultPath>, summary: inout EventSummary) throws {
        if event.isOverflow { summary.isOverflow = true }
        if event.watch == slipboxWatch {
            if event.lostFolder { summary.concernsRoot = true }
            if event.isLast { summary.isGone = true }
            if event.name == Array("config.yaml".utf8) { summary.concernsConfiguration = true }
            return
        }
        guard let folder = paths[event.watch] else { return }
        if event.name.isEmpty {
            if folder.isRoot {
                if event.lostFolder { summary.concernsRoot = true }
                if event.isLast { summary.isGone = true }
            }
            if event.isLast { stopWatching(event.watch) }
            if folder.isRoot, event.changedMetadata {
                dirty.insert(.root)
                try watch(.root)
            }
            return
        }
        if folder.isRoot, event.name == Vault.folderName {
            summary.concernsRoot = true
            return
        }
        let path = folder.appending(VaultPath(bytes: event.name))
        if passesOver(path, isFolder: event.isFolder) { return }
        if event.isFolder {
            // A folder's permissions determine whether its content is readable.
            dirty.insert(path)
            if event.disappeared { stopWatching(path, below: event.movedAway) }
            if event.appeared || event.changedMetadata { try watch(path) }
        } else if event.appeared || event.disappeared || filesWithoutEvents.isRead(path) {
            // Other attachments matter only by their existence.
            dirty.insert(path)
        }
    }

    /// Updates `filesWithoutEvents` with those of the paths that may change without an event from now on.
    ///
    /// - Returns: false if a file got another name, so that a file that is already indexed may be the same one.
    func updateFilesWithoutEvents(_ dirty: Set<VaultPath>) throws -> Bool {
        for path in dirty {
            guard let status = FileStatus.seen(vault.fullPath(path)), status.kind != .directory else {
                filesWithoutEvents.remove(path)
                continue
            }
            filesWithoutEvents.update(path, status)
        }
        try checkFilesWithoutEvents()
        return !filesWithoutEvents.hasNewShared
    }

    func changesWithoutEvents() -> [VaultPath] { filesWithoutEvents.changes() }
}
