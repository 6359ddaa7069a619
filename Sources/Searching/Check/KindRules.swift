import Indexing
import Notes
import QueryLanguage
import SearchIndex
package import SourceText
import System
package import VaultFiles

/// Finds the kinds of notes, and notes that lack what their kind requires.
package struct KindRules {
    let snapshot: VaultSnapshot

    /// Returns the problems in order of kind and path. A kind whose query cannot be parsed has none: that is a problem of
    /// the configuration.
    ///
    /// Complexity: reads the notes of kinds with headings or a schema, and those of other kinds that lack a key.
    func problems(in wanted: (VaultPath) -> Bool) throws -> [BrokenRule] {
        var problems: [BrokenRule] = []
        for kind in snapshot.vault.configuration.kinds where kind.hasRules {
            guard var search = try search(kind) else { continue }
            let test = test(kind)
            if let condition = Self.lacksKeys(test) {
                search.request.condition = .and([search.request.condition, condition])
            }
            var paths: [VaultPath] = []
            try snapshot.run(search) { hit in
                if wanted(hit.path) { paths.append(hit.path) }
                return true
            }
            problems += try self.problems(of: paths, test)
        }
        return problems
    }

    /// Returns the problems of an open document, by the kinds that the indexed note is of.
    func problems(of open: OpenNote) throws -> [BrokenRule] {
        try kinds(of: open.path).filter(\.hasRules).flatMap {
            test($0).problems(of: open.note, open.bytes, at: open.path)
        }
    }

    /// Returns the kinds that an indexed note is of. Complexity: O(kinds).
    package func kinds(of path: VaultPath) throws -> [NoteKind] {
        try snapshot.vault.configuration.kinds.filter { kind in
            guard let search = try search(kind) else { return false }
            return try !snapshot.index.notes([path], satisfying: search.query.condition).isEmpty
        }
    }

    /// Returns the rules of its kinds that an indexed note breaks, as sentences.
    package func messages(for path: VaultPath) throws -> [String] {
        guard let note = snapshot.document(path) else { return [] }
        return try problems(of: note).map(\.message)
    }

    private func search(_ kind: NoteKind) throws -> VaultSearch? {
        var options = SearchOptions(query: kind.query, scope: .all, folder: .root)
        options.sort = "path"
        options.detailed = false
        do {
            return try snapshot.prepare(options).withoutLimits
        } catch is QueryError {
            return nil
        }
    }

    private func test(_ kind: NoteKind) -> KindTest {
        let schema = kind.schema.flatMap { try? KindSchemas(in: snapshot).schema(at: $0.name).get() }
        return KindTest(kind: kind, schema: schema, keyNames: snapshot.keyNames)
    }

    /// Returns a condition that holds for the notes that lack a required key, or nil if the index cannot decide whether a
    /// note breaks a rule.
    private static func lacksKeys(_ test: KindTest) -> Condition? {
        // The index has the keys of nested mappings with dots.
        guard test.kind.headings.isEmpty, test.schema == nil, !test.kind.required.contains(where: { $0.contains(".") })
        else { return nil }
        return .or(test.kind.required.map { .not(.key(test.keyNames.name($0)?.key.rawValue ?? $0)) })
    }

    private func problems(of paths: [VaultPath], _ test: KindTest) throws -> [BrokenRule] {
        let (source, openNotes, rules) = (snapshot.keeper.source, snapshot.openNotes, snapshot.rules)
        let read = Parallel.map(paths.count) { number in
            Result { () throws(SystemError) -> [BrokenRule] in
                let path = paths[number]
                if let open = openNotes[path] { return test.problems(of: open.note, open.bytes, at: path) }
                let bytes = try source.read(path).bytes
                return test.problems(of: Note(bytes, name: path.name, rules: rules), bytes, at: path)
            }
        }
        return zip(paths, read).flatMap { path, result in
            switch result {
            case .success(let problems): return problems
            case .failure(let error):
                // A note that was deleted since the last update has no problems.
                if !error.isMissing { snapshot.warnAboutUnreadable(path, error) }
                return []
            }
        }
    }
}

extension VaultSnapshot {
    package var kindRules: KindRules { KindRules(snapshot: self) }
}
