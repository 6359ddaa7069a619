/// The reason why a formula cannot be read.
package enum FormulaError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownCommand(String)
    case unknownEnvironment(String)
    /// A part of a formula that is missing or in the wrong place, such as a brace.
    case unexpected(String)
    /// The formula is longer or nested deeper than is read, or its macros expand to more.
    case tooLarge

    package var description: String {
        switch self {
        case .unknownCommand(let name): "unknown command '\\\(name)'"
        case .unknownEnvironment(let name): "unknown environment '\(name)'"
        case .unexpected(let text): "unexpected \(text)"
        case .tooLarge: "too large"
        }
    }
}
