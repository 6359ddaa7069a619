import SourceText

/// A drawing of a note and the notes that it links to or that link to it: SVG without a script, whose labels are links.
struct NeighbourGraph {
    struct Neighbour {
        var title: String
        var address: String
        /// Whether the neighbor links to the note, and not the other way.
        var isIncoming: Bool
    }

    /// The most neighbors in a drawing, so that their labels have room.
    static let maximum = 11

    private static let width = 250.0
    private static let rowHeight = 31.0
    /// The approximate width of a letter of a label.
    private static let letterWidth = 6.8

    /// The neighbors: first those on the left, from top to bottom.
    let neighbours: [Neighbour]
    /// The links between neighbors, by their places.
    let links: [(Int, Int)]

    /// The drawing. Coordinates are whole numbers, which keeps it small.
    var html: String {
        let left = neighbours.count / 2
        let rows = max(left, neighbours.count - left)
        let height = max(3, Double(rows)) * Self.rowHeight
        let center = (x: Int(Self.width / 2), y: Int(height / 2))
        let points = neighbours.indices.map { place in
            place < left
                ? Self.point(place, of: left, height: height, side: -1)
                : Self.point(place - left, of: neighbours.count - left, height: height, side: 1)
        }
        var lines = ""
        for point in points { lines += "M\(center.x) \(center.y)Q\(point.x) \(center.y) \(point.x) \(point.y)" }
        for (from, to) in links {
            let (a, b) = (points[from], points[to])
            lines += "M\(a.x) \(a.y)Q\((a.x + b.x + 2 * center.x) / 4) \((a.y + b.y) / 2) \(b.x) \(b.y)"
        }
        var html = "<svg viewBox=\"0 0 \(Int(Self.width)) \(Int(height))\" "
        html += "role=\"group\" aria-label=\"Linked notes\">\n"
        html += "<path d=\"\(lines)\"/>\n<circle cx=\"\(center.x)\" cy=\"\(center.y)\" r=\"7\"/>\n"
        for (place, neighbour) in neighbours.enumerated() {
            html += Self.node(neighbour, points[place], isLeft: place < left)
        }
        return html + "</svg>\n"
    }

    private static func point(_ row: Int, of rows: Int, height: Double, side: Double) -> (x: Int, y: Int) {
        let y = height * (Double(row) + 0.5) / Double(rows)
        let t = (y - height / 2) / (height / 2)
        return (Int(width / 2 + side * (28 + 20 * (1 - t * t).squareRoot())), Int(y))
    }

    private static func node(_ neighbour: Neighbour, _ point: (x: Int, y: Int), isLeft: Bool) -> String {
        let edge = isLeft ? point.x - 8 : point.x + 8
        let room = isLeft ? edge : Int(width) - edge
        let lines = wrapped(neighbour.title, width: Int(Double(room) / letterWidth))
        let title = HTMLWriter.escaped(neighbour.title)
        let name = lines.joined(separator: " ") == neighbour.title ? "" : " aria-label=\"\(title)\""
        var html = "<a\(neighbour.isIncoming ? " class=\"in\"" : "") href=\"\(neighbour.address)\"\(name)>"
        html += "<circle cx=\"\(point.x)\" cy=\"\(point.y)\" r=\"4\"/>"
        let anchor = isLeft ? " text-anchor=\"end\"" : ""
        for (number, line) in lines.enumerated() {
            let y = point.y + (lines.count == 1 ? 4 : number * 11 - 2)
            html += "<text x=\"\(edge)\" y=\"\(y)\"\(anchor)>\(HTMLWriter.escaped(line)) </text>"
        }
        return html + "</a>\n"
    }

    /// Returns the beginning of a title on at most two lines.
    ///
    /// - Parameter width: the width of a line in letters. Characters of East Asian scripts are as wide as two.
    static func wrapped(_ title: String, width: Int) -> [String] {
        func cut(_ text: String) -> String {
            var text = text
            if TextWidth.columns(text) <= width { return text }
            while TextWidth.columns(text) >= width, !text.isEmpty { text.removeLast() }
            return text + "…"
        }
        var lines: [String] = []
        for word in title.split(separator: " ").map(String.init) {
            if let last = lines.last, TextWidth.columns(last + " " + word) <= width || lines.count == 2 {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(word)
            }
        }
        return lines.map { cut($0) }
    }
}
