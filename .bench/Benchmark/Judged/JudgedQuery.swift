import SourceText

/// A query by a user who remembers one note, and the kind of error in the query.
package struct JudgedQuery: Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case title = "title, a word missing"
        case passage = "words of a passage"
        case heading = "heading"
        case misspelt = "one misspelt"
        case inflected = "one inflected"
        case tooMany = "one too many"
        case unmarked = "without marks"

        /// Whether the note contains every word.
        package var isExact: Bool { self != .misspelt && self != .inflected && self != .tooMany }
    }

    package var kind: Kind
    package var words: [String]
    /// The path of the intended note.
    package var target: String
}

/// Makes queries from notes, the same ones every time.
package struct QueryMaker: Sendable {
    private let notes: [JudgedNote]
    private let inflections: [Inflection]
    /// The number of notes per folded word, and all these words sorted.
    private var frequencies: [String: Int] = [:]
    private let words: [String]
    /// Folded titles and headings that several notes have.
    private var shared: Set<String> = []
    private var random: SeededRandom

    package init(_ notes: [JudgedNote], _ inflections: [Inflection], seed: Int) {
        self.notes = notes
        self.inflections = inflections
        random = SeededRandom(seed)
        var seen: [String: Int] = [:]
        for note in notes {
            for word in note.words { frequencies[word, default: 0] += 1 }
            for text in Set(([note.title] + note.headings).map { Folding.fold($0) }) { seen[text, default: 0] += 1 }
        }
        words = frequencies.keys.sorted()
        shared = Set(seen.filter { $0.value > 1 }.keys)
    }

    /// Returns `count` queries of a kind, or fewer if the notes do not suffice.
    package mutating func queries(_ kind: JudgedQuery.Kind, count: Int) -> [JudgedQuery] {
        var queries: [JudgedQuery] = []
        for _ in 0..<count * 50 where queries.count < count {
            let note = random.pick(notes)
            if let words = words(kind, note) {
                queries.append(JudgedQuery(kind: kind, words: words, target: note.path))
            }
        }
        return queries
    }

    private mutating func words(_ kind: JudgedQuery.Kind, _ note: JudgedNote) -> [String]? {
        switch kind {
        case .title:
            var words = JudgedNote.written(note.title)
            if words.count < 3 || shared.contains(Folding.fold(note.title)) { return nil }
            words.remove(at: random.below(words.count))
            return words
        case .heading:
            let headings = note.headings.filter { !shared.contains(Folding.fold($0)) && $0 != note.title }
            if headings.isEmpty { return nil }
            let words = JudgedNote.written(random.pick(headings))
            return words.count > 1 ? words : nil
        case .passage: return passage(note)
        case .misspelt: return changed(note) { maker, word in maker.misspelt(word) }
        case .inflected: return changed(note) { maker, word in maker.inflected(word, note) }
        case .tooMany:
            guard var words = passage(note) else { return nil }
            let more = random.pick(self.words)
            if more.count < 4 || note.words.contains(more) || more.utf8.contains(where: \.isDigit) { return nil }
            words.insert(more, at: random.below(words.count + 1))
            return words
        case .unmarked:
            guard let words = passage(note) else { return nil }
            let plain = words.map { Folding.fold($0) }
            return plain == words.map { $0.lowercased() } ? nil : plain
        }
    }

    /// Returns the three rarest of fifteen consecutive words from the middle of a note. Returns nil for a short note.
    private mutating func passage(_ note: JudgedNote) -> [String]? {
        let body = note.body
        if body.count < 40 { return nil }
        let start = body.count / 4 + random.below(body.count / 2)
        var seen: Set<String> = []
        let window = body[start..<min(body.count, start + 15)].filter { word in
            word.count >= 4 && !word.utf8.contains(where: \.isDigit) && seen.insert(Folding.fold(word)).inserted
        }
        if window.count < 3 { return nil }
        let places = window.indices.sorted { left, right in
            let (a, b) = (frequencies[Folding.fold(window[left])] ?? 0, frequencies[Folding.fold(window[right])] ?? 0)
            return (a, left) < (b, right)
        }
        var words = places.prefix(3).map { window[$0] }
        words.swapAt(0, random.below(3))
        return words
    }

    /// Returns the words of a passage with one of them changed by `change`. Returns nil if there is no passage, or if
    /// that word cannot be changed.
    private mutating func changed(
        _ note: JudgedNote, _ change: (inout QueryMaker, String) -> String?
    ) -> [String]? {
        guard var words = passage(note) else { return nil }
        let place = random.below(words.count)
        guard let word = change(&self, words[place]) else { return nil }
        words[place] = word
        return words
    }

    /// Returns the word with a letter removed, inserted, replaced or swapped with the next. Returns nil if it is too
    /// short, or if a note contains the result.
    private mutating func misspelt(_ word: String) -> String? {
        var letters = Array(word)
        if letters.count < 5 { return nil }
        let place = random.below(letters.count - 1)
        let letter = Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8(random.below(26))))
        switch random.below(4) {
        case 0: letters.remove(at: place)
        case 1: letters.insert(letter, at: place)
        case 2: letters[place] = letter
        default: letters.swapAt(place, place + 1)
        }
        let misspelt = String(letters)
        return frequencies[Folding.fold(misspelt)] == nil ? misspelt : nil
    }

    /// Returns another form of the word, which only other notes contain. Returns nil if there is none.
    private mutating func inflected(_ word: String, _ note: JudgedNote) -> String? {
        let forms = inflections.flatMap { $0.forms(of: Folding.fold(word)) }.filter { !note.words.contains($0) }
        // Only forms that some note contains: a form made by rule need not be a word.
        let known = forms.filter { frequencies[$0] != nil }
        return known.isEmpty ? nil : random.pick(known)
    }
}
