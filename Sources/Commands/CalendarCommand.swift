import Arguments
import QueryLanguage
import Rendering
import Searching
import SourceText
import Terminal
import VaultFiles

/// `slip calendar`: a month with the number of notes for each day.
enum CalendarCommand {
    enum DateKind: String, CaseIterable, ArgumentValue, Sendable { case created, modified }

    struct OptionValues: Sendable {
        var date: DateKind?
        var query: String?
        var format: ListFormat?
    }

    static let command = SlipCommand(
        "calendar", "Show a month, with the number of notes for each day.", words: ["[MONTH…]"],
        options: [
            .value(
                "by", "DATE", \OptionValues.date, "Count notes by creation or modification date (default: created)."),
            .value("query", short: "q", "QUERY", \.query, "Count only notes that match QUERY."),
            .value("format", short: "f", "FORMAT", \.format, "Set the output format (default: text)."),
        ],
        discussion: """
            MONTH is 2024-03, march, march 2024 or last month (default: the current month). A year such as 2024 shows
            twelve months. Weeks begin on Monday. The number in parentheses is that of the notes.

            The exit status is 1 if no notes were found.
            """,
        values: { OptionValues() }, run: run)

    @Sendable private static func run(_ values: OptionValues, _ words: [String], in context: CommandContext) throws {
        let text = words.joined(separator: " ")
        let today = context.environment.calendar.civil(context.environment.now).startOfDay
        let months = try months(text, today)
        try context.read { snapshot in
            let isChanged = values.date == .modified
            var options = SearchOptions(query: values.query ?? "", scope: .all, folder: .root)
            options.extras.dates = [isChanged ? .modified : .created]
            let search = try snapshot.prepare(options)
            QueryOptions.report((options.query, []), search, in: context)
            let counts = try snapshot.lists.days(search, changed: isChanged).filter { count in
                months.contains { $0.year == count.day.year && $0.month == count.day.month }
            }
            if counts.isEmpty { context.status = 1 }
            if values.format == .json {
                var json = JSONWriter()
                DayJSON.write(counts, to: &json)
                return try context.print(json.text)
            }
            let numbers = Dictionary(counts.map { ($0.day.dayText, $0.notes) }) { first, _ in first }
            context.page()
            for (index, month) in months.enumerated() {
                if index > 0 { try context.print("") }
                for line in lines(month, numbers, today: today, style: context.style) { try context.print(line) }
            }
        }
    }

    private static func months(_ text: String, _ today: CivilTime) throws -> [CivilTime] {
        if text.isEmpty { return [CivilTime(year: today.year, month: today.month, day: 1)] }
        if text.count == 4, let year = Int(text), (1...9999).contains(year) {
            return (1...12).map { CivilTime(year: year, month: $0, day: 1) }
        }
        guard let month = DayWords.month(text, today: today) else {
            throw UsageError.other(
                "'\(text)' is not a month", help: "examples: 2024-03, march, march 2024, last month, 2024")
        }
        return [month]
    }

    /// Returns the lines of a month: its name, the names of the weekdays, and one line per week. Each day has its
    /// number and its count of notes, or a mark if there is no room for the count.
    ///
    /// - Parameter counts: the number of notes by day, such as `2024-03-27`.
    private static func lines(
        _ month: CivilTime, _ counts: [String: Int], today: CivilTime, style: Style
    ) -> [String] {
        // The widest content is '30 (999)', with a blank behind it.
        let cell = min(9, max(3, style.width / 7))
        func count(_ notes: Int) -> String {
            if notes == 0 { return "" }
            let text = " (\(notes < 1000 ? "\(notes)" : "\(notes / 1000)k"))"
            return text.count <= cell - 3 ? text : cell > 4 ? " +" : "•"
        }
        var lines = [style.text(style.run("\(month.monthName) \(month.yearText)", .title))]
        let names = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
        lines.append(
            style.text(names.reduce(StyledLine()) { $0 + style.run($1, .label).padded(to: cell) }.withoutBlanksAtEnd))
        var line = style.run(String(repeating: " ", count: cell * month.weekday))
        for number in 1...CivilTime.daysIn(month: month.month, year: month.year) {
            let day = CivilTime(year: month.year, month: month.month, day: number)
            let notes = counts[day.dayText] ?? 0
            let label = style.run(
                number < 10 ? " \(number)" : "\(number)", day == today ? .warning : notes > 0 ? .title : .date)
            line.add((label + style.run(count(notes), .added)).padded(to: cell))
            if day.weekday == 6 {
                lines.append(style.text(line.withoutBlanksAtEnd))
                line = StyledLine()
            }
        }
        if !line.isEmpty { lines.append(style.text(line.withoutBlanksAtEnd)) }
        return lines
    }
}
