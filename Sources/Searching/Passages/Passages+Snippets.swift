import Notes
import SourceText

extension Passages {
    /// The form in which snippets show the lines of a note.
    package enum Form: Sendable {
        /// As written, for programs.
        case source
        /// As displayed, for users. A line with a match that is not displayed (a link's destination) is shown as
        /// written.
        case displayed
    }

    /// A part of a line, with the ranges that matched.
    package struct Snippet: Hashable, Sendable {
        package var bytes: [UInt8]
        package var marks: [Range<Int>]
        /// From 1. Meaningless in an attachment.
        package var line: Int
        /// The place, if the snippet comes from an attachment.
        package var attachment: AttachmentPlace?
        /// The text before the snippet: the place in an attachment.
        var label = ""
        package var startsInside: Bool
        package var endsInside: Bool

        /// The text in parts, with an ellipsis at an end where the line continues.
        package var parts: [(text: String, isMatch: Bool)] {
            var parts: [(text: String, isMatch: Bool)] = []
            func add(_ text: String, isMatch: Bool) { if !text.isEmpty { parts.append((text, isMatch)) } }
            var index = 0
            add(label, isMatch: false)
            if startsInside { add("…", isMatch: false) }
            for mark in marks {
                add(bytes.text(index..<mark.lowerBound), isMatch: false)
                add(bytes.text(mark), isMatch: true)
                index = mark.upperBound
            }
            add(bytes.text(index..<bytes.count), isMatch: false)
            if endsInside { add("…", isMatch: false) }
            return parts
        }
    }

    /// The width of snippets for programs, in columns.
    package static let sourceWidth = 160

    /// The best snippet as written, as plain text on one line, or nil if nothing matched.
    package var plainSnippet: String? {
        guard let snippet = snippets(count: 1, width: Self.sourceWidth, as: .source).first else { return nil }
        return snippet.parts.map { $0.text.replacing("\t", with: " ") }.joined()
    }

    /// Returns the best snippets, in the order of the text: those with the most different matches close together. If
    /// there are fewer, those of attachments follow.
    ///
    /// - Parameters:
    ///   - count: the maximum number of snippets, each from another line.
    ///   - width: the approximate width of each, in columns.
    package func snippets(count: Int, width: Int, as form: Form) -> [Snippet] {
        let own = ownSnippets(count: count, width: width, as: form)
        return own + attached.prefix(count - own.count).map { Self.snippet($0, width: width) }
    }

    private static func snippet(_ paragraph: AttachedParagraph, width: Int) -> Snippet {
        let matches = paragraph.matches.map { range in
            Match(range: range, kind: .text, line: 1, column: 1, byteColumn: 1, length: range.count)
        }
        let line = PassageLine(paragraph.bytes, paragraph.bytes.indices)
        let first = PassageLines.Candidate(match: matches[0], place: matches[0].range)
        let label = paragraph.place.text(width: max(16, width / 3)) + ": "
        let room = max(20, width - TextWidth.columns(label))
        var snippet = PassageCut(line, room).snippet(at: first, in: matches)
        (snippet.attachment, snippet.label) = (paragraph.place, label)
        return snippet
    }

    private func ownSnippets(count: Int, width: Int, as form: Form) -> [Snippet] {
        let shown = matches.filter { $0.kind != .head }
        // Text matches in front matter are shown only if there are no other matches.
        let preferred = shown.filter { $0.range.lowerBound >= bodyStart || $0.kind != .text }
        let lines = PassageLines(self, tried(preferred.isEmpty ? shown : preferred), width: width, as: form)
        let candidates = lines.shown
        var rated: [(first: Int, words: Set<[UInt8]>, matches: Int)] = []
        for (index, candidate) in candidates.enumerated() {
            let near = candidates[index...].prefix {
                $0.match.line == candidate.match.line
                    && $0.place.upperBound - candidate.place.lowerBound <= width
            }
            rated.append((index, Set(near.map { Folding.fold(bytes, $0.match.range) }), near.count))
        }
        var used: Set<Int> = []
        var covered: Set<[UInt8]> = []
        var chosen: [Int] = []
        // A word that no snippet has yet counts most, so that the snippets have as many words of the query as possible.
        func rank(_ candidate: (first: Int, words: Set<[UInt8]>, matches: Int)) -> (Int, Int, Int) {
            (
                candidate.words.subtracting(covered).count, candidate.words.count * 100 + candidate.matches,
                -candidate.first
            )
        }
        while chosen.count < count, let next = rated.max(by: { rank($0) < rank($1) }) {
            chosen.append(next.first)
            covered.formUnion(next.words)
            used.insert(candidates[next.first].match.line)
            rated.removeAll { used.contains(candidates[$0.first].match.line) }
        }
        return chosen.sorted().map { index in
            let line = lines[candidates[index].match.line]
            return PassageCut(line, width).snippet(at: candidates[index], in: matches)
        }
    }

    /// Returns the matches of which snippets are made: the first ones, and the first of each word that these lack.
    private func tried(_ matches: [Match]) -> [Match] {
        let most = 500
        if matches.count <= most { return matches }
        var words = Set(matches.prefix(most).map { Folding.fold(bytes, $0.range) })
        // Looking further would take noticeable time.
        let rare = matches.dropFirst(most).prefix(20 * most).filter {
            words.insert(Folding.fold(bytes, $0.range)).inserted
        }
        return matches.prefix(most) + rare
    }
}
