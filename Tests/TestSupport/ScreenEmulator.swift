package import Codecs
import Foundation
import SourceText
package import Terminal

/// A terminal that knows just what our screens write, and stumbles over everything else.
package struct ScreenEmulator {
    package private(set) var grid: Grid
    package private(set) var cursor = Screen.Place(column: 0, row: 0)
    package private(set) var isCursorShown = true
    /// The private modes that are on.
    package private(set) var modes: Set<Int> = []
    /// What it could not read.
    package private(set) var unknown: [String] = []
    /// What was put on the clipboard, in base 64.
    package private(set) var clipboard: String?
    /// How often characters were written, for how much is drawn.
    package private(set) var written = 0
    /// The parts of pictures (OSC 1337) that stand where no character was written since, each as its pixels.
    package private(set) var pictures: [Screen.Place: Image] = [:]
    private var textStyle = TextStyle.plain
    private var waitsAtMargin = false
    private var bytes: [UInt8] = []
    /// Whether emoji and joined characters are taken for one column, as some terminals do.
    private let isNarrow: Bool

    package init(columns: Int, rows: Int, isNarrow: Bool = false) {
        grid = Grid(columns: columns, rows: rows)
        self.isNarrow = isNarrow
    }

    package var text: String { (0..<grid.rows).map { grid.text($0) }.joined(separator: "\n") }

    package mutating func write(_ new: [UInt8]) {
        bytes += new
        var rest = String(decoding: bytes, as: UTF8.self)[...]
        bytes = []
        while let character = rest.first {
            if character == "\u{1B}" {
                guard let length = sequence(rest) else {
                    bytes = Array(rest.utf8)
                    return
                }
                rest = rest.dropFirst(length)
            } else {
                put(character)
                rest.removeFirst()
            }
        }
    }

    private mutating func put(_ character: Character) {
        guard let first = character.unicodeScalars.first, first.value >= 0x20 else {
            unknown.append("control \(character.unicodeScalars.map(\.value))")
            return
        }
        if waitsAtMargin { unknown.append("wrote beyond the margin: \(character)") }
        written += 1
        let isOdd = character.unicodeScalars.count > 1 || (first.value > 0x300 && first.properties.isEmoji)
        let width = isOdd && isNarrow ? 1 : TextWidth.columns(character)
        grid.write(StyledLine(String(character), textStyle), column: cursor.column, row: cursor.row)
        for column in cursor.column..<cursor.column + width {
            pictures[Screen.Place(column: column, row: cursor.row)] = nil
        }
        if cursor.column + width >= grid.columns { waitsAtMargin = true } else { cursor.column += width }
    }

    /// Obeys the sequence at the start of `text`.
    ///
    /// - Returns: its length in characters; nil where it is not whole.
    private mutating func sequence(_ text: Substring) -> Int? {
        let characters = Array(text.prefix(text.hasPrefix("\u{1B}]1337;") ? .max : 400))
        guard characters.count > 1 else { return nil }
        switch characters[1] {
        case "[":
            guard let end = characters.dropFirst(2).firstIndex(where: { ("@"..."~").contains($0) }) else { return nil }
            control(String(characters[2..<end]), characters[end])
            return end + 1
        case "]":
            guard
                let end = characters.indices.first(where: {
                    $0 > 1 && (characters[$0] == "\u{07}" || characters[$0] == "\\" && characters[$0 - 1] == "\u{1B}")
                })
            else { return nil }
            let body = String(characters[2..<(characters[end] == "\u{07}" ? end : end - 1)])
            if body.hasPrefix("8;;") {
                textStyle.link = body.count > 3 ? String(body.dropFirst(3)) : nil
            } else if body.hasPrefix("52;c;") {
                clipboard = String(body.dropFirst(5))
            } else if body.hasPrefix("1337;File=") {
                drawPicture(body.dropFirst(10))
            } else if body != "11;?" {
                unknown.append("OSC \(body)")
            }
            return end + 1
        default:
            unknown.append("ESC \(characters[1])")
            return 2
        }
    }

    /// `inline=1;width=COLUMNS;height=ROWS;…:BASE64`
    private mutating func drawPicture(_ text: Substring) {
        let parts = text.split(separator: ":", maxSplits: 1)
        var sizes: [Substring: Int] = [:]
        for part in parts[0].split(separator: ";") {
            let pair = part.split(separator: "=")
            sizes[pair[0]] = Int(pair[1])
        }
        guard parts.count == 2, let columns = sizes["width"], let rows = sizes["height"],
            let file = Data(base64Encoded: String(parts[1])), let image = Image(decoding: Array(file))
        else { return unknown.append("picture \(text.prefix(80))") }
        if cursor.column + columns > grid.columns || cursor.row + rows > grid.rows { unknown.append("picture beyond") }
        let (width, height) = (image.width / columns, image.height / rows)
        for row in 0..<rows {
            for column in 0..<columns {
                var cell = Image(width: width, height: height)
                for y in 0..<height {
                    for x in 0..<width { cell[x: x, y: y] = image[x: column * width + x, y: row * height + y] }
                }
                pictures[Screen.Place(column: cursor.column + column, row: cursor.row + row)] = cell
            }
        }
    }

    private mutating func control(_ body: String, _ final: Character) {
        let numbers = body.drop { "?<>=".contains($0) }.split(separator: ";", omittingEmptySubsequences: false)
            .map { Int($0) ?? 0 }
        switch (final, body.first) {
        case ("H", _):
            cursor = Screen.Place(column: (numbers.dropFirst().first ?? 1) - 1, row: (numbers.first ?? 1) - 1)
            waitsAtMargin = false
            if cursor.column >= grid.columns || cursor.row >= grid.rows { unknown.append("moved out: \(body)") }
        case ("J", _) where body == "2":
            grid = Grid(columns: grid.columns, rows: grid.rows)
            pictures = [:]
        case ("K", _) where body.isEmpty:
            for column in cursor.column..<grid.columns {
                grid[column, cursor.row] = Cell(text: " ", textStyle: textStyle)
                pictures[Screen.Place(column: column, row: cursor.row)] = nil
            }
        case ("m", _): textStyle = Self.textStyle(numbers, link: textStyle.link, &unknown)
        case ("h", "?"), ("l", "?"):
            for number in numbers {
                if number == 25 { isCursorShown = final == "h" }
                if final == "h" { modes.insert(number) } else { modes.remove(number) }
            }
        case ("u", _): if body == ">1" { modes.insert(-1) } else if body == "<" { modes.remove(-1) }
        case ("c", _): break
        default: unknown.append("CSI \(body)\(final)")
        }
    }

    private static func textStyle(_ numbers: [Int], link: String?, _ unknown: inout [String]) -> TextStyle {
        var textStyle = TextStyle(link: link)
        var index = 0
        func color(_ base: Int) -> Color? {
            switch numbers[index] - base {
            case 0...7: return .standard(UInt8(numbers[index] - base))
            case 60...67: return .standard(UInt8(numbers[index] - base - 52))
            case 8 where numbers[index + 1] == 5:
                defer { index += 2 }
                return .indexed(UInt8(numbers[index + 2]))
            case 8 where numbers[index + 1] == 2:
                defer { index += 4 }
                return .rgb(UInt8(numbers[index + 2]), UInt8(numbers[index + 3]), UInt8(numbers[index + 4]))
            default: return nil
            }
        }
        let marks: [Int: TextStyle.Marks] = [
            1: .bold, 2: .dim, 3: .italic, 4: .underline, 7: .reverse, 9: .strikethrough,
        ]
        while index < numbers.count {
            switch numbers[index] {
            case 0: textStyle = TextStyle(link: link)
            case 1...9:
                if let mark = marks[numbers[index]] {
                    textStyle.marks.insert(mark)
                } else {
                    unknown.append("SGR \(numbers)")
                }
            case 30...38, 90...97: textStyle.foreground = color(30)
            case 40...48, 100...107: textStyle.background = color(40)
            default: unknown.append("SGR \(numbers)")
            }
            index += 1
        }
        return textStyle
    }
}
