package import QueryLanguage
package import Searching
package import SourceText

/// The reasons for which notes are related, for people and as JSON.
package enum RelatedText {
    /// The number of names that a reason lists.
    private static let mostNames = 3

    /// Returns each reason as a phrase, the most important kind first: `words corolla, pistil`.
    package static func phrases(_ reasons: RelatedReasons) -> [String] {
        func list(_ paths: [VaultPath]) -> String {
            paths.prefix(mostNames).map(\.stem.text).joined(separator: ", ")
                + (paths.count > mostNames ? " and \(paths.count - mostNames) more" : "")
        }
        var phrases: [String] = []
        if reasons.hasTitle { phrases.append("has the words of its title") }
        if !reasons.words.isEmpty {
            phrases.append("\(reasons.words.count == 1 ? "word" : "words") \(reasons.words.joined(separator: ", "))")
        }
        if !reasons.links.isEmpty { phrases.append("both link to \(list(reasons.links))") }
        if !reasons.backlinks.isEmpty { phrases.append("both linked from \(list(reasons.backlinks))") }
        if !reasons.between.isEmpty { phrases.append("linked through \(list(reasons.between))") }
        if reasons.similar > 0 {
            phrases.append("linked from \(reasons.similar) similar \(reasons.similar == 1 ? "note" : "notes")")
        }
        phrases += reasons.keywords.prefix(mostNames).map { "#\($0)" }
        if reasons.isInSameFolder { phrases.append("same folder") }
        if reasons.isOfSameDay { phrases.append("same day") }
        return phrases
    }

    /// Writes related notes with their reasons as an array.
    package static func write(_ notes: [RelatedNote], to json: inout JSONWriter) {
        json.objects(notes) { related, json in
            json.path("path", related.note.path)
            json.field("title", related.note.title)
            json.field("score", NoteJSON.rounded(related.note.result.score ?? 0))
            json.object("reasons") { write(related.reasons, to: &$0) }
        }
    }

    private static func write(_ reasons: RelatedReasons, to json: inout JSONWriter) {
        json.field("words", reasons.words)
        for (key, paths) in [
            ("links", reasons.links), ("backlinks", reasons.backlinks), ("between", reasons.between),
        ] {
            json.objects(key, of: paths) { path, json in json.path("path", path) }
        }
        json.field("keywords", reasons.keywords)
        json.field("similar", reasons.similar)
        json.field("title", reasons.hasTitle)
        json.field("same_folder", reasons.isInSameFolder)
        json.field("same_day", reasons.isOfSameDay)
    }
}
