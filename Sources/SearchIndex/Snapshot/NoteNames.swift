import SQLite
import SourceText

/// The folded names of all notes in memory, for search as you type: titles, aliases, file names and ids.
///
/// A changed note gets a new row, so an update reads only new rows. A name may belong to a note that no longer exists.
/// The caller must check.
final class NoteNames {
    /// A folded name: its range in `text`, and the index of its note in `slots`.
    private struct Name {
        var start: Int32
        var length: Int32
        var slot: Int32
        /// A bit set of the letters and digits in the name, to reject most names quickly.
        var letters: UInt64
        /// The first eight bytes, the first one highest, to reject most names with another beginning.
        var head: UInt64
    }

    /// A note that has names.
    private struct Slot {
        var file: Int32
        var row: Int32
    }

    private var text: [UInt8] = []
    private var entries: [Name] = []
    private var slots: [Slot] = []
    /// The slot of the note in each file, by file id, or -1.
    private var slotOfFile: [Int32] = []
    private var lastRow: Int64 = 0

    /// A note with a matching name.
    struct Found {
        var file: Int64
        var row: Int
        var fit: NameFit
    }

    /// Reads up to `limit` new notes and returns whether all are read. Complexity: O(new notes).
    func update(_ connection: Connection, limit: Int = .max) throws -> Bool {
        var count = 0
        let statement = """
            SELECT n.id, n.file, n.title, n.ident, f.path, n.known_keys & ?2 FROM note n CROSS JOIN file f ON f.id = n.file
            WHERE n.id > ?1 ORDER BY n.id LIMIT ?3
            """
        try connection.rows(statement, [.int(lastRow), .int(FrontMatterKey.aliases.bit), .int(limit)]) { row in
            count += 1
            let id: Int64 = row.int(0)
            let file = Int(row.int(1))
            if file >= slotOfFile.count {
                slotOfFile += [Int32](repeating: -1, count: max(file + 1, slotOfFile.count * 3 / 2) - slotOfFile.count)
            }
            slotOfFile[file] = Int32(slots.count)
            slots.append(Slot(file: Int32(file), row: Int32(truncatingIfNeeded: id)))
            let title = NameKey.fold(row.bytes(2))
            add(title)
            let stem = NameKey.fold(row.path(4).stem.bytes)
            if stem != title { add(stem) }
            if !row.isNull(3) { add(NameKey.fold(row.bytes(3))) }
            if row.int(5) != 0 {
                try connection.rows("SELECT folded FROM alias WHERE file = ?1", [.int(file)]) { alias in
                    add(alias.bytes(0))
                    return true
                }
            }
            // If reading the aliases was interrupted, the note gets a new slot the next time.
            lastRow = id
            return true
        }
        return count < limit
    }

    private func add(_ name: [UInt8]) {
        entries.append(
            Name(
                start: Int32(text.count), length: Int32(name.count), slot: Int32(slots.count - 1),
                letters: NameFit.letters(name[...]), head: Self.head(name)))
        text += name
    }

    private static func head(_ name: [UInt8]) -> UInt64 {
        var head: UInt64 = 0
        for index in 0..<8 { head = head << 8 | UInt64(index < name.count ? name[index] : 0) }
        return head
    }

    /// Returns the notes with a name that fits, each with its best fit.
    ///
    /// - Parameter enough: if more notes than this have a name with that beginning, only these are returned: all others
    ///   fit worse.
    ///
    /// Complexity: O(names).
    func find(_ typed: TypedName, enough: Int) -> [Found] {
        let length = min(8, typed.bytes.count)
        guard length > 0 else { return find(typed) { _ in true } }
        let shift = UInt64(8 * (8 - length))
        let head = Self.head(Array(typed.bytes.prefix(8))) >> shift
        let beginnings = find(typed) { $0.head >> shift == head }.filter { $0.fit.tier <= 1 }
        if beginnings.count > enough { return beginnings }
        return find(typed) { $0.letters & typed.letters == typed.letters }
    }

    private func find(_ typed: TypedName, where mayFit: (Name) -> Bool) -> [Found] {
        var found: [Found] = []
        let text = text
        let span = text.span
        var lastSlot: Int32 = -1
        for entry in entries where mayFit(entry) {
            let range = Int(entry.start)..<Int(entry.start + entry.length)
            guard let fit = typed.fit(span, range) else { continue }
            let slot = slots[Int(entry.slot)]
            // The slot was replaced by a newer row.
            guard slotOfFile[Int(slot.file)] == entry.slot else { continue }
            if lastSlot == entry.slot {
                if fit < found[found.count - 1].fit { found[found.count - 1].fit = fit }
                continue
            }
            lastSlot = entry.slot
            found.append(Found(file: Int64(slot.file), row: Int(slot.row), fit: fit))
        }
        return found
    }
}

/// The quality of a match between a name and the typed text; the least is the best.
package struct NameFit: Hashable, Comparable, Sendable {
    /// 0 the whole name, 1 its beginning, 2 the beginning of a word, 3 of several words, 4 anywhere, 5 a subsequence.
    package var tier: Int
    /// The distance of the match from the ideal one: extra or skipped characters.
    var gap: Int

    package static func < (a: NameFit, b: NameFit) -> Bool { (a.tier, a.gap) < (b.tier, b.gap) }

    /// Returns a bit set of the bytes in a name: 26 bits for ASCII letters in any case, 10 for digits, and 16 for the
    /// low four bits of bytes from 0x80. Other bytes have no bit.
    static func letters(_ folded: ArraySlice<UInt8>) -> UInt64 {
        var bits: UInt64 = 0
        for byte in folded {
            if byte.isLetter {
                bits |= 1 << UInt64(byte.lowercased &- UInt8(ascii: "a"))
            } else if byte.isDigit {
                bits |= 1 << (26 + UInt64(byte &- UInt8(ascii: "0")))
            } else if byte >= 0x80 {
                bits |= 1 << (36 + UInt64(byte & 15))
            }
        }
        return bits
    }
}

/// A partial name typed by the user, folded for comparison with many names.
package struct TypedName: Sendable {
    let bytes: [UInt8]
    let words: [[UInt8]]
    let letters: UInt64

    package init(_ text: String) {
        bytes = NameKey.fold(Array(text.utf8))
        words = bytes.split { Self.isSeparator($0) }.map { Array($0) }
        letters = NameFit.letters(bytes[...])
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte < 0x80 && !byte.isLetter && !byte.isDigit
    }

    package func fit(_ name: String) -> NameFit? {
        let folded = NameKey.fold(Array(name.utf8))
        if NameFit.letters(folded[...]) & letters != letters { return nil }
        return fit(folded.span, 0..<folded.count)
    }

    /// Returns how well it fits a folded name, or nil if it does not.
    func fit(_ text: Span<UInt8>, _ range: Range<Int>) -> NameFit? {
        guard let first = bytes.first else { return NameFit(tier: 1, gap: 0) }
        if bytes.count <= range.count {
            var inside: Int?
            var index = range.lowerBound
            while index <= range.upperBound - bytes.count {
                if text[index] == first, matches(text, at: index) {
                    if index == range.lowerBound {
                        return NameFit(tier: bytes.count == range.count ? 0 : 1, gap: range.count - bytes.count)
                    }
                    if Self.isSeparator(text[index - 1]) { return NameFit(tier: 2, gap: index - range.lowerBound) }
                    inside = inside ?? index
                }
                index += 1
            }
            if words.count > 1, words.allSatisfy({ beginsWord($0, text, range: range) }) {
                return NameFit(tier: 3, gap: 0)
            }
            if let inside { return NameFit(tier: 4, gap: inside - range.lowerBound) }
        }
        // Almost every name contains two given letters in order.
        return bytes.count < 3 ? nil : subsequence(text, range)
    }

    private func matches(_ text: Span<UInt8>, at start: Int) -> Bool {
        for offset in 1..<bytes.count where text[start + offset] != bytes[offset] { return false }
        return true
    }

    private func beginsWord(_ word: [UInt8], _ text: Span<UInt8>, range: Range<Int>) -> Bool {
        var index = range.lowerBound
        outer: while index + word.count <= range.upperBound {
            defer { index += 1 }
            guard index == range.lowerBound || Self.isSeparator(text[index - 1]) else { continue }
            for offset in word.indices where text[index + offset] != word[offset] { continue outer }
            return true
        }
        return false
    }

    /// Matches the letters as a subsequence that starts at the beginning of a word and has limited gaps.
    private func subsequence(_ text: Span<UInt8>, _ range: Range<Int>) -> NameFit? {
        var wanted = 0
        var gap = 0
        var last = -1
        var index = range.lowerBound
        while index < range.upperBound, wanted < bytes.count {
            if text[index] == bytes[wanted] {
                let begins = index == range.lowerBound || Self.isSeparator(text[index - 1])
                if wanted == 0, !begins {
                    index += 1
                    continue
                }
                // Gaps before word beginnings are free, because users abbreviate to initials.
                if last >= 0, !begins { gap += index - last - 1 }
                last = index
                wanted += 1
            }
            index += 1
        }
        return wanted == bytes.count && gap <= bytes.count * 3 ? NameFit(tier: 5, gap: gap) : nil
    }
}
