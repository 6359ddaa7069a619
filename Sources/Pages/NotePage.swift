import Notes
package import Searching
package import SourceText
import System
package import VaultFiles

/// A note with all that is shown of it to be read: what stands in it, and what the vault knows of where it leads.
package struct NotePage: Sendable {
    /// What a link or an image leads to.
    struct Target: Sendable {
        /// Nil where it leads nowhere.
        var path: VaultPath?
        /// Of an image or another file: how large it is, in bytes.
        var size: Int64?
        /// Of a picture that can be shown.
        var picture: PictureFile?
    }

    package let hit: NoteHit
    package let bytes: [UInt8]
    /// Keys that slip gives no meaning, with their values as text.
    let properties: [NoteDetails.Property]
    let blocks: [Block]
    let targets: [String: Target]
    /// Attachments by their names.
    private let files: [String: [(path: VaultPath, target: Target)]]
    /// Whether the body begins with the title as its heading.
    let beginsWithTitle: Bool

    /// The number of the line that a byte stands on, from 1.
    package func line(at offset: Int) -> Int { lines.line(at: offset) }

    private let lines: LineTable

    /// - Parameter pictures: whether pictures are looked into, which reads their files.
    /// - Throws: `VaultError` where the note cannot be read.
    package init(_ hit: NoteHit, _ session: VaultSession, pictures: Bool = false) throws {
        try self.init(hit, bytes: session.bytes(hit.path), session, pictures: pictures)
    }

    package init(_ hit: NoteHit, bytes: [UInt8], _ session: VaultSession, pictures: Bool = false) {
        self.hit = hit
        self.bytes = bytes
        let note = Note(bytes, name: hit.path.name, rules: session.rules)
        properties = zip(NoteDetails.Property.all(in: note), note.properties).map { property, entry in
            // As people read a list; anything deeper stays as it is.
            let texts: [String?] =
                switch entry.value.content {
                case .sequence(let values, _): values.map(\.text)
                case .mapping(let mapping, _):
                    mapping.entries.map { entry in entry.value.text.map { "\(entry.key): \($0)" } }
                default: [nil]
                }
            let known = texts.compactMap(\.self)
            return known.count < texts.count ? property : .init(key: property.key, text: known.joined(separator: ", "))
        }
        blocks = Block.all(in: bytes, from: note.frontMatter.bodyStart)
        var targets: [String: Target] = [:]
        var files: [String: [(path: VaultPath, target: Target)]] = [:]
        for link in hit.links { targets[link.target] = Target(path: link.path, size: nil) }
        for attachment in hit.attachments {
            let size = attachment.exists ? FileStatus.seen(session.vault.fullPath(attachment.path))?.size : nil
            var target = Target(path: attachment.exists ? attachment.path : nil, size: size)
            if pictures, attachment.exists, PictureFile.isPicture(attachment.path.name.text) {
                target.picture = Self.picture(attachment.path, session.vault).flatMap { PictureFile($0) }
            }
            // As it is written is not known of attachments, but their paths end alike.
            files[attachment.path.name.text, default: []].append((attachment.path, target))
        }
        self.targets = targets
        self.files = files
        lines = LineTable(bytes)
        let first = blocks.first { $0.kind != .definition }
        beginsWithTitle = first?.kind == .heading(1) && first?.texts.joined().map(\.text).joined() == hit.title
    }

    /// A picture of the vault; nil where it is too large, leads out of the vault or cannot be read.
    package static func picture(_ path: VaultPath, _ vault: Vault) -> [UInt8]? {
        try? Files.read(inside: vault.root, path.parts.map(\.bytes), limit: PictureFile.largest)
    }

    /// What the target of a link, as written, leads to; nil where the vault does not know it, such as an address.
    func target(_ written: String) -> Target? {
        let path = written.split(separator: "#", omittingEmptySubsequences: false).first.map(String.init) ?? written
        if let known = targets[path] { return known }
        let parts = path.split(separator: "/").filter { $0 != "." && $0 != ".." }
        let named = files[parts.last.map(String.init) ?? path] ?? []
        // Of several of one name that whose folders are those that are written.
        return
            (named.first { $0.path.parts.map(\.text).suffix(parts.count).elementsEqual(parts.map(String.init)) }
            ?? named.first)?.target
    }
}
