/// A fault or notice about text of the user: a note, a query or the configuration.
///
/// It contains facts and a position. The front end decides how to print it: with a caret, as `path:line:column`, or as
/// JSON.
package struct Diagnostic: Hashable, Sendable {
    package enum Severity: String, CaseIterable, Hashable, Sendable, Comparable {
        case note, warning, error

        package static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }
        private var rank: Int { self == .note ? 0 : self == .warning ? 1 : 2 }
    }

    package enum Kind: String, CaseIterable, Hashable, Sendable, Comparable {
        /// A fault in a query.
        case query

        // The names that `slip check` uses.
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
        case unreadableAttachment = "unreadable-attachment"
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
        case rescuedText = "rescued-text"
        case badValue = "bad-value"
        case kind
        case stale
        case staleBlock = "stale-block"
        case editedBlock = "edited-block"
        case blockError = "block-error"

        /// The kinds that a check of the vault can report.
        package static let ofVaults = allCases.filter { $0 != .query }

        /// Creates the kind of `ofVaults` with a name.
        package init?(ofVaults name: String) {
            self.init(rawValue: name)
            if self == .query { return nil }
        }

        package static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }

        /// The severity of a problem of this kind, unless the configuration sets another one. `error`: something is
        /// damaged or lost; `warning`: probably wrong; `note`: a matter of taste.
        package var severity: Severity {
            switch self {
            case .query, .frontMatter, .encoding, .conflict, .unreadable: .error
            case .config, .brokenLink, .ambiguousLink, .missingHeading, .missingBlock, .missingAttachment,
                .unreadableAttachment, .duplicateId, .undated, .staleModified, .linkOutside, .foreignRecord, .nearKey,
                .syncCopy, .rescuedText, .badValue, .kind, .editedBlock, .blockError:
                .warning
            case .status, .duplicateTitle, .unusedAttachment, .stale, .staleBlock: .note
            }
        }
    }

    package var kind: Kind

    package var severity: Severity

    /// The bytes at fault. Empty if something is missing.
    package var range: Range<Int>

    /// The message: starts in lower case, quotes names in single quotes, and has no full stop.
    package var message: String

    /// Advice on how to fix the fault, if any: `did you mean 'status'?`.
    package var help: String?

    /// - Parameter severity: nil for that of the kind.
    package init(
        _ kind: Kind, at range: Range<Int>, _ message: String, help: String? = nil, severity: Severity? = nil
    ) {
        self.kind = kind
        self.range = range
        self.message = message
        self.help = help
        self.severity = severity ?? kind.severity
    }
}
