import QueryLanguage
import SearchIndex
import SourceText

/// How hints name the way to change the scope of a search.
package struct ScopeRemedies: Sendable {
    var toAll: String
    var toFolder: String
    /// Where a query finds notes if the scope is the vault.
    var inVault: String

    package static let options = ScopeRemedies(
        toAll: "--scope all", toFolder: "--scope folder", inVault: "with --scope all")
    /// Those of `slip browse`.
    package static let keys = ScopeRemedies(
        toAll: "Alt-S changes the scope", toFolder: "Alt-S changes the scope", inVault: "everywhere (Alt-S)")
}

/// Hints about folders for a search that finds nothing: folders that the query names, and notes in other folders.
struct FolderHints {
    let snapshot: VaultSnapshot
    let search: VaultSearch
    let remedies: ScopeRemedies

    private var index: NoteIndex { snapshot.index }

    /// Returns `path:"deep work" finds 1` and `in:"Deep Work" finds 1` if the query's words are the name of a folder.
    func named() throws -> [String] {
        let words = search.query.titleWords
        // File names are limited to 255 bytes.
        guard !words.isEmpty, words.reduce(0, { $0 + $1.utf8.count }) <= 255 else { return [] }
        let folders = try index.links.paths(of: .folder)
        let holding = folders.filter { Self.contains(words, in: Words.list($0.name.text)) }
        if holding.isEmpty { return [] }
        let text = words.count == 1 ? words[0] : "\"\(words.joined(separator: " "))\""
        var lines = try [line("path:\(text)", .path(.words(words)))]
        let exact = holding.filter { Words.list($0.name.text) == words }
        if exact.count == 1 {
            lines.append(try line("in:\(QueryText.quoted(exact[0].text))", .folder(exact[0], deep: true)))
        }
        return lines.compactMap { $0 }
    }

    /// Returns a query with the number of notes that it finds in the search's scope, else in the whole vault.
    private func line(_ query: String, _ condition: Condition) throws -> String? {
        let found = try index.count(.and([search.scopeCondition, condition]))
        if found > 0 { return "\(query) finds \(found)" }
        let everywhere = try index.count(condition)
        return everywhere > 0 ? "\(query) finds \(everywhere) \(remedies.inVault)" : nil
    }

    private static func contains(_ words: [String], in name: [String]) -> Bool {
        guard name.count >= words.count else { return false }
        return (0...name.count - words.count).contains { name[$0..<$0 + words.count].elementsEqual(words) }
    }

    /// Returns hints such as `3 in subfolders: --scope folder` and `9 outside this folder: --scope all`.
    func elsewhere() throws -> [String] {
        if search.place.coversWholeVault { return [] }
        var lines: [String] = []
        var below = 0
        if search.scope == .here {
            below = try index.count(.and([.folder(search.folder, deep: true), search.query.condition]))
            if below > 0 { lines.append("\(below) in subfolders: \(remedies.toFolder)") }
        }
        let outside = try index.count(search.query.condition)
        if outside > below { lines.append("\(outside) outside this folder: \(remedies.toAll)") }
        return lines
    }
}
