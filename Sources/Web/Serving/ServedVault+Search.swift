import QueryLanguage
import Searching
import SourceText
import VaultFiles

/// The search page, and suggestions for its field.
extension ServedVault {
    static let maximumResults = 50

    func found(_ request: HTTPRequest) throws -> HTTPResponse {
        let query = request.field("q") ?? ""
        let page = Self.find
        var content = "<h1>Search</h1>\n"
        do {
            let search = try search(query, isTyping: request.field("typing") != nil)
            let finder = PassageFinder(snapshot, search.query.condition, hidesComments: true)
            var items = ""
            for hit in try hits(search) where !hit.isFile {
                guard let path = self.page(of: hit.path) else { continue }
                let address = SiteAddresses.relative(path, from: page)
                items +=
                    "<li><a href=\"\(address)\">\(HTMLWriter.escaped(hit.title))</a>\(try facts(of: hit, on: page))"
                for snippet in try finder.passages(of: hit)?.snippets(count: 2, width: 160, as: .displayed) ?? [] {
                    let parts = snippet.parts.map { text, isMatch in
                        isMatch ? "<mark>\(HTMLWriter.escaped(text))</mark>" : HTMLWriter.escaped(text)
                    }
                    items += "<p>\(parts.joined())</p>"
                }
                items += "</li>\n"
            }
            let count = try snapshot.count(search)
            content += "<p role=\"status\">\(count) \(count == 1 ? "note" : "notes")</p>\n"
            for notice in search.query.notices {
                content += "<p class=\"remark\">\(HTMLWriter.escaped(notice.message))</p>\n"
            }
            if count == 0 {
                let hints = try snapshot.zeroResultHints.hints(search)
                for hint in hints.lines { content += "<p class=\"remark\">\(HTMLWriter.escaped(hint))</p>\n" }
            }
            content += items.isEmpty ? "" : "<ol class=\"references\">\n\(items)</ol>\n"
        } catch let error as QueryError {
            content += "<p class=\"remark\">\(HTMLWriter.escaped(error.diagnostic.message))"
            content += error.diagnostic.help.map { ": \(HTMLWriter.escaped($0))" } ?? ""
            content += "</p>\n"
        }
        return html(framed(content, title: query.isEmpty ? "Search" : query, on: page, query: query), for: request)
    }

    /// Prepares a search for a query. While the user types its last word, the word counts as a prefix.
    private func search(_ query: String, isTyping: Bool) throws -> VaultSearch {
        func prepared(_ query: String) throws -> VaultSearch {
            var options = SearchOptions(query: query, scope: .all, folder: .root)
            options.limit = Self.maximumResults
            return try snapshot.prepare(options)
        }
        let last = query.unicodeScalars.last?.properties
        let endsInWord = last.map { $0.isAlphabetic || $0.numericType != nil } ?? false
        if isTyping, endsInWord, case .start(let word) = PartialQuery(query).slot, !["AND", "OR", "NOT"].contains(word)
        {
            // A query that is invalid with a prefix may be valid as it is.
            do { return try prepared(query + "*") } catch is QueryError {}
        }
        return try prepared(query)
    }

    func suggestions(_ request: HTTPRequest) throws -> HTTPResponse {
        var json = JSONWriter()
        let found = try Suggestions(snapshot).list(request.field("q") ?? "", limit: 12).filter { try !isHiding($0) }
        json.array { json in for suggestion in found { json.string(suggestion.term) } }
        return HTTPResponse(json.bytes, "application/json", for: request)
    }

    /// Whether a suggestion finds only notes with parts in comments. It may be a word of such a comment.
    private func isHiding(_ suggestion: Suggestion) throws -> Bool {
        guard let notes = suggestion.notes, notes > 0, notes <= Self.maximumResults,
            let search = try? search(suggestion.term, isTyping: false)
        else { return false }
        return try hits(search).allSatisfy { try isHiding($0.path) }
    }

    /// Returns the path, the date and the keywords of a result.
    private func facts(of hit: NoteHit, on page: VaultPath) throws -> String {
        // A keyword that stands only in a comment is not shown.
        let shown = try isHiding(hit.path) ? note(hit.path)?.hit : hit
        let keywords = (shown?.keywords ?? []).map { keyword in
            let text = HTMLWriter.escaped("#" + keyword)
            guard let list = keywordPage(keyword) else { return text }
            return "<a class=\"keyword\" href=\"\(SiteAddresses.relative(list, from: page))\">\(text)</a>"
        }
        let day = calendar.civil(hit.modified).dayText
        let parts = [HTMLWriter.escaped(hit.path.text), "<time datetime=\"\(day)\">\(day)</time>"] + keywords
        return "<p class=\"meta\">\(parts.joined(separator: " · "))</p>"
    }
}
