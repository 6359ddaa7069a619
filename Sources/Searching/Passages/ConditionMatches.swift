import Notes
package import QueryLanguage
import SearchIndex
import SourceText
import VaultFiles

/// The matches of a query's non-text conditions: the task, hashtag, link or front matter line that made a note match.
///
/// One instance serves a whole search, so that conditions on other notes are evaluated once.
final class ConditionMatches {
    /// A range of a note that satisfies a condition.
    struct Match: Hashable {
        var range: Range<Int>
        /// Whether to highlight the range itself rather than show the line around it.
        var isMarked: Bool
        /// Whether a list of results may omit the match. Status, favorite, dates and keywords are next to the title
        /// anyway, and a `has:` condition asks only for existence.
        var isShownInHead = false
    }

    private let snapshot: VaultSnapshot
    private let condition: Condition
    /// The notes that the queries in `links-to:(…)` find, by the number of the condition.
    private var found: [Int: Set<VaultPath>] = [:]

    init(_ snapshot: VaultSnapshot, _ condition: Condition) {
        self.snapshot = snapshot
        self.condition = condition
    }

    /// Returns the matches in one note, in no order.
    func matches(in text: NoteText, path: VaultPath) throws -> [Match] {
        var number = 0
        return try matches(
            condition, Subject(bytes: text.bytes, note: text.note, path: path, keys: snapshot.keyNames), number: &number
        )
    }

    /// The note whose matches are collected.
    private struct Subject {
        var bytes: [UInt8]
        var note: Note
        var path: VaultPath
        var keys: KeyNames

        /// Returns the first line of the entry with a key, in any spelling. Dots separate the names of nested keys.
        func line(_ key: String, isShownInHead: Bool = false) -> [Match] {
            let identity = FrontMatterKey.identity(key)
            if let line = Self.line(note.frontMatter.mapping, identity, bytes: bytes) {
                return [Match(range: line, isMarked: false, isShownInHead: isShownInHead)]
            }
            return note.inlineFields.filter { FrontMatterKey.identity($0.key) == identity }
                .map { Match(range: $0.range, isMarked: true) }
        }

        func line(_ key: FrontMatterKey, isShownInHead: Bool = false) -> [Match] {
            let entry = note.frontMatter.mapping.entries.last { keys.name($0.key)?.key == key }
            return entry.map { line($0.key, isShownInHead: isShownInHead) } ?? []
        }

        private static func line(_ mapping: YAMLMapping, _ name: String, bytes: [UInt8]) -> Range<Int>? {
            for entry in mapping.entries.reversed() {
                let key = FrontMatterKey.identity(entry.key)
                if key == name {
                    return bytes.trimmed(entry.keyRange.lowerBound..<bytes.lineEnd(from: entry.keyRange.lowerBound))
                }
                guard name.hasPrefix(key + ".") else { continue }
                let rest = String(name.dropFirst(key.count + 1))
                switch entry.value.content {
                case .mapping(let inner, _): if let range = line(inner, rest, bytes: bytes) { return range }
                case .sequence(let values, _):
                    for case .mapping(let inner, _) in values.map(\.content) {
                        if let range = line(inner, rest, bytes: bytes) { return range }
                    }
                default: break
                }
            }
            return nil
        }
    }

    private func matches(_ condition: Condition, _ subject: Subject, number: inout Int) throws -> [Match] {
        number += 1
        let note = subject.note
        switch condition {
        case .and(let parts), .or(let parts):
            var all: [Match] = []
            for part in parts { all += try matches(part, subject, number: &number) }
            return all
        case .not(.not(let inner)): return try matches(inner, subject, number: &number)
        case .keyword(let pattern, let nested):
            return keywords(note) { name in
                pattern.matches(folded: Array(name.utf8)) || nested && Self.isNested(name, pattern)
            }
        case .status: return subject.line(.status, isShownInHead: true)
        case .favorite: return subject.line(.favorite, isShownInHead: true)
        case .time(.created, _): return subject.line(.created, isShownInHead: true)
        case .time(.modified, _): return subject.line(.modified, isShownInHead: true)
        case .id: return subject.line(.id)
        case .alias(let pattern):
            return note.aliases.filter { pattern.matches(folded: Array(Folding.fold($0.text).utf8)) }
                .map { Match(range: $0.range, isMarked: true) }
        case .key(let name): return subject.line(name)
        case .property(let name, _): return subject.line(name)
        case .number(.order, _): return subject.line(.order)
        case .task(let isDone):
            let statuses = snapshot.rules.taskStatuses
            return tasks(note) { statuses[$0.mark] == (isDone ? .done : .open) }
        case .hasTask(let inner):
            let lines = try snapshot.index.tasks.lines(of: subject.path, satisfying: inner)
            if lines.isEmpty { return [] }
            let table = LineTable(subject.bytes)
            return tasks(note) { lines.contains(table.line(at: $0.range.lowerBound)) }
        case .has(let feature):
            // The result already implies that the feature exists. Only its position may be of interest.
            return try matches(feature, subject).map { Match(range: $0.range, isMarked: true, isShownInHead: true) }
        case .state(let state): return try matches(state, subject)
        case .attachment(let pattern):
            return try references(subject) { target in
                guard let target, target.isAttachment else { return false }
                return pattern.matches(folded: Array(Folding.fold(target.path.name.text).utf8))
                    || pattern.matches(folded: Array(Folding.fold(target.path.text).utf8))
            }
        case .linksTo(.note(let path)): return try references(subject) { $0?.path == path }
        case .linksTo(.query(let inner)):
            let wanted = try notes(inner, number)
            return try references(subject) { $0.map { wanted.contains($0.path) } ?? false }
        default: return []
        }
    }

    private static func isNested(_ name: String, _ pattern: ValuePattern) -> Bool {
        name.utf8.indices.contains { index in
            name.utf8[index] == Byte.slash && pattern.matches(folded: Array(name.utf8[..<index]))
        }
    }

    private func keywords(_ note: Note, where holds: (_ folded: String) -> Bool) -> [Match] {
        // A hashtag that repeats a keyword is not a keyword itself, but its position still matches.
        var matches = note.keywords.filter { !$0.isHashtag && holds(Folding.fold($0.name)) }
            .map { Match(range: $0.range, isMarked: true, isShownInHead: true) }
        if snapshot.rules.includesHashtags {
            matches += note.body.hashtags.filter { holds(Folding.fold($0.name)) }
                .map { Match(range: $0.range, isMarked: true) }
        }
        return matches
    }

    private func tasks(_ note: Note, where holds: (TaskItem) -> Bool) -> [Match] {
        note.tasks.filter(holds).map {
            Match(range: $0.range.lowerBound..<max($0.range.upperBound, $0.text.upperBound), isMarked: false)
        }
    }

    private func references(_ subject: Subject, where holds: (LinkTarget?) throws -> Bool) throws -> [Match] {
        try subject.note.references.filter {
            let target = try snapshot.index.links.target(of: $0, from: subject.path.folder)
            if case .path = $0.origin, target == nil { return false }
            return try holds(target)
        }.map { Match(range: $0.range, isMarked: true) }
    }

    private func matches(_ feature: Condition.Feature, _ subject: Subject) throws -> [Match] {
        switch feature {
        case .attachment: try references(subject) { $0?.isAttachment ?? false }
        case .image: []
        case .keyword: keywords(subject.note) { _ in true }
        case .link: try references(subject) { $0?.isAttachment != true }
        case .backlink: []
        case .task: tasks(subject.note) { _ in true }
        case .heading: subject.note.body.headings.map { Match(range: $0.raw, isMarked: false) }
        case .alias: subject.line(.aliases)
        }
    }

    private func matches(_ state: Condition.State, _ subject: Subject) throws -> [Match] {
        switch state {
        case .favorite: subject.line(.favorite, isShownInHead: true)
        case .broken: try references(subject) { $0 == nil }
        case .ambiguous: try references(subject) { $0.map { !$0.rivals.isEmpty } ?? false }
        case .malformed: subject.note.diagnostics.map { Match(range: $0.range, isMarked: false) }
        case .conflict: subject.note.conflicts.map { Match(range: $0, isMarked: false) }
        case .orphan, .empty, .dirty, .untracked: []
        }
    }

    private func notes(_ condition: Condition, _ number: Int) throws -> Set<VaultPath> {
        if let known = found[number] { return known }
        var paths: Set<VaultPath> = []
        let request = SearchRequest(
            condition: condition, Presentation(sort: [SortKey(.path)]), statuses: snapshot.statuses, detailed: false,
            scored: false)
        try snapshot.index.search(request) { hit in
            paths.insert(hit.path)
            return true
        }
        found[number] = paths
        return paths
    }
}

extension Condition {
    /// The text that a search must read from the notes it found to show why they matched.
    package enum Showing: Int, Comparable, Sendable {
        /// Nothing in the note made it match, or all matches are shown next to the title.
        case nothing
        /// A status, a favorite, a date, the existence of links: only lists of places show it.
        case head
        /// Tasks, hashtags, links, properties.
        case matches
        /// Words and regular expressions.
        case text

        package static func < (a: Showing, b: Showing) -> Bool { a.rawValue < b.rawValue }
    }

    /// The maximum over all operands of the condition.
    package var showing: Showing {
        if !positiveText.isEmpty || !positiveScans.isEmpty || !attachedText.isEmpty { return .text }
        return matchesShown
    }

    private var matchesShown: Showing {
        switch self {
        case .and(let parts), .or(let parts): parts.map(\.matchesShown).max() ?? .nothing
        case .not(.not(let inner)): inner.matchesShown
        case .status, .favorite, .time, .state(.favorite): .head
        case .has(let feature): feature == .image || feature == .backlink ? .nothing : .head
        case .keyword, .id, .alias, .key, .property, .number(.order, _), .task, .hasTask, .attachment, .linksTo:
            .matches
        case .state(.orphan), .state(.empty), .state(.dirty), .state(.untracked): .nothing
        case .state: .matches
        default: .nothing
        }
    }
}
