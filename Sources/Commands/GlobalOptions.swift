package import Arguments

/// The options of every command.
package struct GlobalOptions: Sendable {
    package enum Color: String, CaseIterable, ArgumentValue, Sendable { case auto, always, never }

    /// Versions of the JSON format. New fields do not require a new version.
    package enum FormatVersion: String, CaseIterable, ArgumentValue, Sendable { case one = "1" }

    package var vault: Argument?
    package var color: Color?
    package var isQuiet = false
    package var skipsSync = false
    package var formatVersion: FormatVersion?
    package var wantsHelp = false

    package init() {}

    package static let options: [Option<GlobalOptions>] = [
        .value("vault", "DIR", \.vault, "Use the vault at DIR.", completion: .directory),
        .value("color", "WHEN", \.color, "Colour the output."),
        .flag("quiet", \.isQuiet, "Print no notes and no progress, only errors."),
        .flag("no-sync", \.skipsSync, "Answer from the index as it is, without looking at the disk."),
        .value("format-version", "N", \.formatVersion, "Ask for version N of the JSON formats."),
        .flag("help", short: "h", \.wantsHelp, "Print help."),
    ]
}
