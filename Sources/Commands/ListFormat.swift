import Arguments

/// The output format of a list or of a change.
enum ListFormat: String, CaseIterable, ArgumentValue, Sendable { case text, json }

/// The options of a command that only takes the format.
struct FormatOption: Sendable {
    var format: ListFormat?

    static let options: [Option<FormatOption>] = [
        .value("format", short: "f", "FORMAT", \.format, "Set the output format (default: text).")
    ]
}
