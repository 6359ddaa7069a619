/// The kind of value that a shell completes for an option.
package enum OptionCompletion: Hashable, Sendable {
    case none, file, directory, note, folder, keyword
    case choices([String])
}

/// The description of an option, for parsing, help, man page and shell completions.
package struct OptionInfo: Hashable, Sendable {
    package var name: String
    package var short: Character?
    /// The name of the value in help, or nil for a flag.
    package var placeholder: String?
    package var completion = OptionCompletion.none
    /// One line, without a full stop.
    package var summary: String

    /// Whether help does not list it: it is the former name of another option, or named in the summary of one.
    package var isUnlisted = false

    /// The possible values, or an empty list if they cannot be listed.
    package var choices: [String] { if case .choices(let names) = completion { names } else { [] } }

    /// Whether `name`, with its hyphens, is this option.
    func isCalled(_ name: String) -> Bool { name == "--\(self.name)" || short.map { name == "-\($0)" } ?? false }
}
