/// A three-way merge of text by lines, as diff3(1) does it.
package struct TextMerge: Hashable, Sendable {
    package private(set) var bytes: [UInt8] = []
    /// Whether both sides changed the same lines, or adjacent ones. Conflict markers enclose both versions of them.
    package private(set) var hasConflicts = false

    /// A changed range of the base, and the lines of a side that replace it.
    private typealias Change = SequenceDifference.Change

    /// - Parameter labels: the names of our and their version in conflict markers.
    package init(
        base: [UInt8], ours: [UInt8], theirs: [UInt8], labels: (ours: String, theirs: String) = ("ours", "theirs")
    ) {
        let (base, ours, theirs) = (Self.lines(base), Self.lines(ours), Self.lines(theirs))
        var left = SequenceDifference.changes(from: base, to: ours)[...]
        var right = SequenceDifference.changes(from: base, to: theirs)[...]
        var position = 0
        while let start = [left.first?.old.lowerBound, right.first?.old.lowerBound].compactMap({ $0 }).min() {
            append(base[position..<start])
            // All changes that overlap or touch one another.
            var end = start
            var (own, other): ([Change], [Change]) = ([], [])
            while true {
                if let next = left.first, next.old.lowerBound <= end {
                    own.append(left.removeFirst())
                    end = max(end, next.old.upperBound)
                } else if let next = right.first, next.old.lowerBound <= end {
                    other.append(right.removeFirst())
                    end = max(end, next.old.upperBound)
                } else {
                    break
                }
            }
            let unchanged = Self.text(start..<end, [], base: base, side: [])
            add(
                ours: Self.text(start..<end, own, base: base, side: ours),
                theirs: Self.text(start..<end, other, base: base, side: theirs), over: unchanged, labels)
            position = end
        }
        append(base[position...])
    }

    private mutating func append(_ lines: ArraySlice<ArraySlice<UInt8>>) { for line in lines { bytes += line } }

    /// Adds the version that changed, or both as a conflict.
    private mutating func add(
        ours: [UInt8], theirs: [UInt8], over base: [UInt8], _ labels: (ours: String, theirs: String)
    ) {
        if theirs == base || ours == theirs {
            bytes += ours
        } else if ours == base {
            bytes += theirs
        } else {
            hasConflicts = true
            bytes += Self.mark("<", labels.ours) + Self.closed(ours) + Self.mark("=", "") + Self.closed(theirs)
            bytes += Self.mark(">", labels.theirs)
        }
    }

    private static func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex(of: Byte.newline).map { $0 + 1 } ?? text.count
            lines.append(text[start..<end])
            start = end
        }
        return lines
    }

    /// Returns the text of a side for a range of the base.
    private static func text(
        _ range: Range<Int>, _ changes: [Change], base: [ArraySlice<UInt8>], side: [ArraySlice<UInt8>]
    ) -> [UInt8] {
        var text: [UInt8] = []
        var position = range.lowerBound
        for change in changes {
            for line in base[position..<change.old.lowerBound] + side[change.new] { text += line }
            position = change.old.upperBound
        }
        for line in base[position..<range.upperBound] { text += line }
        return text
    }

    /// Returns the text with a newline at its end, so that a marker starts a line.
    private static func closed(_ text: [UInt8]) -> [UInt8] {
        text.isEmpty || text.last == Byte.newline ? text : text + [Byte.newline]
    }

    private static func mark(_ sign: Character, _ label: String) -> [UInt8] {
        Array((String(repeating: sign, count: 7) + (label.isEmpty ? "" : " \(label)") + "\n").utf8)
    }
}
