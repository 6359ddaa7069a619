package import Images
import SourceText

/// How a terminal is shown pictures.
package enum PictureProtocol: Hashable, Sendable {
    /// Placeholders (kitty, Ghostty): the terminal keeps the picture, and characters stand for it.
    case kitty
    /// A file in an OSC 1337 (https://iterm2.com/documentation-images.html): iTerm2, WezTerm, mintty.
    case iTerm
    /// Sixels, as many terminals say of themselves when they are asked for their attributes.
    case sixel

    /// By what the environment says of the terminal; nil where it has to be asked. What runs inside of another terminal,
    /// such as tmux, has that one's name.
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

    /// By a terminal's answer to the question for its attributes (DEC's DA1): 4 is sixel graphics.
    package init?(attributes: [Int]) {
        // The first is the terminal's class.
        guard attributes.dropFirst().contains(4) else { return nil }
        self = .sixel
    }
}

/// Rows of a picture that are on the screen, whole.
package struct PictureBand: Hashable, Sendable {
    package let identifier: UInt32
    package let columns: Int
    /// Which of its rows.
    package fileprivate(set) var rows: Range<Int>
    package let place: Screen.Place

    /// All there are in a grid, the uppermost first. Rows of which something covers a part are none.
    ///
    /// - Complexity: O(cells).
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

/// A picture in the pixels of its place, ready to be drawn there.
package struct DrawnPicture: Sendable {
    private enum Form: Sendable {
        case sixels(SixelImage)
        /// As a file in an OSC 1337.
        case file(Image)
    }

    fileprivate let columns: Int
    private let form: Form
    private let cell: CellSize

    /// - Parameter way: one that keeps no pictures.
    /// - Complexity: O(pixels), which takes longer than a key may.
    package init(_ image: Image, _ place: PicturePlace, _ way: PictureProtocol, _ cell: CellSize) {
        let image = image.scaled(width: place.columns * cell.width, height: place.rows * cell.height)
        columns = place.columns
        form = way == .sixel ? .sixels(SixelImage(image)) : .file(image)
        self.cell = cell
    }

    /// What has the terminal draw some rows where the cursor is.
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

/// The pictures that a terminal is shown, where it does not keep them itself.
package struct DrawnPictures: Sendable {
    private var pictures: [UInt32: DrawnPicture] = [:]

    package init() {}

    /// Has a picture drawn wherever its place is from now on.
    package mutating func add(_ picture: DrawnPicture, at place: PicturePlace) { pictures[place.identifier] = picture }

    /// Lets all go but those that are wanted.
    package mutating func keep(_ wanted: Set<UInt32>) { pictures = pictures.filter { wanted.contains($0.key) } }

    package var count: Int { pictures.count }

    func bands(_ grid: Grid) -> [PictureBand] { PictureBand.all(in: grid) { pictures[$0]?.columns } }

    func drawing(_ band: PictureBand) -> [UInt8] { pictures[band.identifier]?.drawing(band) ?? [] }
}
