package import SourceText

/// A problem that `check` found, with its place.
package struct Finding: Hashable, Sendable, Comparable {
    package var path: VaultPath
    /// From 1.
    package var line: Int
    /// In Unicode scalars, from 1.
    package var column: Int
    package var kind: Diagnostic.Kind
    package var message: String
    package var help: String?

    package init(path: VaultPath, line: Int, column: Int, kind: Diagnostic.Kind, message: String, help: String? = nil) {
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
