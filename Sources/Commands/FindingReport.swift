import Rendering
import Searching
import SourceText
import Terminal
import VaultFiles

/// Prints the findings of `check` on a terminal: under each file its findings in columns (place, kind, text), and at
/// the end the count of each kind.
struct FindingReport {
    private let findings: [Finding]
    private let paths: PathStyle
    private let context: CommandContext
    private let style: Style
    /// The widths of the columns for `line:column` and for the kind.
    private let widths: (place: Int, kind: Int)

    /// If fewer columns than this remain for the text, it gets separate lines.
    private static let leastText = 24

    init(_ findings: [Finding], _ paths: PathStyle, in context: CommandContext) {
        self.findings = findings
        self.paths = paths
        self.context = context
        style = context.style
        widths = (
            findings.map { Self.place($0).count }.max() ?? 0, findings.map(\.kind.rawValue.count).max() ?? 0
        )
    }

    func write() throws {
        if findings.isEmpty { return context.notice("no problems found") }
        var file: VaultPath?
        for finding in findings {
            if finding.path != file {
                if file != nil { try context.print("") }
                try context.print(style.text(style.heading(finding.path, paths)))
                file = finding.path
            }
            for line in lines(finding) { try context.print(line) }
        }
        try writeSummary()
    }

    /// Returns the role in which the kind of a problem is printed.
    static func role(_ severity: Diagnostic.Severity) -> Role {
        switch severity {
        case .error: .error
        case .warning: .warning
        case .note: .label
        }
    }

    private static func place(_ finding: Finding) -> String { "\(finding.line):\(finding.column)" }

    private func lines(_ finding: Finding) -> [String] {
        let head =
            StyledLine("  ") + style.run(Self.place(finding), .number).padded(to: widths.place) + StyledLine("  ")
            + style.run(finding.kind.rawValue, Self.role(finding.severity))
        let text = style.run(finding.message) + style.run(finding.help.map { "; \($0)" } ?? "", .label)
        let start = 2 + widths.place + 2 + widths.kind + 2
        if style.width - start >= Self.leastText {
            return style.wrapped(head.padded(to: start) + text, indent: start)
        }
        return [style.text(head.clipped(to: style.width))] + style.wrapped(StyledLine("    ") + text, indent: 4)
    }

    private func writeSummary() throws {
        let counts = Dictionary(grouping: findings, by: \.kind).mapValues(\.count)
        let files = Set(findings.map(\.path)).count
        try context.print(
            "\n" + style.ink("\(Counted.of(findings.count, "problem")) in \(Counted.of(files, "file"))", .title))
        for (kind, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            let number = String(count)
            let line = String(repeating: " ", count: max(0, 6 - number.count)) + "\(number)  \(kind.rawValue)"
            try context.print(style.text(StyledLine(line).clipped(to: style.width)))
        }
    }
}
