import SourceText

/// A note that queries are made from: the parts that a user would remember.
package struct JudgedNote: Sendable {
    /// The path from the vault's root.
    package var path: String
    package var title: String
    package var headings: [String]
    /// The words of the body in order, as written.
    package var body: [String]
    /// All words of the note, folded.
    package var words: Set<String>

    package init(path: String, title: String, headings: [String], body: String) {
        self.path = path
        self.title = title
        self.headings = headings
        self.body = Self.written(body)
        words = Set(Words.list("\(path) \(title) \(headings.joined(separator: " ")) \(body)"))
    }

    /// Parses a note's file crudely. Its headings are the lines after `#`. Its title is that of the front matter, else
    /// the first heading, else the file name.
    package init(path: String, _ text: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
        var title: String?
        if lines.first == "---", let end = lines.dropFirst().firstIndex(of: "---") {
            title = lines[..<end].first { $0.hasPrefix("title: ") }.map { String($0.dropFirst(7)) }
            lines = lines[(end + 1)...]
        }
        let headings = lines.filter { $0.hasPrefix("#") && $0.contains("# ") }.map {
            String($0.drop { $0 == "#" }.drop { $0 == " " })
        }
        let name = path.split(separator: "/").last.map { String($0.dropLast(3)) } ?? path
        self.init(
            path: path, title: title ?? headings.first ?? name, headings: headings, body: lines.joined(separator: "\n"))
    }

    /// Returns the words of a text as written, neither folded nor without duplicates.
    static func written(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return Words.tokens(of: bytes, in: bytes.indices).map { String(decoding: bytes[$0.source], as: UTF8.self) }
    }
}
