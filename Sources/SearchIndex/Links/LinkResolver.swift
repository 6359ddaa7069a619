import SQLite
import SourceText

/// A resolver of references by hashes in the `name` table, without scanning all notes. Call `clearCache` after names
/// change.
///
/// The order is that of the specification (notes.md, Body):
/// 1. a path from the note's folder, then from the root
/// 2. the end of a path, or a file name
/// 3. an id, then a title, then an alias
///
/// Exact matches come before those that ignore case and diacritics. Notes come before other files, and folders come
/// last. Of several equal matches the nearest wins. If several are equally near, the shortest path is chosen, and the
/// target is ambiguous (`LinkTarget.rivals`).
final class LinkResolver {
    /// A file that a reference may lead to, with all its names.
    struct Candidate {
        var file: FileID
        var path: VaultPath
        var kind: LinkTarget.Kind
        var title: String?
        var id: String?
        var aliases: [String] = []

        var isNote: Bool { kind == .note }

        /// Returns the names that a reference in this form may use, as written.
        func names(as form: NameForm) -> [[UInt8]] {
            switch form {
            case .path: [path.bytes]
            case .pathStem: path.withoutExtension == path ? [] : [path.withoutExtension.bytes]
            case .end(let parts): path.end(parts).map { [$0.bytes] } ?? []
            case .endStem(let parts):
                path.withoutExtension == path ? [] : path.withoutExtension.end(parts).map { [$0.bytes] } ?? []
            case .id: id.map { [Array($0.utf8)] } ?? []
            case .title: title.map { [Array($0.utf8)] } ?? []
            case .alias: aliases.map { Array($0.utf8) }
            }
        }

        /// Returns whether one of those names is `name`, which must be folded unless `isExact`.
        func hasName(_ name: [UInt8], as form: NameForm, isExact: Bool) -> Bool {
            names(as: form).contains { isExact ? $0 == name : NameKey.fold($0) == name }
        }
    }

    private let connection: Connection
    /// The files found under one hash, and under several if more than one has files. Valid as long as no name changes.
    private var groups: [NameHash: CandidateGroup] = [:]
    private var joined: [[NameHash]: CandidateGroup] = [:]

    private static let maximumGroups = 1024

    init(connection: Connection) { self.connection = connection }

    /// The names of open documents, which replace those in the index.
    var overlay = NameOverlay() {
        didSet { if overlay != oldValue { clearCache() } }
    }

    /// Clears the cache. Must be called after names in the index change.
    func clearCache() {
        groups = [:]
        joined = [:]
    }

    /// Returns the target of `reference` in a note in `folder`, or nil if it is broken.
    ///
    /// Complexity: O(files of that name) the first time, then O(depth of the folder × log of them).
    func resolve(_ reference: String, in folder: VaultPath, as form: ReferenceForm) throws -> LinkTarget? {
        let keys = NameKey.reference(reference, in: folder)
        let found = try keys.map { try group(of: $0) }.filter { !$0.candidates.isEmpty }
        let wanted = ReferenceNames(reference, in: folder, isFilePath: form == .path)
        guard let first = found.first else { return wanted.namesRoot ? .root : nil }
        let all = found.count == 1 ? first : try joint(keys)
        return all.choose(wanted, in: folder) ?? (wanted.namesRoot ? .root : nil)
    }

    private func group(of key: NameHash) throws -> CandidateGroup {
        if let group = groups[key] { return group }
        if groups.count >= Self.maximumGroups { groups = [:] }
        let group = CandidateGroup(try candidates([key]))
        groups[key] = group
        return group
    }

    private func joint(_ keys: [NameHash]) throws -> CandidateGroup {
        if let group = joined[keys] { return group }
        if joined.count >= Self.maximumGroups { joined = [:] }
        let group = CandidateGroup(try candidates(keys))
        joined[keys] = group
        return group
    }

    func candidates(_ keys: [NameHash]) throws -> [Candidate] {
        var found: [Candidate] = []
        for key in keys {
            found += try connection.all(
                """
                SELECT f.id, f.path, f.kind, n.title, n.ident, n.known_keys FROM name m CROSS JOIN file f ON f.id = m.file
                LEFT JOIN note n ON n.file = f.id WHERE m.name_hash = ?1
                """, [.number(key)]
            ) { row in
                let kind: LinkTarget.Kind =
                    switch FileKind(rawValue: row.int(2)) {
                    case .note: .note
                    case .folder: .folder
                    default: .attachment
                    }
                var candidate = Candidate(
                    file: row.number(0), path: row.path(1), kind: kind,
                    title: row.optionalText(3), id: row.optionalText(4))
                if row.int(5) & FrontMatterKey.aliases.bit != 0 {
                    candidate.aliases = try connection.aliases(of: candidate.file)
                }
                return candidate
            }
        }
        if keys.count > 1, found.count > 1 {
            var seen: Set<FileID> = []
            found = found.filter { seen.insert($0.file).inserted }
        }
        if !overlay.isEmpty { found = overlay.replacing(found, keys) }
        return found
    }
}
