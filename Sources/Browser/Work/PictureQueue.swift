import Codecs
import Dispatch
import Rendering
import SourceText
import Synchronization
import System
import Terminal
import VaultFiles

/// Prepares pictures for the terminal on a separate thread: a large one would delay the response to a key.
final class PictureQueue: Sendable {
    /// A picture in the form that the terminal's protocol needs.
    enum PictureContent: Sendable {
        /// Bytes that make the terminal show the picture at its placeholders.
        case transmission([UInt8])
        /// A picture that `Screen` draws in its place.
        case drawn(DrawnPicture)
    }

    private struct QueueState {
        var wanted: [PagePicture] = []
        var ready: [(picture: PagePicture, content: PictureContent?)] = []
        var isOver = false
    }

    private let state = Mutex(QueueState())
    private let semaphore = DispatchSemaphore(value: 0)

    /// - Parameter wake: the pipe that is written to when a picture is ready.
    init(_ wake: WakePipe, _ pictureProtocol: PictureProtocol, _ cell: CellSize) {
        Worker.start("slip.pictures") {
            while let picture = self.next() {
                let content = Self.content(of: picture, for: pictureProtocol, cell)
                self.state.withLock { $0.ready.append((picture, content)) }
                wake.wake()
            }
        }
    }

    /// Replaces the pictures that wait to be prepared.
    func request(_ pictures: [PagePicture]) {
        state.withLock { $0.wanted = pictures }
        for _ in pictures { semaphore.signal() }
    }

    /// Returns the pictures prepared since the last call. The content of one that cannot be read or decoded is nil.
    func takeReady() -> [(picture: PagePicture, content: PictureContent?)] {
        state.withLock { state in
            defer { state.ready = [] }
            return state.ready
        }
    }

    /// Ends the thread after the current picture, without waiting for it.
    func end() {
        state.withLock { $0.isOver = true }
        semaphore.signal()
    }

    private func next() -> PagePicture? {
        while true {
            semaphore.wait()
            let (picture, isOver) = state.withLock { state in
                (state.wanted.isEmpty ? nil : state.wanted.removeFirst(), state.isOver)
            }
            if isOver { return nil }
            if let picture { return picture }
        }
    }

    private static func content(
        of picture: PagePicture, for pictureProtocol: PictureProtocol, _ cell: CellSize
    ) -> PictureContent? {
        guard let bytes = picture.bytes(), let header = ImageHeader(bytes) else { return nil }
        // kitty decodes PNG itself.
        if pictureProtocol == .kitty, header.format == .png {
            return .transmission(picture.place.transmission(png: bytes))
        }
        guard let image = Image(decoding: bytes) else { return nil }
        if pictureProtocol != .kitty {
            return .drawn(DrawnPicture(image, picture.place, pictureProtocol, cell))
        }
        let scaled = image.scaled(width: picture.place.columns * cell.width, height: picture.place.rows * cell.height)
        return .transmission(picture.place.transmission(scaled))
    }
}
