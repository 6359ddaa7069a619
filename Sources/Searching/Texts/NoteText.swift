package import Notes
import QueryLanguage
import RegularExpressions
import SearchIndex
import SourceText

/// A note's file, parsed to test its text or to locate a query's words in it.
package struct NoteText {
    /// A part of the note's text: bytes, and their range in the file.
    private struct SearchedPart {
        var bytes: [UInt8]
        var range: Range<Int>
        /// False if the bytes differ from those of the file: a value with escapes, or the file's name.
        var isInFile: Bool
        var kind: TextPart
    }

    package let bytes: [UInt8]
    package let note: Note
    private let parts: [SearchedPart]

    init(_ bytes: [UInt8], path: VaultPath, rules: NoteRules) {
        self.bytes = bytes
        note = Note(bytes, name: path.name, rules: rules)
        let bodyStart = note.frontMatter.bodyStart
        var parts: [SearchedPart] = []
        func value(_ text: String, _ range: Range<Int>?, kind: TextPart) {
            let wanted = Array(text.utf8)
            if let range, let at = range.first(where: { bytes.holds(wanted, at: $0) }),
                at + wanted.count <= range.upperBound
            {
                parts.append(SearchedPart(bytes: bytes, range: at..<at + wanted.count, isInFile: true, kind: kind))
            } else {
                parts.append(SearchedPart(bytes: wanted, range: 0..<wanted.count, isInFile: false, kind: kind))
            }
        }
        // A title that is a heading is located in the body. It is a separate part as well.
        let titleInBody = note.titleRange.map { $0.lowerBound >= bodyStart } ?? false
        value(note.title, titleInBody ? nil : note.titleRange, kind: .title)
        for alias in note.aliases { value(alias.text, alias.range, kind: .any) }
        value(path.stem.text, nil, kind: .name)
        for keyword in note.keywords where !keyword.isHashtag { value(keyword.name, keyword.range, kind: .any) }
        for heading in note.body.headings {
            let utf8 = Array(heading.text.utf8)
            parts.append(SearchedPart(bytes: utf8, range: 0..<utf8.count, isInFile: false, kind: .heading))
        }
        let body = LiveBlock.blanked(bytes, note.body.liveBlocks)
        parts.append(
            SearchedPart(bytes: body, range: note.frontMatter.searchStart..<bytes.count, isInFile: true, kind: .body))
        self.parts = parts
    }

    // MARK: Testing

    /// Returns whether the note passes a test. `matcher` caches the matcher of its regular expression.
    func passes(_ test: ContentPredicate, _ matcher: inout Matcher?) -> Bool {
        switch test {
        case .contains(let text):
            let wanted = Array(text.utf8)
            return parts.contains { part in
                part.kind != .heading && Self.find(wanted, in: Folding.fold(part.bytes, part.range)) != nil
            }
        case .regex(let pattern):
            if matcher == nil { matcher = Matcher(pattern) }
            for part in parts where part.kind != .heading {
                if matcher?.matches(part.bytes, in: part.range) ?? false { return true }
            }
            return false
        case .matches(let kind, let pattern):
            if matcher == nil { matcher = Matcher(pattern) }
            for part in parts where part.kind == kind {
                if matcher?.matches(part.bytes, in: part.range) ?? false { return true }
            }
            return false
        case .whole(let kind, let text):
            let wanted = Array(text.utf8)
            return parts.contains { part in
                part.kind == kind && Folding.fold(part.bytes, part.bytes.trimmed(part.range)) == wanted
            }
        }
    }

    /// Returns the first occurrence of `wanted` from `start` on. Complexity: O(text) unless near occurrences are many.
    private static func find(_ wanted: [UInt8], in text: [UInt8], from start: Int = 0) -> Int? {
        guard let first = wanted.first, text.count >= wanted.count else { return nil }
        var index = start
        let last = text.count - wanted.count
        while index <= last {
            if text[index] == first, text.holds(wanted, at: index) { return index }
            index += 1
        }
        return nil
    }

    // MARK: Matches

    /// Returns the occurrences of a phrase in the body.
    package func places(ofPhrase text: String) -> [Range<Int>] {
        let words = Words.list(text)
        if words.isEmpty { return [] }
        return matches(of: [TextMatch(words: words, isPrefix: false, part: .body, range: 0..<0)], [])
    }

    /// Returns the ranges of the file that match the texts and tests, sorted and disjoint. A word in both a heading and
    /// the body is one range.
    func matches(of texts: [TextMatch], _ tests: [ContentPredicate]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        for part in parts where part.isInFile {
            if !texts.isEmpty {
                let words =
                    part.kind == .body
                    ? ReadingText.words(note, bytes) : Words.tokens(of: part.bytes, in: part.range)
                for text in texts where Self.concerns(text.part, part.kind) {
                    // Headings, and a title that is one, are searched in the body, which has their positions.
                    switch text.part {
                    case .heading where part.kind == .body: found += matches(of: text, inHeadings: words)
                    case .title where part.kind == .body:
                        found += matches(of: text, inHeadings: words) { $0.raw == note.titleRange }
                    case .any where part.kind == .body:
                        let inBody = Self.matches(of: text, in: words)
                        found += inBody.isEmpty ? matches(of: text, inHeadings: words) : inBody
                    default: found += Self.matches(of: text, in: words)
                    }
                }
            }
            for test in tests { found += matches(of: test, in: part) }
        }
        return Self.merged(found)
    }

    /// Returns whether a term for a part searches text of a kind. Headings and titles are also in the body.
    private static func concerns(_ wanted: TextPart, _ kind: TextPart) -> Bool {
        switch wanted {
        case .any: true
        case .heading: kind == .body
        case .title: kind == .title || kind == .body
        default: wanted == kind
        }
    }

    /// Returns the matches in headings. As in the index, code in a heading counts as text.
    private func matches(
        of match: TextMatch, inHeadings words: [Words.Word], where isMeant: (Heading) -> Bool = { _ in true }
    ) -> [Range<Int>] {
        var found: [Range<Int>] = []
        // Headings and words are both in the order of the file.
        var next = 0
        for heading in note.body.headings where isMeant(heading) {
            while next < words.count, words[next].source.lowerBound < heading.raw.lowerBound { next += 1 }
            let own = words[next...].prefix { $0.source.lowerBound < heading.raw.upperBound }.filter {
                !$0.text.isEmpty
            }
            let inFile = Self.matches(of: match, in: own)
            found += inFile
            // Words that are adjacent in the displayed heading may be separated by markup in the file.
            if inFile.isEmpty {
                let seen = Array(heading.text.utf8)
                if !Self.matches(of: match, in: Words.tokens(of: seen, in: seen.indices)).isEmpty {
                    found.append(heading.raw)
                }
            }
        }
        return found
    }

    /// Returns the occurrences of a text in words.
    static func matches(of match: TextMatch, in words: [Words.Word]) -> [Range<Int>] {
        let wanted = match.words.map { Array($0.utf8) }
        guard let last = wanted.last, words.count >= wanted.count else { return [] }
        var found: [Range<Int>] = []
        // If the last word may be a prefix, the words before it are searched and the last one is tested after them.
        let phrase = Phrase(match.isPrefix ? wanted.dropLast() : wanted[...])
        let rest = match.isPrefix ? 1 : 0
        phrase.forEachEnd(in: words) { end in
            guard end + rest <= words.count, rest == 0 || words[end].text.starts(with: last) else { return }
            let start = end + rest - wanted.count
            found.append(words[start].source.lowerBound..<words[end + rest - 1].source.upperBound)
        }
        return found
    }

    private func matches(of test: ContentPredicate, in part: SearchedPart) -> [Range<Int>] {
        switch test {
        case .whole: return []
        case .matches(.body, let pattern) where part.kind == .body: return matches(of: .regex(pattern), in: part)
        case .matches(.title, let pattern):
            if part.kind == .title { return matches(of: .regex(pattern), in: part) }
            guard part.kind == .body, let range = note.titleRange, range.lowerBound >= part.range.lowerBound else {
                return []
            }
            return matches(
                of: .regex(pattern), in: SearchedPart(bytes: bytes, range: range, isInFile: true, kind: .title))
        case .matches(.heading, let pattern) where part.kind == .body:
            return note.body.headings.flatMap {
                matches(
                    of: .regex(pattern), in: SearchedPart(bytes: bytes, range: $0.raw, isInFile: true, kind: .heading))
            }
        case .matches: return []
        case .contains(let text):
            let wanted = Array(text.utf8)
            let folded = Folding.foldWithSources(part.bytes, part.range)
            var found: [Range<Int>] = []
            var start = 0
            while let at = Self.find(wanted, in: folded.bytes, from: start) {
                found.append(Folding.source(of: at..<at + wanted.count, in: folded.sources))
                start = at + wanted.count
            }
            return found
        case .regex(let pattern):
            var matcher = Matcher(pattern)
            var found: [Range<Int>] = []
            var start = part.range.lowerBound
            while start <= part.range.upperBound,
                let match = matcher.firstMatch(part.bytes, in: part.range, from: start)
            {
                if !match.isEmpty { found.append(match) }
                start = max(match.upperBound, start + 1)
            }
            return found
        }
    }

    /// Returns ranges sorted, with overlapping ones merged.
    static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var result: [Range<Int>] = []
        for range in ranges.sorted(by: { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }) {
            if let last = result.last, range.lowerBound < last.upperBound {
                result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        return result
    }
}
