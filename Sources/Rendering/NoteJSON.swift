package import SearchIndex
package import SourceText
package import VaultCore

/// Notes as JSON objects, their keys in the documented order.
package enum NoteJSON {
    /// What `show` adds to what a search gives.
    package struct Details: Sendable {
        package var body: String
        package var headings: [(level: Int, text: String, line: Int)]
        package var backlinks: [(path: VaultPath, title: String, line: Int)]

        package init(
            body: String, headings: [(level: Int, text: String, line: Int)],
            backlinks: [(path: VaultPath, title: String, line: Int)]
        ) {
            self.body = body
            self.headings = headings
            self.backlinks = backlinks
        }
    }

    /// Places beyond these are left out.
    private static let maximumMatches = 20

    package static func write(
        _ hit: NoteHit, _ passages: Passages?, _ details: Details? = nil, to json: inout JSONWriter
    ) {
        json.object { json in
            path(hit.path, to: &json)
            json.key("title")
            json.string(hit.title)
            json.key("folder")
            json.string(hit.path.folder.text)
            json.key("status")
            json.string(hit.status)
            strings("keywords", hit.keywords, to: &json)
            json.key("favorite")
            json.bool(hit.isFavorite)
            json.key("created")
            json.string(hit.created.rfc3339)
            json.key("modified")
            json.string(hit.modified.rfc3339)
            json.key("id")
            json.string(hit.id)
            strings("aliases", hit.aliases, to: &json)
            json.key("order")
            json.int(hit.order)
            json.key("words")
            json.int(hit.words)
            json.key("size")
            json.int(hit.size)
            references(hit, to: &json)
            json.key("tasks")
            json.object { json in
                json.key("open")
                json.int(hit.openTasks)
                json.key("done")
                json.int(hit.doneTasks)
            }
            json.key("properties")
            json.raw(hit.propertiesJSON)
            if let passages { text(hit, passages, to: &json) }
            if let details { add(details, to: &json) }
        }
    }

    private static func path(_ path: VaultPath, to json: inout JSONWriter) {
        json.key("path")
        json.string(path.text)
        if !path.isText {
            json.key("path_base64")
            json.string(Base64.encoded(path.bytes))
        }
    }

    private static func strings(_ name: String, _ values: [String], to json: inout JSONWriter) {
        json.key(name)
        json.array { json in for value in values { json.string(value) } }
    }

    /// The member `links` of an object.
    package static func links(_ links: [NoteHit.Link], to json: inout JSONWriter) {
        json.key("links")
        json.array { json in
            for link in links {
                json.object { json in
                    json.key("target")
                    json.string(link.target)
                    json.key("path")
                    json.string(link.path?.text)
                    json.key("line")
                    json.int(link.line)
                }
            }
        }
    }

    private static func references(_ hit: NoteHit, to json: inout JSONWriter) {
        links(hit.links, to: &json)
        json.key("attachments")
        json.array { json in
            for attachment in hit.attachments {
                json.object { json in
                    json.key("path")
                    json.string(attachment.path.text)
                    json.key("exists")
                    json.bool(attachment.exists)
                }
            }
        }
    }

    private static func text(_ hit: NoteHit, _ passages: Passages, to json: inout JSONWriter) {
        json.key("score")
        json.number(((hit.score ?? 0) * 1_000_000).rounded() / 1_000_000)
        json.key("snippet")
        json.string(passages.snippets(count: 1, width: 160).first.map { snippet($0, passages.bytes) } ?? "")
        json.key("matches")
        json.array { json in
            for place in passages.places.prefix(maximumMatches) {
                json.object { json in
                    json.key("line")
                    json.int(place.line)
                    json.key("column")
                    json.int(place.column)
                    json.key("length")
                    json.int(place.length)
                }
            }
        }
    }

    /// The stretch with `<mark>` around what matched; everything else is text, with its `&`, `<` and `>` escaped.
    private static func snippet(_ snippet: Passages.Snippet, _ bytes: [UInt8]) -> String {
        var text = snippet.startsInside ? "…" : ""
        var index = snippet.range.lowerBound
        for mark in snippet.marks {
            text += escaped(bytes.text(index..<mark.lowerBound)) + "<mark>" + escaped(bytes.text(mark)) + "</mark>"
            index = mark.upperBound
        }
        return text + escaped(bytes.text(index..<snippet.range.upperBound)) + (snippet.endsInside ? "…" : "")
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    private static func add(_ details: Details, to json: inout JSONWriter) {
        json.key("body")
        json.string(details.body)
        json.key("headings")
        json.array { json in
            for heading in details.headings {
                json.object { json in
                    json.key("level")
                    json.int(heading.level)
                    json.key("text")
                    json.string(heading.text)
                    json.key("line")
                    json.int(heading.line)
                }
            }
        }
        json.key("backlinks")
        json.array { json in
            for backlink in details.backlinks {
                json.object { json in
                    json.key("path")
                    json.string(backlink.path.text)
                    json.key("title")
                    json.string(backlink.title)
                    json.key("line")
                    json.int(backlink.line)
                }
            }
        }
    }
}
