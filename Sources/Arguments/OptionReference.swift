/// A line in the help of commands that stands for options which a help topic explains.
package struct OptionReference: Sendable {
    /// The names of the options, or an empty list for the options of every command.
    package var names: [String]
    package var text: String

    package init(names: [String] = [], text: String) {
        self.names = names
        self.text = text
    }

    /// Whether the help of a command with these options has the line.
    func concerns(_ options: [OptionInfo]) -> Bool {
        names.isEmpty || options.contains { names.contains($0.name) }
    }
}
