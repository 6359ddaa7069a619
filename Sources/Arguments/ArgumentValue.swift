/// What an option's value can be read as.
package protocol ArgumentValue: Sendable {
    init?(argument: String)
    /// What is expected, for errors: `a whole number`.
    static var expectation: String { get }
    /// Every value there is, where they can be listed.
    static var choices: [String] { get }
}

extension ArgumentValue {
    package static var choices: [String] { [] }
}

extension String: ArgumentValue {
    package init?(argument: String) { self = argument }
    package static var expectation: String { "text" }
}

extension Int: ArgumentValue {
    package init?(argument: String) {
        guard let value = Int(argument) else { return nil }
        self = value
    }

    package static var expectation: String { "a whole number" }
}

extension ArgumentValue where Self: CaseIterable & RawRepresentable, RawValue == String {
    package init?(argument: String) {
        guard let value = Self(rawValue: argument) else { return nil }
        self = value
    }

    package static var choices: [String] { allCases.map(\.rawValue) }
    package static var expectation: String { "one of \(choices.joined(separator: ", "))" }
}
