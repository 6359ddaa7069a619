/// The information about one side of a position that assertions test: a scalar or an end of the text.
struct Context: OptionSet, Hashable {
    let rawValue: UInt8

    static let word = Context(rawValue: 1)
    static let lineFeed = Context(rawValue: 2)
    /// A carriage return followed by a line feed.
    static let carriageReturn = Context(rawValue: 4)
    /// The start or the end of the text.
    static let edge = Context(rawValue: 8)

    static let count = 16
}

extension Assertion {
    /// Whether the assertion is satisfied. A line ends before its `\n` or `\r\n`, but not between the two.
    func isSatisfied(before: Context, after: Context) -> Bool {
        switch self {
        case .lineStart: !before.isDisjoint(with: [.edge, .lineFeed])
        case .lineEnd:
            !after.isDisjoint(with: [.edge, .carriageReturn])
                || (after.contains(.lineFeed) && !before.contains(.carriageReturn))
        case .textStart: before.contains(.edge)
        case .textEnd: after.contains(.edge)
        case .wordBoundary: before.contains(.word) != after.contains(.word)
        case .noWordBoundary: before.contains(.word) == after.contains(.word)
        }
    }
}
