import Dispatch
package import Searching
import Synchronization
package import System

/// Passes requests to the worker's thread and collects the responses. A newer request replaces a waiting one of the same
/// kind, and interrupts a search that it makes obsolete.
package final class BrowserQueue: Sendable {
    /// The kinds of requests, in the order in which they are answered.
    private enum RequestKind: Int, CaseIterable {
        case change, places, firstResults, search, page, passages, suggestions, tasks, proposals, difference, keywords,
            folders,
            broad, near, update

        init(_ request: BrowserRequest) {
            self =
                switch request {
                case .firstResults: .firstResults
                case .search(let request): request.includesNearMatches ? .near : request.isBroad ? .broad : .search
                case .passages: .passages
                case .page: .page
                case .suggestions: .suggestions
                case .folders: .folders
                case .tasks: .tasks
                case .proposals: .proposals
                case .difference: .difference
                case .keywords: .keywords
                case .change: .change
                case .places: .places
                case .update: .update
                }
        }
    }

    private struct QueueState {
        var waiting: [RequestKind: BrowserRequest] = [:]
        /// The changes, which never replace one another.
        var changes: [BrowserRequest] = []
        /// The request that the worker is answering.
        var current: BrowserRequest?
        var responses: [BrowserResponse] = []
        var isOver = false

        /// Whether a waiting search makes a request obsolete.
        func isReplaced(_ request: BrowserRequest) -> Bool {
            guard request.isPartOfSearch else { return false }
            let waiting = [waiting[.search], waiting[.broad]].compactMap { $0?.search?.revision }.max()
            return waiting ?? .min > request.search?.revision ?? .min
        }
    }

    private let state = Mutex(QueueState())
    private let ready = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private let wake: WakePipe
    private let interruption: Interruption

    /// - Parameters:
    ///   - wake: the pipe that is written to when there are responses.
    ///   - interruption: the worker's.
    ///   - worker: creates the worker; called on its thread.
    package init(
        _ wake: WakePipe, _ interruption: Interruption, _ worker: @escaping @Sendable () -> BrowserWorker
    ) {
        self.wake = wake
        self.interruption = interruption
        Worker.start("slip.browse") {
            let worker = worker()
            while let (kind, request) = self.next() {
                if kind == .broad, worker.takesLong(request), !self.waitsUntilIdle(request) { continue }
                let responses = worker.responses(to: request) { self.isObsolete(request) }
                self.state.withLock {
                    $0.current = nil
                    $0.responses += responses
                }
                if !responses.isEmpty { wake.wake() }
            }
            self.ended.signal()
        }
    }

    package func send(_ request: BrowserRequest) {
        state.withLock { state in
            let kind = RequestKind(request)
            if kind == .change { state.changes.append(request) } else { state.waiting[kind] = request }
            guard kind == .search || kind == .broad else { return }
            // A new query makes the searches for the previous one obsolete.
            for other in [RequestKind.near, .search, .broad] where other != kind { state.waiting[other] = nil }
            if let current = state.current, state.isReplaced(current) { interruption.interrupt() }
        }
        ready.signal()
    }

    /// Returns the responses that have arrived since the last call, and empties the pipe that announces them.
    package func takeResponses() -> [BrowserResponse] {
        wake.drain()
        return state.withLock { state in
            defer { state.responses = [] }
            return state.responses
        }
    }

    /// Whether no request waits.
    package var isIdle: Bool { state.withLock { $0.waiting.isEmpty && $0.changes.isEmpty } }

    private func next() -> (RequestKind, BrowserRequest)? {
        while true {
            ready.wait()
            let (found, isOver) = state.withLock { state -> ((RequestKind, BrowserRequest)?, Bool) in
                state.current = nil
                if !state.changes.isEmpty { return ((.change, state.changes.removeFirst()), false) }
                if state.isOver { return (nil, true) }
                for kind in RequestKind.allCases {
                    guard let request = state.waiting.removeValue(forKey: kind) else { continue }
                    state.current = request
                    return ((kind, request), false)
                }
                return (nil, false)
            }
            if let found { return found }
            if isOver { return nil }
        }
    }

    /// The pause after which the user has probably finished typing, in milliseconds.
    private static let idleTime = 120

    /// Waits for a pause in the requests before a search for a prefix of frequent words. SQLite gathers all matches in
    /// one step, which would delay further typing. Returns false if another request came first. The broad one then
    /// waits again, unless it was replaced.
    private func waitsUntilIdle(_ request: BrowserRequest) -> Bool {
        for _ in 0..<(Self.idleTime / 10) {
            let isBusy = state.withLock { state in
                let isAhead = state.waiting.keys.contains { $0.rawValue <= RequestKind.broad.rawValue }
                guard isAhead || !state.changes.isEmpty else { return false }
                let isReplaced = state.waiting[.search] != nil || state.waiting[.broad] != nil
                if !isReplaced { state.waiting[.broad] = request }
                return true
            }
            if isBusy {
                ready.signal()
                return false
            }
            ThisProcess.sleep(.milliseconds(10))
        }
        return true
    }

    /// Whether a waiting request makes the current one obsolete.
    private func isObsolete(_ request: BrowserRequest) -> Bool {
        state.withLock { state in
            switch request {
            case .change: return false
            case .update: return state.isOver || !state.waiting.isEmpty || !state.changes.isEmpty
            default: return state.isOver || state.isReplaced(request)
            }
        }
    }

    /// Ends the thread after all requested changes are made, and waits for it.
    package func end() {
        state.withLock { $0.isOver = true }
        interruption.interrupt()
        ready.signal()
        ended.wait()
    }
}
