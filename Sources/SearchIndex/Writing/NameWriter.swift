import SQLite
import SourceText

/// A writer of the names by which files are found. It records the names that appear or disappear.
struct NameWriter {
    /// A name of a file. Bytes instead of a string, because canonically equivalent strings compare equal but are not
    /// exact matches.
    struct Name: Hashable {
        var form: NameForm
        var exact: [UInt8]
    }

    private let connection: Connection
    /// In a new index, all names, collected so that they can be written in key order.
    private var collected: [(key: NameHash, file: FileID)] = []
    /// The hashes of names that appeared or disappeared. Links that may mean them must be resolved again.
    private(set) var affected: Set<NameHash> = []

    init(_ connection: Connection) { self.connection = connection }

    // MARK: Names of a file

    /// Returns the names of a file or folder that is not a note. The words of its stem are left out, because only
    /// searches for notes use them.
    static func names(ofFile path: VaultPath) -> [Name] {
        names(path, title: nil, id: nil, aliases: []).filter { $0.form != .endStem(1) }
    }

    /// Returns the names of a file or, if it has a title, of a note.
    static func names(_ path: VaultPath, title: String?, id: String?, aliases: [String]) -> [Name] {
        let candidate = LinkResolver.Candidate(
            file: .root, path: path, kind: .note, title: title, id: id, aliases: aliases)
        return NameForm.all.flatMap { form in candidate.names(as: form).map { Name(form: form, exact: $0) } }
    }

    /// Returns the names that a file has in the index.
    func names(of file: FileID) throws -> [Name] {
        let row = try connection.first(
            """
            SELECT f.path, f.kind, n.title, n.ident FROM file f LEFT JOIN note n ON n.file = f.id WHERE f.id = ?1
            """, [.number(file)]
        ) { row in (row.path(0), FileKind(rawValue: row.int(1)), row.optionalText(2), row.optionalText(3)) }
        guard let (path, kind, title, id) = row, kind != .unreadable else { return [] }
        if kind != .note { return Self.names(ofFile: path) }
        return Self.names(path, title: title, id: id, aliases: try connection.aliases(of: file))
    }

    /// Returns the hashes under which a file with these names is found.
    private static func keys(_ names: [Name]) -> Set<NameHash> {
        var keys: Set<NameHash> = []
        for name in names {
            switch name.form {
            case .path: keys.formUnion(NameKey.file(VaultPath(bytes: name.exact)))
            case .pathStem, .end: break
            case .endStem: keys.insert(NameKey.words(of: name.exact))
            case .id: keys.insert(NameKey.hash(NameKey.fold(name.exact)))
            case .title, .alias:
                keys.insert(NameKey.hash(NameKey.fold(name.exact)))
                keys.insert(NameKey.words(of: name.exact))
            }
        }
        return keys
    }

    // MARK: Writing

    /// Collects the names of a file in a new index. `flush` writes them.
    mutating func collect(_ keys: Set<NameHash>, of file: FileID) {
        for key in keys { collected.append((key, file)) }
    }

    /// Replaces the names of a file. Names that appear or disappear are marked as affected.
    mutating func put(_ names: [Name], replacing old: [Name], of file: FileID) throws {
        let oldKeys = Self.keys(old)
        let newKeys = Self.keys(names)
        for key in oldKeys.subtracting(newKeys) {
            try connection.run("DELETE FROM name WHERE name_hash = ?1 AND file = ?2", [.number(key), .number(file)])
        }
        for key in newKeys.subtracting(oldKeys) {
            try connection.run(
                "INSERT OR IGNORE INTO name(name_hash, file) VALUES(?1, ?2)", [.number(key), .number(file)])
        }
        markAffected(Array(Set(old).symmetricDifference(names)))
    }

    /// Marks names whose links must be resolved again although they stay. A file that became a folder keeps its names,
    /// but links to it get another target.
    mutating func markAffected(_ names: [Name]) { affected.formUnion(Self.keys(names)) }

    /// Writes the collected names of a new index.
    mutating func flush() throws {
        collected.sort { ($0.key, $0.file) < ($1.key, $1.file) }
        let insert = try connection.prepare("INSERT OR IGNORE INTO name(name_hash, file) VALUES(?1, ?2)")
        for (key, file) in collected { try insert.run([.number(key), .number(file)]) }
        collected = []
    }

    mutating func clearAffected() { affected = [] }
}

extension Connection {
    /// Returns the aliases of the note in a file, in its order.
    func aliases(of file: FileID) throws -> [String] {
        try all("SELECT name FROM alias WHERE file = ?1 ORDER BY seq", [.number(file)]) { $0.text(0) }
    }
}
