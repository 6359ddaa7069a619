package import SourceText
import System

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

    /// The files of `.slipbox/rescued`.
    package struct Contents {
        /// The texts, oldest first.
        package var items: [Item] = []
        /// What is not a file, such as a link or a folder, with the reason as the end of a sentence.
        package var faults: [(path: VaultPath, reason: String)] = []
        /// The number of files that slip did not save for this vault: they came with the vault, or from another program.
        package var foreignCount = 0
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

    private var folder: VaultPath { vault.ownPath.appending("rescued") }

    /// Returns the path of a text's file in the vault.
    package func path(_ item: Item) -> VaultPath { folder.appending(VaultPath(item.name)) }

    /// Returns the texts, and what else is in the folder.
    ///
    /// - Throws: `SystemError` if the folder cannot be read.
    package func contents() throws -> Contents {
        try store.check()
        var contents = Contents()
        for entry in try Files.listIfThere(store.rescued, follows: false) {
            let name = String(decoding: entry.name, as: UTF8.self)
            if entry.status.kind != .regular {
                let reason = "is \(entry.status.kind.words), not a file"
                contents.faults.append((folder.appending(VaultPath(bytes: entry.name)), reason))
            } else if !name.hasSuffix(Self.note), !name.hasSuffix(Self.base) {
                guard let path = note(of: name) else {
                    contents.foreignCount += 1
                    continue
                }
                let time = Moment(microseconds: entry.status.modified / 1000)
                contents.items.append(Item(name: name, path: path, time: time))
            }
        }
        contents.items.sort { ($0.time, $0.name) < ($1.time, $1.name) }
        contents.faults.sort { $0.path < $1.path }
        return contents
    }

    private var headers: [String] { store.stamp.words.map { "slip-rescued 1 \($0)" } }

    /// Returns the note of a text, or nil if slip did not rescue it for this vault. A description from elsewhere could name any
    /// file, such as the configuration of git.
    private func note(of name: String) -> VaultPath? {
        guard let bytes = try? Files.read(inside: store.rescued, [Array((name + Self.note).utf8)]) else {
            // Earlier versions wrote no description: `12-0-log.md`, with the number of the change and of its step.
            let parts = name.split(separator: "-", maxSplits: 2)
            guard parts.count == 3, let number = Int(parts[0]), let step = Int(parts[1]),
                let steps = store.change(number)?.record.steps, steps.indices.contains(step)
            else { return nil }
            return steps[step].path
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard lines.count == 2, headers.contains(String(lines[0])), let path = PercentText.decoded(lines[1]) else {
            return nil
        }
        let note = VaultPath(bytes: path)
        return ChangeRecord.isChangeable(note) ? note : nil
    }

    /// Returns the replaced files that another program still has open, or that have text which is not in the note yet.
    package func pendingFiles() -> [PendingFile] { DisplacedFiles(vault).pending() }

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
        let description = "\(headers[0])\n\(PercentText.encoded(text.mark.path.bytes))\n"
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
    /// It is in the note again, because undo has restored the file that it was written to.
    case restored(VaultPath)
    /// It could not be saved, and stays where it is.
    case failed(VaultPath, reason: String)

    package var message: String {
        switch self {
        case .merged(let path): "merged what another program wrote to '\(path.text)'"
        case .restored(let path): "'\(path.text)' contains what another program wrote to it before the undo"
        case .kept(let item, let file):
            "another program wrote to '\(item.path.text)' while slip replaced it; that text is saved in '\(file.text)'; to merge it: slip rescued take \(item.name)"
        case .failed(let path, let reason):
            "another program wrote to '\(path.text)' while slip replaced it; that text cannot be saved: \(reason); the next change tries again"
        }
    }
}

extension DisplacedFiles {
    /// Keeps the content of a file that cannot go back to its path, and removes the file.
    func keepOnly(
        _ file: [UInt8], _ path: VaultPath, step: Int, of change: ChangeStore.StoredChange
    ) throws {
        let (content, status) = try Files.read(file)
        let mark = Mark(number: change.number, step: step, path: path, inode: status.inode, sibling: nil)
        // `slip check` reports it from then on.
        _ = try RescuedTexts(vault).add(LateText(mark: mark, base: nil, content: content))
        _ = try remove(file, known: [ContentHash.hash(content)])
    }

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
