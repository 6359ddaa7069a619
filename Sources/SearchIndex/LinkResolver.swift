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

    /// A file that a reference may lead to, with all it may be called.
    struct Candidate {
        var file: Int64
        var path: VaultPath
        var isNote: Bool
        var title: String?
        var id: String?
        var aliases: [String] = []

        /// Its names of a kind, as written.
        func names(_ kind: NameKind) -> [[UInt8]] {
            switch kind {
            case .path: [path.bytes]
            case .pathStem: path.withoutExtension == path ? [] : [path.withoutExtension.bytes]
            case .name: [path.name.bytes]
            case .stem: path.withoutExtension == path ? [] : [path.stem.bytes]
            case .id: id.map { [Array($0.utf8)] } ?? []
            case .title: title.map { [Array($0.utf8)] } ?? []
            case .alias: aliases.map { Array($0.utf8) }
            }
        }
    }

    /// A reference with the forms in which it is compared.
    struct Wanted {
        let literal: Text
        /// From the vault's root, and from the note's folder; nil where it leads out of the vault.
        let root: Text?
        let relative: Text?
        let folder: VaultPath

        struct Text {
            let exact: [UInt8]
            let folded: [UInt8]

            init(_ bytes: [UInt8]) {
                exact = bytes
                folded = NameKey.fold(bytes)
            }
        }

        init(_ reference: String, in folder: VaultPath) {
            self.folder = folder
            let path = VaultPath(reference)
            literal = Text(path.bytes)
            root = VaultPath.root.resolving(path).map { Text($0.bytes) }
            relative = folder.resolving(path).map { Text($0.bytes) }
        }
    }

    let connection: Connection

    /// What `reference`, written in a note in `folder`, leads to; nil where it leads nowhere.
    func resolve(_ reference: String, in folder: VaultPath) throws -> Target? {
        let candidates = try candidates(NameKey.reference(reference, in: folder))
        return candidates.isEmpty ? nil : Self.choose(among: candidates, Wanted(reference, in: folder))
    }

    /// Every file that is found under one of the numbers.
    func candidates(_ keys: [Int64]) throws -> [Candidate] {
        var found: [Candidate] = []
        for key in keys {
            found += try connection.all(
                """
                SELECT f.id, f.path, f.kind, n.title, n.ident, n.keys FROM name m CROSS JOIN file f ON f.id = m.file
                LEFT JOIN note n ON n.file = f.id WHERE m.key = ?1
                """, [.int(key)]
            ) { row in
                var candidate = Candidate(
                    file: row.int(0), path: VaultPath(bytes: row.bytes(1)),
                    isNote: row.int(2) == FileKind.note.rawValue,
                    title: row.optionalText(3), id: row.optionalText(4))
                if row.int(5) & NoteRows.bit(.aliases) != 0 { candidate.aliases = try aliases(candidate.file) }
                return candidate
            }
        }
        if keys.count == 1 || found.count < 2 { return found }
        var seen: Set<Int64> = []
        return found.filter { seen.insert($0.file).inserted }
    }

    func aliases(_ file: Int64) throws -> [String] {
        try connection.all("SELECT name FROM alias WHERE file = ?1 ORDER BY seq", [.int(file)]) { $0.text(0) }
    }

    /// The one of `candidates` that the reference means.
    static func choose(among candidates: [Candidate], _ wanted: Wanted) -> Target? {
        let notes = candidates.filter(\.isNote)
        if let found = search(notes, wanted, [.name, .stem, .id, .title, .alias]) { return found }
        return search(candidates.filter { !$0.isNote }, wanted, [.name, .stem])
    }

    private static func search(_ candidates: [Candidate], _ wanted: Wanted, _ kinds: [NameKind]) -> Target? {
        if candidates.isEmpty { return nil }
        return search(candidates, wanted, kinds, exactly: true) ?? search(candidates, wanted, kinds, exactly: false)
    }

    /// The one that the reference means exactly, or ignoring case and diacritics, by its path or by a name of `kinds`.
    static func search(
        _ candidates: [Candidate], _ wanted: Wanted, _ kinds: [NameKind], exactly isExact: Bool
    ) -> Target? {
        func having(_ text: Wanted.Text, _ kind: NameKind) -> [Candidate] {
            candidates.filter { candidate in
                candidate.names(kind).contains { isExact ? $0 == text.exact : NameKey.fold($0) == text.folded }
            }
        }
        for text in [wanted.relative, wanted.root] {
            guard let text else { continue }
            for kind in [NameKind.path, .pathStem] {
                if let target = decide(having(text, kind)) { return target }
            }
        }
        for kind in kinds {
            let found = having(wanted.literal, kind)
            if kind == .name || kind == .stem {
                if let target = decide(found.filter { $0.path.folder == wanted.folder }) { return target }
            }
            if let target = decide(found) { return target }
        }
        return nil
    }

    /// The one with the shortest path, then the first by the alphabet; ambiguous where there were several.
    private static func decide(_ found: [Candidate]) -> Target? {
        guard let first = found.first else { return nil }
        if found.count == 1 { return Target(file: first.file, path: first.path, isNote: first.isNote, rivals: []) }
        let lengths = found.map { ($0.path.text.unicodeScalars.count, $0) }
        let ordered = lengths.sorted { a, b in a.0 == b.0 ? a.1.path < b.1.path : a.0 < b.0 }.map { $0.1 }
        return Target(
            file: ordered[0].file, path: ordered[0].path, isNote: ordered[0].isNote,
            rivals: ordered.dropFirst().map { $0.path })
    }
}
