/// A type that an option's value can be converted to.
package protocol ArgumentValue: Sendable {
    init?(argument: Argument)
    /// The expected form, for error messages: `a whole number`.
    static var expectation: String { get }
    /// All values, or an empty list if they cannot be listed.
    static var choices: [String] { get }
}

extension ArgumentValue {
    package static var choices: [String] { [] }
}

/// Paths: the bytes as given.
extension Argument: ArgumentValue {
    package init?(argument: Argument) { self = argument }
    package static var expectation: String { "a path" }
}

extension String: ArgumentValue {
    package init?(argument: Argument) {
        guard let text = argument.text else { return nil }
        self = text
    }

    package static var expectation: String { "text in UTF-8" }
}

extension Int: ArgumentValue {
    package init?(argument: Argument) {
        guard let value = argument.text.flatMap({ Int($0) }) else { return nil }
        self = value
    }

    package static var expectation: String { "a whole number" }
}

extension ArgumentValue where Self: CaseIterable & RawRepresentable, RawValue == String {
    package init?(argument: Argument) {
        guard let value = argument.text.flatMap({ Self(rawValue: $0) }) else { return nil }
        self = value
    }

    package static var choices: [String] { allCases.map { $0.rawValue } }
    package static var expectation: String { "one of \(choices.joined(separator: ", "))" }
}
