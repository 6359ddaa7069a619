import SQLite
import SourceText

/// Finds what references lead to, by keys in the `name` table, never by looking at all notes.
///
/// The order is that of the specification (notes.md, Body): a path from the note's folder, one from the root, a file
/// name, an id, a title, an alias; first exactly, then ignoring case and diacritics; notes before other files.
final class LinkResolver {
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

        struct Text {
            let exact: [UInt8]
            let folded: [UInt8]

            init(_ bytes: [UInt8]) {
                exact = bytes
                folded = NameKey.fold(bytes)
            }
        }

        init(_ reference: String, in folder: VaultPath) {
            let path = VaultPath(reference)
            literal = Text(path.bytes)
            root = VaultPath.root.resolving(path).map { Text($0.bytes) }
            relative = folder.resolving(path).map { Text($0.bytes) }
        }
    }

    private let connection: Connection
    /// What was found under some numbers, for as long as no name comes or goes.
    private var groups: [[Int64]: CandidateGroup] = [:]

    init(connection: Connection) { self.connection = connection }

    /// To be called after names came or went.
    func forget() { groups = [:] }

    /// What `reference`, written in a note in `folder`, leads to; nil where it leads nowhere.
    ///
    /// Complexity: O(files of that name) the first time.
    func resolve(_ reference: String, in folder: VaultPath) throws -> Target? {
        let keys = NameKey.reference(reference, in: folder)
        if groups[keys] == nil {
            if groups.count >= 1024 { groups = [:] }
            groups[keys] = CandidateGroup(try candidates(keys))
        }
        return groups[keys]?.choose(Wanted(reference, in: folder))
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

    /// The one with the shortest path, then the first by the alphabet; ambiguous where there were several.
    static func decide(_ found: [Candidate]) -> Target? {
        guard let first = found.first else { return nil }
        if found.count == 1 { return Target(file: first.file, path: first.path, isNote: first.isNote, rivals: []) }
        let lengths = found.map { ($0.path.text.unicodeScalars.count, $0) }
        let ordered = lengths.sorted { a, b in a.0 == b.0 ? a.1.path < b.1.path : a.0 < b.0 }.map { $0.1 }
        return Target(
            file: ordered[0].file, path: ordered[0].path, isNote: ordered[0].isNote,
            rivals: ordered.dropFirst().map { $0.path })
    }
}
