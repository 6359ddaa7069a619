import SourceText

/// How a workbook displays the numbers of its cells: ECMA-376-1, 18.8.30 (number formats) and 18.17.4 (dates).
struct CellFormats {
    /// For each style of cells, whether it displays a number as a date or a time of day.
    private var areDates: [Bool] = []
    /// The day with the number 0.
    private let start: CivilTime
    private let startsIn1904: Bool

    /// - Parameters:
    ///   - styles: the part with the styles, or nil if the workbook has none. It is read up to the first fault.
    ///   - startsIn1904: whether days are counted from 1904, as older versions for Macintosh do, instead of 1900.
    init(styles: [UInt8]?, startsIn1904: Bool) {
        self.startsIn1904 = startsIn1904
        start = startsIn1904 ? CivilTime(year: 1904, month: 1, day: 1) : CivilTime(year: 1899, month: 12, day: 30)
        guard let styles, var reader = try? XMLReader(styles) else { return }
        var codes: [Int: Bool] = [:]
        var isInCells = false
        while let event = try? reader.next() {
            switch event {
            case .start(let tag):
                if tag.name == "cellXfs" { isInCells = true }
                guard let id = tag["numFmtId"].flatMap({ Int($0) }) ?? (tag.name == "xf" ? 0 : nil) else { continue }
                if tag.name == "numFmt" { codes[id] = Self.isDate(code: tag["formatCode"] ?? "") }
                if tag.name == "xf", isInCells { areDates.append(codes[id] ?? Self.isDate(builtIn: id)) }
            case .end("cellXfs"): return
            default: break
            }
        }
    }

    /// Returns the text of a number as a date, a time of day or both: `2024-03-27 11:48`. Returns nil if the style
    /// displays no date, or the number is none.
    func date(_ number: [UInt8], style: Int) -> String? {
        guard areDates.indices.contains(style), areDates[style],
            let value = Double(String(decoding: number, as: UTF8.self)), (0..<2_958_466).contains(value)
        else { return nil }
        var days = Int(value.rounded(.down))
        var seconds = Int(((value - Double(days)) * 86_400).rounded())
        if seconds == 86_400 { (days, seconds) = (days + 1, 0) }
        let time = CivilTime(
            year: 2000, month: 1, day: 1, hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60)
        let clock = time.second == 0 ? String(time.clockText.dropLast(3)) : time.clockText
        if days == 0, !startsIn1904 { return clock }
        // In the system of 1900, day 60 is February 29, which that year did not have.
        let day = start.adding(days: !startsIn1904 && days < 60 ? days + 1 : days).dayText
        return seconds == 0 ? day : "\(day) \(clock)"
    }

    /// Whether a format that is not listed in the styles displays a date. Format 46 is a length of time.
    private static func isDate(builtIn id: Int) -> Bool {
        [14...22, 27...36, 45...45, 47...47, 50...58].contains { $0.contains(id) }
    }

    /// Whether a format displays a date: its first section has the letter of a part of a date. Text in quotes or
    /// brackets, and a character after `\`, `_` or `*`, has no such meaning. `[h]` is a length of time.
    private static func isDate(code: String) -> Bool {
        var isDate = false
        var scalars = code.lowercased().unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            switch scalar {
            case "\\", "_", "*": _ = scalars.next()
            case "\"": while let next = scalars.next(), next != "\"" {}
            case "[":
                var inside = ""
                while let next = scalars.next(), next != "]" { inside.unicodeScalars.append(next) }
                if !inside.isEmpty, inside.allSatisfy({ "hms".contains($0) }) { return false }
            case ";": return isDate
            case "y", "m", "d", "h", "s": isDate = true
            default: break
            }
        }
        return isDate
    }
}
