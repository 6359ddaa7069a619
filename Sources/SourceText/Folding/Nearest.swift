/// Suggestions for unknown words, based on edit distance.
package enum Nearest {
    /// Returns the maximum distance of a near name from a word of `count` scalars: 1 up to 4, 2 up to 8, else 3. It is
    /// always less than `count`.
    package static func maximumDistance(for count: Int) -> Int { min(count <= 4 ? 1 : count <= 8 ? 2 : 3, count - 1) }

    /// Returns the candidate nearest to `word`, or nil if none is near. Folds both for the comparison.
    ///
    /// A near candidate has a distance of at most `maximumDistance`. The distance of a longer candidate that starts
    /// with the word counts as 1. Of equally near candidates, the first is returned.
    ///
    /// Complexity: O(length of the word) for each candidate.
    package static func match(_ word: String, among candidates: some Sequence<String>) -> String? {
        let folded = scalars(Folding.fold(word))
        guard !folded.isEmpty else { return nil }
        var limit = maximumDistance(for: folded.count)
        var best: String?
        for candidate in candidates {
            let other = scalars(Folding.fold(candidate))
            var distance = distance(folded, other, atMost: limit)
            if other.starts(with: folded), distance ?? 2 > 1 { distance = 1 }
            guard let distance else { continue }
            // From now on, only nearer candidates count. Distance 0 is the best possible.
            if best == nil || distance <= limit { best = candidate }
            if distance == 0 { break }
            limit = distance - 1
        }
        return best
    }

    /// Returns the distance of two UTF-8 texts in scalars, or nil if it exceeds `limit`. Neither text is folded.
    ///
    /// It counts insertions, deletions, replacements and transpositions that do not overlap (optimal string alignment).
    /// Complexity: O(length × limit).
    package static func distance(_ a: [UInt8], _ b: [UInt8], atMost limit: Int) -> Int? {
        distance(scalars(a), scalars(b), atMost: limit)
    }

    /// Whether the distance of two UTF-8 texts is at most 1. Complexity: O(length).
    package static func isOneEdit(from a: [UInt8], to b: [UInt8]) -> Bool {
        let shorter = min(a.count, b.count)
        var start = 0
        while start < shorter, a[start] == b[start] { start += 1 }
        var end = 0
        while end < shorter - start, a[a.count - 1 - end] == b[b.count - 1 - end] { end += 1 }
        let (left, right) = (a.count - start - end, b.count - start - end)
        // A scalar has at most four bytes, and two scalars may be transposed.
        if left > 8 || right > 8 { return false }
        let middle = (a[start..<start + left], b[start..<start + right])
        // The difference may be part of a scalar.
        if !middle.0.allSatisfy({ $0 < 0x80 }) || !middle.1.allSatisfy({ $0 < 0x80 }) {
            return distance(a, b, atMost: 1) != nil
        }
        if left <= 1, right <= 1 { return true }
        return left == 2 && right == 2 && middle.0.elementsEqual(middle.1.reversed())
    }

    package static func scalars(_ bytes: [UInt8]) -> [UInt32] {
        // Most words are ASCII, where bytes equal scalars.
        bytes.allSatisfy { $0 < 0x80 } ? bytes.map { UInt32($0) } : scalars(String(decoding: bytes, as: UTF8.self))
    }

    static func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

    /// Returns the same distance for texts given as scalars.
    package static func distance(_ a: [UInt32], _ b: [UInt32], atMost limit: Int) -> Int? {
        guard limit >= 0, abs(a.count - b.count) <= limit else { return nil }
        let limit = min(limit, max(a.count, b.count))
        let tooFar = limit + 1
        // Only cells within `limit` of the diagonal can contain a distance of at most `limit`.
        var older = [Int](repeating: tooFar, count: b.count + 1)
        var previous = (0...b.count).map { min($0, tooFar) }
        var current = older
        for row in 0..<a.count {
            let low = max(row - limit, 0)
            let high = min(row + limit + 1, b.count)
            current[low] = low == 0 ? min(row + 1, tooFar) : tooFar
            var least = current[low]
            for column in low..<high {
                let isSame = a[row] == b[column]
                var cost = previous[column] + (isSame ? 0 : 1)
                cost = min(cost, current[column] + 1)
                if column + 1 <= row + limit { cost = min(cost, previous[column + 1] + 1) }
                if row > 0, column > 0, a[row] == b[column - 1], a[row - 1] == b[column] {
                    cost = min(cost, older[column - 1] + 1)
                }
                current[column + 1] = min(cost, tooFar)
                least = min(least, cost)
            }
            // Every path to later rows passes through this row, or skips it by a transposition.
            if least > limit, previous[low...high].allSatisfy({ $0 > limit }) { return nil }
            (older, previous, current) = (previous, current, older)
        }
        return previous[b.count] <= limit ? previous[b.count] : nil
    }
}
