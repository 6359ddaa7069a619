package import Searching
package import SourceText
package import VaultFiles

/// Plans that change the text of notes: headings, lists and tables of contents.
package struct TextPlanner {
    private let context: PlanContext

    package init(_ snapshot: VaultSnapshot) { context = PlanContext(snapshot: snapshot) }

    /// Returns a plan that adds a heading of level 2 at the end of a note.
    ///
    /// - Parameter text: the fragment of a link. Of a path of headings such as `A#B`, the last one is added.
    package func addHeading(_ text: String, to path: VaultPath) throws -> ChangePlan {
        let bytes = try context.snapshot.bytes(path)
        let end = TextEdits.lineEnd(of: bytes)
        let gap = bytes.isEmpty ? "" : bytes.last == Byte.newline ? end : end + end
        let name = text.split(separator: "#").last.map(String.init) ?? text
        return try context.writing(
            [path: [ByteEdit(bytes.count..<bytes.count, Array("\(gap)## \(name)\(end)".utf8))]], title: "add '\(name)'")
    }

    /// Returns a plan that inserts a table of contents at an offset, or updates the one between `<!-- toc -->` and
    /// `<!-- /toc -->`.
    package func contents(of path: VaultPath, at offset: Int) throws -> ChangePlan {
        let note = try context.document(path)
        let edit = TextEdits.tableOfContentsEdit(of: note, at: offset)
        return try context.writing([path: [edit]], title: "table of contents")
    }

    /// Returns a plan that sorts the items of the list in a byte range: see `TextEdits.sort`.
    package func sort(_ range: Range<Int>, in path: VaultPath) throws -> ChangePlan {
        try context.writing([path: TextEdits.sort(range, in: context.snapshot.bytes(path))], title: "sort")
    }
}
