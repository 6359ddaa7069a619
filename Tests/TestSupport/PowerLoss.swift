package import SourceText
package import System

/// A disk as it is after the power went, worked out from the calls of the system that came before: what was flushed is
/// there, and of what was not any part may be, as in ALICE (Pillai and others, OSDI 2014).
///
/// A file's content is on the disk once the file was flushed, and a name once its directory was flushed. The names of one
/// directory are written in the order in which they were changed. A call that changes two directories, such as a rename,
/// changes both or none. No name is written before the new directory that contains it. ext4, XFS and Btrfs guarantee that.
/// They guarantee no order between directories, or between names and contents.
package struct PowerLoss {
    /// What is at a path: a folder, or a file with its bytes.
    package enum Item: Hashable {
        case folder
        case file([UInt8])
    }

    package typealias Tree = [VaultPath: Item]

    private struct Name: Hashable {
        var folder: Int
        var name: [UInt8]
    }

    /// What one call changed: names that lead to other files than before, or bytes that a file got.
    private enum Pending {
        case names([Name: Int?])
        case bytes(file: Int, [UInt8])
    }

    private let root: [UInt8]
    private var contents: [Int: [UInt8]] = [:]
    /// The names as they are for who asks the system,
    private var names: [Name: Int] = [:]
    /// and as they are on the disk; with what is not there yet, in the order of the calls.
    private var durable: [Name: Int] = [:]
    private var durableContents: [Int: [UInt8]] = [:]
    private var folders: Set<Int> = [0]
    private var pending: [Pending] = []
    private var next = 1

    /// A disk that holds a tree.
    package init(_ root: [UInt8], _ tree: Tree) {
        self.root = root
        for (path, item) in tree.sorted(by: { $0.key < $1.key }) {
            guard let name = name(path) else { continue }
            switch item {
            case .folder: folders.insert(next)
            case .file(let bytes): contents[next] = bytes
            }
            names[name] = next
            next += 1
        }
        durable = names
        durableContents = contents
    }

    // MARK: Calls

    private func name(_ path: VaultPath) -> Name? {
        var folder = 0
        for part in path.folder.parts {
            guard let next = names[Name(folder: folder, name: part.bytes)], folders.contains(next) else { return nil }
            folder = next
        }
        return Name(folder: folder, name: path.name.bytes)
    }

    private func name(_ path: [UInt8]) -> Name? {
        guard path.starts(with: root), path.count > root.count else { return nil }
        return name(VaultPath(bytes: Array(path.dropFirst(root.count + 1))))
    }

    private mutating func change(_ changes: [Name: Int?]) {
        for (name, file) in changes { names[name] = file }
        pending.append(.names(changes))
    }

    /// Takes in a call that was made. One that the system would have refused changes nothing.
    package mutating func apply(_ call: SystemCall) {
        switch call {
        case .create(let path):
            guard let name = name(path), names[name] == nil else { return }
            contents[next] = []
            durableContents[next] = []
            change([name: next])
            next += 1
        case .write(let path, let bytes):
            guard let file = name(path).flatMap({ names[$0] }), contents[file] != nil else { return }
            contents[file, default: []] += bytes
            pending.append(.bytes(file: file, bytes))
        case .makeDirectory(let path):
            guard let name = name(path), names[name] == nil else { return }
            folders.insert(next)
            change([name: next])
            next += 1
        case .remove(let path):
            guard let name = name(path), let file = names[name], contents[file] != nil else { return }
            change([name: nil])
        case .removeDirectory(let path):
            guard let name = name(path), let folder = names[name], folders.contains(folder),
                !names.keys.contains(where: { $0.folder == folder })
            else { return }
            // No disk loses a folder with what was moved out of it before: so it is a change in that folder as well.
            change([name: nil, Name(folder: folder, name: []): nil])
        case .rename(let old, let new):
            guard let old = name(old), let new = name(new), let file = names[old] else { return }
            change([old: nil, new: file])
        case .move(let old, let new):
            guard let old = name(old), let new = name(new), let file = names[old], names[new] == nil else { return }
            change([old: nil, new: file])
        case .exchange(let a, let b):
            guard let a = name(a), let b = name(b), let first = names[a], let second = names[b] else { return }
            change([a: second, b: first])
        case .lease: break
        case .link(let old, let new):
            guard let old = name(old), let new = name(new), let file = names[old], contents[file] != nil,
                names[new] == nil
            else { return }
            change([new: file])
        case .synchronize(let path):
            guard let file = name(path).flatMap({ names[$0] }), contents[file] != nil else { return }
            durableContents[file] = contents[file]
            pending.removeAll { if case .bytes(file, _) = $0 { true } else { false } }
        case .synchronizeDirectory(let path):
            let folder = path == root ? 0 : name(path).flatMap { names[$0] }
            guard let folder else { return }
            flush(folder)
        }
    }

    /// The calls that are on the disk where some are: those before that changed names of the same folders, and those that
    /// made these folders.
    private func needed(_ calls: Set<Int>) -> Set<Int> {
        var wanted = calls
        var touched: Set<Int> = []
        for call in pending.indices.reversed() {
            guard case .names(let changes) = pending[call] else { continue }
            let makes = changes.values.contains { $0.map { touched.contains($0) } ?? false }
            if wanted.contains(call) || makes || changes.keys.contains(where: { touched.contains($0.folder) }) {
                wanted.insert(call)
                touched.formUnion(changes.keys.map(\.folder))
            }
        }
        return wanted
    }

    /// Writes the names of a folder.
    private mutating func flush(_ folder: Int) {
        let calls = pending.indices.filter {
            if case .names(let changes) = pending[$0] { changes.keys.contains { $0.folder == folder } } else { false }
        }
        let written = needed(Set(calls))
        for call in written.sorted() {
            guard case .names(let changes) = pending[call] else { continue }
            for (name, file) in changes { durable[name] = file }
        }
        pending = pending.indices.filter { !written.contains($0) }.map { pending[$0] }
    }

    // MARK: Trees after a power loss

    /// The trees that may be found if the power goes now: nothing of what was not flushed is there, all is, one call's with
    /// what it needs, or all but one call's and what needs it. Of bytes that were not flushed all, none, or the first half
    /// are there.
    package func outcomes() -> [Tree] {
        let calls = pending.indices.filter { if case .names = pending[$0] { true } else { false } }
        var chosen: [Set<Int>] = [[], Set(calls)]
        for call in calls { chosen += [needed([call]), Set(calls.filter { !needed([$0]).contains(call) })] }
        var outcomes: [Tree] = []
        var seen: Set<Tree> = []
        for calls in chosen {
            var names = durable
            for call in calls.sorted() {
                guard case .names(let changes) = pending[call] else { continue }
                for (name, file) in changes { names[name] = file }
            }
            for part in 0...2 {
                let tree = tree(names, part)
                if seen.insert(tree).inserted { outcomes.append(tree) }
            }
        }
        return outcomes
    }

    /// - Parameter part: of the bytes that were not flushed, in halves.
    private func tree(_ names: [Name: Int], _ part: Int) -> Tree {
        var contents = durableContents
        for case .bytes(let file, let bytes) in pending {
            contents[file, default: []] += bytes.prefix(bytes.count * part / 2)
        }
        var tree: Tree = [:]
        var folders: [(Int, VaultPath)] = [(0, .root)]
        while let (folder, path) = folders.popLast() {
            // A folder that a lost rename left under two names would be walked twice, and one in itself for ever.
            guard path.parts.count < 16 else { continue }
            for (name, file) in names where name.folder == folder {
                let path = path.appending(VaultPath(bytes: name.name))
                if self.folders.contains(file) {
                    tree[path] = .folder
                    folders.append((file, path))
                } else {
                    tree[path] = .file(contents[file] ?? [])
                }
            }
        }
        return tree
    }
}
