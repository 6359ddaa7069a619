import SearchIndex
import Searching
import SourceText
import System
import VaultFiles

/// Symbolic links to attachments: a move takes the link itself, and leaves none that leads elsewhere.
struct SymbolicLinks {
    private let session: VaultSession

    init(_ session: VaultSession) { self.session = session }

    private var vault: Vault { session.vault }
    private var index: NoteIndex { session.index }

    /// Refuses moves after which a symbolic link would lead nowhere or elsewhere: of the link, or of what it leads to.
    func refuseDead(after moves: [(from: VaultPath, to: VaultPath)]) throws {
        var links: Set<VaultPath> = []
        for (from, _) in moves {
            for file in try index.files(inside: from) where file.kind == .image || file.kind == .other {
                if try index.links.real(file.path) != nil { links.insert(file.path) }
                links.formUnion(try index.links.symbolicLinks(to: file.path))
            }
        }
        for link in links.sorted() {
            guard let text = Files.linkText(vault.fullPath(link)) else { continue }
            let newLink = Self.moved(link, by: moves)
            // Absolute ones, and those that climb out of the vault and back, lead where they led unless that moves.
            let old = target(of: link, text)
            if let old, Self.moved(old, by: moves) == target(of: newLink, text) { continue }
            let wanted = old.map { Self.moved($0, by: moves).text } ?? String(decoding: text, as: UTF8.self)
            let shown = String(decoding: text, as: UTF8.self)
            throw VaultError(
                newLink == link
                    ? "the symbolic link '\(link.text)' would lead nowhere: it says '\(shown)'"
                    : "the symbolic link '\(link.text)' would lead nowhere from '\(newLink.text)': it says '\(shown)'",
                at: link,
                help: "make it anew first so that it leads to '\(wanted)' afterwards, or remove it; nothing was changed"
            )
        }
    }

    /// The path in the vault that the text of a symbolic link means, as it is written; nil where that is outside.
    private func target(of link: VaultPath, _ text: [UInt8]) -> VaultPath? {
        if text.first == Byte.slash { return vault.path(ofFull: text) }
        let full = VaultPath(bytes: Array(vault.fullPath(link.folder).dropFirst()))
        return full.resolving(VaultPath(bytes: text)).flatMap { vault.path(ofFull: [Byte.slash] + $0.bytes) }
    }

    private static func moved(_ path: VaultPath, by moves: [(from: VaultPath, to: VaultPath)]) -> VaultPath {
        moves.first { path.isInside($0.from) }.map { path.moved(from: $0.from, to: $0.to) } ?? path
    }
}
