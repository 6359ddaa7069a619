package import SourceText
import System

/// The vault's trash, `.slipbox/trash`: a folder for each thing thrown away, with the thing and where it was.
package struct Trash {
    /// One thing in the trash.
    package struct Item: Hashable, Sendable {
        /// Where it was.
        package var path: VaultPath
        package var time: String
        /// Where it is now.
        var place: VaultPath
    }

    private static let folder = VaultPath(".slipbox/trash")
    private let vault: Vault
    private let now: Moment

    package init(_ vault: Vault, now: Moment) {
        self.vault = vault
        self.now = now
    }

    /// Operations that move files or folders to the trash.
    func operations(for paths: [VaultPath]) -> [FileOperation] {
        if paths.isEmpty { return [] }
        var operations: [FileOperation] = []
        if (try? FileStatus(vault.fullPath(Self.folder))) == nil { operations.append(.makeFolder(Self.folder)) }
        let stamp = now.rfc3339.filter { $0.isNumber }
        var number = 0
        for path in paths {
            var place: VaultPath
            repeat {
                number += 1
                place = Self.folder.appending("\(stamp)-\(number)")
            } while (try? FileStatus(vault.fullPath(place))) != nil
            let info =
                "slip-trash \(VaultStamp.word(vault))\npath \(PercentText.encoded(path.bytes))\ntime \(now.rfc3339)\n"
            operations += [
                .makeFolder(place), .create(place.appending("info"), Array(info.utf8)),
                .move(path, place.appending("item")),
            ]
        }
        return operations
    }

    /// What is in the trash, the newest first. Entries that cannot be read, or were made for another path than one of
    /// the vault, are passed over.
    package func items() throws -> [Item] {
        let folder = vault.fullPath(Self.folder)
        guard let status = try? FileStatus(folder), status.kind == .directory, status.owner == ThisProcess.user else {
            return []
        }
        var items: [Item] = []
        for entry in (try? Files.list(folder)) ?? [] where entry.status.kind == .directory {
            let place = Self.folder.appending(VaultPath(bytes: entry.name))
            guard let info = try? Files.read(vault.fullPath(place.appending("info"))).bytes,
                (try? FileStatus(vault.fullPath(place.appending("item")))) != nil
            else { continue }
            let lines = String(decoding: info, as: UTF8.self).split(separator: "\n")
            guard lines.count == 3, lines[0] == "slip-trash \(VaultStamp.word(vault))", lines[1].hasPrefix("path "),
                lines[2].hasPrefix("time "), let bytes = PercentText.decoded(lines[1].dropFirst(5)), !bytes.isEmpty
            else { continue }
            let path = VaultPath(bytes: bytes)
            guard VaultPath.root.resolving(path) == path, !path.parts.contains(where: { $0.bytes.first == Byte.dot })
            else { continue }
            items.append(Item(path: path, time: String(lines[2].dropFirst(5)), place: place.appending("item")))
        }
        return items.sorted { ($1.time, $0.path) < ($0.time, $1.path) }
    }

    /// Removes for good what is in the trash.
    package func empty() throws {
        do {
            try Files.removeTree(vault.fullPath(Self.folder))
        } catch {
            throw VaultError("the trash cannot be emptied: \(error)")
        }
    }
}

extension VaultSession {
    package var trash: Trash { Trash(vault, now: now) }

    /// The plan that puts things back where they were: each named by its path or its file name, the newest of several.
    package func plan(restoring names: [String]) throws -> ChangePlan {
        let items = try trash.items()
        var plan = ChangePlan("trash restore \(names.joined(separator: " "))")
        for name in names {
            guard
                let item = items.first(where: { $0.path.text == name })
                    ?? items.first(where: { $0.path.name.text == name })
            else {
                let near = Nearest.match(name, among: items.map(\.path.text))
                throw VaultError("'\(name)' is not in the trash", help: near.map { "did you mean '\($0)'?" })
            }
            try checkNew(item.path)
            try refuseTaken(item.path)
            plan.operations += missingFolders(above: item.path).filter { !plan.operations.contains($0) }
            plan.operations.append(.move(item.place, item.path))
        }
        return plan
    }
}
