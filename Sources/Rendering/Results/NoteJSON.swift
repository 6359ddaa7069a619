package import QueryLanguage
package import Searching
package import SourceText

/// Notes as JSON objects, with their members in the documented order.
package enum NoteJSON {
    /// The maximum number of matches in an object.
    private static let maximumMatches = 20

    /// - Parameter files: the attachments with their sizes, or nil to omit the sizes.
    package static func write(
        _ hit: NoteHit, _ passages: Passages?, details: NoteDetails? = nil, files: AttachmentFiles? = nil,
        group: String? = nil, to json: inout JSONWriter
    ) {
        json.object { json in
            json.path("path", hit.path)
            json.field("title")
            json.string(hit.title)
            json.field("folder")
            json.string(hit.path.folder.text)
            json.field("status")
            json.string(hit.status)
            strings("keywords", hit.keywords, to: &json)
            json.field("favorite")
            json.bool(hit.isFavorite)
            json.field("created")
            json.string(hit.created.rfc3339)
            json.field("modified")
            json.string(hit.modified.rfc3339)
            json.field("id")
            json.string(hit.id)
            strings("aliases", hit.aliases, to: &json)
            json.field("order")
            json.int(hit.order)
            json.field("words")
            json.int(hit.counts.words)
            json.field("size")
            json.int(hit.counts.size)
            links(hit.links, to: &json)
            json.field("attachments")
            list(files ?? AttachmentFiles(hit, in: nil), to: &json)
            json.field("tasks")
            tasks(hit, to: &json)
            json.field("properties")
            json.raw(hit.propertiesJSON)
            if let passages, passages.hasTextTerms || !passages.matches.isEmpty { text(hit, passages, to: &json) }
            if let nearMatch = hit.result.nearMatch {
                json.field("nearly")
                nearMatch.write(passages, to: &json)
            }
            if let git = hit.result.git { add(git, to: &json) }
            if let details { add(details, to: &json) }
            if let group {
                json.field("group")
                json.string(group)
            }
        }
    }

    private static func add(_ git: NoteHit.GitFacts, to json: inout JSONWriter) {
        json.field("git")
        json.object { json in
            json.field("first")
            json.string(git.first?.rfc3339)
            json.field("last")
            json.string(git.last?.rfc3339)
            json.field("commits")
            json.int(git.commits)
            strings("authors", git.authors, to: &json)
            json.field("dirty")
            json.bool(git.isDirty)
        }
    }

    static func tasks(_ hit: NoteHit, to json: inout JSONWriter) {
        json.object { json in
            json.field("open")
            json.int(hit.counts.openTasks)
            json.field("done")
            json.int(hit.counts.doneTasks)
        }
    }

    private static func strings(_ name: String, _ values: [String], to json: inout JSONWriter) {
        json.field(name)
        json.array { json in for value in values { json.string(value) } }
    }

    /// Writes the member `links` of an object.
    package static func links(_ links: [NoteHit.Link], to json: inout JSONWriter) {
        json.field("links")
        list(links, to: &json)
    }

    static func list(_ links: [NoteHit.Link], to json: inout JSONWriter) {
        json.array { json in
            for link in links {
                json.object { json in
                    json.field("target")
                    json.string(link.target)
                    json.path("path", link.path)
                    json.field("line")
                    json.int(link.line)
                }
            }
        }
    }

    static func list(_ attachments: AttachmentFiles, to json: inout JSONWriter) {
        json.array { json in
            for file in attachments.files {
                json.object { json in
                    json.path("path", file.path)
                    json.field("exists")
                    json.bool(file.exists)
                    guard let size = file.size else { return }
                    json.field("size")
                    json.int(size)
                }
            }
        }
    }

    private static func text(_ hit: NoteHit, _ passages: Passages, to json: inout JSONWriter) {
        if passages.hasTextTerms {
            json.field("score")
            json.number(rounded(hit.result.score ?? 0))
        }
        json.field("snippet")
        json.string(snippet(passages))
        json.field("matches")
        json.array { json in
            for match in passages.matches.prefix(maximumMatches) {
                json.object { json in
                    json.field("line")
                    json.int(match.line)
                    json.field("column")
                    json.int(match.column)
                    json.field("length")
                    json.int(match.length)
                }
            }
        }
    }

    static func rounded(_ score: Double) -> Double { (score * 1_000_000).rounded() / 1_000_000 }

    /// Returns the best snippet as written, with `<mark>` around matches and with `&`, `<` and `>` escaped. Empty if
    /// nothing matched.
    static func snippet(_ passages: Passages) -> String {
        guard let snippet = passages.snippets(count: 1, width: 160, as: .source).first else { return "" }
        return snippet.parts.map { $0.isMatch ? "<mark>\(escaped($0.text))</mark>" : escaped($0.text) }.joined()
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    private static func add(_ details: NoteDetails, to json: inout JSONWriter) {
        json.field("body")
        json.string(details.body)
        json.field("headings")
        json.array { json in
            for heading in details.headings {
                json.object { json in
                    json.field("level")
                    json.int(heading.level)
                    json.field("text")
                    json.string(heading.text)
                    json.field("line")
                    json.int(heading.line)
                }
            }
        }
        json.field("backlinks")
        json.array { json in
            for backlink in details.backlinks {
                json.object { json in
                    json.path("path", backlink.path)
                    json.field("title")
                    json.string(backlink.title)
                    json.field("line")
                    json.int(backlink.line)
                }
            }
        }
    }
}
