import Arguments
import Rendering
import Searching
import SourceText
import Terminal
import VaultFiles

/// `slip doctor`: checks the machine, the vault, and the set-up of editors and agents.
enum DoctorCommand {
    struct OptionValues: Sendable {
        var format = FormatOption()
        var showsAll = false
    }

    static let command = SlipCommand(
        "doctor", "Check the machine, the vault and the setup, and say how to fix problems.", words: [],
        options: [
            .flag("all", short: "a", \OptionValues.showsAll, "Show the details of what is ok, too.")
        ] + FormatOption.options.map { $0.on(\OptionValues.format) },
        discussion: """
            Each line is ok, advice, or a problem, with the command that fixes it. On a terminal, one line names all that
            is ok in a section. Nothing is changed, and no program is started except git. The exit status is 1 if there
            is a problem.

            The problems of single notes are listed by 'slip check'. 'slip index --verify' compares the index with the
            files. See 'slip help troubleshooting'.
            """,
        values: { OptionValues() },
        run: { values, _, context in
            let facts = DoctorFacts(context)
            let results = DoctorCheck.all.flatMap { check in outcomes(of: check, facts).map { (check, $0) } }
            if results.contains(where: { $0.1.state == .problem }) { context.status = 1 }
            if values.format.format == .json { return try json(results, context) }
            guard context.host.outputIsTerminal else { return try rows(results, context) }
            context.page()
            try sections(results, showsAll: values.showsAll, context)
        })

    private typealias Result = (check: DoctorCheck, outcome: DoctorCheck.Outcome)

    /// Returns the results of a check. A check that fails is a problem itself.
    private static func outcomes(of check: DoctorCheck, _ facts: DoctorFacts) -> [DoctorCheck.Outcome] {
        do {
            return try check.run(facts)
        } catch {
            let report = ErrorReport(error)
            return [.problem(report.message, help: report.help ?? "slip help troubleshooting")]
        }
    }

    private static func name(_ result: Result) -> String { result.outcome.name ?? result.check.name }

    private static func rows(_ results: [Result], _ context: CommandContext) throws {
        for result in results {
            let (check, outcome) = result
            let cells = [check.area.rawValue, name(result), outcome.state.rawValue, outcome.text, outcome.help ?? ""]
            try context.print(cells.map(SafeText.escaped).joined(separator: "\t"))
        }
    }

    /// Prints the results by area.
    ///
    /// - Parameter showsAll: whether each result has its own line. If not, one line names the checks that are ok.
    private static func sections(_ results: [Result], showsAll: Bool, _ context: CommandContext) throws {
        let style = context.style
        var isFirst = true
        for area in DoctorCheck.Area.allCases {
            let all = results.filter { $0.check.area == area }
            if all.isEmpty { continue }
            if !isFirst { try context.print("") }
            isFirst = false
            try context.print(style.ink(area.rawValue, .section))
            let shown = showsAll ? all : all.filter { $0.outcome.state != .ok }
            let width = shown.map { name($0).count }.max() ?? 0
            if shown.count < all.count {
                let names = all.filter { $0.outcome.state == .ok }.map(name).joined(separator: ", ")
                let line = StyledLine("  ") + style.run("ok", .label) + StyledLine("  ") + style.run(names)
                for line in style.wrapped(line, indent: 6) { try context.print(line) }
            }
            for result in shown { try print(result, width: width, context) }
        }
    }

    private static func print(_ result: Result, width: Int, _ context: CommandContext) throws {
        let outcome = result.outcome
        let style = context.style
        let role: Role =
            switch outcome.state {
            case .ok: .label
            case .advice: .warning
            case .problem: .error
            }
        let head =
            StyledLine("  ") + style.run(name(result)).padded(to: width) + StyledLine("  ")
            + style.run(outcome.state.rawValue, role).padded(to: 7) + StyledLine("  ")
        let indent = width + 13
        for line in style.wrapped(head + style.run(outcome.text), indent: indent) { try context.print(line) }
        guard let help = outcome.help else { return }
        let blanks = StyledLine(String(repeating: " ", count: indent))
        for line in style.wrapped(blanks + style.run(help, .title), indent: indent) { try context.print(line) }
    }

    private static func json(_ results: [Result], _ context: CommandContext) throws {
        var json = JSONWriter()
        json.objects(results) { result, json in
            json.field("area", result.check.area.rawValue)
            json.field("name", name(result))
            json.field("state", result.outcome.state.rawValue)
            json.field("text", result.outcome.text)
            json.field("help", result.outcome.help)
        }
        try context.print(json.text)
    }
}
