import SQLite
import SourceText

/// Finds what references lead to, by keys in the `name` table, never by looking at all notes.
///
/// The order is that of the specification (notes.md, Body): a path from the note's folder, one from the root, a file
/// name, an id, a title, an alias; first exactly, then ignoring case and diacritics; notes before other files.
struct LinkResolver {
    struct Target: Hashable {
        var file: Int64
        var path: VaultPath
        var isNote: Bool
        /// The others that it could be, where only the path's length or the alphabet decided.
        var rivals: [VaultPath]

        var isAmbiguous: Bool { !rivals.isEmpty }
    }

    /// The folded forms under which a reference may be found, kept with each link so that a name that comes or goes
    /// touches only the links it can concern.
    struct Keys: Hashable {
        /// From the vault's root.
        var root: String
        /// From the note's folder.
        var relative: String
        /// As written, where that is another text than `root`.
        var literal: String?

        init(_ reference: String, in folder: VaultPath) {
            let path = VaultPath(reference)
            let fromRoot = VaultPath.root.resolving(path)
            let fromFolder = folder.resolving(path)
            let literal = Folding.fold(reference)
            // A reference that leads out of the vault has no path there; it may still be a title.
            root = fromRoot.map { Folding.fold($0.text) } ?? literal
            relative = fromFolder.map { Folding.fold($0.text) } ?? root
            self.literal = literal == root ? nil : literal
        }
    }

    private struct Candidate {
        var kind: NameKind
        var file: Int64
        var exact: [UInt8]
        var path: VaultPath
        var isNote: Bool

        var folded: [UInt8] { Folding.fold(exact, 0..<exact.count) }
    }

    let connection: Connection

    /// What `reference`, written in a note in `folder`, leads to; nil where it leads nowhere.
    func resolve(_ reference: String, in folder: VaultPath) throws -> Target? {
        let candidates = try candidates(Keys(reference, in: folder))
        if candidates.isEmpty { return nil }
        let path = VaultPath(reference)
        let root = VaultPath.root.resolving(path)?.text
        let relative = folder.resolving(path)?.text
        let notes = candidates.filter(\.isNote)
        if let found = search(notes, reference, root, relative, folder, kinds: NameKind.allCases) { return found }
        let files = candidates.filter { !$0.isNote }
        return search(files, reference, root, relative, folder, kinds: [.path, .pathStem, .name, .stem])
    }

    private func candidates(_ keys: Keys) throws -> [Candidate] {
        try connection.all(
            """
            SELECT n.kind, n.file, n.exact, f.path, f.kind FROM name n JOIN file f ON f.id = n.file
            WHERE n.key IN (?1, ?2, ?3)
            """,
            [.text(keys.root), .text(keys.relative), .optional(keys.literal)]
        ) { row in
            Candidate(
                kind: NameKind(rawValue: row.int(0)) ?? .alias, file: row.int(1), exact: row.bytes(2),
                path: VaultPath(bytes: row.bytes(3)), isNote: row.int(4) == FileKind.note.rawValue)
        }
    }

    private func search(
        _ candidates: [Candidate], _ reference: String, _ root: String?, _ relative: String?, _ folder: VaultPath,
        kinds: [NameKind]
    ) -> Target? {
        if candidates.isEmpty { return nil }
        for isExact in [true, false] {
            func matches(_ candidate: Candidate, _ wanted: String?) -> Bool {
                guard let wanted else { return false }
                return isExact
                    ? candidate.exact == Array(wanted.utf8) : candidate.folded == Array(Folding.fold(wanted).utf8)
            }
            for wanted in [relative, root] {
                for kind in [NameKind.path, .pathStem] {
                    let found = candidates.filter { $0.kind == kind && matches($0, wanted) }
                    if let target = decide(found) { return target }
                }
            }
            for kind in kinds where kind != .path && kind != .pathStem {
                let found = candidates.filter { $0.kind == kind && matches($0, reference) }
                if kind == .name || kind == .stem {
                    let near = found.filter { $0.path.folder == folder }
                    if let target = decide(near) { return target }
                }
                if let target = decide(found) { return target }
            }
        }
        return nil
    }

    /// The one with the shortest path, then the first by the alphabet; ambiguous where there were several.
    private func decide(_ found: [Candidate]) -> Target? {
        let files = Dictionary(found.map { ($0.file, $0) }, uniquingKeysWith: { a, _ in a })
        let ordered = files.values.sorted { a, b in
            let left = a.path.text.unicodeScalars.count
            let right = b.path.text.unicodeScalars.count
            return left == right ? a.path < b.path : left < right
        }
        guard let first = ordered.first else { return nil }
        return Target(
            file: first.file, path: first.path, isNote: first.isNote, rivals: ordered.dropFirst().map(\.path))
    }
}
