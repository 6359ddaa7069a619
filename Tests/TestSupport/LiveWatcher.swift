import Foundation
package import Indexing
import SearchIndex
import Searching
package import SourceText
import Synchronization
import System
import VaultFiles

/// A watcher of a temporary vault that runs on its own thread, in place of a process, until it is deinitialized.
package final class LiveWatcher {
    private let life = Life()

    /// Starts to follow the vault; when this returns, its index is up to date.
    package init(
        _ vault: TemporaryVault, calendar: LocalCalendar = .utc, settings: WatchSettings = LiveWatcher.settings
    ) throws {
        let root = vault.root
        let started = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [life] in life.run(root, calendar, settings, started) }
        started.wait()
        if let failure { throw VaultError(failure) }
    }

    deinit { stop() }

    package static var settings: WatchSettings {
        var settings = WatchSettings()
        settings.quiet = 10
        settings.longestBurst = 100
        settings.retry = 300
        settings.pause = 20
        settings.lateTexts = 50
        settings.debounce = 50
        return settings
    }

    /// What ended it, if anything but the test did.
    package var failure: String? { life.state.withLock { $0.failure } }
    package var warnings: [String] { life.state.withLock { $0.warnings } }
    package var hasEnded: Bool { life.state.withLock { $0.hasEnded } }
    package var obstacle: String? { life.state.withLock { $0.obstacle } }

    package func stop() {
        life.state.withLock { $0.ends = true }
        while !life.state.withLock({ $0.hasEnded }) { usleep(500) }
    }

    /// Runs `body` while it hears and answers nothing.
    package func paused<Value>(_ body: () throws -> Value) rethrows -> Value {
        life.state.withLock { $0.isPaused = true }
        while !life.state.withLock({ $0.isAsleep || $0.hasEnded }) { usleep(200) }
        defer {
            life.state.withLock {
                $0.isPaused = false
                $0.isAsleep = false
            }
        }
        return try body()
    }

    private struct State {
        var isPaused = false
        var isAsleep = false
        var ends = false
        var hasEnded = false
        var failure: String?
        var warnings: [String] = []
        var obstacle: String?
    }

    /// What the thread and the test share.
    private final class Life: Sendable {
        let state = Mutex(State())

        func run(
            _ root: [UInt8], _ calendar: LocalCalendar, _ settings: WatchSettings, _ started: DispatchSemaphore
        ) {
            do {
                try live(root, calendar, settings, started)
            } catch {
                state.withLock { $0.failure = "\(error)" }
            }
            state.withLock { $0.hasEnded = true }
            // In case the watcher failed before it signalled. A second signal is harmless: there is one wait.
            started.signal()
        }

        private func live(
            _ root: [UInt8], _ calendar: LocalCalendar, _ settings: WatchSettings, _ started: DispatchSemaphore
        ) throws {
            let watcher = try Watcher(
                try Vault(root: root),
                Environment(variables: [:], directory: root, now: LocalZone.now(), calendar: calendar),
                messages: Messages { [self] text in state.withLock { $0.warnings.append(text) } },
                zoneHasChanged: { false }, settings: settings)
            started.signal()
            while !state.withLock({ $0.ends }) {
                state.withLock {
                    $0.isAsleep = $0.isPaused
                    $0.obstacle = watcher.state.obstacle
                }
                if state.withLock({ $0.isAsleep }) {
                    usleep(500)
                } else if try !watcher.step(milliseconds: 5) {
                    break
                }
            }
        }
    }

    private final class Messages: MessageSink {
        let take: (String) -> Void
        init(_ take: @escaping (String) -> Void) { self.take = take }
        func warn(_ message: String) { take(message) }
        func progress(_ what: String, _ done: Int, of total: Int?) {}
    }
}

extension TemporaryVault {
    /// Whether a watcher confirms within 10 seconds that the index is fresh.
    package func isConfirmed(_ calendar: LocalCalendar = .utc) throws -> Bool {
        for _ in 0..<1000 {
            if try session(calendar).keeper.isConfirmed { return true }
            usleep(10_000)
        }
        return false
    }

    /// The number of notes with a word.
    package func notes(with word: String) throws -> Int {
        let session = try session()
        return try session.read { snapshot in try snapshot.index.count(.word(word)) }
    }
}
