import Editing
import Searching
import SourceText

extension Settings {
    /// Nil for the kind of name in the configuration of the vault.
    var newLinkName: NewLink.NameKind? {
        switch linkName {
        case .vault: nil
        case .name: .name
        case .path: .path
        case .title: .title
        }
    }
}

enum FrontMatterText {
    /// Returns the text of a front matter value, quoted if YAML would parse it as something else.
    ///
    /// - Parameter quote: the quote that is open before the value, for which the text is escaped instead; nil if there
    ///   is none.
    static func value(_ text: String, in quote: UInt8?) -> String {
        switch quote {
        case Byte.quote: text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        case Byte.apostrophe: text.replacing("'", with: "''")
        default: OpenNote.yamlValue(text)
        }
    }
}

extension FrontMatterKey {
    var meaning: String {
        switch self {
        case .title: "title"
        case .status: "status"
        case .keywords: "list of keywords"
        case .favorite: "true or false"
        case .links: "list of linked notes"
        case .attachments: "list of attachments"
        case .created: "creation date"
        case .modified: "modification date"
        case .id: "identifier that never changes"
        case .aliases: "list of alternative titles"
        case .order: "whole number to sort by"
        }
    }
}
