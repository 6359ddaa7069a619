import SourceText

/// Help of the command line in the words of the tools.
enum AgentHelp {
    /// The options that tools have as arguments.
    private static let options = ["count", "line", "scope", "offset", "limit", "sort", "group", "fields"]

    /// Returns a help text with arguments instead of options, and without the parts about commands and options that
    /// tools lack. Returns nil if nothing is left.
    static func text(_ help: String) -> String? {
        let parts = help.replacing("? ", with: "?; ").split(separator: "; ").map { part in
            options.reduce(String(part)) { $0.replacing("--\($1) ", with: "\($1): ") }
        }
        let kept = parts.filter { !$0.contains("--") && !$0.contains(": slip ") }
        return kept.isEmpty ? nil : kept.joined(separator: "; ").replacing("?; ", with: "? ")
    }

    static func lines(_ lines: [String]) -> JSONValue {
        .array(lines.compactMap(text).map { .string(BoundedText.clipped($0)) })
    }
}
