import SearchIndex
import Searching
import SourceText
import System
import VaultFiles

/// The symbolic links to attachments. A move renames the link itself, and must not break any link.
struct SymbolicLinks {
    private let snapshot: VaultSnapshot

    init(_ snapshot: VaultSnapshot) { self.snapshot = snapshot }

    private var vault: Vault { snapshot.vault }
    private var index: NoteIndex { snapshot.index }

    /// Throws if a symbolic link to an attachment would lead to another file or to none after some moves.
    func refuseBroken(after moves: [(from: VaultPath, to: VaultPath)]) throws {
        var links: Set<VaultPath> = []
        for (from, _) in moves {
            for file in try index.files(inside: from) where [.image, .other, .canvas].contains(file.kind) {
                if try index.links.symbolicLinkTarget(file.path) != nil { links.insert(file.path) }
                links.formUnion(try index.links.symbolicLinks(to: file.path))
            }
        }
        for link in links.sorted() {
            guard let text = Files.linkText(vault.fullPath(link)) else { continue }
            let newLink = Self.moved(link, by: moves)
            // An absolute link, or one that leaves the vault and enters it again, breaks only if its target moves.
            let old = target(of: link, text)
            if let old, Self.moved(old, by: moves) == target(of: newLink, text) { continue }
            let wanted = old.map { Self.moved($0, by: moves).text } ?? String(decoding: text, as: UTF8.self)
            let shown = String(decoding: text, as: UTF8.self)
            throw VaultError(
                newLink == link
                    ? "the symbolic link '\(link.text)' to '\(shown)' would be broken"
                    : "the symbolic link '\(link.text)' to '\(shown)' would be broken in '\(newLink.text)'",
                at: link,
                help:
                    "change its target first, so that it points to '\(wanted)' afterwards, or remove it; nothing was changed"
            )
        }
    }

    /// Returns the path in the vault that a symbolic link with the content `text` leads to, or nil if it is outside the
    /// vault.
    private func target(of link: VaultPath, _ text: [UInt8]) -> VaultPath? {
        if text.first == Byte.slash { return vault.path(ofFull: text) }
        let full = VaultPath(bytes: Array(vault.fullPath(link.folder).dropFirst()))
        return full.resolving(VaultPath(bytes: text)).flatMap { vault.path(ofFull: [Byte.slash] + $0.bytes) }
    }

    private static func moved(_ path: VaultPath, by moves: [(from: VaultPath, to: VaultPath)]) -> VaultPath {
        moves.first { path.isInside($0.from) }.map { path.moved(from: $0.from, to: $0.to) } ?? path
    }
}
