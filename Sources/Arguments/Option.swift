/// One option of a command, with the function that stores its value.
package struct Option<Values>: Sendable {
    package let info: OptionInfo
    let apply: @Sendable (inout Values, Argument) throws(UsageError) -> Void

    /// Creates the flag `--name`, which sets a value to true.
    ///
    /// A key path is created only if its option is given. Creating all of them took a sixth of a search's instructions.
    package static func flag(
        _ name: String, short: Character? = nil,
        _ path: @autoclosure @escaping @Sendable () -> WritableKeyPath<Values, Bool>, _ summary: String
    ) -> Option {
        Option(info: OptionInfo(name: name, short: short, summary: summary)) { (values, _) throws(UsageError) in
            values[keyPath: path()] = true
        }
    }

    /// Returns the option as one that help does not list. See `OptionInfo.isUnlisted`.
    package func unlisted() -> Option {
        var info = info
        info.isUnlisted = true
        return Option(info: info, apply: apply)
    }

    /// Creates the option `--name VALUE`. If it is repeated, the last value counts.
    package static func value<Value: ArgumentValue>(
        _ name: String, short: Character? = nil, _ placeholder: String,
        _ path: @autoclosure @escaping @Sendable () -> WritableKeyPath<Values, Value?>, _ summary: String,
        completion: OptionCompletion = .none
    ) -> Option {
        let choices = Value.choices
        let info = OptionInfo(
            name: name, short: short, placeholder: placeholder,
            completion: choices.isEmpty ? completion : .choices(choices), summary: summary)
        return Option(info: info) { (values, text) throws(UsageError) in
            guard let value = Value(argument: text) else {
                throw UsageError.badValue(option: name, text: text.shown, expected: Value.expectation)
            }
            values[keyPath: path()] = value
        }
    }

    /// Creates the option `--name VALUE`, which may be repeated and adds each value to a list.
    package static func repeated(
        _ name: String, short: Character? = nil, _ placeholder: String,
        _ path: @autoclosure @escaping @Sendable () -> WritableKeyPath<Values, [String]>, _ summary: String,
        completion: OptionCompletion = .none
    ) -> Option {
        let info = OptionInfo(
            name: name, short: short, placeholder: placeholder, completion: completion, summary: summary)
        return Option(info: info) { (values, text) throws(UsageError) in
            values[keyPath: path()].append(try text.asText())
        }
    }

    /// Creates the option `--name VALUE`, which may be repeated and adds each value to a list of any bytes.
    package static func repeated(
        _ name: String, _ placeholder: String,
        _ path: @autoclosure @escaping @Sendable () -> WritableKeyPath<Values, [Argument]>, _ summary: String,
        completion: OptionCompletion = .none
    ) -> Option {
        let info = OptionInfo(name: name, placeholder: placeholder, completion: completion, summary: summary)
        return Option(info: info) { (values, text) throws(UsageError) in values[keyPath: path()].append(text) }
    }

    /// Returns the same option for a type that contains `Values` as a part.
    package func on<Whole>(
        _ part: @autoclosure @escaping @Sendable () -> WritableKeyPath<Whole, Values>
    ) -> Option<Whole> {
        Option<Whole>(info: info) { [apply] (whole, text) throws(UsageError) in
            try apply(&whole[keyPath: part()], text)
        }
    }
}
