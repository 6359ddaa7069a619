import SQLite
import SourceText

extension IndexWriter {
    /// A name of a file. Bytes instead of a string, because canonically equivalent strings compare equal but are not
    /// exact matches.
    struct Name: Hashable {
        var kind: NameKind
        var exact: [UInt8]
    }

    /// Returns the names of a file or folder that is not a note. The words of its stem are left out, because only
    /// searches for notes use them.
    static func pathNames(_ path: VaultPath) -> [Name] {
        names(path, title: nil, id: nil, aliases: []).filter { $0.kind != .stem }
    }

    static func names(_ rows: NoteRows) -> [Name] {
        names(rows.file.path, title: rows.title, id: rows.id, aliases: rows.aliases)
    }

    static func names(_ path: VaultPath, title: String?, id: String?, aliases: [String]) -> [Name] {
        let candidate = LinkResolver.Candidate(
            file: .root, path: path, kind: .note, title: title, id: id, aliases: aliases)
        return NameKind.allCases.flatMap { kind in candidate.names(kind).map { Name(kind: kind, exact: $0) } }
    }

    func names(of file: FileID) throws -> [Name] {
        let row = try connection.first(
            """
            SELECT f.path, f.kind, n.title, n.ident FROM file f LEFT JOIN note n ON n.file = f.id WHERE f.id = ?1
            """, [.number(file)]
        ) { row in
            (VaultPath(bytes: row.bytes(0)), FileKind(rawValue: row.int(1)), row.optionalText(2), row.optionalText(3))
        }
        guard let (path, kind, title, id) = row, kind != .unreadable else { return [] }
        if kind != .note { return Self.pathNames(path) }
        return Self.names(path, title: title, id: id, aliases: try resolver.aliases(file))
    }

    /// Returns the hashes under which a file with these names is found.
    static func keys(_ names: [Name]) -> Set<NameHash> {
        var keys: Set<NameHash> = []
        for name in names {
            switch name.kind {
            case .path: keys.formUnion(NameKey.file(VaultPath(bytes: name.exact)))
            case .pathStem, .name: break
            case .stem: keys.insert(NameKey.words(of: name.exact))
            case .id: keys.insert(NameKey.hash(NameKey.fold(name.exact)))
            case .title, .alias:
                keys.insert(NameKey.hash(NameKey.fold(name.exact)))
                keys.insert(NameKey.words(of: name.exact))
            }
        }
        return keys
    }

    func collectNames(_ keys: Set<NameHash>, of file: FileID) {
        for key in keys { collectedNames.append((key, file)) }
    }

    /// Marks the names of a path as affected if its kind changes, for example from file to folder. Its names stay, but
    /// links to it get another target.
    func noteKind(_ kind: FileKind, of file: FileID?, _ names: [Name]) throws {
        guard let file, !names.isEmpty else { return }
        let old = try connection.first("SELECT kind FROM file WHERE id = ?1", [.number(file)]) { $0.int(0) }
        if old != kind.rawValue { affectedNames.formUnion(Self.keys(names)) }
    }

    /// Replaces the names of a file. Names that appear or disappear are marked as affected.
    func put(_ names: [Name], after old: [Name], of file: FileID) throws {
        let oldKeys = Self.keys(old)
        let newKeys = Self.keys(names)
        for key in oldKeys.subtracting(newKeys) {
            try connection.run("DELETE FROM name WHERE name_hash = ?1 AND file = ?2", [.number(key), .number(file)])
        }
        for key in newKeys.subtracting(oldKeys) {
            try connection.run(
                "INSERT OR IGNORE INTO name(name_hash, file) VALUES(?1, ?2)", [.number(key), .number(file)])
        }
        affectedNames.formUnion(Self.keys(Array(Set(old).symmetricDifference(names))))
    }
}
