import Notes
import SourceText

/// The index that the script of a site searches, in files of which a search reads only some.
///
/// `notes.json` lists the notes and the characters that fold to others. `words-N.json` has the words whose first two
/// characters have the hash N, each with the notes that contain it and how often. `texts-N.json` has the texts of 50
/// notes, for passages.
struct SearchShards {
    private static let folder = SiteAddresses.ownFolder.appending("search")
    private static let notesInShard = 50
    /// The approximate number of postings in a file.
    private static let postingsInShard = 4000
    /// A word of a title, keyword or alias counts as much as this many words of the text.
    private static let titleWeight = 10

    private var notes: [(title: String, address: String, words: Int)] = []
    private var texts: [String] = []
    private var postings: [String: [(note: Int, count: Int)]] = [:]
    private var postingCount = 0
    private var scalars: Set<Unicode.Scalar> = []

    mutating func add(_ title: String, address: String, names: [String], text: String) {
        var counts: [String: Int] = [:]
        let words = Words.list(text)
        for word in words { counts[word, default: 0] += 1 }
        for word in Words.list(title) + names.flatMap({ Words.list($0) }) {
            counts[word, default: 0] += Self.titleWeight
        }
        for (word, count) in counts { postings[word, default: []].append((notes.count, count)) }
        postingCount += counts.count
        for scalar in (title + text).unicodeScalars where !scalar.isASCII { scalars.insert(scalar) }
        notes.append((title, address, words.count))
        texts.append(text)
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
    private static func hash(_ word: String) -> UInt32 {
        word.unicodeScalars.prefix(2).reduce(0x811C_9DC5) { ($0 ^ $1.value) &* 0x0100_0193 }
    }

    func files() -> [Site.File] {
        let count = max(1, postingCount / Self.postingsInShard)
        var shards: [[(word: String, notes: [(note: Int, count: Int)])]] = Array(repeating: [], count: count)
        for (word, notes) in postings { shards[Int(Self.hash(word)) % count].append((word, notes)) }
        var files = [
            file("notes") { json in
                json.field("words", count)
                json.field("texts", Self.notesInShard)
                json.field("fold")
                json.object { json in
                    for (text, folded) in foldings {
                        json.key(text)
                        json.string(folded)
                    }
                }
                json.field("notes")
                json.array { json in
                    for note in notes {
                        json.object { json in
                            json.field("title", note.title)
                            json.field("address", note.address)
                            json.field("length", note.words)
                        }
                    }
                }
            }
        ]
        for (number, shard) in shards.enumerated() {
            files.append(
                file("words-\(number)") { json in
                    for (word, notes) in shard.sorted(by: { $0.word < $1.word }) {
                        json.key(word)
                        json.raw("[" + notes.map { "\($0.note),\($0.count)" }.joined(separator: ",") + "]")
                    }
                })
        }
        for start in stride(from: 0, to: texts.count, by: Self.notesInShard) {
            files.append(
                file("texts-\(start / Self.notesInShard)") { json in
                    json.field("texts")
                    json.array { json in
                        for text in texts[start..<min(start + Self.notesInShard, texts.count)] { json.string(text) }
                    }
                })
        }
        return files
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
