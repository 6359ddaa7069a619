/// How search results are written.
package enum ResultFormat: String, CaseIterable, Sendable {
    case text, paths, vimgrep, json, jsonl, csv, tsv

    /// Whether it shows where a query's words stand, for which a note's file is opened.
    package var showsPlaces: Bool { [.text, .vimgrep, .json, .jsonl].contains(self) }

    /// Whether it shows keywords, links and the other lists of a note.
    package var showsLists: Bool { ![.paths, .vimgrep].contains(self) }
}
