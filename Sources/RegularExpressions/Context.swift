/// What assertions see of the scalar, or the end, on one side of a place.
struct Context: OptionSet, Hashable {
    let rawValue: UInt8

    static let word = Context(rawValue: 1)
    static let lineFeed = Context(rawValue: 2)
    /// A carriage return with a line feed behind it.
    static let carriageReturn = Context(rawValue: 4)
    /// An end of the text.
    static let edge = Context(rawValue: 8)

    static let count = 16
}

extension Assertion {
    /// A line ends before its `\n` or `\r\n`, and not between the two.
    func holds(before: Context, after: Context) -> Bool {
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
