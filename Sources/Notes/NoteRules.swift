package import SourceText

/// What the configuration says about how notes are read.
package struct NoteRules: Hashable, Sendable {
    package var statuses: [String]
    package var countsHashtags: Bool
    /// Whether a heading that is the body's first block is the title where front matter gives none.
    package var takesHeadings = true
    package var keys = KeyNames.standard

    package init(statuses: [String] = ["draft", "review", "archived"], countsHashtags: Bool = true) {
        self.statuses = statuses
        self.countsHashtags = countsHashtags
    }

    /// The configured status that `text` names, in any case.
    package func status(_ text: String) -> String? {
        let folded = Folding.fold(text)
        return statuses.first { Folding.fold($0) == folded }
    }

    /// Every name of a key, its own first.
    package func names(_ key: FrontMatterKey) -> [String] { keys.names(of: key) }
}
