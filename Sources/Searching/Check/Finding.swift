package import SourceText

/// A problem that `check` found, with its place.
package struct Finding: Hashable, Sendable, Comparable {
    package var path: VaultPath
    /// From 1.
    package var line: Int
    /// In Unicode scalars, from 1.
    package var column: Int
    /// `front-matter`, `broken-link`, `unused-attachment` and so on.
    package var kind: String
    package var message: String
    package var help: String?

    /// Every kind there is.
    package static let kinds = [
        "front-matter", "status", "encoding", "config", "broken-link", "ambiguous-link", "missing-heading",
        "missing-block",
        "missing-attachment", "unused-attachment", "duplicate-title", "duplicate-id", "conflict", "undated",
        "link-outside",
        "unreadable", "foreign-record", "near-key", "sync-copy",
    ]

    package init(path: VaultPath, line: Int, column: Int, kind: String, message: String, help: String? = nil) {
        self.path = path
        self.line = line
        self.column = column
        self.kind = kind
        self.message = message
        self.help = help
    }

    /// By path, then by place.
    package static func < (a: Finding, b: Finding) -> Bool {
        (a.path, a.line, a.column, a.kind, a.message) < (b.path, b.line, b.column, b.kind, b.message)
    }
}
