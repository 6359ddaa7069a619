package import SourceText

/// Notes and the links between them, for other programs and for the page that shows them.
package struct LinkGraph: Sendable {
    package struct Node: Sendable {
        package var path: VaultPath
        package var title: String
        package var status: String
        package var keywords: [String]
        package var isFavorite: Bool
        /// Days, as `2024-03-27`.
        package var created: String
        package var modified: String
        package var words: Int
        /// The beginning of the text, if requested.
        package var preview: String
        /// The URL that opens the note.
        package var address: String

        package init(
            path: VaultPath, title: String, status: String, keywords: [String], isFavorite: Bool, created: String,
            modified: String, words: Int, preview: String, address: String
        ) {
            self.path = path
            self.title = title
            self.status = status
            self.keywords = keywords
            self.isFavorite = isFavorite
            self.created = created
            self.modified = modified
            self.words = words
            self.preview = preview
            self.address = address
        }
    }

    /// A link from one note to another, by their indices in `nodes`.
    package struct Link: Hashable, Sendable {
        package var from: Int
        package var to: Int

        package init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }

    /// A broken link, as written.
    package struct BrokenLink: Hashable, Sendable {
        package var from: Int
        package var target: String

        package init(from: Int, target: String) {
            self.from = from
            self.target = target
        }
    }

    package var nodes: [Node]
    /// Without duplicates.
    package var links: [Link]
    package var broken: [BrokenLink]

    package init(nodes: [Node], links: [Link], broken: [BrokenLink]) {
        self.nodes = nodes
        self.links = links
        self.broken = broken
    }

    // MARK: Formats

    /// The graph in the language of Graphviz, without broken links: https://graphviz.org/doc/info/lang.html
    package var dot: String {
        var text = "digraph notes {\n  node [shape=box];\n"
        for (index, node) in nodes.enumerated() {
            text += "  n\(index) [label=\(Self.quoted(node.title)), tooltip=\(Self.quoted(node.path.text))];\n"
        }
        for link in links { text += "  n\(link.from) -> n\(link.to);\n" }
        return text + "}\n"
    }

    /// Returns a quoted DOT string on one line. Control characters are escaped, because DOT is often printed to a
    /// terminal.
    private static func quoted(_ text: String) -> String {
        let line = SafeText.escaped(text.map { $0.isNewline ? " " : String($0) }.joined())
        return "\"\(line.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    /// The graph as GraphML, without broken links: http://graphml.graphdrawing.org/specification.html
    package var graphML: String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
              <key id="path" for="node" attr.name="path" attr.type="string"/>
              <key id="title" for="node" attr.name="title" attr.type="string"/>
              <key id="status" for="node" attr.name="status" attr.type="string"/>
              <key id="keywords" for="node" attr.name="keywords" attr.type="string"/>
              <key id="created" for="node" attr.name="created" attr.type="string"/>
              <key id="words" for="node" attr.name="words" attr.type="int"/>
              <graph edgedefault="directed">

            """
        for (index, node) in nodes.enumerated() {
            text += "    <node id=\"n\(index)\">"
            for (key, value) in [
                ("path", node.path.text), ("title", node.title), ("status", node.status),
                ("keywords", node.keywords.joined(separator: ", ")), ("created", node.created),
                ("words", "\(node.words)"),
            ] { text += "<data key=\"\(key)\">\(MarkupText.escaped(value))</data>" }
            text += "</node>\n"
        }
        for link in links { text += "    <edge source=\"n\(link.from)\" target=\"n\(link.to)\"/>\n" }
        return text + "  </graph>\n</graphml>\n"
    }

    /// The graph as JSON. Links and broken links name their notes by path.
    package var json: String {
        var json = JSONWriter()
        json.object { json in
            json.objects("notes", of: nodes) { node, json in
                json.field("path", node.path.text)
                json.field("title", node.title)
                json.field("status", node.status)
                json.field("keywords", node.keywords)
                json.field("created", node.created)
                json.field("words", node.words)
            }
            json.objects("links", of: links) { link, json in
                json.field("from", nodes[link.from].path.text)
                json.field("to", nodes[link.to].path.text)
            }
            json.objects("broken", of: broken) { link, json in
                json.field("from", nodes[link.from].path.text)
                json.field("target", link.target)
            }
        }
        return json.text
    }
}
