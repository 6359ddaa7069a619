/// What completes an option's value in a shell.
package enum OptionCompletion: Hashable, Sendable {
    case none, file, directory, note, folder, keyword
    case choices([String])
}

/// One option of a command: a row of its table, from which parsing, help, man page and completions come.
package struct Option<Values>: Sendable {
    package let name: String
    /// One letter, or none.
    package let short: Character?
    /// What stands for the value in help; nil for a flag.
    package let placeholder: String?
    package let completion: OptionCompletion
    /// One line, without a full stop.
    package let summary: String
    let apply: @Sendable (inout Values, Argument) throws(UsageError) -> Void

    /// `--name`: true where it is given.
    package static func flag(
        _ name: String, short: Character? = nil, _ path: any WritableKeyPath<Values, Bool> & Sendable, _ summary: String
    ) -> Option {
        Option(name: name, short: short, placeholder: nil, completion: .none, summary: summary) {
            (values, _) throws(UsageError) in values[keyPath: path] = true
        }
    }

    /// `--name VALUE`; given twice, the last counts.
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

    /// `--name VALUE`, as often as wanted.
    package static func repeated(
        _ name: String, short: Character? = nil, _ placeholder: String,
        _ path: any WritableKeyPath<Values, [String]> & Sendable, _ summary: String,
        completion: OptionCompletion = .none
    ) -> Option {
        Option(name: name, short: short, placeholder: placeholder, completion: completion, summary: summary) {
            (values, text) throws(UsageError) in values[keyPath: path].append(try text.asText())
        }
    }

    /// The values there are, where they can be listed.
    var choices: [String] { if case .choices(let names) = completion { names } else { [] } }

    /// Whether `name`, with its hyphens, is this option.
    func isCalled(_ name: String) -> Bool { name == "--\(self.name)" || short.map { name == "-\($0)" } ?? false }

    /// The same option where its values are a part of some other.
    package func on<Whole>(_ part: any WritableKeyPath<Whole, Values> & Sendable) -> Option<Whole> {
        let apply = apply
        return Option<Whole>(
            name: name, short: short, placeholder: placeholder, completion: completion, summary: summary
        ) { (whole, text) throws(UsageError) in try apply(&whole[keyPath: part], text) }
    }
}
