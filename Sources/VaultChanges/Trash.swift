package import SourceText
import System
package import VaultFiles

/// The vault's trash, `.slipbox/trash`: a folder for each thing thrown away, with the thing and a few lines that say where
/// it was, when it went, and with which note it went along.
package struct Trash {
    /// One thing in the trash.
    package struct Item: Hashable, Sendable {
        /// Where it was.
        package var path: VaultPath
        /// RFC 3339.
        package var time: String
        /// The notes that it went along with; none for what was thrown away itself.
        package var notes: [VaultPath] = []
        /// The command that threw it away, the same for all that it did.
        package var group: String
        /// Its folder in the trash, and the bytes of the file that describes it.
        package var folder: VaultPath
        package var info: [UInt8]

        /// Where it is now.
        package var content: VaultPath { folder.appending("item") }
    }

    /// What lies in the trash.
    package struct Contents: Sendable {
        /// This vault's, the newest first.
        package var items: [Item] = []
        /// What was thrown away in another vault, on another machine or by another user, or cannot be read. It is kept.
        package var others: [VaultPath] = []

        package var isEmpty: Bool { items.isEmpty && others.isEmpty }
    }

    /// Whether a path is in the trash of this user, wherever the vault has that.
    package static func holds(_ path: VaultPath) -> Bool { path != top(of: path) && path.isInside(top(of: path)) }

    /// The trash that a path would be in.
    private static func top(of path: VaultPath) -> VaultPath {
        (path.isInside(Vault.guestPath) ? Vault.guestPath : VaultPath(".slipbox")).appending("trash")
    }

    package static func folder(of vault: Vault) -> VaultPath { vault.ownPath.appending("trash") }

    var folder: VaultPath { Self.folder(of: vault) }

    private let vault: Vault
    private let now: Moment
    /// The first lines that the description of an item of this vault may have. A new one has the first of them.
    private let headers: [String]
    /// Why it is not known which items are this vault's.
    private let fault: SystemError?

    package init(_ vault: Vault, now: Moment) {
        self.vault = vault
        self.now = now
        let stamp = VaultStamp(vault)
        headers = stamp.words.map { "slip-trash \($0)" }
        fault = stamp.fault
    }

    /// Operations that move files or folders to the trash.
    ///
    /// - Parameter companions: of a path, the notes that it goes along with.
    package func operations(for paths: [VaultPath], companions: [VaultPath: [VaultPath]] = [:]) -> [FileOperation] {
        var operations: [FileOperation] = []
        let stamp = now.rfc3339.filter { $0.isNumber }
        var number = 0
        var group: String?
        for path in paths {
            var folder: VaultPath
            repeat {
                number += 1
                folder = self.folder.appending("\(stamp)-\(number)")
            } while FileStatus.seen(vault.fullPath(folder)) != nil
            group = group ?? folder.name.text
            var lines = [headers[0], "path \(PercentText.encoded(path.bytes))", "time \(now.rfc3339)"]
            lines.append("group \(group ?? "")")
            lines += (companions[path] ?? []).map { "with \(PercentText.encoded($0.bytes))" }
            operations += [
                .makeFolder(folder),
                .create(folder.appending("info"), .bytes(Array((lines.joined(separator: "\n") + "\n").utf8))),
                .move(path, folder.appending("item")),
            ]
        }
        return operations
    }

    /// What is in the trash. An item without its thing is what an interruption or a restoring left, and is passed over.
    package func contents() throws -> Contents {
        let folder = vault.fullPath(self.folder)
        guard let status = try FileStatus.ifThere(folder) else { return Contents() }
        if let fault { throw VaultError("the trash cannot be read: \(fault)") }
        guard status.kind == .directory, status.owner == ThisProcess.user else {
            throw VaultError(
                "'\(self.folder.text)' is a link, or another user's", help: "move it out of the way: slip makes its own"
            )
        }
        var contents = Contents()
        let entries: [(name: [UInt8], status: FileStatus)]
        do {
            entries = try Files.list(folder, follows: false)
        } catch {
            throw VaultError("the trash cannot be read: \(error.reason)")
        }
        for entry in entries {
            let folder = self.folder.appending(VaultPath(bytes: entry.name))
            if entry.status.kind == .directory, isLeftover(folder) { continue }
            if entry.status.kind == .directory, let item = item(folder) {
                contents.items.append(item)
            } else {
                contents.others.append(folder)
            }
        }
        contents.items.sort { ($1.time, $0.path) < ($0.time, $1.path) }
        contents.others.sort()
        return contents
    }

    private func item(_ folder: VaultPath) -> Item? {
        // What cannot be read is kept and told of, as what is not ours is.
        guard let info = try? Files.read(inside: vault.fullPath(folder), [Array("info".utf8)]),
            FileStatus.seen(vault.fullPath(folder.appending("item"))) != nil
        else { return nil }
        let lines = String(decoding: info, as: UTF8.self).split(separator: "\n")
        guard lines.count >= 3, headers.contains(String(lines[0])), lines[1].hasPrefix("path "),
            lines[2].hasPrefix("time "),
            let bytes = PercentText.decoded(lines[1].dropFirst(5)), let path = Self.checked(bytes)
        else { return nil }
        var item = Item(
            path: path, time: String(lines[2].dropFirst(5)), group: folder.name.text, folder: folder, info: info)
        for line in lines[3...] {
            if line.hasPrefix("group ") { item.group = String(line.dropFirst(6)) }
            if line.hasPrefix("with "), let bytes = PercentText.decoded(line.dropFirst(5)),
                let note = Self.checked(bytes)
            {
                item.notes.append(note)
            }
        }
        return item
    }

    /// A path as it may be restored: of the vault, and visible.
    private static func checked(_ bytes: [UInt8]) -> VaultPath? {
        let path = VaultPath(bytes: bytes)
        guard !path.isRoot, VaultPath.root.resolving(path) == path,
            !path.parts.contains(where: { $0.bytes.first == Byte.dot })
        else { return nil }
        return path
    }

    /// Whether nothing is in an item's folder but, perhaps, its description by this vault.
    private func isLeftover(_ folder: VaultPath) -> Bool {
        // What cannot be looked into is told of, not passed over.
        guard let entries = try? Files.list(vault.fullPath(folder), follows: false) else { return false }
        if entries.isEmpty { return true }
        guard entries.count == 1, entries[0].name == Array("info".utf8),
            let info = try? Files.read(inside: vault.fullPath(folder), [entries[0].name])
        else { return false }
        return headers.contains { info.starts(with: Array("\($0)\n".utf8)) }
    }

    /// Removes for good what this vault threw away. What is from another place stays: who knows what it is may remove it.
    ///
    /// - Throws: `VaultError`, with how many things are left.
    package func empty() throws {
        let folder = vault.fullPath(self.folder)
        let others = Set(try contents().others.map(\.name.bytes))
        let own = try Files.listIfThere(folder, follows: false).map(\.name).filter { !others.contains($0) }
        var failure: SystemError?
        var left = 0
        for name in own {
            do {
                try Files.removeTree(folder + [Byte.slash] + name)
            } catch {
                failure = failure ?? error
                left += 1
            }
        }
        guard let failure else { return }
        throw VaultError("the trash cannot be emptied: \(failure); \(left) of its folders are left")
    }
}
