import SourceText

/// What the configuration says about how notes are read.
package struct NoteRules: Hashable, Sendable {
    package var statuses: [String]
    package var countsHashtags: Bool

    package init(statuses: [String] = ["draft", "review", "archived"], countsHashtags: Bool = true) {
        self.statuses = statuses
        self.countsHashtags = countsHashtags
    }

    /// The configured status that `text` names, in any case.
    package func status(_ text: String) -> String? {
        let folded = Folding.fold(text)
        return statuses.first { Folding.fold($0) == folded }
    }
}
