import Editing
import Searching
import SourceText

extension Settings {
    var newLinkName: NewLink.Name {
        switch linkName {
        case .name: .name
        case .path: .path
        case .title: .title
        }
    }
}

enum FrontMatterText {
    /// Returns the text, quoted if YAML would parse it as something else. Inside open quotes, returns it escaped for
    /// them.
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
        case .title: "what the note is called"
        case .status: "how far it is"
        case .keywords: "keywords, a list"
        case .favorite: "true or false"
        case .links: "other notes, a list"
        case .attachments: "files, a list"
        case .created: "when it was made"
        case .modified: "when it was changed"
        case .id: "a name that never changes"
        case .aliases: "further names, a list"
        case .order: "a whole number to sort by"
        }
    }
}
