package import SourceText

/// An error in a query: where and what it is, and how to correct it.
package struct QueryError: Error, Hashable, Sendable {
    package let query: String
    package let diagnostic: Diagnostic

    package init(_ query: String, at range: Range<Int>, _ message: String, help: String? = nil) {
        self.query = query
        diagnostic = Diagnostic(.query, at: range, message, help: help)
    }
}
