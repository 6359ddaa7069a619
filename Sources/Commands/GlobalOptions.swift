package import Arguments

/// The options of every command.
package struct GlobalOptions: Sendable {
    package enum ColorMode: String, CaseIterable, ArgumentValue, Sendable { case auto, always, never }

    /// Versions of the JSON format. New fields do not require a new version.
    package enum FormatVersion: String, CaseIterable, ArgumentValue, Sendable { case one = "1" }

    /// The folders or names of `--vault`. Only some commands use several; for the others, the last one counts.
    package var vaults: [Argument] = []
    package var color: ColorMode?
    package var client: String?
    package var isQuiet = false
    package var skipsSync = false
    package var formatVersion: FormatVersion?
    package var wantsHelp = false

    package init() {}

    package var vault: Argument? { vaults.last }

    /// The line for these options in the help of a command.
    static let reference = OptionReference(text: "Options of every command, such as --vault: slip help options")

    package static let options: [Option<GlobalOptions>] = [
        .repeated(
            "vault", "VAULT", \.vaults,
            "Use VAULT, a name or a folder (default: the one with the current folder).",
            completion: .directory),
        .value("color", "WHEN", \.color, "Color the output (default: auto)."),
        .value("client", "NAME", \.client, "Record changes as those of NAME (default: $SLIPBOX_CLIENT)."),
        .flag("quiet", \.isQuiet, "Suppress notices and progress; print only errors."),
        .flag("no-sync", \.skipsSync, "Use the index as it is, without checking the files."),
        .value("format-version", "N", \.formatVersion, "Use this version of the JSON formats (default: 1)."),
        .flag("help", short: "h", \.wantsHelp, "Show help."),
    ]
}
