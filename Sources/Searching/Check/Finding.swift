package import SourceText
package import VaultFiles

/// A problem that `check` found, with its position.
package struct Finding: Hashable, Sendable, Comparable {
    package var path: VaultPath
    /// From 1.
    package var line: Int
    /// In Unicode scalars, from 1.
    package var column: Int
    package var kind: Diagnostic.Kind
    package var severity: Diagnostic.Severity
    package var message: String
    package var help: String?
    /// The bytes at fault, if the note was read.
    package var range: Range<Int>?

    package init(path: VaultPath, line: Int, column: Int, kind: Diagnostic.Kind, message: String, help: String? = nil) {
        self.path = path
        self.line = line
        self.column = column
        self.kind = kind
        severity = kind.severity
        self.message = message
        self.help = help
    }

    /// Orders findings by path, then by position.
    package static func < (a: Finding, b: Finding) -> Bool {
        (a.path, a.line, a.column, a.kind, a.message) < (b.path, b.line, b.column, b.kind, b.message)
    }
}

/// The findings that the caller wants. Expensive checks for others are skipped.
package struct FindingScope: Sendable {
    /// Empty for all.
    package var kinds: Set<Diagnostic.Kind> = []
    /// Files, and folders with their subfolders, or nil for the whole vault.
    package var paths: [VaultPath]?
    package var undated = false

    package init(undated: Bool = false) { self.undated = undated }

    package func wants(_ kind: Diagnostic.Kind) -> Bool {
        (kind != .undated || undated) && (kinds.isEmpty || kinds.contains(kind))
    }

    /// Returns whether to look for problems of a kind in a vault. Its configuration can turn a kind off, unless the
    /// caller asks for that kind by name.
    package func wants(_ kind: Diagnostic.Kind, in configuration: Configuration) -> Bool {
        if case .some(.none) = configuration.severities[kind], !kinds.contains(kind) { return false }
        return wants(kind)
    }

    /// Returns a finding with the severity that the configuration sets for its kind, or nil if it is not wanted.
    package func weighed(_ finding: Finding, by configuration: Configuration) -> Finding? {
        guard wants(finding), wants(finding.kind, in: configuration) else { return nil }
        var finding = finding
        if let severity = configuration.severities[finding.kind] ?? nil { finding.severity = severity }
        return finding
    }

    package func wants(_ path: VaultPath) -> Bool { paths?.contains { path.isInside($0) } ?? true }

    package func wants(_ finding: Finding) -> Bool { wants(finding.kind) && wants(finding.path) }
}
