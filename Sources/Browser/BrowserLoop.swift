import Indexing
package import QueryLanguage
import Rendering
import Searching
package import SourceText
import Synchronization
import System
package import Terminal
package import VaultFiles

/// The event loop of the interactive search: reads events from the terminal and the threads, updates the state, draws it.
package final class BrowserLoop {
    /// The clock, the environment and the operations that the program provides.
    package struct Host {
        package var environment: Environment
        package var now: @Sendable () -> Moment
        package var zoneHasChanged: @Sendable () -> Bool
        /// Opens a note in an editor and waits for it; returns the error, if there is one.
        package var edit: (NoteAddress, Int) -> String?
        /// Opens a file with the program that the system uses for it; returns the error, if there is one.
        package var openFile: (NoteAddress) -> String?
        /// Adds a query to the history.
        package var remember: (String) -> Void

        package init(
            environment: Environment, now: @escaping @Sendable () -> Moment,
            zoneHasChanged: @escaping @Sendable () -> Bool, edit: @escaping (NoteAddress, Int) -> String?,
            openFile: @escaping (NoteAddress) -> String?, remember: @escaping (String) -> Void
        ) {
            self.environment = environment
            self.now = now
            self.zoneHasChanged = zoneHasChanged
            self.edit = edit
            self.openFile = openFile
            self.remember = remember
        }
    }

    /// The paths that the program prints after the search, and its exit status.
    package struct LoopResult: Sendable {
        package var paths: [NoteAddress]
        package var status: Int32
    }

    /// How to find out whether the terminal shows pictures.
    package enum PictureSupport: Hashable, Sendable {
        case none
        /// The environment names a terminal with a known protocol.
        case known(PictureProtocol)
        /// The terminal has to be queried.
        case unknown
    }

    private let vaults: [BrowserVault]
    private let host: Host
    private let device: TerminalDevice
    private let scans = ScanLimit()
    private var state: BrowserState
    private var screen: Screen
    private var reader = KeyReader()
    private var outcome: LoopResult?
    private let hasMouse: Bool
    private let isPlain: Bool
    private var plainOutput = PlainOutput()
    private var wake: WakePipe?
    /// The protocol for pictures; nil if there is none or it is not known yet.
    private var pictureProtocol: PictureProtocol?
    /// Whether the terminal is queried for its picture support.
    private let queriesPictureSupport: Bool
    private var cell: CellSize?
    private var pictureQueue: PictureQueue?
    /// The pictures prepared since the screen was entered.
    private var pictures: Set<PagePicture> = []
    /// The pictures that were requested last.
    private var requestedPictures: Set<PagePicture> = []
    /// Whether the terminal stores any picture.
    private var hasTransmitted = false

    /// The interval at which the files are checked for changes, in milliseconds.
    private static let updateInterval = 300

    package init(
        _ vaults: [BrowserVault], _ state: BrowserState, _ host: Host, depth: ColorDepth, hasMouse: Bool,
        isPlain: Bool,
        pictures: PictureSupport
    ) throws {
        self.vaults = vaults
        self.state = state
        self.host = host
        self.hasMouse = hasMouse && !isPlain
        self.isPlain = isPlain
        screen = Screen(depth)
        (pictureProtocol, queriesPictureSupport) =
            switch pictures {
            case _ where isPlain: (nil, false)
            case .none: (nil, false)
            case .known(.kitty) where depth != .full: (nil, false)
            case .known(let known): (known, false)
            case .unknown: (nil, true)
            }
        device = try TerminalDevice(restoring: isPlain ? [] : TerminalModes.leave(mouse: self.hasMouse))
    }

    /// Runs until the user leaves, and returns what the program prints then. Can be called only once.
    package func run() throws -> LoopResult {
        let wake = try WakePipe()
        try enter()
        defer { device.leave() }
        state = resized(state)
        draw()
        // `enter` blocks the terminal's signals. Threads start later, so that they inherit the mask and get none of them.
        let (vaults, host, scans) = (vaults, host, scans)
        let (environment, now, zoneHasChanged) = (host.environment, host.now, host.zoneHasChanged)
        let progress = LatestProgress()
        let interruption = Interruption()
        let queue = BrowserQueue(wake, interruption) {
            BrowserWorker(
                vaults, environment, scans: scans, messages: progress, interruption: interruption, now: now)
        }
        progress.wake.withLock { $0 = wake }
        let watch = VaultWatch(environment, scans, zoneHasChanged: zoneHasChanged) { LatestProgress() }
        defer {
            queue.end()
            watch.end()
            pictureQueue?.end()
        }
        self.wake = wake
        cell = device.cell.flatMap { CellSize(width: $0.width, height: $0.height) }
        showPictures(queue)
        perform(state.begin(), queue)
        for vault in vaults { watch.follow(vault.vault) }
        while outcome == nil {
            draw()
            switch try device.next(
                beside: wake.reading, milliseconds: reader.isWaiting ? KeyReader.sequenceTimeout : Self.updateInterval)
            {
            case .input(let bytes): handle(reader.read(bytes), queue)
            case .timeout:
                if reader.isWaiting { handle(reader.read([], isOver: true), queue) }
                if queue.isIdle { queue.send(.update) }
            case .ready:
                // First, because it empties the pipe: anything that arrives later wakes the loop again.
                let responses = queue.takeResponses()
                for text in progress.take() { perform(state.update(.response(.progress(text))), queue) }
                showReadyPictures()
                for response in responses { perform(state.update(.response(response)), queue) }
            case .resized:
                state = resized(state)
                screen.forget()
                // The size of a cell may have changed.
                if let cell = device.cell { handle(.cell(width: cell.width, height: cell.height), queue) }
            case .stopped: try suspend()
            // The exit status that shells report for a signal.
            case .ended(let signal): outcome = LoopResult(paths: [], status: 128 + signal)
            }
        }
        // Before the threads are waited for, so that the user can type at once.
        if hasTransmitted { try? device.write(PicturePlace.deletion) }
        device.leave()
        return outcome ?? LoopResult(paths: [], status: 130)
    }

    private func enter() throws {
        try device.enter()
        if !isPlain { try device.write(TerminalModes.enter(mouse: hasMouse, asksForPictures: queriesPictureSupport)) }
        screen.forget()
        // Another program may have deleted the pictures while it used the screen.
        (pictures, requestedPictures) = ([], [])
    }

    private func resized(_ state: BrowserState) -> BrowserState {
        var state = state
        _ = state.update(.resized(columns: device.columns ?? 80, rows: device.rows ?? 24))
        return state
    }

    private func draw() {
        // A write fails only if the terminal is gone, which the next read reports.
        if isPlain {
            let lines = plainOutput.update(state)
            if !lines.isEmpty { try? device.write(Array(lines.map { $0 + "\r\n" }.joined().utf8)) }
            return
        }
        requestPictures()
        let (grid, cursor) = BrowserView.draw(state)
        let bytes = screen.draw(grid, cursor: cursor)
        if !bytes.isEmpty { try? device.write(bytes) }
    }

    // MARK: Pictures

    /// Starts to show pictures. Does nothing until their protocol, and for sixels the size of a cell, is known.
    private func showPictures(_ queue: BrowserQueue) {
        // Sixels need the exact size of a cell; the other protocols scale.
        guard let wake, let pictureProtocol, let size = cell ?? (pictureProtocol == .sixel ? nil : .usual) else {
            return
        }
        pictureQueue?.end()
        pictureQueue = PictureQueue(wake, pictureProtocol, size)
        (pictures, requestedPictures) = ([], [])
        if pictureProtocol != .kitty { screen.pictures = DrawnPictures() }
        perform(state.update(.pictures(size)), queue)
    }

    /// Requests the pictures that have scrolled into view of the preview. The place of one that cannot be read stays
    /// blank.
    private func requestPictures() {
        guard let pictureQueue, !state.layout.preview.isEmpty else { return }
        let shown = Set(
            state.preview.lines.dropFirst(state.preview.top).prefix(state.layout.preview.rows).compactMap(\.picture))
        let new = shown.subtracting(pictures)
        if new.isEmpty || new.isSubset(of: requestedPictures) { return }
        if let count = screen.pictures?.count, count > Self.mostPictures {
            screen.pictures?.keep(Set(shown.map(\.place.identifier)))
            pictures.formIntersection(shown)
        }
        requestedPictures = new
        pictureQueue.request(new.sorted { $0.path < $1.path })
    }

    private func showReadyPictures() {
        for (picture, content) in pictureQueue?.takeReady() ?? [] {
            pictures.insert(picture)
            switch content {
            case nil: break
            case .transmission(let bytes):
                hasTransmitted = true
                try? device.write(bytes)
            case .drawn(let drawn): screen.pictures?.add(drawn, at: picture.place)
            }
        }
    }

    /// The number of pictures to keep besides those in view: about 100 MB if they have the maximum size.
    private static let mostPictures = 12

    private func handle(_ events: [TerminalEvent], _ queue: BrowserQueue) {
        for event in events where outcome == nil {
            if case .reply(let reply) = event {
                handle(reply, queue)
            } else {
                perform(state.update(.terminal(event)), queue)
            }
        }
    }

    private func handle(_ reply: TerminalEvent.Reply, _ queue: BrowserQueue) {
        switch reply {
        case .background(let red, let green, let blue):
            // The perceived brightness (ITU-R BT.601).
            let isLight = (Int(red) * 299 + Int(green) * 587 + Int(blue) * 114) / 1000 > 127
            _ = state.update(.background(isLight ? .light : .dark))
        case .attributes(let attributes):
            guard queriesPictureSupport, pictureProtocol == nil, let known = PictureProtocol(attributes: attributes)
            else { return }
            pictureProtocol = known
            showPictures(queue)
        case .cell(let width, let height):
            guard let size = CellSize(width: width, height: height), size != cell else { return }
            cell = size
            if pictureProtocol != nil { showPictures(queue) }
        }
    }

    private func perform(_ effects: [BrowserEffect], _ queue: BrowserQueue) {
        for effect in effects {
            switch effect {
            case .send(let request): queue.send(request)
            case .edit(let note, let line):
                device.leave()
                let fault = host.edit(note, line)
                // If the terminal is gone, the next read reports it.
                try? enter()
                state = resized(state)
                if let fault { perform(state.update(.response(.failed(fault, help: nil))), queue) }
                perform(state.update(.edited), queue)
            case .openFile(let file):
                let fault = host.openFile(file)
                perform(state.update(.opened(file, fault: fault)), queue)
            case .copy(let text):
                try? device.write(TerminalModes.copy(Base64.encoded(Array(text.utf8))))
            case .finish(let paths, let status): outcome = LoopResult(paths: paths, status: status)
            case .suspend: try? suspend()
            case .redraw: screen.forget()
            case .remember(let query): host.remember(query)
            }
        }
    }

    private func suspend() throws {
        device.leave()
        device.stop()
        try enter()
        state = resized(state)
    }
}

/// The latest progress message, for the event loop. All warnings are discarded, because they would hide the results.
private final class LatestProgress: MessageSink, Sendable {
    let wake = Mutex<WakePipe?>(nil)
    private let texts = Mutex<[String]>([])

    func warn(_ message: String) {}

    func progress(_ what: String, _ done: Int, of total: Int?) {
        texts.withLock { $0 = ["\(what) \(done)\(total.map { " of \($0)" } ?? "")"] }
        wake.withLock { $0?.wake() }
    }

    func take() -> [String] {
        texts.withLock { texts in
            defer { texts = [] }
            return texts
        }
    }
}
