import Notes
import SourceText
import System
import VaultChanges
import VaultFiles

/// Changes of one note that are being put together: its bytes as read, and as they will be.
struct NoteChange {
    let path: VaultPath
    let before: [UInt8]
    private(set) var after: [UInt8]
    /// Whether U+FFFD was written, which is what bytes become that are not UTF-8 when they are read.
    private var writesReplacement = false

    init(_ path: VaultPath, _ bytes: [UInt8]) {
        self.path = path
        before = bytes
        after = bytes
    }

    /// Makes edits of the text as it stands now; they must not overlap. Insertions at one place come in the order in which they are given.
    mutating func apply(_ edits: [ByteEdit]) {
        if edits.isEmpty { return }
        // In one pass: a note may have a million links.
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

    /// Changes front matter. Its marks stay where its last key goes: what was asked to go is one line.
    ///
    /// - Throws: `VaultError` with the line where that cannot be done without guessing.
    mutating func edit(_ changes: [FrontMatterChange]) throws {
        do {
            apply(try FrontMatterEditor(after).edits(changes))
        } catch {
            throw VaultError(
                path, line: error.line, error.reason, help: "mend it in an editor; nothing was changed")
        }
    }

    /// The write that makes the change; nil where nothing would change.
    ///
    /// - Throws: `VaultError` for a note that slip never changes: one with merge conflict markers, one that is not UTF-8
    ///   at all, or where bytes that are not UTF-8 would have to be written anew, which nobody can.
    var operation: FileOperation? {
        get throws {
            if after == before { return nil }
            try refuseUnchangeable()
            return .write(path, before: before, after: after)
        }
    }

    /// Whether the signs stand anywhere of which each merge conflict has a line: what spares nearly all notes another
    /// reading.
    private var mayHoldConflict: Bool {
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
                help: "convert it first, such as with: iconv -f UTF-16 -t UTF-8")
        }
        if mayHoldConflict, let marker = Note(before, name: path.name).conflicts.first {
            throw VaultError(
                path, line: LineTable(before).line(at: marker.lowerBound),
                "a merge conflict begins here; nothing was changed",
                help: "decide it in an editor and take the markers out")
        }
        if writesReplacement, before.firstInvalidUTF8 != nil {
            throw VaultError(
                path, "holds bytes that are not UTF-8 where it would have to be written anew; nothing was changed",
                help: "save it as UTF-8 first; slip check names the place")
        }
    }
}
