/// Something wrong, or worth knowing, about a person's text: a note, a query, the configuration.
///
/// It carries facts and a place; how it is printed (with a caret, as `path:line:column`, as JSON) is the front end's.
package struct Diagnostic: Hashable, Sendable {
    package enum Severity: String, Hashable, Sendable, Comparable {
        case note, warning, error

        package static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }
        private var rank: Int { self == .note ? 0 : self == .warning ? 1 : 2 }
    }

    /// What kind of fault it is.
    package enum Kind: String, CaseIterable, Hashable, Sendable, Comparable {
        /// Of a query.
        case query

        // As `slip check` names them.
        case frontMatter = "front-matter"
        case status
        case encoding
        case config
        case brokenLink = "broken-link"
        case ambiguousLink = "ambiguous-link"
        case missingHeading = "missing-heading"
        case missingBlock = "missing-block"
        case missingAttachment = "missing-attachment"
        case unusedAttachment = "unused-attachment"
        case duplicateTitle = "duplicate-title"
        case duplicateId = "duplicate-id"
        case conflict
        case undated
        case staleModified = "stale-modified"
        case linkOutside = "link-outside"
        case unreadable
        case foreignRecord = "foreign-record"
        case nearKey = "near-key"
        case syncCopy = "sync-copy"

        /// Those that a check of the vault may find.
        package static let ofVaults = allCases.filter { $0 != .query }

        package static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }
    }

    package var kind: Kind

    package var severity: Severity

    /// The bytes at fault; empty where something is missing.
    package var range: Range<Int>

    /// What is wrong, starting small, names in single quotes, without a full stop.
    package var message: String

    /// The way out, where there is one: `did you mean 'status'?`.
    package var help: String?

    package init(
        _ kind: Kind, at range: Range<Int>, _ message: String, help: String? = nil, severity: Severity = .error
    ) {
        self.kind = kind
        self.range = range
        self.message = message
        self.help = help
        self.severity = severity
    }
}
