package import Searching
package import SourceText
import Terminal
import VaultFiles

/// Charts made of characters, which are readable in one color.
package struct Charts {
    private let style: Style
    private let width: Int

    /// The maximum width at which bars are easy to compare.
    private static let widest = 100

    package init(_ style: Style) {
        self.style = style
        width = min(max(style.width, 20), Self.widest)
    }

    /// Returns a line for each row: name, number, and a bar in proportion to the largest number. 0 has no bar. Long
    /// names are clipped.
    package func bars(_ rows: [(name: String, number: Int)]) -> [String] {
        let names = rows.map { SafeText.escaped($0.name) }
        let room = max(6, width / 3)
        let nameWidth = min(room, names.map(TextWidth.columns).max() ?? 0)
        let numberWidth = rows.map { String($0.number).count }.max() ?? 1
        let most = max(1, rows.map(\.number).max() ?? 1)
        let barWidth = max(4, width - nameWidth - numberWidth - 5)
        return zip(rows, names).map { row, name in
            let shown = StyledLine(name).clipped(to: nameWidth).text
            let pad = String(repeating: " ", count: max(0, nameWidth - TextWidth.columns(shown)))
            let number = String(row.number)
            let blanks = String(repeating: " ", count: numberWidth - number.count)
            let line = "  \(shown)\(pad)  \(blanks)\(style.ink(number, .title))"
            return row.number > 0 ? line + " " + style.ink(bar(row.number, most, columns: barWidth), .added) : line
        }
    }

    /// Returns a bar of block characters, in steps of an eighth of a column.
    ///
    /// - Parameters:
    ///   - most: the number of a bar that fills all `columns`.
    private func bar(_ number: Int, _ most: Int, columns: Int) -> String {
        let eighths = max(number > 0 ? 1 : 0, number * columns * 8 / most)
        let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        return String(repeating: "█", count: eighths / 8) + part
    }

    /// Returns a calendar of the year that ends today, below a line with the months: a column per week and a row per
    /// weekday. A day with more notes is darker, in four steps. A narrow screen shows fewer weeks.
    package func year(_ counts: [DayCount], today: CivilTime) -> [String] {
        let weeks = min(53, (width - 6))
        let thisWeek = today.startOfDay.adding(days: -today.weekday)
        let first = thisWeek.adding(days: -7 * (weeks - 1))
        var numbers: [Int64: Int] = [:]
        for count in counts where count.day >= first { numbers[count.day.seconds, default: 0] += count.notes }
        // Four steps, each for the same number of days if possible.
        let sorted = numbers.values.sorted()
        func step(_ notes: Int) -> Int {
            guard notes > 0, !sorted.isEmpty else { return 0 }
            // Equal days share their middle rank. A single day is the darkest, a year of ones is not.
            let rank = sorted.count { $0 < notes } + (sorted.count { $0 == notes } + 1) / 2
            return 1 + min(3, (rank * 4 - 1) / sorted.count)
        }
        var head = ""
        var lastMonth = 0
        for week in 0..<weeks {
            let day = first.adding(days: 7 * week)
            guard head.isEmpty || head.count < week else { continue }
            head += String(repeating: " ", count: week - head.count)
            if day.month != lastMonth, week + 3 <= weeks { head += day.monthName.prefix(3) }
            lastMonth = day.month
        }
        var lines = ["      " + style.ink(head, .label)]
        for weekday in 0..<7 {
            let name = [0: "Mo", 2: "We", 4: "Fr"][weekday] ?? "  "
            var line = "  \(style.ink(name, .label))  "
            for week in 0..<weeks {
                let day = first.adding(days: 7 * week + weekday)
                let sign = ["·", "░", "▒", "▓", "█"][day > today ? 0 : step(numbers[day.seconds] ?? 0)]
                line += day > today ? " " : sign == "·" ? style.ink(sign, .date) : style.ink(sign, .added)
            }
            lines.append(line)
        }
        return lines
    }
}
