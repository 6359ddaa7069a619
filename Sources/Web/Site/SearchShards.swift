import Notes
import SourceText
import System

/// The index that the script of a site searches, in files of which a search reads only some.
///
/// `notes.json` lists the notes and the characters that fold to others. `words-N.json` has the words whose first two
/// characters have the hash N, each with the notes that contain it and how often. `texts-N.json` has the texts of a few
/// notes, for passages. A search of one word reads one file of words and at most ten of texts, so that they are small.
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
    private static let notesInShard = 4
    /// The approximate number of postings in a file.
    private static let postingsInShard = 1000
    /// A word of a title, keyword or alias counts as much as this many words of the text.
    private static let titleWeight = 10

    private var notes: [(title: String, address: String, length: Int)] = []
    private var texts: [String] = []
    private var terms = TermNumbers()
    /// The notes that contain each term.
    private var postings: [[(note: Int32, weight: Int32)]] = []
    private var postingCount = 0
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
                    postingCount += 1
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

    /// Returns the hash of a word's first two characters, which the script computes alike (FNV-1a, 32 bits).
    private static func hash(_ word: ArraySlice<UInt8>) -> UInt32 {
        String(decoding: word.prefix(8), as: UTF8.self).unicodeScalars.prefix(2).reduce(0x811C_9DC5) {
            ($0 ^ $1.value) &* 0x0100_0193
        }
    }

    /// The files of the index. Complexity: O(postings + texts).
    func files() -> [Site.File] {
        let count = max(1, postingCount / Self.postingsInShard)
        var shards: [[Int]] = Array(repeating: [], count: count)
        for number in terms.sorted() { shards[Int(Self.hash(terms.bytes[terms.place(number)])) % count].append(number) }
        let words = Parallel.map(count) { [shards] number in
            file("words-\(number)") { json in
                for term in shards[number] {
                    json.key(String(decoding: terms.bytes[terms.place(term)], as: UTF8.self))
                    var numbers: [Int32] = []
                    for (note, weight) in postings[term] {
                        numbers.append(note)
                        numbers.append(weight)
                    }
                    json.numbers(numbers)
                }
            }
        }
        let passages = Parallel.map(stretchesOf: Self.notesInShard, in: texts.count) { range in
            file("texts-\(range.lowerBound / Self.notesInShard)") { json in
                json.field("texts", texts[range])
            }
        }
        let list = file("notes") { json in
            json.field("words", count)
            json.field("texts", Self.notesInShard)
            json.object("fold") { json in
                for (text, folded) in foldings {
                    json.key(text)
                    json.string(folded)
                }
            }
            json.objects("notes", of: notes) { note, json in
                json.field("title", note.title)
                json.field("address", note.address)
                json.field("length", note.length)
            }
        }
        return [list] + words + passages
    }

    private func file(_ name: String, _ body: (inout JSONWriter) -> Void) -> Site.File {
        var json = JSONWriter()
        json.object(body)
        return Site.File(Self.folder.appending("\(name).json"), json.bytes)
    }
}

extension [BlockNode] {
    /// The text of blocks as displayed, on one line each. Comments and other HTML are left out.
    var displayedText: String {
        var lines: [String] = []
        addLines(to: &lines)
        return lines.joined(separator: "\n")
    }

    private func addLines(to lines: inout [String]) {
        for node in self {
            switch node.content {
            case .paragraph(let inlines), .heading(_, let inlines): lines.append(inlines.plainText)
            case .code(_, let code): lines += code
            case .table(let alignments, let cells):
                for row in stride(from: 0, to: cells.count, by: Swift.max(alignments.count, 1)) {
                    lines.append(
                        cells[row..<Swift.min(row + alignments.count, cells.count)].map(\.plainText).joined(
                            separator: " "))
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
