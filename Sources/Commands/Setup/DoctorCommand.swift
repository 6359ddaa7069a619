import Arguments
import Rendering
import Searching
import SourceText
import Terminal
import VaultFiles

/// `slip doctor`: checks the machine, the vault, and the set-up of editors and agents.
enum DoctorCommand {
    static let command = SlipCommand(
        "doctor", "Check the machine, the vault and the setup, and say how to fix problems.", words: [],
        options: FormatOption.options,
        discussion: """
            Each line is ok, advice, or a problem, with the command that fixes it. Nothing is changed, and no
            program is started except git. The exit status is 1 if there is a problem.

            The problems of single notes are listed by 'slip check'. 'slip index --verify' compares the index with the
            files. See 'slip help troubleshooting'.
            """,
        values: { FormatOption() },
        run: { values, _, context in
            let facts = DoctorFacts(context)
            let results = DoctorCheck.all.flatMap { check in outcomes(of: check, facts).map { (check, $0) } }
            if results.contains(where: { $0.1.state == .problem }) { context.status = 1 }
            if values.format == .json { return try json(results, context) }
            context.page()
            var area: DoctorCheck.Area?
            let width = results.map { name($0).count }.max() ?? 0
            for result in results {
                if context.host.outputIsTerminal, result.0.area != area {
                    if area != nil { try context.print("") }
                    try context.print(context.style.ink(result.0.area.rawValue, .section))
                }
                area = result.0.area
                try print(result, width: width, context)
            }
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

    private static func print(_ result: Result, width: Int, _ context: CommandContext) throws {
        let (check, outcome) = result
        guard context.host.outputIsTerminal else {
            let cells = [check.area.rawValue, name(result), outcome.state.rawValue, outcome.text, outcome.help ?? ""]
            return try context.print(cells.map(SafeText.escaped).joined(separator: "\t"))
        }
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
