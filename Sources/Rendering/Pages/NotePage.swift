import Notes
package import QueryLanguage
package import Searching
import SourceText
import System
import VaultFiles

/// A note to display: its text, and the targets of its links.
package struct NotePage: Sendable {
    /// The target of a link or an image.
    struct Target: Sendable {
        /// Nil if the link is broken or the attachment is missing.
        var path: VaultPath?
        /// The size of an attachment in bytes. Nil for a note.
        var size: Int64?
        /// The picture, if it can be displayed.
        var picture: PictureFile?
    }

    package let hit: NoteHit
    /// The full path of the vault.
    let root: [UInt8]
    package let bytes: [UInt8]
    /// The displayed text, if the note has live blocks. All ranges are those of this text.
    private let live: LiveText?
    /// Keys that slip does not know, with their values as text.
    let properties: [NoteDetails.Property]
    let blocks: [Block]
    /// The macros that formulas above the blocks define.
    let macros: FormulaMacros
    /// The notes that the page shows in place of links, in the order of these.
    let embeds: [PageEmbed]
    let targets: [String: Target]
    /// Attachments by file name.
    private let files: [String: [(path: VaultPath, target: Target)]]
    /// Whether a line end in a paragraph is shown as a line break: `line-breaks: keep`.
    let keepsLineBreaks: Bool
    /// Whether the body begins with a heading that equals the title.
    let beginsWithTitle: Bool

    /// Returns the number of the line that contains a byte, from 1.
    package func line(at offset: Int) -> Int { lines.line(at: live?.fileOffset(offset) ?? offset) }

    /// Returns the displayed range of a range of the file.
    func displayed(_ range: Range<Int>) -> Range<Int> {
        guard let live else { return range }
        return live.offset(ofFile: range.lowerBound)..<live.offset(ofFile: range.upperBound)
    }

    private let lines: LineTable

    /// - Parameters:
    ///   - pictures: whether to read the files of pictures for display.
    ///   - embeds: whether to show the notes that the note embeds.
    /// - Throws: `VaultError` if the note cannot be read.
    package init(_ hit: NoteHit, _ snapshot: VaultSnapshot, pictures: Bool = false, embeds: Bool = true) throws {
        let note = OpenNote(path: hit.path, bytes: try snapshot.bytes(hit.path), rules: snapshot.rules)
        let reader = embeds ? EmbedReader(snapshot) : nil
        try self.init(
            hit, note, part: note.bodyStart..<note.bytes.count, snapshot, pictures: pictures, reader: reader,
            inside: EmbedReader.Trail())
    }

    /// - Parameters:
    ///   - part: the bytes of the note to display.
    ///   - reader: the reader of embedded notes, or nil to show none.
    init(
        _ hit: NoteHit, _ open: OpenNote, part: Range<Int>, _ snapshot: VaultSnapshot, pictures: Bool,
        reader: EmbedReader?, inside trail: EmbedReader.Trail
    ) throws {
        self.hit = hit
        root = snapshot.vault.root
        keepsLineBreaks = snapshot.vault.configuration.keepsLineBreaks
        bytes = open.bytes
        let note = open.note
        properties = NoteDetails.Property.displayed(in: note)
        let live = try LiveBlockReader(snapshot).liveText(of: open)
        self.live = live
        let shown = live.map { $0.offset(ofFile: part.lowerBound)..<$0.offset(ofFile: part.upperBound) } ?? part
        let all = Block.all(in: live?.bytes ?? bytes, from: note.frontMatter.bodyStart)
        blocks = all.filter { shown.contains($0.extent.lowerBound) }
        macros = FormulaPieces.macros(in: all.prefix { $0.extent.lowerBound < shown.lowerBound })
        let trail = trail.entering(hit.path, part)
        embeds =
            try reader?.embeds(in: part, of: open, inside: trail).map {
                try PageEmbed($0, snapshot, pictures: pictures, reader: reader, inside: trail)
            } ?? []
        var targets: [String: Target] = [:]
        var files: [String: [(path: VaultPath, target: Target)]] = [:]
        for (written, target) in live?.targets ?? [:] { targets[written.text] = Target(path: target.path, size: nil) }
        for link in hit.links { targets[link.target] = Target(path: link.path, size: nil) }
        for attachment in hit.attachments {
            let size = attachment.exists ? FileStatus.seen(snapshot.vault.fullPath(attachment.path))?.size : nil
            var target = Target(path: attachment.exists ? attachment.path : nil, size: size)
            if pictures, attachment.exists, PictureFile.isPicture(attachment.path.name.text) {
                target.picture = Self.picture(attachment.path, in: snapshot.vault.root).flatMap { PictureFile($0) }
            }
            // The index does not have attachment references as written, but their paths end alike.
            files[attachment.path.name.text, default: []].append((attachment.path, target))
        }
        self.targets = targets
        self.files = files
        lines = LineTable(bytes)
        let first = blocks.first { $0.kind != .definition }
        beginsWithTitle =
            first.map {
                $0.kind == .heading(1) && FormulaLine.isTitle($0.texts.joined().map(\.text).joined(), hit.title)
            } ?? false
    }

    /// Whether a piece of text is shown as a line break: a hard break, or also a line end in a paragraph.
    func isLineBreak(_ piece: TextPiece) -> Bool {
        if piece.text == "\n" { return true }
        return keepsLineBreaks && piece.text == " " && bytes[piece.range].contains(Byte.newline)
    }

    /// Returns a picture of the vault, or nil if it is too large, outside the vault or unreadable.
    static func picture(_ path: VaultPath, in root: [UInt8]) -> [UInt8]? {
        try? Files.read(inside: root, path.parts.map(\.bytes), limit: PictureFile.largest)
    }

    /// Returns the target of a link as written, or nil if it is none of the note's links and attachments: a URL. A
    /// broken link has a target without a path.
    func target(_ written: String) -> Target? {
        let path = written.split(separator: "#", omittingEmptySubsequences: false).first.map(String.init) ?? written
        if let known = targets[path] { return known }
        let parts = path.split(separator: "/").filter { $0 != "." && $0 != ".." }
        let named = files[parts.last.map(String.init) ?? path] ?? []
        // Of several files with this name, prefers the one in the folders that the link names.
        return
            (named.first { $0.path.parts.map(\.text).suffix(parts.count).elementsEqual(parts.map(String.init)) }
            ?? named.first)?.target
    }
}

/// A note or part of one that a page shows in place of a link.
struct PageEmbed: Sendable {
    /// The bytes of the link in the file that contains it.
    let range: Range<Int>
    let label: String
    /// Nil if it is not shown. The label then says why.
    let page: NotePage?

    init(
        _ embed: Embed, _ snapshot: VaultSnapshot, pictures: Bool, reader: EmbedReader?,
        inside trail: EmbedReader.Trail
    ) throws {
        range = embed.link.range
        switch embed.content {
        case .remark(let reason): (label, page) = ("\(embed.label) (\(reason))", nil)
        case .part(let note, let part):
            label = embed.label
            page = try snapshot.note(embed.path).map {
                try NotePage($0, note, part: part, snapshot, pictures: pictures, reader: reader, inside: trail)
            }
        }
    }
}
