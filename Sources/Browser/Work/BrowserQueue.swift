import Dispatch
package import Searching
import Synchronization
package import System

/// Hands wishes to a thread of their own and collects what it answers. Of each kind only the newest wish waits, and what
/// a newer one has made useless is dropped while it is worked on.
package final class BrowserQueue: Sendable {
    /// In the order in which they are seen to.
    private enum Kind: Int, CaseIterable {
        case change, whereabouts, names, search, page, passages, suggestions, keywords, folders, broad, near, look

        init(_ wish: BrowserWish) {
            self =
                switch wish {
                case .names: .names
                case .search(let wish): wish.goesOn ? .near : wish.isBroad ? .broad : .search
                case .passages: .passages
                case .page: .page
                case .suggestions: .suggestions
                case .folders: .folders
                case .keywords: .keywords
                case .change: .change
                case .whereabouts: .whereabouts
                case .look: .look
                }
        }
    }

    private struct State {
        var waiting: [Kind: BrowserWish] = [:]
        /// Changes, of which each is made.
        var changes: [BrowserWish] = []
        var answers: [BrowserAnswer] = []
        var isOver = false
    }

    private let state = Mutex(State())
    private let ready = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private let wake: WakePipe
    private let interruption: Interruption

    /// - Parameters:
    ///   - wake: is woken when there are answers.
    ///   - interruption: the worker's.
    ///   - worker: made on the thread that works with it.
    package init(
        _ wake: WakePipe, _ interruption: Interruption, _ worker: @escaping @Sendable () -> BrowserWorker
    ) {
        self.wake = wake
        self.interruption = interruption
        Worker.start("slip.browse") {
            let worker = worker()
            while let (kind, wish) = self.next() {
                if kind == .broad, worker.isLarge, !self.isCalm(wish) { continue }
                let answers = worker.answers(wish) { self.isUseless(kind) }
                if answers.isEmpty { continue }
                self.state.withLock { $0.answers += answers }
                wake.wake()
            }
            self.ended.signal()
        }
    }

    package func ask(_ wish: BrowserWish) {
        state.withLock { state in
            let kind = Kind(wish)
            if kind == .change { state.changes.append(wish) } else { state.waiting[kind] = wish }
            // What stands near to a query that is no longer asked helps nobody.
            if kind == .search || kind == .broad {
                for other in [Kind.near, .search, .broad] where other != kind { state.waiting[other] = nil }
            }
        }
        ready.signal()
        // Typing never waits for a search that has become useless.
        if case .search(let wish) = wish, !wish.goesOn { interruption.interrupt() }
    }

    /// What was answered since.
    package func answers() -> [BrowserAnswer] {
        wake.drain()
        return state.withLock { state in
            defer { state.answers = [] }
            return state.answers
        }
    }

    /// Whether nothing waits.
    package var isIdle: Bool { state.withLock { $0.waiting.isEmpty && $0.changes.isEmpty } }

    private func next() -> (Kind, BrowserWish)? {
        while true {
            ready.wait()
            let (found, isOver) = state.withLock { state -> ((Kind, BrowserWish)?, Bool) in
                if !state.changes.isEmpty { return ((.change, state.changes.removeFirst()), false) }
                if state.isOver { return (nil, true) }
                for kind in Kind.allCases {
                    if let wish = state.waiting.removeValue(forKey: kind) { return ((kind, wish), false) }
                }
                return (nil, false)
            }
            if let found { return found }
            if isOver { return nil }
        }
    }

    /// So long, in milliseconds, nobody presses a key who means what is typed.
    private static let calm = 120

    /// Whether nothing is wanted for a while. What one or two letters begin stands in nearly every note and takes long to
    /// gather, which SQLite does in one go; whoever goes on typing would wait for it.
    ///
    /// - Returns: false where something else was wanted, in which case the wish waits again.
    private func isCalm(_ wish: BrowserWish) -> Bool {
        for _ in 0..<(Self.calm / 10) {
            let isWanted = state.withLock { state in
                let isAhead = state.waiting.keys.contains { $0.rawValue <= Kind.broad.rawValue }
                guard isAhead || !state.changes.isEmpty else { return false }
                let isReplaced = state.waiting[.search] != nil || state.waiting[.broad] != nil
                if !isReplaced { state.waiting[.broad] = wish }
                return true
            }
            if isWanted {
                ready.signal()
                return false
            }
            ThisProcess.sleep(.milliseconds(10))
        }
        return true
    }

    /// Whether something newer waits that makes what is done now useless: a search makes all useless that is about
    /// another one.
    private func isUseless(_ kind: Kind) -> Bool {
        state.withLock { state in
            if state.isOver { return kind != .change }
            switch kind {
            case .search, .broad, .near, .passages: return state.waiting[.search] != nil || state.waiting[.broad] != nil
            case .look: return !state.waiting.isEmpty || !state.changes.isEmpty
            default: return false
            }
        }
    }

    /// Ends once the changes that were asked for are made.
    package func end() {
        state.withLock { $0.isOver = true }
        interruption.interrupt()
        ready.signal()
        ended.wait()
    }
}
