package import QueryLanguage
import SQLite
import SourceText

/// Reads the words of notes: those of the vocabulary, of titles and of property values.
package struct WordReader {
    let index: NoteIndex

    /// Returns the titles, newest first, that contain these words side by side, the last one as a prefix.
    ///
    /// - Parameters:
    ///   - scope: the condition that the notes satisfy.
    ///   - count: how many of the newest of these notes are searched.
    package func newestTitles(with words: [String], in scope: Condition = .all, among count: Int) throws -> [String] {
        let request = SearchRequest(
            condition: scope, Presentation(sort: [SortKey(.created)]), statuses: [], detailed: false, scored: false)
        let (found, order) = try index.ordered(request, wanted: count)
        let statement = try index.connection.prepare("SELECT title FROM note WHERE id = ?1")
        return try order.compactMap { try statement.first([.int(found.rows[$0])]) { $0.text(0) } }
            .filter { Words.list($0).contains(sequence: words, isPrefix: true) }
    }

    // MARK: Words

    /// Returns the weights of words, which must be sorted by bytes. Complexity: O(words of the index).
    func weights(ofSorted words: [[UInt8]]) throws -> [Int] {
        let recent = try index.recentWords()
        return try zip(words, Vocabulary.weights(ofSorted: words, in: index.connection)).map { word, weight in
            weight + recent.weight(of: String(decoding: word, as: UTF8.self), isPrefix: false)
        }
    }

    /// Returns words of the index similar to a folded word: the first `limit` words that contain it, and near spellings
    /// (`Nearest`). `isWhole` is false if more words contain it.
    ///
    /// Complexity: O(words of the index).
    package func words(like word: String, limit: Int) throws -> (containing: [String], isWhole: Bool, near: [String]) {
        let vocabulary = try index.vocabulary()
        let containing = vocabulary.numbers(containing: Array(word.utf8))
        let near = vocabulary.words(near: word, atMost: Nearest.maximumDistance(for: word.unicodeScalars.count))
        return (containing.prefix(limit).map { vocabulary.text($0) }, containing.count <= limit, near)
    }

    /// Returns at most `limit` words of the index that start with the folded text `start`, most frequent first.
    package func words(from start: String, limit: Int) throws -> [(word: String, weight: Int)] {
        let vocabulary = try index.vocabulary(beginning: Array(start.utf8))
        return commonest(Array(vocabulary.range(beginning: Array(start.utf8))), vocabulary, limit: limit)
    }

    /// Returns the most frequent word that starts with the folded text `start`, and the approximate number of notes that
    /// have such words, counted once for each word.
    ///
    /// Complexity: O(words that start so).
    package func words(from start: String) throws -> (mostFrequent: String?, notes: Int) {
        let vocabulary = try index.vocabulary(beginning: Array(start.utf8))
        let words = vocabulary.range(beginning: Array(start.utf8))
        let weight = words.reduce(0) { $0 + vocabulary.weight($1) }
        let best = words.max { vocabulary.weight($0) < vocabulary.weight($1) }
        return (best.map { vocabulary.text($0) }, Vocabulary.notes(ofWeight: weight))
    }

    /// Returns the words that contain a text after their start, most frequent first. Complexity: O(words of the index).
    package func words(containing text: String, limit: Int) throws -> [(word: String, weight: Int)] {
        let vocabulary = try index.vocabulary()
        let wanted = Array(text.utf8)
        let found = vocabulary.numbers(containing: wanted).filter { !vocabulary.word($0).starts(with: wanted) }
        return commonest(found, vocabulary, limit: limit)
    }

    private func commonest(_ numbers: [Int], _ vocabulary: Vocabulary, limit: Int) -> [(word: String, weight: Int)] {
        // Words of equal weight stay in order.
        numbers.sorted { (vocabulary.weight($1), $0) < (vocabulary.weight($0), $1) }.prefix(limit).map { number in
            (vocabulary.text(number), vocabulary.weight(number))
        }
    }

    /// Finds the properties with a value that contains these folded words in sequence. Returns the one with such a
    /// value in most notes, one of these values, and the number of the notes. Only notes that satisfy `condition`
    /// count.
    package func property(
        containing words: [String], in condition: Condition
    ) throws -> (key: String, value: String, notes: Int)? {
        var keys: [String: (value: String, files: Set<Int64>)] = [:]
        // Splitting every value into words would cost more than the search.
        let longest = words.max { $0.utf8.count < $1.utf8.count } ?? ""
        let row = try index.columns().fileRows()
        var scope: RowSet?
        try index.connection.rows(
            sql: """
                SELECT p.term, p.text, p.file FROM property p
                WHERE \(PropertyKind.hasValue) AND instr(p.folded, \(.text(longest))) > 0
                """
        ) { value in
            let text = value.text(1)
            guard Words.list(text).contains(sequence: words) else { return true }
            if scope == nil { scope = try ConditionEvaluator(index).rows(condition) }
            guard let note = row(value.int(2)), scope?.contains(note) == true else { return true }
            keys[try index.name(ofTerm: value.int(0)), default: (text, [])].files.insert(value.int(2))
            return true
        }
        return keys.max { ($0.value.files.count, $1.key) < ($1.value.files.count, $0.key) }
            .map { ($0.key, $0.value.value, $0.value.files.count) }
    }
}

extension NoteIndex {
    package var words: WordReader { WordReader(index: self) }
}
