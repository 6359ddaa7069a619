import SearchIndex
import SourceText
import System
package import VaultFiles

/// The rules for watchers that start automatically (`watch: auto`): whether one may start, its arguments, and the
/// recorded reason why the last one ended. A recorded reason prevents another start for an hour.
///
/// A command starts a watcher in the background if its scan took noticeably long. It ends after a while without
/// requests, and at once if it cannot confirm the index.
package enum AutomaticWatcher {
    package enum State: Hashable, Sendable {
        /// The configuration does not enable it.
        case off
        /// The next command with a long scan starts a watcher.
        case ready
        /// No watcher is started, for this reason.
        case barred(String)
    }

    /// The time without requests after which an automatic watcher ends.
    package static let idleMinutes = 30

    /// The longest scan, in milliseconds, that does not start a watcher.
    package static let patience: Int64 = 20

    /// The time, in seconds, for which a recorded failure prevents another start.
    private static let memory: Int64 = 3600

    /// The maximum size of a recorded reason in bytes. A larger file is not from slip.
    private static let mostReason: Int64 = 4096

    private static let fileName = Array("/watch.off".utf8)

    /// Returns the arguments with which `slip` follows the vault.
    package static func arguments(_ vault: Vault) -> [[UInt8]] {
        [Array("--vault".utf8), vault.fullPath(.root)]
            + ["index", "--watch", "--idle", String(idleMinutes)].map { Array($0.utf8) }
    }

    /// Returns whether a watcher would be started now.
    package static func state(of vault: Vault) -> State {
        guard vault.configuration.watchesAutomatically else { return .off }
        // The files of another user are not followed, least of all by root.
        let owners = [vault.fullPath(.root), vault.folder].map { FileStatus.seen($0, follows: true)?.owner }
        guard owners.allSatisfy({ $0 == ThisProcess.user }) else { return .barred("the vault belongs to another user") }
        do {
            let type = try FileSystemType(of: vault.fullPath(.root))
            if !type.reportsAllChanges {
                return .barred("a watcher cannot see all changes on a file system \(type.name)")
            }
            let path = try IndexLocation(of: vault).directory + fileName
            guard let status = FileStatus.seen(path) else { return .ready }
            guard status.kind == .regular, status.owner == ThisProcess.user, status.size <= mostReason else {
                return .barred("'\(String(decoding: path, as: UTF8.self))' exists and was not written by slip")
            }
            let age = LocalZone.now().microseconds / 1_000_000 - status.modified / 1_000_000_000
            if !(0..<memory).contains(age) { return .ready }
            let reason = try Files.read(path).bytes
            return .barred(String(decoding: reason.prefix { !$0.isLineEnd }, as: UTF8.self))
        } catch {
            return .barred("\(error)")
        }
    }

    /// Limits the watched folders to half of the system's limit, because the user did not start this watcher.
    package static func limit(_ settings: inout WatchSettings) {
        let path = Array("/proc/sys/fs/inotify/max_user_watches".utf8)
        // If the limit is unknown, the watcher reports an error when it reaches it.
        guard let text = try? Files.read(path).bytes,
            let most = Int(String(decoding: text.prefix { $0.isDigit }, as: UTF8.self))
        else { return }
        settings.mostFolders = max(1, most / 2)
    }

    /// Records why a watcher could not start, unless another one follows the vault.
    package static func remember(failure: any Error, _ vault: Vault) {
        guard let directory = try? IndexLocation(of: vault).directory,
            WatcherClient(directory, vault).ask() == .absent
        else { return }
        remember("\((failure as? VaultError)?.message ?? "it could not start")", vault)
    }

    /// Records why a watcher ended.
    package static func remember(_ reason: String, _ vault: Vault) {
        guard let directory = try? IndexLocation(of: vault).directory else { return }
        forget(vault)
        // If this fails, the next watcher fails again and reports it.
        try? Files.create(directory + fileName, Array("\(reason)\n".utf8.prefix(1000)), mode: 0o600)
    }

    /// Removes the recorded reason once a watcher follows the vault.
    package static func forget(_ vault: Vault) {
        guard let directory = try? IndexLocation(of: vault).directory else { return }
        Files.discard(directory + fileName)
    }
}
