import Notes
import SourceText
import VaultFiles

/// The rules of one kind, for notes on any thread.
struct KindTest: Sendable {
    let kind: NoteKind
    /// The schema of the kind, or nil if it has none that can be read.
    let schema: SchemaDocument?
    let keyNames: KeyNames

    /// Returns what a note of the kind lacks: keys, headings, then violations of the schema.
    func problems(of note: Note, _ bytes: [UInt8], at path: VaultPath) -> [BrokenRule] {
        var problems = missingKeys(note)
        problems += wrongHeadings(note)
        problems += violations(note).filter { !problems.contains($0) }
        let locations = TextLocations(of: problems.compactMap { $0.range?.lowerBound }, in: bytes)
        return problems.map { problem in
            BrokenRule(
                path: path, location: problem.range.map { locations[$0.lowerBound] } ?? .start, range: problem.range,
                message: problem.message)
        }
    }

    private struct KindProblem: Hashable {
        var message: String
        var range: Range<Int>?
    }

    private func missing(_ key: String) -> KindProblem {
        KindProblem(message: "a note of the kind '\(kind.name)' must have the key '\(key)'")
    }

    private func missingKeys(_ note: Note) -> [KindProblem] {
        let entries = note.frontMatter.mapping.entries.filter { !$0.value.isEmpty }
        let names =
            Self.names(in: note.frontMatter.mapping, includesNested: kind.required.contains { $0.contains(".") })
            + note.inlineFields.filter { !$0.value.isEmpty }.map(\.key)
        let keys = Set(names.map(FrontMatterKey.identity))
        let known = Set(entries.compactMap { keyNames.name($0.key)?.key })
        return kind.required.filter { key in
            !keys.contains(FrontMatterKey.identity(key))
                && keyNames.name(key).map { !known.contains($0.key) } ?? true
        }.map(missing)
    }

    /// Returns the keys that have values.
    ///
    /// - Parameter includesNested: whether to return nested keys too, after the names of those that contain them: `a.b`.
    private static func names(in mapping: YAMLMapping, includesNested: Bool) -> [String] {
        mapping.entries.filter { !$0.value.isEmpty }.flatMap { entry in
            guard includesNested, case .mapping(let inner, _) = entry.value.content else { return [entry.key] }
            return [entry.key] + names(in: inner, includesNested: true).map { "\(entry.key).\($0)" }
        }
    }

    private func wrongHeadings(_ note: Note) -> [KindProblem] {
        if kind.headings.isEmpty { return [] }
        let headings = note.body.headings.map { Folding.fold($0.text) }
        var problems: [KindProblem] = []
        var next = 0
        for heading in kind.headings {
            let folded = Folding.fold(heading)
            if let place = headings[next...].firstIndex(of: folded) {
                next = place + 1
            } else if let place = headings.firstIndex(of: folded) {
                problems.append(
                    KindProblem(
                        message: "in a note of the kind '\(kind.name)' the heading '\(heading)' must come later",
                        range: note.body.headings[place].range))
            } else {
                problems.append(
                    KindProblem(message: "a note of the kind '\(kind.name)' must have the heading '\(heading)'"))
            }
        }
        return problems
    }

    // MARK: Schema

    private func violations(_ note: Note) -> [KindProblem] {
        guard let schema else { return [] }
        let mapping = note.frontMatter.mapping
        var json = JSONWriter()
        json.object { YAMLEntry.write(mapping.entries, to: &$0) }
        // The reader of front matter limits its depth, so it is valid JSON.
        guard let value = JSONValue(bytes: json.bytes) else { return [] }
        do throws(SchemaError) {
            return try schema.violations(in: value).map { violation in
                KindProblem(message: message(violation), range: Self.range(of: violation.path, in: mapping))
            }
        } catch {
            return [
                KindProblem(message: "the schema of the kind '\(kind.name)' cannot test this note: \(error.message)")
            ]
        }
    }

    private func message(_ violation: SchemaViolation) -> String {
        if violation.path.isEmpty {
            return violation.missingKey.map { missing($0).message }
                ?? "the front matter of a note of the kind '\(kind.name)' \(violation.message)"
        }
        return "in a note of the kind '\(kind.name)' '\(violation.place)' \(violation.message)"
    }

    /// Returns the range of the innermost key or list entry on a path.
    private static func range(of path: [SchemaViolation.PathStep], in mapping: YAMLMapping) -> Range<Int>? {
        var content = YAMLValue.Content.mapping(mapping, .block)
        var range: Range<Int>?
        for step in path {
            switch (step, content) {
            case (.name(let name), .mapping(let mapping, _)):
                guard let entry = mapping.entries.last(where: { $0.key == name }) else { return range }
                (range, content) = (entry.keyRange, entry.value.content)
            case (.index(let index), .sequence(let values, _)) where values.indices.contains(index):
                (range, content) = (values[index].range, values[index].content)
            default: return range
            }
        }
        return range
    }
}
