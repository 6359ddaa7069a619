import Notes
import SourceText
import System

/// Changes of one note that are being put together: its bytes as read, and as they will be.
struct NoteChange {
    let path: VaultPath
    let before: [UInt8]
    private(set) var after: [UInt8]

    init(_ path: VaultPath, _ bytes: [UInt8]) {
        self.path = path
        before = bytes
        after = bytes
    }

    /// Makes edits of the text as it stands now; they must not overlap.
    mutating func apply(_ edits: [ByteEdit]) {
        for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            after.replaceSubrange(edit.range, with: edit.replacement)
        }
    }

    /// Changes front matter.
    ///
    /// - Throws: `VaultError` with the line where that cannot be done without guessing.
    mutating func edit(_ changes: [FrontMatterChange]) throws {
        do {
            let wasEmpty = FrontMatter(after).content.isEmpty
            apply(try FrontMatterEditor(after).edits(changes))
            if !wasEmpty { dropEmptyFrontMatter() }
        } catch {
            throw VaultError(
                "\(path.text):\(error.line): \(error.reason)", help: "mend it in an editor; nothing was changed")
        }
    }

    /// Front matter goes with its last key, marks and all, unless what follows would be taken for some then.
    private mutating func dropEmptyFrontMatter() {
        let frontMatter = FrontMatter(after)
        guard let block = frontMatter.block, frontMatter.content.isEmpty else { return }
        var without = after
        without.removeSubrange(block)
        let rest = FrontMatter(without)
        if rest.block == nil, rest.diagnostics.isEmpty { after = without }
    }

    var operation: FileOperation? { after == before ? nil : .write(path, before: before, after: after) }
}
