import Notes
import SourceText

/// The settings of web sites: `site:` in the configuration.
package struct SiteSettings: Hashable, Sendable {
    /// The language of the pages whose notes name none, such as `de`.
    package private(set) var language = "en"

    init() {}

    /// Reads `site:`. The configuration gets the warnings.
    init(_ value: YAMLValue, in configuration: inout Configuration) {
        let help = "such as  {lang: de}"
        for entry in configuration.entries(of: value, in: "site", help: help) {
            guard ["lang", "language"].contains(entry.key.lowercased()) else {
                configuration.warn(
                    entry.keyRange, "unknown key '\(entry.key)' in 'site'; the key is: lang", help: help)
                continue
            }
            guard let text = entry.value.text, Self.isLanguageTag(text) else {
                configuration.warn(
                    entry.value.range, "'lang' in 'site' must be the code of a language", help: "such as de or pt-BR")
                continue
            }
            language = text
        }
    }

    /// Whether a text has the form of a language tag such as `de` or `pt-BR`: letters and digits in parts of at most
    /// eight (RFC 5646, section 2.1).
    package static func isLanguageTag(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: Byte.hyphen, omittingEmptySubsequences: false)
        return parts.allSatisfy { (1...8).contains($0.count) && $0.allSatisfy { $0.isLetter || $0.isDigit } }
            && (2...3).contains(parts.first?.count ?? 0)
    }
}
