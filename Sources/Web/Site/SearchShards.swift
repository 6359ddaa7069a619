import Notes
import SourceText
import System

/// The index that the script of a site searches, in files of which a search reads only some.
///
/// Each file is a script that calls `slipSearch(NAME, VALUE)`. Browsers load scripts from a folder (`file:`), but do not
/// fetch other files there.
///
/// - `index.js`: the first word of each file of words, the number of titles in a file, and the
///   characters that fold to others.
/// - `words-N.js`: a range of the sorted words, each with the notes that contain it and their scores. The key `WORD*` has
///   the number of notes with a word that begins with `WORD`, and the best of them. Beginnings have one if their words
///   fill several files.
/// - `notes-N.js`: titles and addresses of a few notes, with the place of each text.
/// - `texts-N.js`: the texts of one or more notes, for passages.
struct SearchShards: Sendable {
    /// What the index keeps of a note.
    struct Entry: Sendable {
        let title: String
        let address: String
        let text: String
        /// The words of the text and those of the names, each followed by a space.
        let words: [UInt8]
        let nameWords: [UInt8]
        /// The number of words of the text.
        let length: Int
        /// The characters outside of ASCII.
        let scalars: Set<Unicode.Scalar>

        init(_ title: String, address: String, names: [String], text: String) {
            (self.title, self.address, self.text) = (title, address, text)
            func folded(_ text: String) -> (words: [UInt8], count: Int) {
                let bytes = Array(text.utf8)
                var words: [UInt8] = []
                let count = Words.append(bytes, bytes.indices, to: &words).tokens
                return (words, count)
            }
            (words, length) = folded(text)
            nameWords = folded(([title] + names).joined(separator: " ")).words
            let all = ([text, title] + names).filter { text in text.utf8.contains { $0 >= 0x80 } }
            scalars = Set(all.lazy.flatMap(\.unicodeScalars).filter { !$0.isASCII })
        }
    }

    private static let folder = SiteAddresses.ownFolder.appending("search")
    private static let titlesInShard = 8
    /// The approximate size of a file of texts. A longer text is alone in its file.
    private static let textBytes = 4096
    /// The least size of a file of words. That of a large site is larger, so that there are not too many files.
    private static let leastWordBytes = 6144
    private static let mostWordFiles = 1000
    /// The most notes of a beginning of words.
    private static let bestNotes = 40
    /// A word of a title, keyword or alias counts as much as this many words of the text.
    private static let titleWeight = 10

    private var notes: [(title: String, address: String, length: Int)] = []
    private var texts: [String] = []
    private var terms = TermNumbers()
    /// The notes that contain each term.
    private var postings: [[(note: Int32, weight: Int32)]] = []
    private var scalars: Set<Unicode.Scalar> = []

    /// Adds a note. Complexity: O(words).
    mutating func add(_ entry: Entry) {
        let note = Int32(clamping: notes.count)
        for (words, weight) in [(entry.words, 1), (entry.nameWords, Self.titleWeight)] {
            var numbers: [UInt32] = []
            terms.append(wordsOf: words.span, to: &numbers)
            while postings.count < terms.count { postings.append([]) }
            for number in numbers {
                let last = postings[Int(number)].count - 1
                if last >= 0, postings[Int(number)][last].note == note {
                    postings[Int(number)][last].weight += Int32(weight)
                } else {
                    postings[Int(number)].append((note, Int32(weight)))
                }
            }
        }
        scalars.formUnion(entry.scalars)
        notes.append((entry.title, entry.address, entry.length))
        texts.append(entry.text)
    }

    /// The characters of the site whose folded form is another one, with that form.
    private var foldings: [(String, String)] {
        scalars.sorted().compactMap { scalar in
            let text = String(scalar)
            let folded = Folding.fold(text)
            return folded == text.lowercased() && folded == text ? nil : (text, folded)
        }
    }

    // MARK: Scores

    /// A note with the score of a word in it.
    private typealias Score = (note: Int, value: Int)

    /// Returns the notes of a term with their BM25 scores, as integers. A score is at most about 200.
    private func scores(_ term: Int, meanLength: Double) -> [Score] {
        let found = Double(postings[term].count)
        let ratio = 1 + (Double(notes.count) - found + 0.5) / (found + 0.5)
        // The binary logarithm, linear between powers of two. The standard library has no exact one.
        let rarity = 0.7 * (Double(ratio.exponent) + ratio.significand - 1)
        return postings[term].map { note, weight in
            let length = Double(notes[Int(note)].length) / meanLength
            let value = rarity * Double(weight) * 2.2 / (Double(weight) + 1.2 * (0.25 + 0.75 * length))
            return (Int(note), max(1, Int((value * 6).rounded())))
        }
    }

    /// Returns `NOTE,SCORE,…`, where each note is the difference to the one before.
    private static func encoded(_ scores: [Score]) -> String {
        var last = 0
        var numbers: [String] = []
        for (note, value) in scores {
            numbers.append("\(note - last),\(value)")
            last = note
        }
        return numbers.joined(separator: ",")
    }

    // MARK: Files

    /// The files of the index. Complexity: O(postings + texts).
    func files() -> [Site.File] {
        let order = terms.sorted()
        let meanLength = max(1, Double(notes.reduce(0) { $0 + $1.length }) / Double(max(1, notes.count)))
        let all = Parallel.map(order.count) { scores(order[$0], meanLength: meanLength) }
        let lines = Parallel.map(order.count) { "\"\(word(order[$0]))\":[\(Self.encoded(all[$0]))]" }
        let size = max(Self.leastWordBytes, lines.reduce(0) { $0 + $1.utf8.count } / Self.mostWordFiles)
        var beginnings = Beginnings(words: order.map { Array(word($0).unicodeScalars) }, scores: all)
        beginnings.add(to: order.indices, sizes: lines.map(\.utf8.count), limit: size, length: 2)
        // A beginning precedes its words, since `*` precedes all letters and digits.
        var firsts: [String] = []
        var shards: [[String]] = []
        var count = 0
        func add(_ key: String, _ line: String) {
            if shards.isEmpty || count + line.utf8.count > size {
                firsts.append(key)
                shards.append([])
                count = 0
            }
            shards[shards.count - 1].append(line)
            count += line.utf8.count
        }
        for (place, line) in lines.enumerated() {
            for (key, scores) in beginnings.before[place] ?? [] {
                add(key, "\"\(key)\":[\(scores.total),\(Self.encoded(scores.best))]")
            }
            add(word(order[place]), line)
        }
        let words = shards.enumerated().map { number, lines in
            Self.file("words-\(number)", "{\(lines.joined(separator: ",\n"))}")
        }
        return [indexFile(firsts)] + words + noteFiles()
    }

    private func word(_ term: Int) -> String { String(decoding: terms.bytes[terms.place(term)], as: UTF8.self) }

    private func indexFile(_ firsts: [String]) -> Site.File {
        let fold = foldings.map { "\(Self.quoted($0)):\(Self.quoted($1))" }.joined(separator: ",")
        let words = firsts.map(Self.quoted).joined(separator: ",")
        return Self.file("index", "{\"titles\":\(Self.titlesInShard),\"fold\":{\(fold)},\n\"words\":[\(words)]}")
    }

    /// The files of titles and of texts.
    private func noteFiles() -> [Site.File] {
        var groups: [Range<Int>] = []
        var size = 0
        for (note, text) in texts.enumerated() {
            if let last = groups.last, size + text.utf8.count <= Self.textBytes {
                groups[groups.count - 1] = last.lowerBound..<note + 1
                size += text.utf8.count
            } else {
                groups.append(note..<note + 1)
                size = text.utf8.count
            }
        }
        let files = Parallel.map(groups.count) { [groups] number in
            let name = "texts-\(number)"
            return (name, Self.script(name, "[\(texts[groups[number]].map(Self.quoted).joined(separator: ",\n"))]"))
        }
        var rows: [String] = []
        for (number, group) in groups.enumerated() {
            let kilobytes = (files[number].1.count + 1023) / 1024
            for note in group {
                let place = "\(number),\(note - group.lowerBound),\(kilobytes)"
                rows.append("[\(Self.quoted(notes[note].title)),\(Self.quoted(notes[note].address)),\(place)]")
            }
        }
        let titles = stride(from: 0, to: rows.count, by: Self.titlesInShard).map { start in
            let shown = rows[start..<min(start + Self.titlesInShard, rows.count)]
            return Self.file("notes-\(start / Self.titlesInShard)", "[\(shown.joined(separator: ",\n"))]")
        }
        return titles + files.map { Site.File(Self.folder.appending("\($0.0).js"), $0.1) }
    }

    private static func quoted(_ text: String) -> String {
        var json = JSONWriter()
        json.string(text)
        return json.text
    }

    /// Returns a script that passes a value to the search.
    private static func file(_ name: String, _ value: String) -> Site.File {
        Site.File(folder.appending("\(name).js"), script(name, value))
    }

    private static func script(_ name: String, _ value: String) -> [UInt8] {
        Array("slipSearch(\"\(name)\",\(value))\n".utf8)
    }

    /// The best notes of beginnings whose words fill several files.
    private struct Beginnings {
        let words: [[Unicode.Scalar]]
        let scores: [[Score]]
        /// The beginnings before a word, by the place of the word, shortest first.
        private(set) var before: [Int: [(key: String, scores: (total: Int, best: [Score]))]] = [:]

        init(words: [[Unicode.Scalar]], scores: [[Score]]) { (self.words, self.scores) = (words, scores) }

        /// Adds the beginnings with `length` characters or more of a range of words.
        ///
        /// - Parameters:
        ///   - sizes: the sizes of all words with their notes.
        ///   - limit: the size of a file.
        mutating func add(to range: Range<Int>, sizes: [Int], limit: Int, length: Int) {
            var start = range.lowerBound
            while start < range.upperBound {
                let key = words[start].prefix(length)
                if key.count < length {
                    start += 1
                    continue
                }
                var end = start
                while end < range.upperBound, words[end].starts(with: key) { end += 1 }
                let group = start..<end
                // A search reads up to three files of a beginning without this list.
                if group.count > 1, sizes[group].reduce(0, +) > limit {
                    // The word that is the beginning itself precedes the list, and the longer words follow it.
                    let isWhole = words[start].count == length
                    before[isWhole ? start + 1 : start, default: []].append((text(key), best(group, length)))
                    add(to: isWhole ? start + 1..<end : group, sizes: sizes, limit: limit, length: length + 1)
                }
                start = end
            }
        }

        private func text(_ key: ArraySlice<Unicode.Scalar>) -> String {
            String(String.UnicodeScalarView(key)) + "*"
        }

        /// The notes with a word of a range. Longer words count half as much as the beginning itself.
        private func best(_ range: Range<Int>, _ length: Int) -> (total: Int, best: [Score]) {
            var values: [Int: Int] = [:]
            for place in range {
                let isWhole = words[place].count == length
                for (note, value) in scores[place] {
                    values[note] = max(values[note] ?? 0, isWhole ? value : (value + 1) / 2)
                }
            }
            let sorted = values.map { (note: $0.key, value: $0.value) }.sorted {
                ($1.value, $0.note) < ($0.value, $1.note)
            }
            return (values.count, sorted.prefix(SearchShards.bestNotes).sorted { $0.note < $1.note })
        }
    }
}

extension String {
    /// Returns the first scalars of the text on one line.
    func beginning(_ count: Int) -> String {
        let bytes = String(unicodeScalars.prefix(count)).utf8.map { $0 == Byte.newline ? Byte.space : $0 }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension [BlockNode] {
    /// The text of blocks as displayed, on one line each. Comments and other HTML are left out.
    var displayedText: String {
        var lines: [String] = []
        addLines(to: &lines)
        return lines.joined(separator: "\n")
    }

    /// The text of a line, with formulas as Unicode text where they have one.
    private static func text(_ inlines: [Inline]) -> String {
        hasFormula(inlines) ? FormulaLine(inlines).text : inlines.plainText
    }

    private static func hasFormula(_ inlines: [Inline]) -> Bool {
        inlines.contains { inline in if case .math = inline.kind { true } else { hasFormula(inline.children) } }
    }

    private func addLines(to lines: inout [String]) {
        for node in self {
            switch node.content {
            case .paragraph(let inlines), .heading(_, let inlines): lines.append(Self.text(inlines))
            case .code(_, let code): lines += code
            case .table(let alignments, let cells):
                for row in stride(from: 0, to: cells.count, by: Swift.max(alignments.count, 1)) {
                    lines.append(
                        cells[row..<Swift.min(row + alignments.count, cells.count)].map(Self.text).joined(
                            separator: " ")
                    )
                }
            case .quote(let nodes):
                let first = lines.count
                nodes.addLines(to: &lines)
                if first < lines.count, let mark = CalloutMark(lines[first]) { lines[first] = String(mark.title) }
            case .footnote(_, let nodes): nodes.addLines(to: &lines)
            case .list(let list): for item in list.items { item.children.addLines(to: &lines) }
            case .html, .rule: continue
            }
        }
    }
}
