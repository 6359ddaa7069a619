/// How a YAML value is written.
package enum YAMLStyle: Hashable, Sendable {
    /// A scalar without quotes.
    case plain
    /// A scalar in `'…'`.
    case single
    /// A scalar in `"…"`.
    case double
    /// A block scalar after `|`.
    case literal
    /// A block scalar after `>`.
    case folded
    /// A collection in brackets.
    case flow
    /// A collection by indentation.
    case block
}
