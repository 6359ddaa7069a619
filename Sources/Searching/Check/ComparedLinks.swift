import Indexing
import Notes
import SourceText

/// The links of notes before and after a change, to tell links that the change broke from links that it added.
struct ComparedLinks {
    /// The findings about links that lead nowhere.
    static let kinds: Set<Diagnostic.Kind> = [.brokenLink, .missingAttachment, .missingHeading, .missingBlock]

    /// The files of a vault, and how to parse its notes.
    struct Side {
        var source: any NoteSource
        var rules: NoteRules
    }

    /// Nil if there was nothing before the change.
    private let before: Side?
    private let after: Side
    /// The old paths of renamed files, by their new paths.
    private let moved: [VaultPath: VaultPath]
    /// The links of the note of the last finding. Findings are in order of path.
    private var last: (path: VaultPath, old: Links, new: Links)?

    init(before: Side?, after: Side, moved: [VaultPath: VaultPath]) {
        self.before = before
        self.after = after
        self.moved = moved
    }

    /// Returns whether the link of a finding after the change was already in the note before, at any place.
    mutating func wasThere(_ finding: Finding) -> Bool {
        guard let before else { return false }
        if last?.path != finding.path {
            let old = Links(moved[finding.path] ?? finding.path, in: before)
            last = (finding.path, old, Links(finding.path, in: after))
        }
        guard let last, let name = last.new.places[TextLocation(line: finding.line, column: finding.column)] else {
            return false
        }
        let isPart = [.missingHeading, .missingBlock].contains(finding.kind)
        return isPart ? last.old.names.contains(name) : last.old.targets.contains(name.target)
    }

    private struct Name: Hashable {
        var target: String
        var fragment: String?
    }

    /// The links of one note. One that cannot be read has none.
    private struct Links {
        private(set) var places: [TextLocation: Name] = [:]
        private(set) var names: Set<Name> = []
        private(set) var targets: Set<String> = []

        init(_ path: VaultPath, in state: Side) {
            guard let bytes = try? state.source.read(path).bytes else { return }
            let note = Note(bytes, name: path.name, rules: state.rules)
            let links =
                note.references.map {
                    (($0.destination ?? $0.range).lowerBound, Name(target: $0.target, fragment: $0.fragment))
                } + note.body.partLinks.map { ($0.range.lowerBound, Name(target: "", fragment: $0.fragment)) }
            let locations = TextLocations(of: links.map(\.0), in: bytes)
            for (offset, name) in links {
                places[locations[offset]] = name
                names.insert(name)
                targets.insert(name.target)
            }
        }
    }
}
