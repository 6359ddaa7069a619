import Notes
import SourceText

/// A check that the words of a merged unit have the inline markup of both sides. Two links, for example, that each side
/// makes of other words can overlap, which Markdown does not read as either of them.
struct InlineCheck {
    private let base: MarkedWords
    private let ours: MarkedWords
    private let theirs: MarkedWords
    private let merged: MarkedWords

    /// - Returns: nil if no version has markup.
    init?(base: UnitWords, ours: UnitWords, theirs: UnitWords, merged: UnitWords, isRow: Bool) {
        guard [base, ours, theirs, merged].contains(where: MarkedWords.hasMarkup) else { return nil }
        func marked(_ words: UnitWords) -> MarkedWords { MarkedWords(words, isRow: isRow) }
        (self.base, self.ours, self.theirs, self.merged) = (marked(base), marked(ours), marked(theirs), marked(merged))
    }

    var isMeant: Bool {
        let (own, other) = (merged.places(in: ours), merged.places(in: theirs))
        let old = ours.places(in: base)
        return merged.markup.indices.allSatisfy { index in
            let found = merged.markup[index]
            switch (own[index], other[index]) {
            case (let our?, let their?):
                let (left, right) = (ours.markup[our], theirs.markup[their])
                if left == right { return found == left }
                guard let before = old[our].map({ base.markup[$0] }) else { return false }
                return found == Merge3.value(base: before, ours: left, theirs: right)
            case (let our?, nil): return found.isLike(ours.markup[our])
            case (nil, let their?): return found.isLike(theirs.markup[their])
            case (nil, nil): return false
            }
        }
    }
}

/// The words of a unit with the markup around each of them.
private struct MarkedWords {
    /// The markup around the parts of a word, outermost first.
    struct Markup: Equatable {
        var parts: [[Inline.Kind]] = []

        /// Whether the markup is the same but for the destinations of links, which one side may have changed around a
        /// word of the other.
        func isLike(_ other: Markup) -> Bool {
            parts.elementsEqual(other.parts) { $0.elementsEqual($1, by: Self.areAlike) }
        }

        private static func areAlike(_ left: Inline.Kind, _ right: Inline.Kind) -> Bool {
            switch (left, right) {
            case (.link, .link), (.image, .image): true
            default: left == right
            }
        }
    }

    private let words: [[UInt8]]
    private(set) var markup: [Markup]

    static func hasMarkup(_ text: UnitWords) -> Bool {
        let marks = "*_[]`<~=$%".utf8
        return text.allWords.contains { $0.text.contains { marks.contains($0) } }
    }

    init(_ text: UnitWords, isRow: Bool) {
        let all = text.allWords
        words = all.map(\.text)
        markup = all.map { _ in Markup() }
        // Markup does not extend over cells.
        let cells = all.indices.split { isRow && all[$0].text == [Byte.bar] }
        for cell in cells where !cell.isEmpty {
            var bytes: [UInt8] = []
            var ranges: [Range<Int>] = []
            for index in cell {
                let space = all[index].space
                if !bytes.isEmpty, !space.isEmpty {
                    bytes.append(space.contains(Byte.newline) ? Byte.newline : Byte.space)
                }
                ranges.append(bytes.count..<bytes.count + all[index].text.count)
                bytes += all[index].text
            }
            add(Self.parts(of: bytes), to: cell, ranges)
        }
    }

    /// A part of a text without markup inside.
    private typealias Part = (range: Range<Int>, markup: [Inline.Kind])

    private mutating func add(_ parts: [Part], to words: Range<Int>, _ ranges: [Range<Int>]) {
        var next = 0
        for (word, range) in zip(words, ranges) {
            while next < parts.count, parts[next].range.upperBound <= range.lowerBound { next += 1 }
            for part in parts[next...].prefix(while: { $0.range.lowerBound < range.upperBound })
            where markup[word].parts.last != part.markup {
                markup[word].parts.append(part.markup)
            }
        }
    }

    private static func parts(of bytes: [UInt8]) -> [Part] {
        // Ranges are those of the text, so that bytes which are no UTF-8 must not be replaced by longer ones.
        let text =
            String(validating: bytes, as: UTF8.self)
            ?? String(decoding: bytes.map { $0 < 0x80 ? $0 : UInt8(ascii: "x") }, as: UTF8.self)
        var parts: [Part] = []
        func add(_ inlines: [Inline], in markup: [Inline.Kind]) {
            for inline in inlines {
                switch inline.kind {
                case .text: parts.append((inline.range, markup))
                case .softBreak, .hardBreak: continue
                case .code, .math, .html: parts.append((inline.range, markup + [inline.kind]))
                default:
                    if inline.children.isEmpty {
                        parts.append((inline.range, markup + [inline.kind]))
                    } else {
                        add(inline.children, in: markup + [inline.kind])
                    }
                }
            }
        }
        add(Inline.all(in: text), in: [])
        return parts
    }

    /// Returns the place of each word in another text, or nil for a word that is not there.
    func places(in other: MarkedWords) -> [Int?] {
        SequenceDifference.places(of: words.count, SequenceDifference.changes(from: words, to: other.words))
    }
}
