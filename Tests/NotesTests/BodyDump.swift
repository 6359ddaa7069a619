import Notes
import SourceText

extension Body {
    /// Everything found in `text`, one line each: what it is, its bytes, and what they say.
    static func dump(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return Body(bytes).dump(bytes)
    }

    /// With `isBrief` only what does not depend on line ends and containers.
    func dump(_ bytes: [UInt8], isBrief: Bool = false) -> [String] {
        func shown(_ range: Range<Int>) -> String {
            isBrief
                ? ""
                : " "
                    + bytes.text(range).split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "⏎")
        }
        var lines: [String] = []
        for heading in headings { lines.append("h\(heading.level)\(shown(heading.range)) = \(heading.text)") }
        for link in links {
            var line = "\(link.kind)\(link.isEmbed ? "!" : "")\(shown(link.range)) ->"
            line += " \(bytes.text(link.destination))"
            if link.target != bytes.text(link.destination) { line += " = \(link.target)" }
            if let fragment = link.fragment { line += " # \(fragment)" }
            if let label = link.label, !isBrief { line += " |\(shown(label))" }
            if link.kind != .wiki, link.style != .bare { line += " \(link.style)" }
            lines.append(line)
        }
        for hashtag in hashtags { lines.append("tag\(shown(hashtag.range)) = \(hashtag.name)") }
        for task in tasks {
            lines.append("task \(task.mark != " ") \(bytes.text(task.range)) \(bytes.text(task.text))")
        }
        return lines
    }
}
