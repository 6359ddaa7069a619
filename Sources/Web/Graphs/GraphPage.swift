package import SourceText

/// A file that is embedded in the program. The build lists them in `all`. `page.html` is the page without its notes.
package struct PageFile: Sendable {
    package let path: String
    package let bytes: [UInt8]
}

/// A self-contained HTML page that shows a graph, for `slip graph`.
package struct GraphPage {
    private let graph: LinkGraph
    private let points: [GraphLayout.Point]
    private let vault: String
    private let generated: Moment
    private let statuses: [String]
    private let colors: [String: String]
    private let home: String?

    /// - Parameters:
    ///   - points: the positions of the notes (default: those that `GraphLayout` computes).
    ///   - vault: the vault's name, for the heading.
    ///   - statuses: the statuses that are numbered first, in this order. Others follow as they occur.
    ///   - colors: the CSS colors of keywords, by keyword.
    ///   - home: the start page of the web site that contains the graph, as a relative address. The addresses of its
    ///     notes are relative too, and open in place of the graph.
    package init(
        _ graph: LinkGraph, _ points: [GraphLayout.Point]? = nil, vault: String, generated: Moment, statuses: [String],
        colors: [String: String], home: String? = nil
    ) {
        self.graph = graph
        self.points = points ?? GraphLayout.points(of: graph.nodes.count, graph.links)
        self.vault = vault
        self.generated = generated
        self.statuses = statuses
        self.colors = colors
        self.home = home
    }

    /// The whole page, which loads no other file.
    package var html: String { filled(Self.frame) }

    private static var frame: String {
        PageFile.all.first { $0.path == "page.html" }.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    }

    private func filled(_ page: String) -> String {
        // Replaces the title first, so that text of a note is not taken for its placeholder.
        page.replacing("@TITLE@", with: MarkupText.escaped(vault)).replacing("@DATA@", with: data)
    }

    /// Returns the page with its styles and scripts as separate files, for sites that forbid inline scripts: the
    /// page `NAME.html` first.
    package func files(named name: String) -> [(name: String, text: String)] {
        var page = Self.frame.replacing(" 'unsafe-inline'", with: " 'self'")
        var files: [(name: String, text: String)] = []
        func moveOut(_ element: String, as fileExtension: String, reference: (String) -> String) {
            while let open = page.firstRange(of: "<\(element)>"),
                let close = page[open.upperBound...].firstRange(of: "</\(element)>")
            {
                let file = "\(name)-\(files.count + 1).\(fileExtension)"
                files.append((file, String(page[open.upperBound..<close.lowerBound])))
                page.replaceSubrange(open.lowerBound..<close.upperBound, with: reference(file))
            }
        }
        moveOut("style", as: "css") { "<link rel=\"stylesheet\" href=\"\($0)\">" }
        moveOut("script", as: "js") { "<script src=\"\($0)\"></script>" }
        return [("\(name).html", filled(page))] + files
    }

    /// The data that the page reads. `<` is escaped, so that no text can end the script.
    private var data: String {
        var folders = Numbering([""])
        var keywords = Numbering([])
        var statuses = Numbering(self.statuses)
        let numbers = graph.nodes.map { node in
            (
                folders.number(node.path.folder.text), statuses.number(node.status),
                node.keywords.map { keywords.number($0) }
            )
        }
        var json = JSONWriter()
        json.object { json in
            json.field("vault", vault)
            json.field("generated", generated.rfc3339)
            if let home { json.field("home", home) }
            json.field("folders", folders.names)
            json.objects("keywords", of: keywords.names) { name, json in
                json.field("name", name)
                json.field("color", colors[name])
            }
            json.field("statuses", statuses.names)
            json.objects("notes", of: zip(graph.nodes, zip(numbers, points))) { note, json in
                let (node, ((folder, status, keywords), point)) = note
                json.field("path", node.path.text)
                json.field("href", node.address)
                json.field("title", node.title)
                json.field("folder", folder)
                json.field("status", status)
                json.field("keywords")
                json.array { json in for keyword in keywords { json.int(keyword) } }
                json.field("favorite", node.isFavorite)
                json.field("created", node.created)
                json.field("modified", node.modified)
                json.field("words", node.words)
                json.field("x")
                json.raw(Self.rounded(point.x))
                json.field("y")
                json.raw(Self.rounded(point.y))
                json.field("preview", node.preview)
            }
            json.field("links")
            json.array { json in for link in graph.links { json.raw("[\(link.from), \(link.to)]") } }
            json.field("broken")
            json.array { json in
                for link in graph.broken {
                    json.array { json in
                        json.int(link.from)
                        json.string(link.target)
                    }
                }
            }
        }
        let escape = Array("\\u003c".utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(json.bytes.count)
        for byte in json.bytes { if byte == Byte.less { bytes += escape } else { bytes.append(byte) } }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Rounds to a hundredth, which is not visible.
    private static func rounded(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }

    /// Distinct names, numbered from 0: first the given ones, then others in order of first occurrence.
    private struct Numbering {
        private(set) var names: [String]
        private var numbers: [String: Int] = [:]

        init(_ names: [String]) {
            self.names = names
            for (index, name) in names.enumerated() { numbers[name] = index }
        }

        mutating func number(_ name: String) -> Int {
            if let known = numbers[name] { return known }
            numbers[name] = names.count
            names.append(name)
            return names.count - 1
        }
    }
}
