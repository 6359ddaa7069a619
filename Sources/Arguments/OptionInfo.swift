/// An option without its type parameters, for help, man page and shell completions.
package struct OptionInfo: Hashable, Sendable {
    package var name: String
    package var short: Character?
    package var placeholder: String?
    package var choices: [String]
    package var completion: OptionCompletion
    package var summary: String

    package init<Values>(_ option: Option<Values>) {
        name = option.name
        short = option.short
        placeholder = option.placeholder
        choices = option.choices
        completion = option.completion
        summary = option.summary
    }
}
