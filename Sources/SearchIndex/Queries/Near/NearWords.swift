import SourceText

/// A word of the index that a person may have meant by another one, or that is another form of it.
struct NearWord: Hashable, Sendable {
    var word: String
    /// How like it is, from 0 to 1, which is the word itself.
    var likeness: Double
}

extension Vocabulary {
    /// The words like a folded one, the likest first: a letter off, or two where it is long and in no note
    /// (`Nearest.distance`), or with the same beginning, be it that one goes on after the other or that both end otherwise,
    /// as the forms of a word do in most languages of Europe. None for a word of one or two letters, nor for one with
    /// digits: the next number is another thing.
    ///
    /// - Parameter isThere: whether some note has the word, which is then spelt as it was meant.
    /// Complexity: O(words).
    func words(like word: String, isThere: Bool) -> [NearWord] {
        let bytes = Array(word.utf8)
        let wanted = Nearest.scalars(bytes)
        guard wanted.count >= Likeness.fewLetters, !bytes.contains(where: \.isDigit) else { return [] }
        var found: [Int: Double] = [:]
        func consider(_ number: Int, _ likeness: ([UInt32]) -> Double?) {
            let bytes = self.word(number)
            if bytes.contains(where: \.isDigit) { return }
            let other = Nearest.scalars(Array(bytes))
            // Whatever else was read: a word that is there begins as it was meant to.
            if other == wanted || isThere && other.first != wanted.first { return }
            if let likeness = likeness(other) { found[number] = max(found[number] ?? 0, likeness) }
        }
        let distance = wanted.count < Likeness.longWord || isThere ? 1 : 2
        let filter = TypoFilter(wanted, distance: distance)
        for number in 0..<count where filter.mayPass(self.bytes.span, place(number)) {
            consider(number) { other in
                Nearest.distance(wanted, other, atMost: distance).map {
                    Likeness.ofSlip($0, in: wanted.count, isThere: isThere)
                }
            }
        }
        for number in range(beginning: Self.beginning(word, max(Likeness.fewLetters, (wanted.count + 1) / 2))) {
            consider(number) { Likeness.ofBeginnings(wanted, $0) }
        }
        // Of those as like the commonest, roughly: what it weighs is not the same in an index that was updated.
        func power(_ number: Int) -> Int { 64 - max(1, weight(number)).leadingZeroBitCount / 2 * 2 }
        return found.map { (number: $0.key, likeness: $0.value, power: power($0.key)) }
            .sorted { ($1.likeness, $1.power, $0.number) < ($0.likeness, $0.power, $1.number) }
            .map { NearWord(word: String(decoding: self.word($0.number), as: UTF8.self), likeness: $0.likeness) }
    }

    /// The first letters of a word.
    fileprivate static func beginning(_ word: String, _ letters: Int) -> [UInt8] {
        var beginning = String.UnicodeScalarView()
        beginning.append(contentsOf: word.unicodeScalars.prefix(letters))
        return Array(String(beginning).utf8)
    }
}

extension NoteIndex {
    /// The words of the index like a folded one (`Vocabulary.words(like:)`), of which some may be nobody's any more.
    ///
    /// A word that is there is looked for among those with its first letter; one that is not may be off in that as well.
    ///
    /// Complexity: O(words that begin with the same letter), of a word that is not there O(words).
    ///
    /// - Parameter isThere: whether some note has the word.
    func nearWords(_ word: String, isThere: Bool) throws -> [NearWord] {
        let vocabulary = try isThere ? vocabulary(beginning: Vocabulary.beginning(word, 1)) : vocabulary()
        return vocabulary.words(like: word, isThere: isThere)
    }
}

/// How like two words are that are not the same: below 1, which is the same word.
///
/// The numbers were learnt with those of `Ranker`.
private enum Likeness {
    /// Of fewer letters any word is like any other.
    static let fewLetters = 3
    /// In which two letters may be off.
    static let longWord = 5

    /// Of words so many steps apart. However short they are, one somebody may have meant is like; a word that is there is
    /// hardly a slip.
    static func ofSlip(_ steps: Int, in count: Int, isThere: Bool) -> Double {
        max(0.35, 1 - 2 * Double(steps) / Double(count)) * (isThere ? 0.75 : 1)
    }

    /// Of a word that begins as the wanted one does: by the share that is alike, nil where that is little.
    static func ofBeginnings(_ wanted: [UInt32], _ other: [UInt32]) -> Double? {
        let shared = zip(wanted, other).prefix { $0 == $1 }.count
        let longer = max(wanted.count, other.count)
        let share = Double(shared) / Double(longer)
        // A word that goes on after the whole of the other is like it however much is added: somebody is still typing.
        if shared == wanted.count { return 0.9 * share.squareRoot() }
        let rest = longer - shared
        return rest <= 3 && 2 * shared >= longer || rest == 4 && 5 * shared >= 3 * longer ? 0.85 * share : nil
    }
}
