/// The kind of value that a shell completes for an option.
package enum OptionCompletion: Hashable, Sendable {
    case none, file, directory, note, folder, keyword
    case choices([String])
}

/// One option of a command. Parsing, help, man page and shell completions all use it.
package struct Option<Values>: Sendable {
    package let name: String
    package let short: Character?
    /// The name of the value in help, or nil for a flag.
    package let placeholder: String?
    package let completion: OptionCompletion
    /// One sentence for help.
    package let summary: String
    let apply: @Sendable (inout Values, Argument) throws(UsageError) -> Void

    /// Creates the flag `--name`, which sets a value to true.
    package static func flag(
        _ name: String, short: Character? = nil, _ path: any WritableKeyPath<Values, Bool> & Sendable, _ summary: String
    ) -> Option {
        Option(name: name, short: short, placeholder: nil, completion: .none, summary: summary) {
            (values, _) throws(UsageError) in values[keyPath: path] = true
        }
    }

    /// Creates the option `--name VALUE`. If it is repeated, the last value counts.
    package static func value<Value: ArgumentValue>(
        _ name: String, short: Character? = nil, _ placeholder: String,
        _ path: any WritableKeyPath<Values, Value?> & Sendable, _ summary: String, completion: OptionCompletion = .none
    ) -> Option {
        let choices = Value.choices
        return Option(
            name: name, short: short, placeholder: placeholder,
            completion: choices.isEmpty ? completion : .choices(choices), summary: summary
        ) { (values, text) throws(UsageError) in
            guard let value = Value(argument: text) else {
                throw UsageError.badValue(option: name, text: text.shown, expected: Value.expectation)
            }
            values[keyPath: path] = value
        }
    }

    /// Creates the option `--name VALUE`, which may be repeated and adds each value to a list.
    package static func repeated(
        _ name: String, short: Character? = nil, _ placeholder: String,
        _ path: any WritableKeyPath<Values, [String]> & Sendable, _ summary: String,
        completion: OptionCompletion = .none
    ) -> Option {
        Option(name: name, short: short, placeholder: placeholder, completion: completion, summary: summary) {
            (values, text) throws(UsageError) in values[keyPath: path].append(try text.asText())
        }
    }

    /// The possible values, or an empty list if they cannot be listed.
    var choices: [String] { if case .choices(let names) = completion { names } else { [] } }

    /// Whether `name`, with its hyphens, is this option.
    func isCalled(_ name: String) -> Bool { name == "--\(self.name)" || short.map { name == "-\($0)" } ?? false }

    /// Returns the same option for a type that contains the values of several option lists. `part` is the path to this
    /// one's.
    package func on<Whole>(_ part: any WritableKeyPath<Whole, Values> & Sendable) -> Option<Whole> {
        let apply = apply
        return Option<Whole>(
            name: name, short: short, placeholder: placeholder, completion: completion, summary: summary
        ) { (whole, text) throws(UsageError) in try apply(&whole[keyPath: part], text) }
    }
}
