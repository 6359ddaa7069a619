package import Notes
import SourceText

/// The names besides its path by which links find a note. They are compared by bytes: equivalent spellings differ.
package struct LinkNames: Hashable, Sendable {
    package var title: String
    package var id: String?
    package var aliases: [String]

    package init(title: String, id: String?, aliases: [String]) {
        self.title = title
        self.id = id
        self.aliases = aliases
    }

    package init(_ note: Note) {
        self.init(title: note.title, id: note.id, aliases: note.aliases.map(\.text))
    }

    private var exact: [ExactText?] { [ExactText(title), id.map(ExactText.init)] + aliases.map(ExactText.init) }

    package static func == (a: LinkNames, b: LinkNames) -> Bool { a.exact == b.exact }

    package func hash(into hasher: inout Hasher) { hasher.combine(exact) }
}
