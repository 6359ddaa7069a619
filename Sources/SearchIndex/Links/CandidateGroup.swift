import SourceText

/// The files that are found under the same numbers, sorted by what they are called, so that however many bear a name
/// (`README.md` in each folder), one more link to it costs no more than a look.
///
/// Complexity: O(files) once for each form of name that is asked for, then O(depth of the folder × log files).
final class CandidateGroup {
    private struct Table: Hashable {
        var isNote: Bool
        var form: NameForm
        var isExact: Bool
    }

    /// Up to so many are looked through rather than sorted.
    private static let few = 8

    let candidates: [LinkResolver.Candidate]
    private let hasNotes: Bool
    private let hasOthers: Bool
    private var tables: [Table: [[UInt8]: SameNamed]] = [:]

    init(_ candidates: [LinkResolver.Candidate]) {
        self.candidates = candidates
        hasNotes = candidates.contains(where: \.isNote)
        hasOthers = candidates.contains { !$0.isNote }
    }

    /// The file that a reference means in a note in `folder`: notes before others, exactly before ignoring case and
    /// diacritics, by its paths, then by what it calls itself; the nearest of several.
    func choose(_ wanted: WantedNames, in folder: VaultPath) -> LinkResolver.Target? {
        var folded: WantedNames?
        if hasNotes {
            if let found = search(wanted.paths + wanted.titles, isNote: true, isExact: true, folder) { return found }
            let loose = wanted.folded()
            if let found = search(loose.paths + loose.titles, isNote: true, isExact: false, folder) { return found }
            folded = loose
        }
        guard hasOthers else { return nil }
        return search(wanted.paths, isNote: false, isExact: true, folder)
            ?? search((folded ?? wanted.folded()).paths, isNote: false, isExact: false, folder)
    }

    private func search(
        _ steps: [(form: NameForm, name: [UInt8])], isNote: Bool, isExact: Bool, _ folder: VaultPath
    ) -> LinkResolver.Target? {
        for (form, name) in steps {
            if candidates.count <= Self.few {
                let found = candidates.filter { $0.isNote == isNote && $0.bears(name, as: form, isExact: isExact) }
                if let target = SameNamed.nearest(of: found, to: folder) { return target }
            } else if let same = table(isNote, form, isExact: isExact)[name] {
                return same.nearest(to: folder)
            }
        }
        return nil
    }

    private func table(_ isNote: Bool, _ form: NameForm, isExact: Bool) -> [[UInt8]: SameNamed] {
        let key = Table(isNote: isNote, form: form, isExact: isExact)
        if let table = tables[key] { return table }
        var files: [[UInt8]: [LinkResolver.Candidate]] = [:]
        for candidate in candidates where candidate.isNote == isNote {
            for name in Set(candidate.names(as: form).map { isExact ? $0 : NameKey.fold($0) }) {
                files[name, default: []].append(candidate)
            }
        }
        let table = files.mapValues { SameNamed($0) }
        tables[key] = table
        return table
    }
}
