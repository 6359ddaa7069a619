import Rendering
import Searching
import SourceText
import Terminal
import VaultFiles

/// Prints the findings of `check` on a terminal: first the count of each kind, then under each file its findings in columns
/// (place, kind, text), files with errors first, and last the unused attachments.
struct FindingReport {
    private let findings: [Finding]
    /// The number of findings to list.
    private let limit: Int
    private let vault: Vault
    private let paths: PathStyle
    private let context: CommandContext
    private let style: Style
    /// Whether unused attachments are counted by folder instead of listed.
    private let foldsAttachments: Bool
    /// The widths of the columns for `line:column` and for the kind.
    private let widths: (place: Int, kind: Int)

    /// If fewer columns than this remain for the text, it gets separate lines.
    private static let leastText = 24

    init(_ findings: [Finding], of vault: Vault, limit: Int, foldsAttachments: Bool, in context: CommandContext) {
        self.findings = findings
        self.limit = limit
        self.vault = vault
        self.foldsAttachments = foldsAttachments
        paths = context.paths(vault)
        self.context = context
        style = context.style
        widths = (
            findings.map { Self.place($0).count }.max() ?? 0, findings.map(\.kind.rawValue.count).max() ?? 0
        )
    }

    /// Prints the findings, and adds them to `numbers`.
    func write(_ numbers: inout NumberedResults) throws {
        if findings.isEmpty { return context.notice("no problems found") }
        try writeSummary()
        var unused: [Finding] = []
        var file: VaultPath?
        for finding in inOrder.prefix(limit) {
            if foldsAttachments, finding.kind == .unusedAttachment {
                unused.append(finding)
                continue
            }
            if finding.path != file {
                try context.print("")
                try context.print(style.text(style.heading(finding.path, paths)))
                file = finding.path
            }
            let number = numbers.add(finding.path, line: finding.line, root: vault.root)
            for line in lines(finding, number) { try context.print(line) }
        }
        try writeFolders(unused)
        if findings.count > limit {
            try context.print("\nand \(findings.count - limit) more; to list all, leave out --limit")
        }
    }

    /// The findings by file. The most severe come first, both of the files and in each file, and unused attachments last.
    /// Otherwise the order stays.
    private var inOrder: [Finding] {
        let used = findings.filter { $0.kind != .unusedAttachment }
        let worst = Dictionary(used.map { ($0.path, $0.severity) }) { max($0, $1) }
        let severities = [Diagnostic.Severity.error, .warning, .note]
        let files = Dictionary(grouping: used, by: \.path)
        var seen: Set<VaultPath> = []
        let paths = used.map(\.path).filter { seen.insert($0).inserted }
        let ordered = severities.flatMap { severity in paths.filter { worst[$0] == severity } }.flatMap { path in
            severities.flatMap { severity in (files[path] ?? []).filter { $0.severity == severity } }
        }
        return ordered + findings.filter { $0.kind == .unusedAttachment }
    }

    /// Prints the number of unused attachments of each folder.
    private func writeFolders(_ unused: [Finding]) throws {
        if unused.isEmpty { return }
        try context.print("\n" + style.ink("Unused attachments", .title) + style.ink("  (to list each: --all)", .label))
        for (folder, files) in Dictionary(grouping: unused, by: \.path.folder).sorted(by: { $0.key < $1.key }) {
            let name = folder.isRoot ? "./" : paths.text(folder) + "/"
            let line = style.run("  ") + style.run(name, .path) + style.run("  \(Counted.of(files.count, "file"))")
            try context.print(style.text(line.clipped(to: style.width)))
        }
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

    private func lines(_ finding: Finding, _ number: StyledLine) -> [String] {
        let head =
            StyledLine("  ") + number + style.run(Self.place(finding), .number).padded(to: widths.place)
            + StyledLine("  ")
            + style.run(finding.kind.rawValue, Self.role(finding.severity))
        let text = style.run(finding.message) + style.run(finding.help.map { "; \($0)" } ?? "", .label)
        let start = 2 + number.columns + widths.place + 2 + widths.kind + 2
        if style.width - start >= Self.leastText {
            return style.wrapped(head.padded(to: start) + text, indent: start)
        }
        return [style.text(head.clipped(to: style.width))] + style.wrapped(StyledLine("    ") + text, indent: 4)
    }

    private func writeSummary() throws {
        let counts = Dictionary(grouping: findings, by: \.kind).mapValues(\.count)
        let files = Set(findings.map(\.path)).count
        try context.print(
            style.ink("\(Counted.of(findings.count, "problem")) in \(Counted.of(files, "file"))", .title))
        // The worst severity of a kind counts: errors first, then the most frequent kinds.
        let severities = Dictionary(findings.map { ($0.kind, $0.severity) }) { max($0, $1) }
        let order = counts.map { (kind: $0.key, count: $0.value, severity: severities[$0.key] ?? .note) }.sorted {
            ($1.severity, $1.count, $0.kind) < ($0.severity, $0.count, $1.kind)
        }
        for (kind, count, severity) in order {
            let number = String(count)
            let blanks = String(repeating: " ", count: max(0, 6 - number.count))
            let line = style.run("\(blanks)\(number)  ") + style.run(kind.rawValue, Self.role(severity))
            try context.print(style.text(line.clipped(to: style.width)))
        }
    }
}
