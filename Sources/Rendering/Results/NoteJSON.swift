package import QueryLanguage
package import Searching
package import SourceText

/// Notes as JSON objects, with their members in the documented order.
package enum NoteJSON {
    /// The maximum number of matches in an object.
    private static let maximumMatches = 20

    /// Writes a file that no note references, as a result of a search.
    static func writeFile(_ hit: NoteHit, _ passages: Passages?, group: String?, to json: inout JSONWriter) {
        json.object { json in
            if let vault = hit.result.vault { json.field("vault", vault.name) }
            json.path("path", hit.path)
            json.field("title", hit.title)
            json.field("folder", hit.path.folder.text)
            json.field("file", true)
            json.field("modified", hit.modified.rfc3339)
            json.field("size", hit.counts.size)
            if let passages { text(hit, passages, to: &json) }
            if let group { json.field("group", group) }
        }
    }

    /// - Parameters:
    ///   - files: the attachments with their sizes, or nil to omit the sizes.
    ///   - defaults: the declared defaults of keys without a value.
    package static func write(
        _ hit: NoteHit, _ passages: Passages?, details: NoteDetails? = nil, files: AttachmentFiles? = nil,
        group: String? = nil, defaults: [(key: String, value: String)] = [], to json: inout JSONWriter
    ) {
        json.object { json in
            if let vault = hit.result.vault { json.field("vault", vault.name) }
            json.path("path", hit.path)
            json.field("title", hit.title)
            json.field("folder", hit.path.folder.text)
            json.field("status", hit.status)
            json.field("keywords", hit.keywords)
            json.field("favorite", hit.isFavorite)
            json.field("created", hit.created.rfc3339)
            json.field("modified", hit.modified.rfc3339)
            json.field("id", hit.id)
            json.field("aliases", hit.aliases)
            json.field("order", hit.order)
            json.field("words", hit.counts.words)
            json.field("size", hit.counts.size)
            json.field("hash", ContentHash.text(hit.contentHash))
            links(hit.links, to: &json)
            json.field("attachments")
            list(files ?? AttachmentFiles(hit, in: nil), to: &json)
            json.field("tasks")
            tasks(hit, to: &json)
            json.field("properties")
            json.raw(hit.propertiesJSON)
            if !defaults.isEmpty {
                json.object("defaults") { json in for (key, value) in defaults { json.field(key, value) } }
            }
            if let passages, passages.hasTextTerms || !passages.matches.isEmpty { text(hit, passages, to: &json) }
            if let nearMatch = hit.result.nearMatch {
                json.field("nearly")
                nearMatch.write(passages, to: &json)
            }
            if let git = hit.result.git { add(git, to: &json) }
            if let details { add(details, to: &json) }
            if let group {
                json.field("group", group)
            }
        }
    }

    private static func add(_ git: NoteHit.GitFacts, to json: inout JSONWriter) {
        json.object("git") { json in
            json.field("first", git.first?.rfc3339)
            json.field("last", git.last?.rfc3339)
            json.field("commits", git.commits)
            json.field("authors", git.authors)
            json.field("dirty", git.isDirty)
        }
    }

    static func tasks(_ hit: NoteHit, to json: inout JSONWriter) {
        json.object { json in
            json.field("open", hit.counts.openTasks)
            json.field("done", hit.counts.doneTasks)
        }
    }

    /// Writes the member `links` of an object.
    package static func links(_ links: [NoteHit.Link], to json: inout JSONWriter) {
        json.field("links")
        list(links, to: &json)
    }

    static func list(_ links: [NoteHit.Link], to json: inout JSONWriter) {
        json.objects(links) { link, json in
            json.field("target", link.target)
            json.path("path", link.path)
            json.field("line", link.line)
        }
    }

    static func list(_ attachments: AttachmentFiles, to json: inout JSONWriter) {
        json.objects(attachments.files) { file, json in
            json.path("path", file.path)
            json.field("exists", file.exists)
            guard let size = file.size else { return }
            json.field("size", size)
        }
    }

    private static func text(_ hit: NoteHit, _ passages: Passages, to json: inout JSONWriter) {
        if passages.hasTextTerms || hit.result.score != nil {
            json.field("score", rounded(hit.result.score ?? 0))
        }
        json.field("snippet", snippet(passages))
        json.field("matches")
        matches(passages, to: &json)
    }

    /// Returns the matches that results list.
    static func listed(_ passages: Passages?) -> ArraySlice<Passages.Match> {
        passages?.matches.prefix(maximumMatches) ?? []
    }

    /// Writes the places of the matches in a note and its attachments.
    static func matches(_ passages: Passages?, to json: inout JSONWriter) {
        json.array { json in
            for match in listed(passages) {
                json.object { json in
                    json.field("line", match.line)
                    json.field("column", match.column)
                    json.field("length", match.length)
                }
            }
            for place in passages?.attachmentPlaces ?? [] {
                json.object { json in
                    json.path("attachment", place.path)
                    if let page = place.page { json.field("page", page) }
                }
            }
        }
    }

    static func rounded(_ score: Double) -> Double { (score * 1_000_000).rounded() / 1_000_000 }

    /// Returns the best snippet as written, with `<mark>` around matches and with `&`, `<` and `>` escaped. Empty if
    /// nothing matched.
    static func snippet(_ passages: Passages) -> String {
        guard let snippet = passages.snippets(count: 1, width: Passages.sourceWidth, as: .source).first else {
            return ""
        }
        return snippet.parts.map { $0.isMatch ? "<mark>\(escaped($0.text))</mark>" : escaped($0.text) }.joined()
    }

    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == Byte.ampersand || $0 == Byte.less || $0 == Byte.greater }) else {
            return text
        }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case Byte.ampersand: bytes += Array("&amp;".utf8)
            case Byte.less: bytes += Array("&lt;".utf8)
            case Byte.greater: bytes += Array("&gt;".utf8)
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func add(_ details: NoteDetails, to json: inout JSONWriter) {
        json.field("body", details.body)
        headings(details.headings, to: &json)
        backlinks(details.backlinks, to: &json)
    }

    /// Writes the member `headings` of an object.
    package static func headings(_ headings: [NoteDetails.HeadingLine], to json: inout JSONWriter) {
        json.field("headings")
        list(headings, to: &json)
    }

    static func list(_ headings: [NoteDetails.HeadingLine], to json: inout JSONWriter) {
        json.objects(headings) { heading, json in
            json.field("level", heading.level)
            json.field("text", heading.text)
            json.field("line", heading.line)
        }
    }

    /// Writes the member `backlinks` of an object.
    package static func backlinks(_ backlinks: [Backlink], to json: inout JSONWriter) {
        json.field("backlinks")
        list(backlinks, to: &json)
    }

    static func list(_ backlinks: [Backlink], to json: inout JSONWriter) {
        json.objects(backlinks) { backlink, json in
            json.path("path", backlink.path)
            json.field("title", backlink.title)
            json.field("line", backlink.line)
        }
    }
}
