import Dispatch
import Images
import Pages
import SourceText
import Synchronization
import System
import Terminal
import VaultFiles

/// Makes of pictures what a terminal is given, on a thread of its own: a large one takes longer than a key may.
final class PictureQueue: Sendable {
    /// What a terminal is given.
    enum Content: Sendable {
        /// Bytes after which it shows the picture where its placeholders stand.
        case transmission([UInt8])
        /// The picture, to be drawn in its place.
        case drawn(DrawnPicture)
    }

    private struct State {
        var wanted: [PagePicture] = []
        var made: [(picture: PagePicture, content: Content?)] = []
        var isOver = false
    }

    private let state = Mutex(State())
    private let ready = DispatchSemaphore(value: 0)

    /// - Parameter wake: is woken when a picture is made.
    init(_ wake: WakePipe, _ vault: Vault, _ way: PictureProtocol, _ cell: CellSize) {
        Worker.start("slip.pictures") {
            while let picture = self.next() {
                let content = Self.content(picture, vault, way, cell)
                self.state.withLock { $0.made.append((picture, content)) }
                wake.wake()
            }
        }
    }

    /// Has these made, and what was asked for before no longer.
    func ask(_ pictures: [PagePicture]) {
        state.withLock { $0.wanted = pictures }
        for _ in pictures { ready.signal() }
    }

    /// What was made since; nil of one that cannot be read, or is broken, whose place stays blank.
    func made() -> [(picture: PagePicture, content: Content?)] {
        state.withLock { state in
            defer { state.made = [] }
            return state.made
        }
    }

    /// Nothing more is begun; what is being made is not waited for.
    func end() {
        state.withLock { $0.isOver = true }
        ready.signal()
    }

    private func next() -> PagePicture? {
        while true {
            ready.wait()
            let (picture, isOver) = state.withLock { state in
                (state.wanted.isEmpty ? nil : state.wanted.removeFirst(), state.isOver)
            }
            if isOver { return nil }
            if let picture { return picture }
        }
    }

    private static func content(
        _ picture: PagePicture, _ vault: Vault, _ way: PictureProtocol, _ cell: CellSize
    ) -> Content? {
        guard let bytes = NotePage.picture(picture.path, vault), let header = ImageHeader(bytes) else { return nil }
        // What the terminal can read itself it is given.
        if way == .kitty, header.format == .png { return .transmission(picture.place.transmission(png: bytes)) }
        guard let image = Image(decoding: bytes) else { return nil }
        if way != .kitty { return .drawn(DrawnPicture(image, picture.place, way, cell)) }
        let scaled = image.scaled(width: picture.place.columns * cell.width, height: picture.place.rows * cell.height)
        return .transmission(picture.place.transmission(scaled))
    }
}
