import SourceText

/// Conflict copies: programs that synchronize folders create one when a file was changed on two machines.
enum SyncCopy {
    /// Returns the name of the file that was copied, or nil if `name` is not that of a conflict copy.
    ///
    /// - Dropbox, Nextcloud, Obsidian Sync: `note (conflicted copy 2024-01-01).md`, `note (Jane's conflicted copy …).md`
    /// - Syncthing: `note.sync-conflict-20240101-120000-ABCDEFG.md`
    /// - ownCloud: `note_conflict-20240101-120000.md`
    /// - Seafile: `note (SFConflict jane@example.org 2024-01-01-12-00-00).md`
    /// - Dropbox, for names that differ only in case: `note (Case Conflict 1).md`
    ///
    /// `note 2.md` and `note (1).md` are not recognized: users and other programs create them too.
    static func original(of name: String) -> String? {
        let small = name.lowercased()
        // If lowercase letters differ in length, offsets in `small` do not apply to `name`.
        guard small.utf8.count == name.utf8.count else { return nil }
        let bytes = Array(name.utf8)
        let end = VaultPath(name).stem.text.utf8.count
        func without(_ range: Range<Int>) -> String {
            bytes.text(bytes.trimmed(0..<range.lowerBound)) + bytes.text(range.upperBound..<bytes.count)
        }
        let folded = Array(small.utf8)
        if let open = folded.lastIndex(of: Byte.leftParenthesis), open > 0,
            let close = folded[open...].firstIndex(of: Byte.rightParenthesis), close < end
        {
            let inside = folded.text(open + 1..<close)
            let marks = ["conflicted copy", "sfconflict ", "case conflict"]
            if marks.contains(where: inside.contains) { return without(open..<close + 1) }
        }
        for mark in [".sync-conflict-", "_conflict-"] {
            guard let range = small.firstRange(of: mark) else { continue }
            let start = small.utf8.distance(from: small.startIndex, to: range.lowerBound)
            let next = start + mark.utf8.count
            guard start > 0, next < folded.count, folded[next].isDigit else { continue }
            // The part that Syncthing inserts ends before the extension of the file.
            let stop = folded[next...].lastIndex(of: Byte.dot) ?? folded.count
            return without(start..<stop)
        }
        return nil
    }
}
