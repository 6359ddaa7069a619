package import SourceText
import System
package import VaultFiles

/// The texts that other programs wrote to notes while slip replaced them, and that could not be merged: the files of
/// `.slipbox/rescued`. Each has a second file with its description, and one with the text that the program started from,
/// if that is known.
package struct RescuedTexts {
    /// A rescued text.
    package struct Item: Hashable, Sendable {
        /// The name of its file.
        package var name: String
        /// The note.
        package var path: VaultPath
        /// When it was found.
        package var time: Moment
    }

    private let vault: Vault
    private let store: ChangeStore

    package init(_ vault: Vault) {
        self.vault = vault
        store = ChangeStore(vault)
    }

    private static let note = ".note"
    private static let base = ".base"

    private func file(_ name: String) -> [UInt8] { store.rescued + Array("/\(name)".utf8) }

    /// Returns the path of a text's file in the vault.
    package func path(_ item: Item) -> VaultPath { vault.ownPath.appending("rescued").appending(VaultPath(item.name)) }

    /// Returns the texts, oldest first.
    ///
    /// - Throws: `SystemError` if the folder cannot be read.
    package func items() throws -> [Item] {
        try store.check()
        return try Files.listIfThere(store.rescued, follows: false).compactMap { entry in
            let name = String(decoding: entry.name, as: UTF8.self)
            guard entry.status.kind == .regular, !name.hasSuffix(Self.note), !name.hasSuffix(Self.base) else {
                return nil
            }
            let description = (try? Files.read(inside: store.rescued, [Array((name + Self.note).utf8)])) ?? []
            let path = PercentText.decoded(Substring(decoding: description.dropLast(), as: UTF8.self)) ?? []
            return Item(
                name: name, path: path.isEmpty ? self.path(ofUndescribed: name) : VaultPath(bytes: path),
                time: Moment(microseconds: entry.status.modified / 1000))
        }.sorted { ($0.time, $0.name) < ($1.time, $1.name) }
    }

    /// Returns the note of a text without a description, as earlier versions wrote it: `12-0-log.md`, with the number of the
    /// change and of its step.
    private func path(ofUndescribed name: String) -> VaultPath {
        let parts = name.split(separator: "-", maxSplits: 2).map(String.init)
        guard parts.count == 3, let number = Int(parts[0]), let step = Int(parts[1]) else { return VaultPath(name) }
        let steps = store.change(number)?.record.steps ?? []
        return steps.indices.contains(step) ? steps[step].path : VaultPath(parts[2])
    }

    /// Returns the notes to whose replaced files another program has written, and which do not have that text yet.
    package func pending() -> [VaultPath] { DisplacedFiles(vault).pendingPaths() }

    /// Returns a text, and the one that the program started from, if it is known.
    package func content(_ item: Item) throws -> (text: [UInt8], base: [UInt8]?) {
        let text = try Files.read(inside: store.rescued, [Array(item.name.utf8)])
        return (text, try? Files.read(inside: store.rescued, [Array((item.name + Self.base).utf8)]))
    }

    /// Keeps a text under a new name.
    func add(_ text: DisplacedFiles.LateText) throws -> Item {
        try Files.makeDirectories(store.rescued, mode: 0o700)
        var version = 1
        func name() -> String { "\(text.mark.name)-\(version)" }
        while FileStatus.seen(file(name())) != nil || FileStatus.seen(file(name() + Self.note)) != nil { version += 1 }
        // The text comes last. Without it, the others are not listed.
        let description = PercentText.encoded(text.mark.path.bytes) + "\n"
        try Files.create(file(name() + Self.note), Array(description.utf8), mode: 0o600)
        if let base = text.base { try Files.create(file(name() + Self.base), base, mode: 0o600) }
        try Files.create(file(name()), text.content, mode: 0o600)
        try Files.synchronize(file(name()))
        return Item(name: name(), path: text.mark.path, time: LocalZone.now())
    }

    /// Returns whether a path is that of a text's file.
    static func contains(_ path: VaultPath) -> Bool {
        let folder = (path.isInside(Vault.guestPath) ? Vault.guestPath : VaultPath(".slipbox")).appending("rescued")
        return path.folder == folder
    }
}

/// The result of the rescue of a text.
package enum Rescue: Hashable, Sendable {
    /// It was merged into the note, as one change.
    case merged(VaultPath)
    /// It is kept in a file of `.slipbox/rescued`.
    case kept(RescuedTexts.Item, file: VaultPath)
    /// It could not be saved, and stays where it is.
    case failed(VaultPath, reason: String)

    package var message: String {
        switch self {
        case .merged(let path): "merged what another program wrote to '\(path.text)'"
        case .kept(let item, let file):
            "another program wrote to '\(item.path.text)' while slip replaced it; that text is saved in '\(file.text)'; to merge it: slip rescued take \(item.name)"
        case .failed(let path, let reason):
            "another program wrote to '\(path.text)' while slip replaced it; that text cannot be saved: \(reason); the next change tries again"
        }
    }
}

extension DisplacedFiles {
    /// Keeps a text in `.slipbox/rescued`.
    func keep(_ text: LateText) -> Rescue {
        do {
            let texts = RescuedTexts(vault)
            let item = try texts.add(text)
            try setRescued(text)
            return .kept(item, file: texts.path(item))
        } catch {
            return .failed(text.mark.path, reason: (error as? SystemError)?.reason ?? "\(error)")
        }
    }
}
