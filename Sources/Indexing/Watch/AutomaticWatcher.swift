import SearchIndex
import SourceText
import System
package import VaultFiles

/// A watcher that comes by itself where the configuration says `watch: auto`: a command that looked at the files for
/// longer than a person notices starts one in the background, which ends once nobody has asked it for a while.
///
/// One that cannot vouch for the index ends at once and leaves word of why, so that not every command starts another in
/// vain.
package enum AutomaticWatcher {
    package enum State: Hashable, Sendable {
        /// The configuration does not want one.
        case off
        /// The next command that looks at the files for long starts one.
        case ready
        /// None is started, for that reason.
        case barred(String)
    }

    /// How long a watcher that came by itself lives without a question.
    package static let idleMinutes = 30

    /// How long, in milliseconds, files may be looked at without one.
    package static let patience: Int64 = 20

    /// How long, in seconds, a reason counts that one had for ending.
    private static let memory: Int64 = 3600

    /// Bytes of a reason; what is longer is none of ours.
    private static let mostReason: Int64 = 4096

    private static let fileName = Array("/watch.off".utf8)

    /// What `slip` is to be called with, so that it follows the vault.
    package static func arguments(_ vault: Vault) -> [[UInt8]] {
        [Array("--vault".utf8), vault.fullPath(.root)]
            + ["index", "--watch", "--idle", String(idleMinutes)].map { Array($0.utf8) }
    }

    /// Whether one would be started now.
    package static func state(of vault: Vault) -> State {
        guard vault.configuration.watchesByItself else { return .off }
        // Another user's files are that one's to follow, by root least of all.
        let owners = [vault.fullPath(.root), vault.folder].map { FileStatus.seen($0, follows: true)?.owner }
        guard owners.allSatisfy({ $0 == ThisProcess.user }) else { return .barred("the vault is another user's") }
        do {
            let type = try FileSystemType(of: vault.fullPath(.root))
            if !type.tellsAllChanges {
                return .barred("a file system \(type.name) may be changed by others without a word")
            }
            let path = try IndexKeeper.directory(vault) + fileName
            guard let status = FileStatus.seen(path) else { return .ready }
            guard status.kind == .regular, status.owner == ThisProcess.user, status.size <= mostReason else {
                return .barred("'\(String(decoding: path, as: UTF8.self))' is in the way")
            }
            let age = LocalZone.now().microseconds / 1_000_000 - status.modified / 1_000_000_000
            if !(0..<memory).contains(age) { return .ready }
            let reason = try Files.read(path).bytes
            return .barred(String(decoding: reason.prefix { !$0.isLineEnd }, as: UTF8.self))
        } catch {
            return .barred("\(error)")
        }
    }

    /// Takes no more of what the system has for all programs than leaves enough for others: nobody asked for this watcher.
    package static func limit(_ settings: inout WatchSettings) {
        let path = Array("/proc/sys/fs/inotify/max_user_watches".utf8)
        // Where it is not told, the watcher's own errors tell it.
        guard let text = try? Files.read(path).bytes,
            let most = Int(String(decoding: text.prefix { $0.isDigit }, as: UTF8.self))
        else { return }
        settings.mostFolders = max(1, most / 2)
    }

    /// Leaves word of why one could not even begin, unless it was because another one follows the vault.
    package static func remember(failure: any Error, _ vault: Vault) {
        guard let directory = try? IndexKeeper.directory(vault),
            WatcherClient(directory, vault).ask() == .absent
        else { return }
        remember("\((failure as? VaultError)?.message ?? "it could not begin")", vault)
    }

    /// Leaves word of why a watcher could not go on.
    package static func remember(_ reason: String, _ vault: Vault) {
        guard let directory = try? IndexKeeper.directory(vault) else { return }
        forget(vault)
        // Where it cannot be written, the next one says it again.
        try? Files.create(directory + fileName, Array("\(reason)\n".utf8.prefix(1000)), mode: 0o600)
    }

    /// Takes back what was left, once a watcher follows the vault again.
    package static func forget(_ vault: Vault) {
        guard let directory = try? IndexKeeper.directory(vault) else { return }
        Files.discard(directory + fileName)
    }
}
