import Notes
import SourceText
import System
import VaultFiles

/// The content of a note or canvas before and after a series of edits.
struct NoteChange {
    let path: VaultPath
    let before: [UInt8]
    private(set) var after: [UInt8]
    /// Whether U+FFFD was written, which replaces bytes that are not UTF-8.
    private var writesReplacement = false

    init(_ path: VaultPath, _ bytes: [UInt8]) {
        self.path = path
        before = bytes
        after = bytes
    }

    /// Applies edits to the current text. They must not overlap. Insertions at the same offset keep their order.
    mutating func apply(_ edits: [ByteEdit]) {
        if edits.isEmpty { return }
        // One pass, because a note can have a million links.
        var result: [UInt8] = []
        result.reserveCapacity(after.count)
        var end = 0
        for edit in edits.sorted(by: {
            ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
        }) {
            result += after[end..<max(end, edit.range.lowerBound)]
            result += edit.replacement
            end = max(end, edit.range.upperBound)
            if edit.replacement.indices.contains(where: { edit.replacement.holds([0xEF, 0xBF, 0xBD], at: $0) }) {
                writesReplacement = true
            }
        }
        after = result + after[end...]
    }

    /// Edits front matter. The `---` lines stay if the last key is removed.
    ///
    /// - Throws: `VaultError` with the line of an entry that cannot be edited safely.
    mutating func edit(_ changes: [FrontMatterChange]) throws {
        do {
            apply(try FrontMatterEditor(after).edits(changes))
        } catch {
            throw VaultError(path, line: error.line, error.reason, help: "fix it in an editor; nothing was changed")
        }
    }

    /// The operation that writes the change, or nil if nothing changed.
    ///
    /// - Throws: `VaultError` for a note with merge conflict markers, one that is not UTF-8 at all, or one where
    ///   invalid bytes would be rewritten.
    var operation: FileOperation? {
        get throws {
            if after == before { return nil }
            if !Canvas.isCanvas(path) { try refuseUnchangeable() }
            return .write(path, before: before, after: after)
        }
    }

    /// Whether the note has seven `<` or `>` in a row, as each merge conflict does. Most notes need no further check.
    private var mayContainConflict: Bool {
        let bytes = before.span
        var run = 0
        for index in bytes.indices {
            let byte = bytes[index]
            guard byte == Byte.less || byte == Byte.greater else {
                run = 0
                continue
            }
            run = run > 0 && bytes[index - 1] == byte ? run + 1 : 1
            if run == 7 { return true }
        }
        return false
    }

    private func refuseUnchangeable() throws {
        if let encoding = ForeignEncoding(before) {
            throw VaultError(
                path, "\(encoding.description); nothing was changed",
                help: encoding == .utf16 ? "to convert it: iconv -f UTF-16 -t UTF-8" : nil)
        }
        if let foreign = ForeignFrontMatter(before), !after.starts(with: before[..<foreign.range.upperBound]) {
            throw VaultError(
                path, "has \(foreign.format.rawValue) front matter, which slip does not change; nothing was changed",
                help: "convert it to YAML between lines '---'")
        }
        if mayContainConflict, let marker = Note(before, name: path.name).conflicts.first {
            throw VaultError(
                path, line: LineTable(before).line(at: marker.lowerBound),
                "a merge conflict begins here; nothing was changed",
                help: "resolve the conflict in an editor and remove the markers")
        }
        if writesReplacement, before.firstInvalidUTF8 != nil {
            throw VaultError(
                path, "cannot be changed: the text to replace is not valid UTF-8; nothing was changed",
                help: "convert it to UTF-8; to find the invalid bytes: slip check")
        }
    }
}
