package import SourceText

/// The difference between two contents of a file in the format of `git diff`, with three lines of context. The result
/// is bytes, because a patch must contain the bytes of the file even if they are not UTF-8.
package enum UnifiedDiff {
    /// Returns the difference between two versions of a file, or nothing if they are equal. A path is nil if the file
    /// does not exist in that version.
    ///
    /// Complexity: O(lines), but quadratic between the first and the last change, with a limit.
    package static func bytes(
        from oldPath: VaultPath?, _ before: [UInt8], to newPath: VaultPath?, _ after: [UInt8]
    ) -> [UInt8] {
        // Lines include their ends, so that a missing one at the end of the file shows.
        let (old, new) = (before.linesWithEnds, after.linesWithEnds)
        if oldPath == newPath, old == new { return [] }
        let names = (oldPath ?? newPath ?? .root, newPath ?? oldPath ?? .root)
        var out = "diff --git \(name("a/", names.0)) \(name("b/", names.1))\n"
        if oldPath == nil { out += "new file mode 100644\n" }
        if newPath == nil { out += "deleted file mode 100644\n" }
        if let oldPath, let newPath, oldPath != newPath {
            out += old == new ? "similarity index 100%\n" : ""
            out += "rename from \(name("", oldPath))\nrename to \(name("", newPath))\n"
        }
        if old == new { return Array(out.utf8) }
        out += "--- \(oldPath.map { marked("a/", $0) } ?? "/dev/null")\n"
        out += "+++ \(newPath.map { marked("b/", $0) } ?? "/dev/null")\n"
        var bytes = Array(out.utf8)
        for hunk in hunks(old, new) { append(hunk, old, new: new, to: &bytes) }
        return bytes
    }

    // MARK: Hunks

    /// Neighboring changes as one, with the lines around them.
    package struct Hunk: Hashable, Sendable {
        /// The lines of the first text that it replaces.
        fileprivate var lines: Range<Int>
        /// What it puts in their place.
        package var text: [UInt8]
        /// The hunk as a patch shows it.
        package fileprivate(set) var bytes: [UInt8] = []
    }

    /// Returns the hunks of the difference between two texts. Complexity: as for `bytes`.
    package static func hunks(from before: [UInt8], to after: [UInt8]) -> [Hunk] {
        let (old, new) = (before.linesWithEnds, after.linesWithEnds)
        return hunks(old, new).compactMap { changes in
            guard let first = changes.first, let last = changes.last else { return nil }
            let text = new[first.new.lowerBound..<last.new.upperBound].joined()
            var hunk = Hunk(lines: first.old.lowerBound..<last.old.upperBound, text: Array(text))
            append(changes, old, new: new, to: &hunk.bytes)
            return hunk
        }
    }

    /// Returns a text with some of its hunks applied, which are in order.
    package static func text(_ text: [UInt8], applying hunks: [Hunk]) -> [UInt8] {
        let lines = text.linesWithEnds
        var result: [UInt8] = []
        var next = 0
        for hunk in hunks {
            result += lines[next..<hunk.lines.lowerBound].joined()
            result += hunk.text
            next = hunk.lines.upperBound
            // Only the last line of a text may lack its end.
            if let last = hunk.text.last, last != Byte.newline, next < lines.count {
                result += lines[next].suffix(2).elementsEqual(Self.lineEnd) ? Self.lineEnd : [Byte.newline]
            }
        }
        return result + lines[next...].joined()
    }

    /// Returns a path as git writes it: quoted, with C escapes, if it has control characters, quotes or invalid UTF-8.
    private static func name(_ prefix: String, _ path: VaultPath) -> String {
        let needsQuotes =
            !path.isText
            || path.bytes.contains { $0 < Byte.space || $0 == Byte.quote || $0 == Byte.backslash || $0 == 0x7F }
        if !needsQuotes { return prefix + path.text }
        var text = "\"" + prefix
        for byte in path.bytes {
            switch byte {
            case Byte.quote, Byte.backslash: text += "\\" + String(Unicode.Scalar(byte))
            case Byte.tab: text += "\\t"
            case Byte.newline: text += "\\n"
            case Byte.space..<0x7F: text += String(Unicode.Scalar(byte))
            default: text += "\\" + String(byte, width: 3, radix: 8)
            }
        }
        return text + "\""
    }

    /// Returns a path for a `---` or `+++` line: with a tab after a name that contains a blank, as git and patch
    /// require.
    private static func marked(_ prefix: String, _ path: VaultPath) -> String {
        let name = name(prefix, path)
        return name.hasPrefix("\"") || !name.contains(" ") ? name : name + "\t"
    }

    private typealias Change = SequenceDifference.Change

    private static let context = 3
    private static let lineEnd = Array("\r\n".utf8)

    private static func hunks(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) -> [[Change]] {
        var hunks: [[Change]] = []
        for change in SequenceDifference.changes(from: old, to: new) {
            if let last = hunks.last?.last, change.old.lowerBound - last.old.upperBound <= 2 * context {
                hunks[hunks.count - 1].append(change)
            } else {
                hunks.append([change])
            }
        }
        return hunks
    }

    private static func append(
        _ hunk: [Change], _ old: [ArraySlice<UInt8>], new: [ArraySlice<UInt8>], to out: inout [UInt8]
    ) {
        guard let first = hunk.first, let last = hunk.last else { return }
        let before = min(context, first.old.lowerBound)
        let after = min(context, old.count - last.old.upperBound)
        let oldRange = first.old.lowerBound - before..<last.old.upperBound + after
        let newRange = first.new.lowerBound - before..<last.new.upperBound + after
        out += Array("@@ -\(hunkRange(oldRange)) +\(hunkRange(newRange)) @@\n".utf8)
        func add(_ sign: UInt8, _ line: ArraySlice<UInt8>) {
            out.append(sign)
            out += line
            if line.last != Byte.newline { out += Array("\n\\ No newline at end of file\n".utf8) }
        }
        var index = oldRange.lowerBound
        for change in hunk {
            for line in old[index..<change.old.lowerBound] { add(Byte.space, line) }
            for line in old[change.old] { add(Byte.hyphen, line) }
            for line in new[change.new] { add(Byte.plus, line) }
            index = change.old.upperBound
        }
        for line in old[index..<oldRange.upperBound] { add(Byte.space, line) }
    }

    private static func hunkRange(_ range: Range<Int>) -> String {
        range.count == 1
            ? "\(range.lowerBound + 1)" : "\(range.isEmpty ? range.lowerBound : range.lowerBound + 1),\(range.count)"
    }
}
