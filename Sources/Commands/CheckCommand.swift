import Arguments
import Rendering
import SourceText
import VaultCore

enum CheckCommand {
    enum Format: String, CaseIterable, ArgumentValue, Sendable { case text, json }

    struct Values: Sendable {
        var format: Format?
        var listsUndated = false
        var mends = false
        var kinds: [String] = []
        var change = ChangeOptions()
    }

    static let command = Program.SlipCommand(
        "check", "List every problem in the vault.",
        options: [
            .value("format", short: "f", "FORMAT", \.format, "Write the list as FORMAT."),
            .flag("undated", \.listsUndated, "List also notes without a date of their own."),
            .repeated("kind", short: "k", "KIND", \.kinds, "List only problems of KIND, such as broken-link."),
            .flag("fix", \.mends, "Mend what needs no guessing."), ChangeOptions.dryRun.on(\Values.change),
        ],
        discussion: """
            Faults of front matter and of the configuration, broken and ambiguous links, headings that are not there,
            missing and unused attachments, duplicate ids and titles, unknown statuses, keys that are nearly known
            ones, bad encoding, merge conflict markers, copies that sync programs leave, links out of the vault: one a line, as path:line:column: kind: text. Exit status 1 if there are any.
            --fix rewrites links to and in notes that another program moved since the index was built, recognised by
            their content, and with --undated writes created: where a note has no date; --dry-run shows it.
            """,
        values: { Values() },
        run: { values, _, context in
            let session = try context.session(changing: values.mends && !values.change.isDryRun)
            if values.mends {
                let plan = try session.planToMend(undated: values.listsUndated)
                try values.change.carryOut(plan, context, session) { "\(Counted.notes($0)) mended" }
                if values.change.isDryRun { return }
            }
            for kind in values.kinds where !Finding.kinds.contains(kind) {
                let near = Nearest.match(kind, among: Finding.kinds)
                throw UsageError.other(
                    "there is no kind of problem '\(kind)'",
                    help: near.map { "did you mean '\($0)'?" } ?? "kinds are: \(Finding.kinds.joined(separator: ", "))")
            }
            let findings = try session.reading { try session.findings(undated: values.listsUndated) }
                .filter { values.kinds.isEmpty || values.kinds.contains($0.kind) }
            context.status = findings.isEmpty ? 0 : 1
            let paths = context.paths(session)
            if values.format == .json { return try json(findings, context) }
            context.page()
            let style = context.style
            for finding in findings {
                let place = "\(style.ink(paths.text(finding.path), .cyan)):\(finding.line):\(finding.column)"
                let help = finding.help.map { "; \(style.plain($0))" } ?? ""
                try context.print("\(place): \(style.ink(finding.kind, .red)): \(style.plain(finding.message))\(help)")
            }
        })

    private static func json(_ findings: [Finding], _ context: CommandContext) throws {
        var json = JSONWriter()
        json.array { json in
            for finding in findings {
                json.object { json in
                    json.key("path")
                    json.string(finding.path.text)
                    json.key("line")
                    json.int(finding.line)
                    json.key("column")
                    json.int(finding.column)
                    json.key("kind")
                    json.string(finding.kind)
                    json.key("message")
                    json.string(finding.message)
                    json.key("help")
                    json.string(finding.help)
                }
            }
        }
        try context.print(json.text)
    }
}
