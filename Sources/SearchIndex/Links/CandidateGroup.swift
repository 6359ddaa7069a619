import SourceText

/// The files found under the same hashes, grouped by name. Even if many files share a name (`README.md` in each
/// folder), resolving one more link to it stays cheap.
///
/// Complexity: O(files) once for each form of name that is used, then O(depth of the folder × log files).
final class CandidateGroup {
    private struct TableKey: Hashable {
        var kind: LinkTarget.Kind
        var form: NameForm
        var isExact: Bool
    }

    /// The most candidates that are searched linearly instead of grouped.
    private static let few = 8

    let candidates: [LinkResolver.Candidate]
    /// The kinds of candidates that names lead to, in order of preference.
    private let kinds: [LinkTarget.Kind]
    private var tables: [TableKey: [[UInt8]: SameNamed]] = [:]
    private lazy var folders = FolderCandidates(candidates)

    init(_ candidates: [LinkResolver.Candidate]) {
        self.candidates = candidates
        kinds = [.note, .attachment].filter { kind in candidates.contains { $0.kind == kind } }
    }

    /// Returns the file that a reference in a note in `folder` means. Notes come before other files, exact names before
    /// folded ones, and paths before titles, ids and aliases. Of several files the nearest wins. Folders come last.
    func choose(_ wanted: ReferenceNames, in folder: VaultPath) -> LinkTarget? {
        lazy var folded = wanted.folded()
        for kind in kinds {
            let found =
                search(wanted, kind, isExact: true, folder: folder)
                ?? search(folded, kind, isExact: false, folder: folder)
            if let found { return found }
        }
        if folders.isEmpty { return nil }
        return folders.find(wanted, isExact: true) ?? folders.find(folded, isExact: false)
    }

    private func search(
        _ wanted: ReferenceNames, _ kind: LinkTarget.Kind, isExact: Bool, folder: VaultPath
    ) -> LinkTarget? {
        for (form, name) in wanted.paths + (kind == .note ? wanted.titles : []) {
            if candidates.count <= Self.few {
                let found = candidates.filter { $0.kind == kind && $0.hasName(name, as: form, isExact: isExact) }
                if let target = SameNamed.nearest(of: found, to: folder) { return target }
            } else if let same = table(kind, form, isExact: isExact)[name] {
                return same.nearest(to: folder)
            }
        }
        return nil
    }

    /// Returns the candidates of a kind by their names in a form, exact or folded. Cached.
    private func table(_ kind: LinkTarget.Kind, _ form: NameForm, isExact: Bool) -> [[UInt8]: SameNamed] {
        let key = TableKey(kind: kind, form: form, isExact: isExact)
        if let table = tables[key] { return table }
        var files: [[UInt8]: [LinkResolver.Candidate]] = [:]
        for candidate in candidates where candidate.kind == kind {
            for name in Set(candidate.names(as: form).map { isExact ? $0 : NameKey.fold($0) }) {
                files[name, default: []].append(candidate)
            }
        }
        let table = files.mapValues { SameNamed($0) }
        tables[key] = table
        return table
    }
}
