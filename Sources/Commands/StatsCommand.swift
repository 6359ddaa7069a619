import Arguments
import QueryLanguage
import Rendering
import Searching
import SourceText
import Terminal
import VaultFiles

/// `slip stats`: statistics about notes.
enum StatsCommand {
    enum OutputFormat: String, CaseIterable, ArgumentValue, Sendable { case json, csv }
    /// The length of the periods that `--by` groups by.
    enum PeriodLength: String, CaseIterable, ArgumentValue, Sendable { case day, week, month, year }

    struct OptionValues: Sendable {
        var place = QueryOptions()
        var vaults = VaultOptions()
        var period: PeriodLength?
        var format: OutputFormat?
    }

    static let command = SlipCommand(
        "stats", "Show statistics about notes.", words: ["[QUERY…]"],
        options: QueryOptions.options.map { $0.on(\OptionValues.place) }
            + VaultOptions.options.map { $0.on(\OptionValues.vaults) } + [
                .value("by", "PERIOD", \.period, "Group by day, week, month or year (default: month)."),
                .value(
                    "format", short: "f", "FORMAT", \.format, "Print the statistics as JSON or CSV instead of text."),
            ],
        takesNegatedTerms: true,
        discussion: """
            Shows the number of notes for each status, folder and keyword, the numbers of words, tasks, links and
            attachments, and the front matter keys. A calendar of the last year and charts show when notes were created
            and modified. QUERY is as in 'slip search'. Without QUERY, all notes in the folder are counted.

            The exit status is 1 if no notes were found.
            """,
        values: { OptionValues() }, run: run)

    @Sendable private static func run(_ values: OptionValues, _ words: [String], in context: CommandContext) throws {
        let (statistics, vaults) = try statistics(values, words, in: context)
        if statistics.notes == 0 { context.status = 1 }
        let today = context.environment.calendar.civil(context.environment.now).startOfDay
        let periods = Periods(statistics, values.period ?? .month)
        switch values.format {
        case .json: try context.print(json(statistics, periods, vaults: vaults))
        case .csv: try csv(statistics, periods, vaults: vaults, in: context)
        case nil:
            if statistics.notes == 0 { return context.notice("no notes found") }
            context.page()
            try show(statistics, periods, vaults: vaults, today: today, in: context)
        }
    }

    /// The dates whose distribution is shown.
    private static let dates: Set<Condition.TimeField> = [.created, .modified]

    private static func statistics(
        _ values: OptionValues, _ words: [String], in context: CommandContext
    ) throws -> (sum: Statistics, vaults: [Statistics.Count]) {
        guard let vaults = try context.severalVaults(values.vaults) else {
            return try context.read { snapshot in
                let search = try values.place.prepare(words, dates: dates, snapshot, in: context)
                return (try Statistics(of: search, in: snapshot), [])
            }
        }
        try values.place.refuse()
        let joined = QueryText.joined(words)
        var options = SearchOptions(query: joined.query, scope: .all, folder: .root)
        options.extras.dates = dates
        return try context.read(vaults, with: values.vaults) { collection in
            try values.place.prepare(options, notices: joined.notices, in: collection, vaults: values.vaults, context)
                .statistics()
        }
    }

    // MARK: Periods

    /// The numbers of notes by day, week, month or year, oldest first. Periods without notes are left out.
    private struct Periods {
        struct PeriodCounts {
            var name: String
            var created = 0
            var modified = 0
            /// The number of notes created until its end.
            var total = 0
        }

        let period: PeriodLength
        var rows: [PeriodCounts] = []

        init(_ statistics: Statistics, _ period: PeriodLength) {
            self.period = period
            var rows: [String: PeriodCounts] = [:]
            for count in statistics.created {
                rows[Self.name(count.day, period), default: PeriodCounts(name: "")].created += count.notes
            }
            for count in statistics.modified {
                rows[Self.name(count.day, period), default: PeriodCounts(name: "")].modified += count.notes
            }
            var total = 0
            for name in rows.keys.sorted() {
                var row = rows[name] ?? PeriodCounts(name: name)
                row.name = name
                total += row.created
                row.total = total
                self.rows.append(row)
            }
        }

        /// Returns the name of the period that contains `day`: `2024`, `2024-03`, `2024-03-27`, or for a week the date of
        /// its Monday.
        private static func name(_ day: CivilTime, _ period: PeriodLength) -> String {
            switch period {
            case .day: day.dayText
            case .week: day.adding(days: -day.weekday).dayText
            case .month: day.monthText
            case .year: day.yearText
            }
        }
    }

    // MARK: Text

    /// The maximum number of list entries, and of periods.
    private static let fewNames = 10
    private static let fewPeriods = 12

    private static func show(
        _ statistics: Statistics, _ periods: Periods, vaults: [Statistics.Count], today: CivilTime,
        in context: CommandContext
    ) throws {
        let style = context.style
        let charts = Charts(style)
        func section(_ title: String, _ lines: [String]) throws {
            if lines.isEmpty { return }
            try context.print("")
            try context.print(style.text(style.run(title, .section).clipped(to: max(style.width, 20))))
            for line in lines { try context.print(line) }
        }
        func bars(_ counts: [Statistics.Count]) -> [String] {
            let shown = counts.prefix(fewNames).map { (name: $0.name, number: $0.notes) }
            let more = counts.count - shown.count
            return charts.bars(shown) + (more > 0 ? ["  " + style.ink("and \(more) more", .label)] : [])
        }
        func counted(_ number: Int, _ one: String, many: String) -> String { "\(number) \(number == 1 ? one : many)" }
        let facts = [
            Counted.notes(statistics.notes), counted(Int(statistics.words), "word", many: "words"),
            counted(Int(statistics.links), "link", many: "links"),
            counted(Int(statistics.attachments), "attachment", many: "attachments"),
            counted(Int(statistics.openTasks), "open task", many: "open tasks"),
            counted(statistics.favorites, "favorite", many: "favorites"),
            counted(statistics.orphans, "orphan", many: "orphans"),
            "\(statistics.broken) with broken links",
        ]
        var line = ""
        for fact in facts {
            if !line.isEmpty, line.count + fact.count + 2 > max(context.host.columns, 20) {
                try context.print(line)
                line = ""
            }
            line += (line.isEmpty ? "" : ", ") + fact
        }
        try context.print(line)
        try section("Vaults", bars(vaults))
        try section("Status", bars(statistics.statuses))
        try section("Folders", bars(statistics.folders))
        try section("Keywords", bars(statistics.keywords))
        try section("Front matter", bars(statistics.keys))
        try section("Created on each day of the last year", charts.year(statistics.created, today: today))
        let rows = periods.rows.suffix(fewPeriods)
        try section("Created by \(periods.period)", charts.bars(rows.map { (name: $0.name, number: $0.created) }))
        try section(
            "Last modified by \(periods.period)", charts.bars(rows.map { (name: $0.name, number: $0.modified) }))
        try section("Total notes", charts.bars(rows.map { (name: $0.name, number: $0.total) }))
    }

    // MARK: JSON and CSV

    private static func json(_ statistics: Statistics, _ periods: Periods, vaults: [Statistics.Count]) -> String {
        var json = JSONWriter()
        func list(_ name: String, _ counts: [Statistics.Count], json: inout JSONWriter) {
            json.objects(name, of: counts) { count, json in
                json.field("name", count.name)
                json.field("notes", count.notes)
            }
        }
        json.object { json in
            for (name, number) in totals(statistics) {
                json.field(name, number)
            }
            if !vaults.isEmpty { list("vaults", vaults, json: &json) }
            list("statuses", statistics.statuses, json: &json)
            list("folders", statistics.folders, json: &json)
            list("keywords", statistics.keywords, json: &json)
            list("keys", statistics.keys, json: &json)
            json.field("created")
            DayJSON.write(statistics.created, to: &json)
            json.field("modified")
            DayJSON.write(statistics.modified, to: &json)
            json.objects("\(periods.period)s", of: periods.rows) { row, json in
                json.field("\(periods.period)", row.name)
                for (name, number) in [
                    ("created", row.created), ("modified", row.modified), ("total", row.total),
                ] {
                    json.field(name, number)
                }
            }
        }
        return json.text
    }

    private static func totals(_ statistics: Statistics) -> [(String, Int64)] {
        [
            ("notes", Int64(statistics.notes)), ("words", statistics.words), ("size", statistics.size),
            ("links", statistics.links), ("attachments", statistics.attachments), ("open_tasks", statistics.openTasks),
            ("favorites", Int64(statistics.favorites)), ("orphans", Int64(statistics.orphans)),
            ("broken", Int64(statistics.broken)),
        ]
    }

    /// Prints all statistics as one table, with a row per number: its category, its name, and the number.
    private static func csv(
        _ statistics: Statistics, _ periods: Periods, vaults: [Statistics.Count], in context: CommandContext
    ) throws {
        var rows: [[String]] = [["of", "name", "notes"]]
        rows += totals(statistics).map { ["total", $0.0, String($0.1)] }
        for (name, counts) in [
            ("vault", vaults), ("status", statistics.statuses), ("folder", statistics.folders),
            ("keyword", statistics.keywords),
            ("key", statistics.keys),
        ] { rows += counts.map { [name, $0.name, String($0.notes)] } }
        rows += statistics.created.map { ["created", $0.day.dayText, String($0.notes)] }
        rows += statistics.modified.map { ["modified", $0.day.dayText, String($0.notes)] }
        rows += periods.rows.map { ["total by \(periods.period)", $0.name, String($0.total)] }
        for row in rows {
            try context.write(Table.csv(row.map { Array($0.utf8) }, isShown: context.host.outputIsTerminal))
        }
    }
}
