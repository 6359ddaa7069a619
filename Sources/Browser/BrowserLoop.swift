import Indexing
import Pages
import Searching
package import SourceText
import Synchronization
import System
package import Terminal
package import VaultFiles

/// The interactive search on a real terminal: reads what comes, has the state go on, and shows it.
package final class BrowserLoop {
    /// What the loop asks of the world around it.
    package struct Surroundings {
        package var environment: Environment
        package var now: @Sendable () -> Moment
        package var zoneHasChanged: @Sendable () -> Bool
        /// Opens a note in an editor and waits; what is wrong, where anything is.
        package var edit: (VaultPath, Int) -> String?
        package var remember: (String) -> Void

        package init(
            environment: Environment, now: @escaping @Sendable () -> Moment,
            zoneHasChanged: @escaping @Sendable () -> Bool, edit: @escaping (VaultPath, Int) -> String?,
            remember: @escaping (String) -> Void
        ) {
            self.environment = environment
            self.now = now
            self.zoneHasChanged = zoneHasChanged
            self.edit = edit
            self.remember = remember
        }
    }

    package struct Outcome: Sendable {
        package var paths: [VaultPath]
        package var status: Int32
    }

    /// Whether and how pictures are shown.
    package enum PictureWish: Hashable, Sendable {
        case none
        /// As the terminal's name says.
        case known(PictureProtocol)
        /// As the terminal says when it is asked.
        case asked
    }

    private let vault: Vault
    private let world: Surroundings
    private let device: TerminalDevice
    private let scans = ScanLimit()
    private var state: BrowserState
    private var screen: Screen
    private var reader = KeyReader()
    private var outcome: Outcome?
    private let hasMouse: Bool
    private let isPlain: Bool
    private var voice = PlainVoice()
    private var wake: WakePipe?
    /// How the terminal is shown pictures, as far as that is known.
    private var way: PictureProtocol?
    /// Whether it is asked.
    private let asksForPictures: Bool
    private var cell: CellSize?
    private var pictureQueue: PictureQueue?
    /// The pictures that were made since the screen was entered, and those that were asked for last.
    private var pictures: Set<PagePicture> = []
    private var askedPictures: Set<PagePicture> = []
    /// Whether the terminal keeps any.
    private var hasTransmitted = false

    /// How often, in milliseconds, it is asked whether anything changed on disk.
    private static let patience = 300

    package init(
        _ vault: Vault, _ state: BrowserState, _ world: Surroundings, depth: ColorDepth, hasMouse: Bool, isPlain: Bool,
        pictures: PictureWish
    ) throws {
        self.vault = vault
        self.state = state
        self.world = world
        self.hasMouse = hasMouse && !isPlain
        self.isPlain = isPlain
        screen = Screen(depth)
        switch pictures {
        case _ where isPlain: (way, asksForPictures) = (nil, false)
        case .none: (way, asksForPictures) = (nil, false)
        case .known(.kitty) where depth != .full: (way, asksForPictures) = (nil, false)
        case .known(let known): (way, asksForPictures) = (known, false)
        case .asked: (way, asksForPictures) = (nil, true)
        }
        device = try TerminalDevice(restoring: isPlain ? [] : TerminalModes.leave(mouse: self.hasMouse))
    }

    /// Runs until a person leaves.
    package func run() throws -> Outcome {
        let wake = try WakePipe()
        try enter()
        defer { device.leave() }
        state = resized(state)
        draw()
        // Threads begin once the signals that concern a terminal are waited for, so that none is delivered to them.
        let (vault, world, scans) = (vault, world, scans)
        let (environment, now, zoneHasChanged) = (world.environment, world.now, world.zoneHasChanged)
        let progress = QueueMessages()
        let interruption = Interruption()
        let queue = BrowserQueue(wake, interruption) {
            BrowserWorker(
                vault, environment, scans: scans, messages: progress, interruption: interruption, now: now)
        }
        progress.wake.withLock { $0 = wake }
        let watch = VaultWatch(environment, scans, zoneHasChanged: zoneHasChanged) { QueueMessages() }
        defer {
            queue.end()
            watch.end()
            pictureQueue?.end()
        }
        self.wake = wake
        cell = device.cell.flatMap { CellSize(width: $0.width, height: $0.height) }
        showPictures(queue)
        perform(state.begin(), queue)
        watch.follow(vault)
        while outcome == nil {
            draw()
            switch try device.next(
                beside: wake.reading, milliseconds: reader.isWaiting ? KeyReader.patience : Self.patience)
            {
            case .input(let bytes): take(reader.read(bytes), queue)
            case .timeout:
                if reader.isWaiting { take(reader.read([], isOver: true), queue) }
                if queue.isIdle { queue.ask(.look) }
            case .ready:
                // It takes what woke this: what comes later wakes again.
                let answers = queue.answers()
                for text in progress.take() { perform(state.update(.answer(.progress(text))), queue) }
                showMadePictures()
                for answer in answers { perform(state.update(.answer(answer)), queue) }
            case .resized:
                state = resized(state)
                screen.forget()
                // Another size may be that of the letters.
                if let cell = device.cell { take(.cell(width: cell.width, height: cell.height), queue) }
            case .stopped: try suspend()
            // As shells have it.
            case .ended(let signal): outcome = Outcome(paths: [], status: 128 + signal)
            }
        }
        // Before anything is waited for: whoever leaves has the terminal back.
        if hasTransmitted { try? device.write(PicturePlace.release) }
        device.leave()
        return outcome ?? Outcome(paths: [], status: 130)
    }

    private func enter() throws {
        try device.enter()
        if !isPlain { try device.write(TerminalModes.enter(mouse: hasMouse, asksForPictures: asksForPictures)) }
        screen.forget()
        // Nobody says what became of them while another program had the screen.
        (pictures, askedPictures) = ([], [])
    }

    private func resized(_ state: BrowserState) -> BrowserState {
        var state = state
        _ = state.update(.resized(columns: device.columns ?? 80, rows: device.rows ?? 24))
        return state
    }

    private func draw() {
        // Where nothing can be written, the terminal is gone, which reading tells.
        if isPlain {
            let lines = voice.say(state)
            if !lines.isEmpty { try? device.write(Array(lines.map { $0 + "\r\n" }.joined().utf8)) }
            return
        }
        askForPictures()
        let (grid, cursor) = BrowserView.draw(state)
        let bytes = screen.draw(grid, cursor: cursor)
        if !bytes.isEmpty { try? device.write(bytes) }
    }

    // MARK: Pictures

    /// Shows pictures once it is known how.
    private func showPictures(_ queue: BrowserQueue) {
        // Over characters of another size a picture cannot be laid.
        guard let wake, let way, let size = cell ?? (way == .sixel ? nil : .usual) else { return }
        pictureQueue?.end()
        pictureQueue = PictureQueue(wake, vault, way, size)
        (pictures, askedPictures) = ([], [])
        if way != .kitty { screen.pictures = DrawnPictures() }
        perform(state.update(.pictures(size)), queue)
    }

    /// Has the pictures made that come into view; one that cannot be read is a blank.
    private func askForPictures() {
        guard let pictureQueue, !state.layout.preview.isEmpty else { return }
        let shown = Set(
            state.preview.lines.dropFirst(state.preview.top).prefix(state.layout.preview.rows).compactMap(\.picture))
        let new = shown.subtracting(pictures)
        if new.isEmpty || new.isSubset(of: askedPictures) { return }
        if let count = screen.pictures?.count, count > Self.mostPictures {
            screen.pictures?.keep(Set(shown.map(\.place.identifier)))
            pictures.formIntersection(shown)
        }
        askedPictures = new
        pictureQueue.ask(new.sorted { $0.path < $1.path })
    }

    private func showMadePictures() {
        for (picture, content) in pictureQueue?.made() ?? [] {
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

    /// So many pictures are kept beside those in view: a hundred megabytes of the largest.
    private static let mostPictures = 12

    private func take(_ events: [TerminalEvent], _ queue: BrowserQueue) {
        for event in events where outcome == nil {
            if case .reply(let reply) = event {
                take(reply, queue)
            } else {
                perform(state.update(.terminal(event)), queue)
            }
        }
    }

    /// The terminal tells what it is like.
    private func take(_ reply: TerminalEvent.Reply, _ queue: BrowserQueue) {
        switch reply {
        case .background(let red, let green, let blue):
            // As bright as the eye takes it (ITU-R BT.601).
            let isLight = (Int(red) * 299 + Int(green) * 587 + Int(blue) * 114) / 1000 > 127
            _ = state.update(.background(isLight ? .light : .dark))
        case .attributes(let attributes):
            guard asksForPictures, way == nil, let known = PictureProtocol(attributes: attributes) else { return }
            way = known
            showPictures(queue)
        case .cell(let width, let height):
            guard let size = CellSize(width: width, height: height), size != cell else { return }
            cell = size
            if way != nil { showPictures(queue) }
        }
    }

    private func perform(_ effects: [BrowserEffect], _ queue: BrowserQueue) {
        for effect in effects {
            switch effect {
            case .ask(let wish): queue.ask(wish)
            case .edit(let path, let line):
                device.leave()
                let fault = world.edit(path, line)
                // Where the terminal cannot be had again, reading tells.
                try? enter()
                state = resized(state)
                if let fault { perform(state.update(.answer(.failed(fault, help: nil))), queue) }
                perform(state.update(.edited), queue)
            case .copy(let text):
                try? device.write(TerminalModes.copy(Base64.encoded(Array(text.utf8))))
            case .finish(let paths, let status): outcome = Outcome(paths: paths, status: status)
            case .suspend: try? suspend()
            case .redraw: screen.forget()
            case .remember(let query): world.remember(query)
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

/// Tells how far long work has got; warnings of single notes would be in the way.
private final class QueueMessages: MessageSink, Sendable {
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
