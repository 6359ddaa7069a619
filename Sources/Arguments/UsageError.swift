/// An invalid command line: it cannot be parsed, or its options contradict each other. Defines the messages of all
/// cases except `other`.
package enum UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownCommand(String, help: String?)
    case missingCommand(of: String?, commands: [String])
    case unknownOption(String, help: String?)
    /// An argument that must be text but is not UTF-8.
    case notText(String)
    /// `-limit` or `-l` in a command without negated terms.
    case singleDash(String, help: String)
    case missingValue(option: String, placeholder: String)
    case unexpectedValue(option: String)
    case badValue(option: String, text: String, expected: String)
    case missingOperand(String)
    case tooManyOperands(String)
    case other(String, help: String?)

    package var description: String {
        switch self {
        case .unknownCommand(let name, _): "unknown command '\(name)'"
        case .missingCommand(let parent, _): parent.map { "'\($0)' requires a subcommand" } ?? "expected a command"
        case .unknownOption(let name, _), .singleDash(let name, _): "unknown option '\(name)'"
        case .notText(let text): "'\(text)' is not valid UTF-8"
        case .missingValue(let option, let placeholder): "'--\(option)' requires a value: \(placeholder)"
        case .unexpectedValue(let option): "'--\(option)' takes no value"
        case .badValue(let option, let text, let expected): "'--\(option)': expected \(expected), not '\(text)'"
        case .missingOperand(let name): "missing argument: \(name)"
        case .tooManyOperands(let text): "unexpected argument '\(text)'"
        case .other(let message, _): message
        }
    }

    /// What to do about it, if known.
    package var help: String? {
        switch self {
        case .unknownCommand(_, let help): help ?? "see: slip help --all"
        case .missingCommand(let parent, let commands):
            parent == nil ? "see: slip help" : "one of: \(commands.joined(separator: ", "))"
        case .unknownOption(_, let help), .other(_, let help): help
        case .notText: "only paths may contain invalid UTF-8"
        case .singleDash(_, let help): help
        case .tooManyOperands: "put several words in quotes: 'two words'"
        default: nil
        }
    }
}
