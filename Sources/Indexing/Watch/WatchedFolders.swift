import SourceText
import System
import VaultFiles

/// The folders of a vault under watch: turns the system's events into the paths that are to be looked at.
///
/// A folder is watched before it is listed, so that nothing is made in it unheard, and every path that appears is
/// watched with all below it when its event is read. Events name folders by number, and a folder keeps its number when
/// it moves; what the number stood for is forgotten where the folder left and learnt anew where it arrived, and in
/// both places everything below is looked at, so that an event whose number has been forgotten has nothing to add.
///
/// Hidden and ignored names are not watched and make no work.
final class WatchedFolders {
    /// More than paths to be looked at.
    struct News {
        /// Events were lost.
        var isOverflow = false
        /// The vault, or its `.slipbox`, may be gone or elsewhere.
        var concernsRoot = false
        /// The vault, or its `.slipbox`, was deleted, or its file system is no longer there.
        var isGone = false
        /// `.slipbox/config.yaml` may say something else.
        var concernsConfiguration = false
    }

    private let vault: Vault
    private let ignore: IgnoreRules
    private let events: FileEvents
    private let settings: WatchSettings
    private var paths: [Int32: VaultPath] = [:]
    private var watches: [VaultPath: Int32] = [:]
    /// The watch on `.slipbox`.
    private var home: Int32 = -1
    /// What may change without an event.
    private(set) var unobserved: UnobservedFiles

    /// Watches all folders of the vault.
    ///
    /// - Throws: `VaultError` where that cannot be done.
    init(_ vault: Vault, _ settings: WatchSettings) throws {
        self.vault = vault
        self.settings = settings
        ignore = IgnoreRules(vault.configuration.ignore)
        unobserved = UnobservedFiles(vault)
        do {
            events = try FileEvents()
            // It may be a link, which is followed here alone.
            home = try events.watch(Files.realPath(vault.folder) ?? vault.folder, .names)
        } catch {
            throw Self.explained(error)
        }
        try watch(.root)
        // All that there are were seen.
        unobserved.hasNewShared = false
        guard watches[.root] != nil else { throw VaultError("the vault cannot be watched") }
    }

    var descriptor: Int32 { events.descriptor }
    var count: Int { watches.count }

    private static func explained(_ error: SystemError) -> VaultError {
        if error.isOutOfSpace {
            return VaultError(
                "the vault has more folders than may be watched: fs.inotify.max_user_watches",
                help: "raise it: sysctl fs.inotify.max_user_watches=1048576")
        }
        if error.isOutOfFiles {
            return VaultError(
                "too many programs watch files: fs.inotify.max_user_instances",
                help: "raise it: sysctl fs.inotify.max_user_instances=1024")
        }
        return VaultError("the vault cannot be watched: \(error.reason)")
    }

    // MARK: Watching

    private func passesOver(_ path: VaultPath, isFolder: Bool) -> Bool {
        path.name.bytes.first == Byte.dot || ignore.ignores(path, isFolder: isFolder)
    }

    /// Watches a folder and all below it. What is no folder, or gone again, or not to be read, is not: the first makes
    /// no difference, the next has made an event, and of the last the walk complains.
    private func watch(_ top: VaultPath) throws {
        var stack = [top]
        while let path = stack.popLast() {
            let full = vault.fullPath(path)
            let number: Int32
            do {
                number = try events.watch(full)
            } catch {
                // What is gone, or may not be read, of which the walk complains.
                if error.isMissing || error.isReadOnly || error.isLoop { continue }
                throw Self.explained(error)
            }
            learn(number, path)
            if watches.count > settings.mostFolders {
                throw VaultError("the vault has more than the \(settings.mostFolders) folders that may be watched")
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
                if isFolder { stack.append(child) } else { unobserved.consider(child, status) }
            }
            try checkUnobserved()
        }
    }

    private func checkUnobserved() throws {
        if unobserved.count <= settings.mostUnobserved { return }
        throw VaultError("the vault has more than \(settings.mostUnobserved) hard or symbolic links")
    }

    private func learn(_ number: Int32, _ path: VaultPath) {
        if let old = paths[number], old != path, watches[old] == number { watches[old] = nil }
        if let old = watches[path], old != number { forget(old) }
        paths[number] = path
        watches[path] = number
    }

    private func forget(_ number: Int32) {
        guard let path = paths.removeValue(forKey: number) else { return }
        if watches[path] == number { watches[path] = nil }
        events.forget(number)
    }

    /// Forgets a folder, with all below it where that moved along.
    private func forget(_ top: VaultPath, below: Bool) {
        // Where a folder is deleted, those in it were deleted before.
        if below { for (path, number) in watches where path.isInside(top) { forget(number) } }
        if let number = watches[top] { forget(number) }
    }

    // MARK: Events

    /// Reads all events that are queued, and adds what they name to `dirty`.
    func drain(into dirty: inout Set<VaultPath>) throws -> News {
        var news = News()
        try events.drain { event in try take(event, &dirty, news: &news) }
        return news
    }

    private func take(_ event: FileEvent, _ dirty: inout Set<VaultPath>, news: inout News) throws {
        if event.isOverflow { news.isOverflow = true }
        if event.watch == home {
            if event.lostFolder { news.concernsRoot = true }
            if event.isLast { news.isGone = true }
            if event.name == Array("config.yaml".utf8) { news.concernsConfiguration = true }
            return
        }
        guard let folder = paths[event.watch] else { return }
        if event.name.isEmpty {
            if folder.isRoot {
                if event.lostFolder { news.concernsRoot = true }
                if event.isLast { news.isGone = true }
            }
            if event.isLast { forget(event.watch) }
            if folder.isRoot, event.changedMetadata {
                dirty.insert(.root)
                try watch(.root)
            }
            return
        }
        if folder.isRoot, event.name == Vault.folderName {
            news.concernsRoot = true
            return
        }
        let path = folder.appending(VaultPath(bytes: event.name))
        if passesOver(path, isFolder: event.isFolder) { return }
        if event.isFolder {
            // A folder's own permissions decide whether what is in it can be had.
            dirty.insert(path)
            if event.disappeared { forget(path, below: event.movedAway) }
            if event.appeared || event.changedMetadata { try watch(path) }
        } else if event.appeared || event.disappeared || unobserved.isNote(path) {
            // Of what is no note only its being there counts.
            dirty.insert(path)
        }
    }

    /// Looks whether among the paths that are to be looked at there are some that may change unheard from now on.
    ///
    /// - Returns: false where a file has got a second name, so that one that was looked at before may bear it too.
    func considerUnobserved(_ dirty: Set<VaultPath>) throws -> Bool {
        for path in dirty {
            guard let status = FileStatus.seen(vault.fullPath(path)), status.kind != .directory else {
                unobserved.forget(path)
                continue
            }
            unobserved.consider(path, status)
        }
        try checkUnobserved()
        return !unobserved.hasNewShared
    }

    /// Those that changed unheard since this was asked last.
    func unobservedChanges() -> [VaultPath] { unobserved.changes() }
}
