package import SourceText

/// The text of a note without comments of Obsidian, `%%text%%`, which pages do not contain. Search and the terminal
/// read them as text.
///
/// A comment is removed with its line ends, so that the text after it continues the line: `- %%a%% b` is `- b`. A line
/// of comments only is removed whole, so that it does not split a paragraph or list. `%%` in code and in generated text
/// of live blocks is text. An open comment ends with the note. A footnote that only comments refer to is removed too.
package struct VisibleText: Sendable {
    package let bytes: [UInt8]
    /// The removed bytes of the note, in order, and the number of bytes removed before each.
    private let cuts: [(range: Range<Int>, before: Int)]

    /// Whether the note has no comments.
    package var isWhole: Bool { cuts.isEmpty }

    /// Complexity: O(bytes).
    package init(_ bytes: [UInt8]) {
        self.init(bytes, from: FrontMatter.bodyStart(of: bytes)) { Body(bytes, from: $0) }
    }

    /// Creates the visible text of a note. Complexity: O(bytes).
    init(_ note: Note) { self.init(note.bytes, from: note.frontMatter.bodyStart) { _ in note.body } }

    private init(_ bytes: [UInt8], from start: Int, _ body: (_ start: Int) -> Body) {
        var text = VisibleText(bytes, [])
        if CommentFinder.mayFindComments(in: bytes, from: start) {
            text = VisibleText(bytes, CommentFinder(bytes, from: start, body(start)).cuts)
        }
        let footnotes = text.hiddenFootnotes(in: bytes, from: start)
        self = footnotes.isEmpty ? text : VisibleText(bytes, text.cuts(adding: footnotes))
    }

    /// Returns the bytes of the footnotes that only comments refer to, in the visible text.
    private func hiddenFootnotes(in note: [UInt8], from start: Int) -> [Range<Int>] {
        let body = start..<max(start, note.count)
        if note.span.firstIndex(of: Byte.leftBracket, before: Byte.caret, in: body) == nil { return [] }
        return HiddenFootnotes(bytes, from: start, comments: cuts.map { note[$0.range] }).ranges
    }

    /// Returns the cuts with other bytes of the visible text.
    private func cuts(adding ranges: [Range<Int>]) -> [Range<Int>] {
        let added = ranges.map { noteOffset($0.lowerBound)..<noteOffset($0.upperBound - 1) + 1 }
        var merged: [Range<Int>] = []
        for range in (cuts.map(\.range) + added).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }

    fileprivate init(_ note: [UInt8], _ ranges: [Range<Int>]) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(note.count)
        var cuts: [(range: Range<Int>, before: Int)] = []
        var end = 0
        for range in ranges {
            bytes += note[end..<range.lowerBound]
            cuts.append((range, range.lowerBound - bytes.count))
            end = range.upperBound
        }
        self.bytes = ranges.isEmpty ? note : bytes + note[end...]
        self.cuts = cuts
    }

    /// Returns the offset in the note of a byte of the visible text. Complexity: O(log comments).
    package func noteOffset(_ offset: Int) -> Int {
        let next = cuts.indices.partitioningIndex { cuts[$0].range.lowerBound - cuts[$0].before > offset }
        guard next > 0 else { return offset }
        let last = cuts[next - 1]
        return offset + last.before + last.range.count
    }

    /// Returns the offset in the visible text of a byte of the note. A removed byte has that of the next one.
    /// Complexity: O(log comments).
    package func offset(ofNote offset: Int) -> Int {
        let next = cuts.indices.partitioningIndex { cuts[$0].range.lowerBound > offset }
        guard next > 0 else { return offset }
        let last = cuts[next - 1]
        return max(offset, last.range.upperBound) - last.before - last.range.count
    }

    /// Returns the range in the visible text of a range of the note.
    package func range(ofNote range: Range<Int>) -> Range<Int> {
        offset(ofNote: range.lowerBound)..<offset(ofNote: range.upperBound)
    }
}

extension VisibleText {
    /// Returns one line of a text as readers see it: without comments and markup. Links are their labels.
    package static func plainLine(_ line: String) -> String {
        let visible = HTMLComments.blanked(VisibleText(Array(line.utf8)).bytes)
        return Inline.all(in: String(decoding: visible, as: UTF8.self)).plainText
    }
}

extension Note {
    /// The comments of Obsidian in the body, each with its marks, in order. Complexity: O(bytes), but fast without
    /// comments.
    var comments: [Range<Int>] {
        let start = frontMatter.bodyStart
        return CommentFinder.mayFindComments(in: bytes, from: start)
            ? CommentFinder(bytes, from: start, body).comments : []
    }

    /// Whether a reference, a keyword or a part of the title stands only in comments of Obsidian, which pages do not
    /// contain. Complexity: O(bytes), but fast without comments in the body.
    ///
    /// - Parameters:
    ///   - name: the file name with its extension.
    ///   - rules: the configuration for parsing notes.
    package func hidesParts(name: VaultPath, rules: NoteRules) -> Bool {
        let text = VisibleText(self)
        if text.isWhole { return false }
        let shown = Note(text.bytes, name: name, rules: rules)
        return shown.title != title || shown.keywords.map(\.name) != keywords.map(\.name)
            || shown.references.map(\.target) != references.map(\.target)
    }
}

/// Finds the comments of a note.
private struct CommentFinder {
    /// A comment with an opening fence or backtick changes which of the bytes after it are code, so that the note is
    /// parsed again without it. If that reads more than `maximumRounds` times the bytes of the note, and more than
    /// `minimumReading` bytes, the rest of the note is hidden.
    private static let maximumRounds = 16
    private static let minimumReading = 1_000_000

    private let bytes: [UInt8]
    private let start: Int
    /// The code and addresses in the bytes that were not searched yet, in order, and the number of those passed.
    private var code: [Range<Int>]
    private var passed = 0
    /// The generated text of live blocks, in order. It neither begins nor ends a comment.
    private var generated: [Range<Int>]
    private(set) var comments: [Range<Int>] = []

    init(_ bytes: [UInt8], from start: Int, _ body: Body) {
        self.bytes = bytes
        self.start = start
        code = Self.code(in: body)
        generated = Self.generated(in: body)
        find()
    }

    /// Returns the offset of the first `%%` at or after `start` that is not in generated text.
    private func mark(from start: Int) -> Int? {
        var index = start
        while let mark = Self.mark(in: bytes, from: index) {
            let next = generated.indices.partitioningIndex { generated[$0].upperBound > mark }
            guard next < generated.count, generated[next].lowerBound <= mark else { return mark }
            index = generated[next].upperBound
        }
        return nil
    }

    private static func generated(in body: Body) -> [Range<Int>] {
        body.liveBlocks.map(\.generated).filter { !$0.isEmpty }
    }

    /// Returns the offset of the first `%%` at or after `start`. Complexity: O(bytes).
    private static func mark(in bytes: [UInt8], from start: Int) -> Int? {
        bytes.span.firstIndex(of: Byte.percent, before: Byte.percent, in: start..<max(start, bytes.count))
    }

    static func mayFindComments(in bytes: [UInt8], from start: Int) -> Bool { mark(in: bytes, from: start) != nil }

    /// Returns the bytes in which `%%` is text: code and addresses. The title of a definition is none of them.
    private static func code(in body: Body) -> [Range<Int>] {
        var ends: [Range<Int>: Int] = [:]
        for definition in body.definitions { ends[definition.range] = definition.title?.lowerBound }
        return body.reading.filter { $0.kind == .apart && !$0.range.isEmpty }.map { part in
            part.range.lowerBound..<(ends[part.range] ?? part.range.upperBound)
        }
    }

    private mutating func find() {
        var reading = 0
        var index = start
        while let open = mark(from: index) {
            while passed < code.count, code[passed].upperBound <= open { passed += 1 }
            if passed < code.count, code[passed].lowerBound <= open {
                index = code[passed].upperBound
                continue
            }
            let close = mark(from: open + 2)
            index = close.map { $0 + 2 } ?? bytes.count
            comments.append(open..<index)
            while passed < code.count, code[passed].upperBound <= index { passed += 1 }
            guard passed < code.count, code[passed].lowerBound < index else { continue }
            reading += bytes.count
            if reading > max(Self.minimumReading, Self.maximumRounds * bytes.count) {
                comments[comments.count - 1] = open..<bytes.count
                return
            }
            readAgain()
        }
    }

    /// Parses the note again without the comments found so far.
    private mutating func readAgain() {
        let text = VisibleText(bytes, comments)
        let body = Body(text.bytes, from: start)
        func inNote(_ range: Range<Int>) -> Range<Int> {
            text.noteOffset(range.lowerBound)..<text.noteOffset(range.upperBound - 1) + 1
        }
        code = Self.code(in: body).map(inNote)
        generated = Self.generated(in: body).map(inNote)
        passed = 0
    }

    /// The bytes to remove: the comments, with the blanks after them that would become indentation or a line break, and
    /// with the whole line if nothing else is on it.
    var cuts: [Range<Int>] {
        var cuts: [Range<Int>] = []
        var lineStart = start
        var isLineEmpty = true
        for comment in comments {
            var (lower, upper) = (comment.lowerBound, comment.upperBound)
            let previous = cuts.last?.upperBound ?? start
            var before = max(previous, lineStart)..<lower
            if let lineEnd = bytes[previous..<lower].lastIndex(where: \.isLineEnd) {
                lineStart = lineEnd + 1
                isLineEmpty = true
                before = lineStart..<lower
            }
            isLineEmpty = isLineEmpty && bytes[before].allSatisfy { $0.isBlank || $0 == Byte.greater }
            if isLineEmpty || before.isEmpty || bytes[lower - 1].isBlank {
                while upper < bytes.count, bytes[upper].isBlank { upper += 1 }
            }
            if upper == bytes.count || bytes[upper].isLineEnd {
                while lower > before.lowerBound, bytes[lower - 1].isBlank { lower -= 1 }
                if isLineEmpty {
                    lower = lineStart
                    while let last = cuts.last, last.lowerBound >= lower { cuts.removeLast() }
                    if upper < bytes.count, bytes[upper] == Byte.carriageReturn { upper += 1 }
                    if upper < bytes.count, bytes[upper] == Byte.newline { upper += 1 }
                    if let text = continuation(at: upper, after: lineStart) {
                        // The text below gets the indentation of the first comment of this line.
                        (lower, upper) = (text.comment, text.start)
                    }
                    lineStart = upper
                }
            }
            cuts.append(lower..<upper)
        }
        return cuts
    }

    /// Returns where the text of a line begins that continues the paragraph of comments, and would be code without them.
    /// Also returns where the first of these comments begins. Nil for other lines, and for those that may begin another
    /// block.
    ///
    /// - Parameters:
    ///   - start: the start of the line.
    ///   - comments: the start of the line that contains only comments.
    private func continuation(at start: Int, after comments: Int) -> (comment: Int, start: Int)? {
        let indentation = bytes[comments...].prefix(while: \.isBlank)
        guard bytes[indentation.endIndex] == Byte.percent,
            let text = bytes[start...].firstIndex(where: { !$0.isBlank }),
            bytes[start..<text].starts(with: indentation),
            text - start - indentation.count >= 4 || bytes[(start + indentation.count)..<text].contains(Byte.tab)
        else { return nil }
        let mayBeginBlock = bytes[text].isLineEnd || bytes[text].isDigit || "-+*>#`~|=_<[".utf8.contains(bytes[text])
        return mayBeginBlock ? nil : (indentation.endIndex, text)
    }
}
