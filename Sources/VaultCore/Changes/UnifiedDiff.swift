import SourceText

/// The difference between two contents of a file as `diff -u` writes it, three lines of context around each change.
package enum UnifiedDiff {
    /// Empty where the contents are the same. Complexity: O(lines) but for the stretch between the first and the last
    /// change, where it is quadratic at worst and cut off.
    package static func text(_ path: String, _ before: [UInt8], _ after: [UInt8]) -> String {
        let old = lines(before)
        let new = lines(after)
        if old == new { return "" }
        // A tab ends a name that holds a blank, as git and patch have it.
        let end = path.contains(" ") ? "\t" : ""
        var out = "--- a/\(path)\(end)\n+++ b/\(path)\(end)\n"
        for hunk in hunks(old, new) { out += text(hunk, old, new) }
        return out
    }

    /// Lines with their line ends, so that a missing one at the end of the file shows.
    private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.lineEnd(from: start) + 1, bytes.count)
            lines.append(bytes[start..<end])
            start = end
        }
        return lines
    }

    private struct Change {
        var old: Range<Int>
        var new: Range<Int>
    }

    private static let context = 3

    /// Runs of changes that share their context.
    private static func hunks(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) -> [[Change]] {
        var hunks: [[Change]] = []
        for change in changes(old, new) {
            if let last = hunks.last?.last, change.old.lowerBound - last.old.upperBound <= 2 * context {
                hunks[hunks.count - 1].append(change)
            } else {
                hunks.append([change])
            }
        }
        return hunks
    }

    private static func changes(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) -> [Change] {
        var start = 0
        while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
        var end = 0
        while end < old.count - start, end < new.count - start, old[old.count - 1 - end] == new[new.count - 1 - end] {
            end += 1
        }
        let left = Array(old[start..<old.count - end])
        let right = Array(new[start..<new.count - end])
        // What the standard library finds in quadratic time would be too slow for long stretches.
        if left.count * right.count > 4_000_000 {
            return [Change(old: start..<start + left.count, new: start..<start + right.count)]
        }
        let difference = right.difference(from: left)
        let removed = Set(difference.removals.map { if case .remove(let offset, _, _) = $0 { offset } else { -1 } })
        let inserted = Set(difference.insertions.map { if case .insert(let offset, _, _) = $0 { offset } else { -1 } })
        var changes: [Change] = []
        var i = 0
        var j = 0
        while i < left.count || j < right.count {
            let fromOld = i
            let fromNew = j
            while removed.contains(i) { i += 1 }
            while inserted.contains(j) { j += 1 }
            if i > fromOld || j > fromNew {
                changes.append(Change(old: start + fromOld..<start + i, new: start + fromNew..<start + j))
            } else {
                i += 1
                j += 1
            }
        }
        return changes
    }

    private static func text(_ hunk: [Change], _ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) -> String {
        guard let first = hunk.first, let last = hunk.last else { return "" }
        let before = min(context, first.old.lowerBound)
        let after = min(context, old.count - last.old.upperBound)
        let oldRange = first.old.lowerBound - before..<last.old.upperBound + after
        let newRange = first.new.lowerBound - before..<last.new.upperBound + after
        var out = "@@ -\(place(oldRange)) +\(place(newRange)) @@\n"
        func add(_ sign: String, _ line: ArraySlice<UInt8>) {
            out += sign + String(decoding: line, as: UTF8.self)
            if line.last != Byte.newline { out += "\n\\ No newline at end of file\n" }
        }
        var index = oldRange.lowerBound
        for change in hunk {
            for line in old[index..<change.old.lowerBound] { add(" ", line) }
            for line in old[change.old] { add("-", line) }
            for line in new[change.new] { add("+", line) }
            index = change.old.upperBound
        }
        for line in old[index..<oldRange.upperBound] { add(" ", line) }
        return out
    }

    private static func place(_ range: Range<Int>) -> String {
        range.count == 1
            ? "\(range.lowerBound + 1)" : "\(range.isEmpty ? range.lowerBound : range.lowerBound + 1),\(range.count)"
    }
}
