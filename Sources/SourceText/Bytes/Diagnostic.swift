/// Something wrong, or worth knowing, about a person's text: a note, a query, the configuration.
///
/// It carries facts and a place; how it is printed (with a caret, as `path:line:column`, as JSON) is the front end's.
package struct Diagnostic: Hashable, Sendable {
    package enum Severity: String, Hashable, Sendable, Comparable {
        case note, warning, error

        package static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }
        private var rank: Int { self == .note ? 0 : self == .warning ? 1 : 2 }
    }

    /// What kind of fault it is, as `slip check` names it.
    package var kind: String

    package var severity: Severity

    /// The bytes at fault; empty where something is missing.
    package var range: Range<Int>

    /// What is wrong, starting small, names in single quotes, without a full stop.
    package var message: String

    /// The way out, where there is one: `did you mean 'status'?`.
    package var help: String?

    package init(
        _ kind: String, at range: Range<Int>, _ message: String, help: String? = nil, severity: Severity = .error
    ) {
        self.kind = kind
        self.range = range
        self.message = message
        self.help = help
        self.severity = severity
    }
}
