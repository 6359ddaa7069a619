import SourceText

/// Conflict copies: programs that synchronize folders create one when a file was changed on two machines.
enum SyncCopy {
    /// Texts of which the name of each copy contains one, except of copies that are named after a machine.
    static let marks = [
        "conflict", "conflit", "konflik", "онфликт", "онфлікт", "競合", "충돌", "冲突", "衝突", "motstrid",
        "modstrid", "çakış", "bercanggah", "ขัดแย้ง",
    ]

    /// Texts in the parentheses of a copy.
    private static let parenthesized = [
        "conflicted copy", "sfconflict ", "case conflict", "selective sync conflict", "unicode encoding conflict",
        "white space conflict", "whitespace conflict",
    ]

    /// The words of Dropbox for a conflicted copy in other languages. A date follows.
    private static let translations = [
        "in konflikt stehende kopie", "copie en conflit", "copia en conflicto", "copia in conflitto",
        "cópia em conflito",
        "cópia conflitante", "conflicterende kopie", "exemplaar met conflict", "kopia powodująca konflikt",
        "motstridig", "motstridende", "modstridende", "конфликтующая копия", "копія з конфліктом", "конфліктна копія",
        "競合コピー", "충돌된 사본", "冲突副本", "衝突複本", "salinan konflik", "salinan yang berkonflik", "çakışan kopya",
        "konfliktní kopie", "konflikterande kopia", "konflikterade kopia", "salinan bercanggah", "สำเนาที่ขัดแย้ง",
    ]

    /// A file of which another one may be the copy of a machine.
    struct Original {
        var name: String
        /// Whether the name of the machine could be a word: `note-LAPTOP.md`. Then the file is a copy only if both share
        /// most of their text, unlike `note-DRAFT.md`.
        var needsSharedText: Bool
    }

    /// Returns the files of which OneDrive may have made the copy `name`: it appends a hyphen and the name of the machine,
    /// such as `note-DESKTOP-7Q2F9KL.md` for `note.md`, and a number for further copies.
    ///
    /// It is a copy only if one of these files exists. A name in capitals before the hyphen is a set of files, such as
    /// `README-WINDOWS-11.md`.
    static func originals(ofMachineCopy name: String) -> [Original] {
        let stem = VaultPath(name).stem.text
        let suffix = name.dropFirst(stem.count)
        let parts = stem.split(separator: "-", omittingEmptySubsequences: false)
        return (1..<max(1, parts.count)).compactMap { count in
            let original = parts[..<count].joined(separator: "-")
            let machine = Array(parts[count...].joined(separator: "-").utf8)
            guard isMachine(machine), original.contains(where: \.isLowercase) else { return nil }
            return Original(name: original + suffix, needsSharedText: machine.allSatisfy(\.isLetter))
        }
    }

    /// Whether a text looks like the name that Windows gives to a machine: up to 15 capitals, digits and hyphens, with
    /// letters. A number may follow.
    private static func isMachine(_ bytes: [UInt8]) -> Bool {
        (5...18).contains(bytes.count) && bytes.count(where: \.isLetter) >= 2
            && bytes.allSatisfy { $0 == Byte.hyphen || $0.isDigit || (0x41...0x5A).contains($0) }
    }

    /// Whether two texts share at least half of their lines that are not blank.
    static func shareText(_ text: [UInt8], _ other: [UInt8]) -> Bool {
        func lines(_ bytes: [UInt8]) -> Set<ArraySlice<UInt8>> {
            Set(bytes.split { $0 == Byte.newline || $0 == Byte.carriageReturn })
        }
        let (own, others) = (lines(text), lines(other))
        return 2 * own.intersection(others).count >= max(own.count, others.count)
    }

    /// Returns the name of the file that was copied, or nil if `name` is not that of a conflict copy.
    ///
    /// - Dropbox, Nextcloud, Obsidian Sync: `note (conflicted copy 2024-01-01).md`, `note (Jane's conflicted copy …).md`
    /// - Syncthing: `note.sync-conflict-20240101-120000-ABCDEFG.md`
    /// - ownCloud: `note_conflict-20240101-120000.md`
    /// - Seafile: `note (SFConflict jane@example.org 2024-01-01-12-00-00).md`
    /// - Dropbox, for names that differ only in case, in spaces or in their encoding, and for folders that are left out:
    ///   `note (Case Conflict 1).md`, `note (Selective Sync Conflict).md`
    /// - Dropbox in other languages: `note (In Konflikt stehende Kopie von Jane 2024-01-01).md`
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
            let isTranslated = translations.contains(where: inside.contains) && inside.contains(where: \.isNumber)
            if marks.contains(where: inside.contains), parenthesized.contains(where: inside.contains) || isTranslated {
                return without(open..<close + 1)
            }
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
