/// Tests whether a folded text occurs in the folding of other texts, most of which it need not fold.
///
/// One scalar of the wanted text is its pivot. Folding maps each scalar separately, decomposes scalars that marks may
/// change, drops and reorders marks, and composes. Composing only removes scalars.
///
/// The pivot therefore comes from a scalar that folds to it or to a composite of it, alone or in a sequence. The scan
/// visits each such scalar and skips most other bytes:
///
/// - If the surrounding scalars are *plain*, their folding is known without folding and is compared. A plain scalar
///   becomes one scalar regardless of context, and so does the next one, so no mark is bound to it.
/// - Otherwise a piece of the text is folded that contains every possible match. Folding never reads across an ASCII
///   character, and each of those becomes at least one character.
package struct FoldedFinder: Sendable {
    private let wanted: [UInt8]
    /// The pivot, or nil if no scalar is suitable and the whole text must be folded.
    private let pivot: Pivot?
    private let table = FoldingTable.shared

    /// The scalar of the wanted text that the scan looks for.
    private struct Pivot {
        let scalar: UInt32
        /// The offset of the scalar in the wanted text.
        let offset: Int
        /// The composites that contain the pivot and that some scalar folds to.
        let composites: [UInt32]
        let scan: Scan
    }

    /// Whether the text matches around a pivot. If unsure, the text must be folded to decide.
    private enum Certainty { case yes, no, unsure }

    /// Creates a finder of `wanted`, which must be folded. The empty text never matches.
    package init(_ wanted: [UInt8]) {
        self.wanted = wanted
        pivot = Self.pivot(of: wanted, FoldingTable.shared)
    }

    /// Whether the folding of `range` alone contains the wanted text.
    ///
    /// Complexity: O(text), except for texts that nearly match at many positions.
    package func isFound(in text: [UInt8], _ range: Range<Int>) -> Bool {
        guard !wanted.isEmpty else { return false }
        guard let pivot else { return isIn(Folding.fold(text, range)) }
        /// The bytes that may still be folded piecewise before folding the whole range is cheaper.
        var budget = range.count
        var folded = range.lowerBound..<range.lowerBound
        var index = range.lowerBound
        while true {
            index = pivot.scan.nextStop(text, index, before: range.upperBound)
            if index >= range.upperBound { return false }
            let (scalar, next) = FoldingScalar.read(text.span, at: index, before: range.upperBound)
            if scalar < 0x80 || Self.makes(scalar, pivot.scalar, composites: pivot.composites, table: table) {
                switch compare(text, index, range: range, pivot: pivot) {
                case .yes: return true
                case .no: break
                case .unsure:
                    let piece = piece(of: text, around: index..<next, range, pivot)
                    if piece.lowerBound < folded.lowerBound || piece.upperBound > folded.upperBound {
                        budget -= piece.count
                        if budget < 0 { return isIn(Folding.fold(text, range)) }
                        if isIn(Folding.fold(text, piece)) { return true }
                        folded = piece
                    }
                }
            }
            index = next
        }
    }

    // MARK: The pivot

    /// The most frequent characters in texts of many languages, in order. All others are rarer.
    private static let frequent = Array(" eaintorslduchmpgyzkbwfvjxq-.,\n".utf8)

    /// Returns the scalar of the wanted text that causes the fewest stops.
    private static func pivot(of wanted: [UInt8], _ table: FoldingTable) -> Pivot? {
        // Folded texts are UTF-8, and the pivot must be a scalar.
        guard Array(String(decoding: wanted, as: UTF8.self).utf8) == wanted else { return nil }
        var best: (cost: Int, pivot: Pivot)?
        var index = 0
        // A query may be long. Its start is enough.
        while index < min(wanted.count, 32) {
            let (scalar, next) = FoldingScalar.read(wanted.span, at: index, before: wanted.count)
            if scalar != FoldingScalar.replacement, !isComposed(scalar) {
                let composites = composites(containing: scalar, table)
                let scan = Scan(wanted: wanted, offset: index) { $0 == scalar || composites.contains($0) }
                let rank =
                    scalar < 0x80 ? frequent.count - (frequent.firstIndex(of: UInt8(scalar)) ?? frequent.count) : 99
                let isLast = next == wanted.count
                let cost = scan.cost * 200 + (isLast ? 100 : 0) + rank
                if cost < best?.cost ?? .max {
                    best = (cost, Pivot(scalar: scalar, offset: index, composites: composites, scan: scan))
                }
            }
            index = next
        }
        return best?.pivot
    }

    /// Returns the composites that contain a scalar at any depth and that some scalar folds to.
    private static func composites(containing scalar: UInt32, _ table: FoldingTable) -> [UInt32] {
        var all: Set<UInt32> = []
        var parts: Set<UInt32> = [scalar]
        while !parts.isEmpty {
            var found: Set<UInt32> = []
            for (offset, composite) in FoldingData.composites.enumerated() where !all.contains(composite) {
                if parts.contains(FoldingData.firsts[offset]) || parts.contains(FoldingData.seconds[offset]) {
                    found.insert(composite)
                }
            }
            all.formUnion(found)
            parts = found
        }
        // Folding is idempotent, so nothing folds to a scalar that is not its own folding.
        return all.filter { !table[$0].isSequence && table[$0].target == $0 }
    }

    /// Whether two scalars compose to this one. It may then come from more than one scalar of the text.
    private static func isComposed(_ scalar: UInt32) -> Bool {
        scalar &- 0xAC00 < 11172 || FoldingData.composites.contains(scalar)
    }

    /// Whether the pivot of the wanted text may come from this scalar of the searched text: it folds to the pivot, or to
    /// one of the composites that contain it, alone or in a sequence. Called at each stop of the scan.
    @inline(__always)
    private static func makes(_ scalar: UInt32, _ pivot: UInt32, composites: [UInt32], table: FoldingTable) -> Bool {
        func matches(_ target: UInt32) -> Bool {
            target == pivot || (!composites.isEmpty && composites.contains(target))
        }
        let entry = table[scalar]
        if !entry.isSequence { return matches(entry.target) }
        return entry.sequence.contains { offset in
            let part = table.pool[offset]
            return matches(part) || matches(table[part].target)
        }
    }

    // MARK: Around a pivot

    /// Returns the folding of the scalar at `index` if it is plain (see `FoldedFinder`).
    @inline(__always)
    private func plain(_ text: [UInt8], _ index: Int, before end: Int) -> (target: UInt32, next: Int)? {
        let byte = text[index]
        if byte < 0x80 { return (UInt32(byte.lowercased), index + 1) }
        let (scalar, next) = FoldingScalar.read(text.span, at: index, before: end)
        let entry = table[scalar]
        if scalar == FoldingScalar.replacement || entry.isSequence || entry.isBound || entry.isMark { return nil }
        return (entry.target, next)
    }

    /// Returns the plain scalar that ends at `index`.
    @inline(__always)
    private func plain(_ text: [UInt8], endingAt index: Int, _ start: Int) -> (target: UInt32, start: Int)? {
        var first = index - 1
        if text[first] < 0x80 { return (UInt32(text[first].lowercased), first) }
        while first > start, first > index - 4, text[first] & 0xC0 == 0x80 { first -= 1 }
        guard let (target, next) = plain(text, first, before: index), next == index else { return nil }
        return (target, first)
    }

    private func compare(_ text: [UInt8], _ index: Int, range: Range<Int>, pivot: Pivot) -> Certainty {
        guard let (target, next) = plain(text, index, before: range.upperBound), target == pivot.scalar else {
            return .unsure
        }
        let before = compareBackward(text, index, start: range.lowerBound, offset: pivot.offset)
        if before == .no { return .no }
        let after = compareForward(text, next, before: range.upperBound, offset: pivot.offset + Self.length(target))
        return after == .yes ? before : after
    }

    private func compareBackward(_ text: [UInt8], _ index: Int, start: Int, offset: Int) -> Certainty {
        var (index, offset) = (index, offset)
        while offset > 0 {
            if index == start { return .no }
            guard let (target, first) = plain(text, endingAt: index, start) else { return .unsure }
            offset -= Self.length(target)
            if !isWanted(target, at: offset) { return .no }
            index = first
        }
        return .yes
    }

    private func compareForward(_ text: [UInt8], _ index: Int, before end: Int, offset: Int) -> Certainty {
        var (index, offset) = (index, offset)
        var fits = true
        // Read one more scalar, which may be bound to the last wanted one.
        while index < end {
            guard let (target, next) = plain(text, index, before: end) else { return .unsure }
            if !fits { return .no }
            if offset == wanted.count { return .yes }
            fits = isWanted(target, at: offset)
            offset += Self.length(target)
            index = next
        }
        return fits && offset == wanted.count ? .yes : .no
    }

    @inline(__always)
    private func isWanted(_ target: UInt32, at offset: Int) -> Bool {
        guard offset >= 0, offset < wanted.count else { return false }
        if target < 0x80 { return UInt32(wanted[offset]) == target }
        let (scalar, next) = FoldingScalar.read(wanted.span, at: offset, before: wanted.count)
        return scalar == target && next - offset == Self.length(target)
    }

    @inline(__always)
    private static func length(_ scalar: UInt32) -> Int {
        scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
    }

    // MARK: Folding

    /// Returns a piece of the text whose folding contains every match with the pivot at `around`. It starts with an
    /// ASCII character and ends before one, or at the bounds of `range`.
    private func piece(of text: [UInt8], around: Range<Int>, _ range: Range<Int>, _ pivot: Pivot) -> Range<Int> {
        var start = around.lowerBound
        var missing = pivot.offset
        while start > range.lowerBound, missing > 0 || text[start] >= 0x80 {
            start -= 1
            if text[start] < 0x80 { missing -= 1 }
        }
        var end = around.upperBound
        missing = wanted.count - pivot.offset
        while end < range.upperBound, missing > 0 || text[end] >= 0x80 {
            if text[end] < 0x80 { missing -= 1 }
            end += 1
        }
        return start..<end
    }

    private func isIn(_ folded: [UInt8]) -> Bool {
        guard let first = wanted.first, folded.count >= wanted.count else { return false }
        let (text, wanted) = (folded.span, wanted.span)
        let last = text.count - wanted.count
        var index = 0
        while index <= last {
            if text[index] == first {
                var length = 1
                while length < wanted.count, text[index + length] == wanted[length] { length += 1 }
                if length == wanted.count { return true }
            }
            index += 1
        }
        return false
    }
}
