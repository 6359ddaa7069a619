import Searching
import SourceText
import VaultFiles

/// The text of an attachment for the tool `read`: some of its pages.
enum AttachmentPages {
    /// Returns the path of the attachment that an agent names by its path from the root, or nil if it is none.
    static func path(_ name: String, _ snapshot: VaultSnapshot) throws -> VaultPath? {
        guard let path = snapshot.vault.path(ofAbsolute: name) ?? VaultPath.root.resolving(VaultPath(name)),
            !path.isRoot, try snapshot.isFile(path), try !snapshot.isNote(path),
            try !snapshot.queryNames.isFolder(path)
        else { return nil }
        return path
    }

    /// Returns the result of `read` for an attachment.
    ///
    /// - Throws: `ToolError` if it has no text, or none of these pages.
    static func read(_ path: VaultPath, _ arguments: JSONValue, atMost limit: Int, in snapshot: VaultSnapshot) throws
        -> JSONValue
    {
        if let other = ["heading", "lines", "at"].first(where: { arguments[$0] != nil }) {
            throw ToolError("'\(other)' cannot be used for an attachment", help: "give 'pages', such as 2-4")
        }
        let all: [AttachmentText.Page]
        switch try AttachmentText(AttachmentFiles.File(path: path, exists: true), in: snapshot) {
        case .none(let reason): throw ToolError("cannot read '\(path.text)': \(reason)")
        case .pages(let pages): all = pages
        }
        let pages = try arguments["pages"]?.text.map { try PartRange.parse($0, unit: "page", of: all.count, in: path) }
        let wanted = pages.map { $0.lowerBound - 1..<$0.upperBound } ?? 0..<all.count
        let backlinks = try snapshot.backlinks(to: path)
        let shown = backlinks.prefix(mostBacklinks)
        var text: [UInt8] = []
        var next: Int?
        for index in wanted {
            let page = Array(((all[index].number.map { "[page \($0)]\n" } ?? "") + all[index].text + "\n").utf8)
            if text.count + page.count > limit, !text.isEmpty {
                next = index
                break
            }
            text += page
        }
        var remarks: [String] = []
        if text.count > limit {
            text.removeSubrange(BoundedText.end(of: text, atMost: limit)...)
            remarks.append("a page is cut, because it is longer than max_bytes")
            next = wanted.count > 1 ? wanted.lowerBound + 1 : nil
        }
        let rest = next.map { "\($0 + 1)-\(wanted.upperBound)" }
        if let rest { remarks.append("the text is truncated; to continue: pages \(rest)") }
        let isTruncated = !remarks.isEmpty
        if shown.count < backlinks.count { remarks.append("\(backlinks.count - shown.count) backlinks are left out") }
        return .object([
            "path": .string(path.text), "title": .string(path.name.text), "text": .string(text.text(text.indices)),
            "line": 1, "hash": "", "front_matter": .object([]), "headings": [],
            "backlinks": .array(
                shown.map { link in
                    [
                        "path": .string(link.path.text), "title": .string(BoundedText.clipped(link.title)),
                        "line": .int(link.line),
                    ]
                }),
            "truncated": .bool(isTruncated), "next": rest.map { .string($0) } ?? .null,
            "remarks": AgentHelp.lines(remarks),
        ])
    }

    private static let mostBacklinks = 20
}
