import SourceText

/// The files that are found under the same numbers, sorted by what they are called, so that however many bear a name
/// (`README.md` in each folder), one more link to it costs no more than a look.
///
/// Complexity: O(files) once for each kind of name that is asked for, then O(1).
final class CandidateGroup {
    private struct Table: Hashable {
        var isNote: Bool
        var kind: NameKind
        var isExact: Bool
    }

    private let candidates: [LinkResolver.Candidate]
    private let hasNotes: Bool
    private let hasOthers: Bool
    private var tables: [Table: [[UInt8]: LinkResolver.Target]] = [:]

    init(_ candidates: [LinkResolver.Candidate]) {
        self.candidates = candidates
        hasNotes = candidates.contains(where: \.isNote)
        hasOthers = candidates.contains { !$0.isNote }
    }

    /// The file that a reference means: notes before others, exactly before ignoring case and diacritics, by its path
    /// from the note's folder, then from the root, then by its names in their order.
    func choose(_ wanted: LinkResolver.Wanted) -> LinkResolver.Target? {
        if hasNotes {
            let names: [NameKind] = [.name, .stem, .id, .title, .alias]
            if let found = search(wanted, isNote: true, names, exactly: true) { return found }
            if let found = search(wanted, isNote: true, names, exactly: false) { return found }
        }
        guard hasOthers else { return nil }
        return search(wanted, isNote: false, [.name, .stem], exactly: true)
            ?? search(wanted, isNote: false, [.name, .stem], exactly: false)
    }

    /// The note that a reference means exactly by its path or file name.
    func chooseExactly(_ wanted: LinkResolver.Wanted) -> LinkResolver.Target? {
        search(wanted, isNote: true, [.name, .stem], exactly: true)
    }

    private func search(
        _ wanted: LinkResolver.Wanted, isNote: Bool, _ kinds: [NameKind], exactly isExact: Bool
    ) -> LinkResolver.Target? {
        for path in [wanted.relative, wanted.root] {
            guard let path else { continue }
            for kind in [NameKind.path, .pathStem] {
                if let found = table(isNote, kind, isExact)[isExact ? path.exact : path.folded] { return found }
            }
        }
        // One in the note's own folder comes first, but that is found by its path from there.
        for kind in kinds {
            let name = isExact ? wanted.literal.exact : wanted.literal.folded
            if let found = table(isNote, kind, isExact)[name] { return found }
        }
        return nil
    }

    private func table(_ isNote: Bool, _ kind: NameKind, _ isExact: Bool) -> [[UInt8]: LinkResolver.Target] {
        let key = Table(isNote: isNote, kind: kind, isExact: isExact)
        if let table = tables[key] { return table }
        var files: [[UInt8]: [LinkResolver.Candidate]] = [:]
        for candidate in candidates where candidate.isNote == isNote {
            for name in Set(candidate.names(kind).map { isExact ? $0 : NameKey.fold($0) }) {
                files[name, default: []].append(candidate)
            }
        }
        let table = files.compactMapValues { LinkResolver.decide($0) }
        tables[key] = table
        return table
    }
}
