package import SourceText

/// The part of the configuration that controls how notes are parsed.
package struct NoteRules: Hashable, Sendable {
    package var statuses = ["draft", "review", "archived"]
    package var includesHashtags = true
    /// Whether a heading that is the first block is the title if the front matter has none.
    package var usesTitleHeadings = true
    /// Whether `key:: value` in the text is a property of the note.
    package var includesInlineFields = false
    /// Whether notes are pages of Logseq, which have titles by their file names, and aliases and keywords in lines such as
    /// `alias:: a, b` at the start of their text.
    package var readsPages = false
    /// The format of Moment.js for the titles of notes that are named by a day, or nil for their names.
    package var dayTitle: String?
    package var keys = KeyNames.standard
    /// The meaning of characters in check boxes.
    package var taskStatuses = TaskStatuses()

    package init() {}

    /// Returns the configured status that `text` names, ignoring case.
    package func status(_ text: String) -> String? {
        let folded = Folding.fold(text)
        return statuses.first { Folding.fold($0) == folded }
    }

    /// Returns all names of a key, its own name first.
    package func names(_ key: FrontMatterKey) -> [String] { keys.names(of: key) }
}
