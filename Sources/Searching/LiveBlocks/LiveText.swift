import Notes
import QueryLanguage
package import SourceText
import VaultFiles

/// The text of a note in which the generated text of live blocks is what their queries find now.
package struct LiveText: Sendable {
    package let bytes: [UInt8]
    /// The targets of the links in generated text, as written there.
    package let targets: [VaultPath: ResolvedTarget]
    /// The generated text, in the file and in `bytes`, in order.
    private let parts: [(file: Range<Int>, shown: Range<Int>)]

    fileprivate init(_ file: [UInt8], _ edits: [ByteEdit], _ targets: [VaultPath: ResolvedTarget]) {
        var bytes: [UInt8] = []
        var parts: [(file: Range<Int>, shown: Range<Int>)] = []
        var end = 0
        for edit in edits {
            bytes += file[end..<edit.range.lowerBound]
            parts.append((edit.range, bytes.count..<bytes.count + edit.replacement.count))
            bytes += edit.replacement
            end = edit.range.upperBound
        }
        self.bytes = bytes + file[end...]
        self.targets = targets
        self.parts = parts
    }

    /// Returns the offset in `bytes` of a byte of the file. One of generated text has that of its start.
    package func offset(ofFile offset: Int) -> Int {
        Self.moved(offset, parts.map { ($0.file, $0.shown) })
    }

    /// Returns the offset in the file of a byte of `bytes`. One of generated text has that of its start.
    package func fileOffset(_ offset: Int) -> Int { Self.moved(offset, parts.map { ($0.shown, $0.file) }) }

    private static func moved(_ offset: Int, _ parts: [(from: Range<Int>, to: Range<Int>)]) -> Int {
        guard let last = parts.last(where: { $0.from.lowerBound <= offset }) else { return offset }
        if offset < last.from.upperBound { return last.to.lowerBound }
        return last.to.upperBound + offset - last.from.upperBound
    }
}

extension LiveBlockReader {
    /// Returns the text of a note with the current results of its live blocks, or nil if it has none. The text in
    /// the file is not part of it. In place of the results of a query with an error, it says that there is
    /// one.
    package func liveText(of note: OpenNote) throws -> LiveText? {
        let blocks = note.liveBlocks
        if blocks.isEmpty { return nil }
        var edits: [ByteEdit] = []
        var targets: [VaultPath: ResolvedTarget] = [:]
        for block in blocks {
            let text: [String]
            do {
                text = try lines(of: block, in: note)
            } catch is QueryError {
                text = ["*The query has an error.*"]
            } catch is VaultError {
                text = ["*The query cannot be answered.*"]
            }
            edits.append(LiveBlockText.edit(block, text, in: note.bytes))
            for (written, target) in try self.targets(in: text, of: note) { targets[written] = target }
        }
        return LiveText(note.bytes, edits, targets)
    }

    /// Returns the targets of the links in generated lines.
    private func targets(in lines: [String], of note: OpenNote) throws -> [(VaultPath, ResolvedTarget)] {
        try Body(Array(lines.joined(separator: "\n").utf8)).links.map { link in
            (VaultPath(link.target), try target(of: link.target, in: note))
        }
    }
}
