package import SourceText
import System

/// The trash of a vault, `.slipbox/trash`. Each removed file or folder has a folder there, with a description: its old
/// path, the time, and the notes it was removed with.
package struct Trash {
    /// A removed file or folder.
    package struct Item: Hashable, Sendable {
        /// The path before it was removed.
        package var path: VaultPath
        /// The time of removal in RFC 3339 format.
        package var time: String
        /// The notes that an attachment was removed with, or none for what the user removed.
        package var notes: [VaultPath] = []
        /// The identifier of the command that removed it.
        package var group: String
        /// Its folder in the trash, and the content of its description.
        package var folder: VaultPath
        package var info: [UInt8]

        package var content: VaultPath { folder.appending("item") }
    }

    package struct Contents: Sendable {
        /// The items of this vault, newest first.
        package var items: [Item] = []
        /// The folders of other vaults, machines or users, and those that cannot be read. They are kept.
        package var others: [VaultPath] = []

        package var isEmpty: Bool { items.isEmpty && others.isEmpty }
    }

    package static func contains(_ path: VaultPath) -> Bool { path != top(of: path) && path.isInside(top(of: path)) }

    /// Returns the folder of the trash that could contain a path.
    private static func top(of path: VaultPath) -> VaultPath {
        (path.isInside(Vault.guestPath) ? Vault.guestPath : VaultPath(".slipbox")).appending("trash")
    }

    package static func folder(of vault: Vault) -> VaultPath { vault.ownPath.appending("trash") }

    var folder: VaultPath { Self.folder(of: vault) }

    private let vault: Vault
    private let now: Moment
    /// The valid first lines of a description of this vault. A new one has the first of them.
    private let headers: [String]
    /// The error that prevents recognizing the items of this vault.
    private let fault: SystemError?

    package init(_ vault: Vault, now: Moment) {
        self.vault = vault
        self.now = now
        let stamp = VaultStamps(vault)
        headers = stamp.words.map { "slip-trash \($0)" }
        fault = stamp.fault
    }

    /// Returns the operations that move files or folders to the trash.
    ///
    /// - Parameter companions: the notes that each attachment is removed with.
    package func operations(for paths: [VaultPath], companions: [VaultPath: [VaultPath]] = [:]) -> [FileOperation] {
        operations(for: paths.map { path in (path, { .move(path, $0) }) }, companions: companions)
    }

    /// Returns the operations that move a rescued text to the trash, under a name that contains that of its note.
    package func operations(for text: RescuedTexts.Item, at file: VaultPath) -> [FileOperation] {
        let name = VaultPath(bytes: text.path.withoutExtension.name.bytes + Array(" (rescued \(text.name)).md".utf8))
        let path = text.path.folder.isRoot ? name : text.path.folder.appending(name)
        return operations(for: [(path, { .move(file, $0) })], companions: [:])
    }

    /// - Parameter items: the path of each removed file, and what puts it at a path of the trash.
    private func operations(
        for items: [(path: VaultPath, operation: (VaultPath) -> FileOperation)], companions: [VaultPath: [VaultPath]]
    ) -> [FileOperation] {
        var operations: [FileOperation] = []
        let stamp = now.rfc3339.filter { $0.isNumber }
        var number = 0
        var group: String?
        for (path, operation) in items {
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
                operation(folder.appending("item")),
            ]
        }
        return operations
    }

    /// Returns the content of the trash. Folders that an interruption or the restoring of an item left without an item
    /// are not included.
    package func contents() throws -> Contents {
        let folder = vault.fullPath(self.folder)
        guard let status = try FileStatus.ifThere(folder) else { return Contents() }
        if let fault { throw VaultError("cannot read the trash: \(fault)") }
        guard status.kind == .directory, status.owner == ThisProcess.user else {
            throw VaultError(
                "'\(self.folder.text)' is a symbolic link, or belongs to another user",
                help: "move it elsewhere; slip creates a new one"
            )
        }
        var contents = Contents()
        let entries: [(name: [UInt8], status: FileStatus)]
        do {
            entries = try Files.list(folder, follows: false)
        } catch {
            throw VaultError("cannot read the trash: \(error.reason)")
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
        // An unreadable item is kept and reported as one of another vault.
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

    /// Returns a path that may be restored, or nil if it is outside the vault or hidden.
    private static func checked(_ bytes: [UInt8]) -> VaultPath? {
        let path = VaultPath(bytes: bytes)
        guard !path.isRoot, VaultPath.root.resolving(path) == path,
            !path.parts.contains(where: { $0.bytes.first == Byte.dot })
        else { return nil }
        return path
    }

    /// Returns whether the folder of an item contains nothing but its description.
    private func isLeftover(_ folder: VaultPath) -> Bool {
        // An unreadable folder is reported as one of another vault.
        guard let entries = try? Files.list(vault.fullPath(folder), follows: false) else { return false }
        if entries.isEmpty { return true }
        guard entries.count == 1, entries[0].name == Array("info".utf8),
            let info = try? Files.read(inside: vault.fullPath(folder), [entries[0].name])
        else { return false }
        return headers.contains { info.starts(with: Array("\($0)\n".utf8)) }
    }

    /// Deletes the items of this vault permanently. Other items stay.
    ///
    /// - Throws: `VaultError` with the number of items left.
    package func empty() throws {
        let folder = vault.fullPath(self.folder)
        let others = Set(try contents().others.map(\.name.bytes))
        let own = try Files.listIfThere(folder, follows: false).map(\.name).filter { !others.contains($0) }
        var failure: SystemError?
        var (left, open) = (0, 0)
        for name in own {
            // Another program would lose what it writes to this file.
            if case .hasWriter = try? FileLease.take(folder + [Byte.slash] + name + Array("/item".utf8)) {
                open += 1
                continue
            }
            do {
                try Files.removeTree(folder + [Byte.slash] + name)
            } catch {
                failure = failure ?? error
                left += 1
            }
        }
        if failure == nil, open > 0 {
            throw VaultError(
                "\(open) of the files in the trash are open for writing in other programs, and stay there",
                help: "close them there, and try again")
        }
        guard let failure else { return }
        throw VaultError("cannot empty the trash: \(failure); \(left) of its folders remain")
    }
}
