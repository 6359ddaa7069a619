package import Codecs
import SourceText

/// A protocol for pictures on a terminal.
package enum PictureProtocol: Hashable, Sendable {
    /// Placeholders (kitty, Ghostty): the terminal stores the picture, and characters mark its place.
    case kitty
    /// A file in an OSC 1337 (https://iterm2.com/documentation-images.html): iTerm2, WezTerm, mintty.
    case iTerm
    /// Sixels, which many terminals report in their attributes.
    case sixel

    /// The protocol of the terminal that the environment names; nil if the terminal has to be queried. Inside tmux and
    /// screen, the variables name the outer terminal, so they do not count.
    package init?(variables: [String: String]) {
        let term = variables["TERM"] ?? ""
        if ["xterm-kitty", "xterm-ghostty"].contains(where: { term.hasPrefix($0) }) {
            self = .kitty
            return
        }
        if term.hasPrefix("tmux") || term.hasPrefix("screen") { return nil }
        let programs = ["iTerm.app", "WezTerm", "mintty"]
        guard programs.contains(variables["TERM_PROGRAM"] ?? "") || variables["LC_TERMINAL"] == "iTerm2" else {
            return nil
        }
        self = .iTerm
    }

    /// The protocol in a terminal's attributes (DEC's DA1), where 4 is sixel graphics; nil if there is none.
    package init?(attributes: [Int]) {
        // The first number is the terminal's class.
        guard attributes.dropFirst().contains(4) else { return nil }
        self = .sixel
    }
}

/// Consecutive rows of a picture that are completely on the screen.
package struct PictureBand: Hashable, Sendable {
    package let identifier: UInt32
    package let columns: Int
    /// The rows of the picture.
    package fileprivate(set) var rows: Range<Int>
    package let place: Screen.Place

    /// Returns all bands in a grid, from top to bottom. Rows that are partly covered are left out. Complexity:
    /// O(cells).
    ///
    /// - Parameter widths: returns the number of columns of a picture, or nil if it is not known. Its bands are then
    ///   left out.
    static func all(in grid: Grid, widths: (UInt32) -> Int?) -> [PictureBand] {
        var bands: [PictureBand] = []
        for row in 0..<grid.rows {
            var column = 0
            while column < grid.columns {
                guard let part = PicturePlace.part(grid[column, row]) else {
                    column += 1
                    continue
                }
                var end = column + 1
                while end < grid.columns, let next = PicturePlace.part(grid[end, row]), next == part { end += 1 }
                defer { column = end }
                guard widths(part.identifier) == end - column else { continue }
                let above = bands.lastIndex { band in
                    band.identifier == part.identifier && band.place.column == column
                        && band.place.row + band.rows.count == row && band.rows.upperBound == part.row
                }
                if let above {
                    bands[above].rows = bands[above].rows.lowerBound..<part.row + 1
                } else {
                    bands.append(
                        PictureBand(
                            identifier: part.identifier, columns: end - column, rows: part.row..<part.row + 1,
                            place: Screen.Place(column: column, row: row)))
                }
            }
        }
        return bands
    }
}

/// A picture for a terminal that does not store pictures, scaled to the pixels of its place. Any band of it can be
/// drawn.
package struct DrawnPicture: Sendable {
    private enum PictureForm: Sendable {
        case sixels(SixelImage)
        /// An image for OSC 1337.
        case file(Image)
    }

    fileprivate let columns: Int
    private let form: PictureForm
    private let cell: CellSize

    /// - Parameter pictureProtocol: `sixel` or `iTerm`, which do not store pictures.
    /// - Complexity: O(pixels), which is too slow for the thread that handles keys.
    package init(_ image: Image, _ place: PicturePlace, _ pictureProtocol: PictureProtocol, _ cell: CellSize) {
        let image = image.scaled(width: place.columns * cell.width, height: place.rows * cell.height)
        columns = place.columns
        form = pictureProtocol == .sixel ? .sixels(SixelImage(image)) : .file(image)
        self.cell = cell
    }

    /// Returns the bytes that draw a band at the cursor.
    fileprivate func drawing(_ band: PictureBand) -> [UInt8] {
        let rows = band.rows.lowerBound * cell.height..<band.rows.upperBound * cell.height
        switch form {
        case .sixels(let image): return image.drawing(rows: rows)
        case .file(let image):
            let file = Base64.encoded(image.cropped(rows: rows).png)
            return Array(
                ("\u{1B}]1337;File=inline=1;width=\(band.columns);height=\(band.rows.count);preserveAspectRatio=0;"
                    + "doNotMoveCursor=1:\(file)\u{07}").utf8)
        }
    }
}

/// The pictures that `Screen` draws on a terminal that does not store them, by their identifiers.
package struct DrawnPictures: Sendable {
    private var pictures: [UInt32: DrawnPicture] = [:]

    package init() {}

    /// Adds a picture, which is drawn wherever its place is on the screen.
    package mutating func add(_ picture: DrawnPicture, at place: PicturePlace) { pictures[place.identifier] = picture }

    /// Forgets all pictures except those with the given identifiers, to limit memory. Erases nothing on the screen.
    package mutating func keep(_ wanted: Set<UInt32>) { pictures = pictures.filter { wanted.contains($0.key) } }

    package var count: Int { pictures.count }

    func bands(_ grid: Grid) -> [PictureBand] { PictureBand.all(in: grid) { pictures[$0]?.columns } }

    func drawing(_ band: PictureBand) -> [UInt8] { pictures[band.identifier]?.drawing(band) ?? [] }
}
