/// Finds the nearest name for each of several unknown words, in one pass through very many names. The result equals
/// that of `Nearest.match` on the sorted names, but most names are neither folded nor compared. As there, a longer name
/// that starts with the word counts as distance 1.
package struct NearestNames {
    /// A word and the nearest name so far.
    private struct Word {
        let folded: [UInt8]
        let scalars: [UInt32]
        let letters: LetterCounts
        var best: (name: String, distance: Int)?

        init(_ text: String) {
            folded = Array(Folding.fold(text).utf8)
            scalars = Nearest.scalars(folded)
            letters = LetterCounts(scalars)
        }

        /// The maximum distance of interest.
        var limit: Int { best?.distance ?? Nearest.maximumDistance(for: scalars.count) }
    }

    private var words: [Word]
    /// The words by the first byte of their folded form.
    private let beginnings: [[Int]]
    /// The lengths, in scalars, that a near name can have unless it starts with a word.
    private let lengths: ClosedRange<Int>

    package init(_ texts: [String]) {
        let words = texts.map { Word($0) }
        var beginnings = [[Int]](repeating: [], count: 256)
        for (number, word) in words.enumerated() {
            if let first = word.folded.first { beginnings[Int(first)].append(number) }
        }
        self.words = words
        self.beginnings = beginnings
        let counts = words.map(\.scalars.count)
        lengths = max(0, (counts.min() ?? 0) - 3)...(counts.max() ?? 0) + 3
    }

    /// The nearest name for each word, or nil. Of equally near names, the first in byte order.
    package var nearest: [String?] { words.map { $0.best?.name } }

    /// Compares a name with all words, and keeps it for those to which it is nearer than all before. A name of more
    /// than 4096 bytes is ignored.
    ///
    /// Complexity: O(length), or O(length × words) for the few similar names.
    package mutating func consider(_ name: Span<UInt8>) {
        if name.count > 4 * 1024 { return }
        var folded: [UInt8] = []
        folded.reserveCapacity(name.count)
        var isASCII = true
        for index in name.indices {
            isASCII = isASCII && name[index] < 0x80
            folded.append(name[index].lowercased)
        }
        if !isASCII { folded = Folding.fold((0..<name.count).map { name[$0] }, 0..<name.count) }
        guard let first = folded.first else { return }
        for number in beginnings[Int(first)] where folded.starts(with: words[number].folded) {
            keep(name, for: number, distance: folded.count == words[number].folded.count ? 0 : 1)
        }
        // An ASCII name has as many scalars as bytes.
        if isASCII, !lengths.contains(folded.count) { return }
        let scalars = Nearest.scalars(folded)
        if !lengths.contains(scalars.count) { return }
        let letters = LetterCounts(scalars)
        for number in words.indices {
            let word = words[number]
            guard abs(word.scalars.count - scalars.count) <= word.limit,
                word.letters.mayBeWithin(word.limit, of: letters),
                let distance = Nearest.distance(word.scalars, scalars, atMost: word.limit)
            else { continue }
            keep(name, for: number, distance: distance)
        }
    }

    private mutating func keep(_ name: Span<UInt8>, for number: Int, distance: Int) {
        if let best = words[number].best, best.distance < distance { return }
        let text = String(decoding: (0..<name.count).map { name[$0] }, as: UTF8.self)
        if let best = words[number].best, best.distance == distance, best.name <= text { return }
        words[number].best = (text, distance)
    }
}

/// The approximate letter counts of a text: 32 classes of scalars, counted up to 4.
///
/// One edit (insertion, deletion or replacement) adds at most one letter and removes at most one. If letter counts
/// differ by more than a distance, the texts are farther apart.
private struct LetterCounts {
    /// One bit for each class, for each of "at least one" to "at least four".
    private var bits: SIMD4<UInt32> = .zero

    init(_ scalars: [UInt32]) {
        for scalar in scalars {
            let bit: UInt32 = 1 << (scalar & 31)
            var level = 0
            while level < 4, bits[level] & bit != 0 { level += 1 }
            if level < 4 { bits[level] |= bit }
        }
    }

    func mayBeWithin(_ distance: Int, of other: LetterCounts) -> Bool {
        Self.count(bits & ~other.bits) <= distance && Self.count(other.bits & ~bits) <= distance
    }

    private static func count(_ bits: SIMD4<UInt32>) -> Int { (0..<4).reduce(0) { $0 + bits[$1].nonzeroBitCount } }
}
