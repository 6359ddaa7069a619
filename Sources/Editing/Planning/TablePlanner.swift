import Notes
package import Searching
package import SourceText
package import VaultFiles

/// Plans the changes of a table of notes: properties of notes, new notes, moves and removals. Each is a step that is
/// planned as if those before it were saved: see `PlanSequence`.
package struct TablePlanner {
    private let context: PlanContext

    package init(_ snapshot: VaultSnapshot) { context = PlanContext(snapshot: snapshot) }

    private var snapshot: VaultSnapshot { context.snapshot }

    /// Throws if the content of a note is not the one with a hash.
    ///
    /// - Parameter hash: the beginning of the hash, as `ContentHash.text`.
    package func check(_ notes: [(path: VaultPath, hash: String)]) throws {
        for (path, hash) in notes {
            guard let bytes = try snapshot.bytesIfThere(path) else {
                throw VaultError(path, "has been moved or removed meanwhile; nothing was changed", cause: .precondition)
            }
            guard ContentHash.text(of: bytes).hasPrefix(hash) else {
                throw VaultError(path, "has changed meanwhile; nothing was changed", cause: .precondition)
            }
        }
    }

    /// Returns a plan that gives notes the values of cells, as `KEY=VALUE` arguments of `slip set`. An empty cell removes
    /// the key. The entries of a value that is a list are separated by commas.
    package func set(_ cells: [VaultPath: [(key: String, value: String)]], force: Bool) throws -> ChangePlan {
        let planner = PropertyPlanner(snapshot)
        var assignments: [VaultPath: [PropertyAssignment]] = [:]
        var notices: [String] = []
        for (path, cells) in cells.sorted(by: { $0.key < $1.key }) {
            let note = Note(try snapshot.bytes(path), name: path.name, rules: context.rules)
            let wanted = try cells.map { cell in
                PropertyAssignment(key: cell.key, action: try action(cell.value, of: cell.key, in: note))
            }
            let values = try planner.resolved(wanted, force: force)
            assignments[path] = values.assignments
            notices += values.notices.filter { !notices.contains($0) }
        }
        var plan = try planner.set(assignments, force: force, title: "")
        plan.notices = notices + plan.notices
        return plan
    }

    private func action(_ text: String, of key: String, in note: Note) throws -> PropertyAssignment.Action {
        let known = context.rules.keys.name(key)?.key
        let identity = FrontMatterKey.identity(key)
        func isMeant(_ name: String) -> Bool {
            known.map { context.rules.keys.name(name)?.key == $0 } ?? (FrontMatterKey.identity(name) == identity)
        }
        let values = note.frontMatter.mapping.entries.filter { isMeant($0.key) }.map(\.value)
        let keywords = known == .keywords ? note.keywordsInText + note.keywords.filter(\.isHashtag) : []
        var inText = keywords.map(\.name)
        if !values.isEmpty { inText += note.inlineFields.filter { isMeant($0.key) }.compactMap(\.value.text) }
        if text.isEmpty, inText.isEmpty { return .remove }
        let isList = known?.isList ?? false
        guard values.allSatisfy({ Self.isExact($0, separatesAtCommas: isList || !inText.isEmpty) }),
            !inText.contains(where: { $0.contains(",") })
        else {
            throw VaultError(
                "the value of '\(key)' of '\(note.title)' is one that a cell cannot show exactly; nothing was changed",
                help: "change it with: slip set, or in an editor")
        }
        let isSequence = values.contains { if case .sequence = $0.content { true } else { false } }
        if inText.isEmpty, known != nil || !isSequence { return .value(text) }
        let bytes = Array(text.utf8)
        var entries = YAMLValue(.scalar(text, .plain), 0..<bytes.count).listEntries(in: bytes).map(\.text)
        let name = PropertyAssignments.identity(known)
        // The cell shows the entries of the text after those of the front matter.
        for entry in inText.reversed() {
            guard let place = entries.lastIndex(where: { name($0) == name(entry) }) else {
                throw VaultError(
                    "'\(entry)' of '\(key)' is in the text of '\(note.title)', from which slip removes nothing; nothing was changed",
                    help: "change it in an editor")
            }
            entries.remove(at: place)
        }
        if entries.isEmpty { return .remove }
        if isList { return .set(entries.joined(separator: ", ")) }
        return isSequence || entries.count > 1 ? .list(entries, areText: false) : .set(entries[0])
    }

    /// Whether a cell shows a value so that it can be read from there.
    ///
    /// - Parameter separatesAtCommas: whether commas in the cell separate entries.
    private static func isExact(_ value: YAMLValue, separatesAtCommas: Bool) -> Bool {
        switch value.content {
        case .null: true
        case .scalar(let text, let style): !separatesAtCommas || style == .plain || !text.contains(",")
        case .sequence(let values, _): values.allSatisfy { $0.text.map { !$0.contains(",") } ?? false }
        case .mapping, .opaque: false
        }
    }

    /// Returns a plan that creates a note, and its path.
    ///
    /// - Parameters:
    ///   - path: the path as the user wrote it (default: made from the title).
    ///   - title: the title (default: the file name).
    package func create(_ path: String?, title: String?) throws -> (plan: ChangePlan, path: VaultPath) {
        let wanted = try path.map(newPath)
        let stem = wanted.map { hasExtension($0) ? $0.stem.text : $0.name.text }
        var note = NewNote(title: title ?? stem ?? "", folder: wanted?.folder ?? .root)
        note.name = stem
        return try NewNotePlanner(snapshot).create(note)
    }

    /// Returns a plan that moves notes to paths as the user wrote them.
    package func move(_ moves: [(from: VaultPath, to: String)]) throws -> ChangePlan {
        let planner = MovePlanner(snapshot)
        return try planner.move(
            moves.map { ($0.from, try planner.newName(of: $0.from, try newPath($0.to))) }, title: "")
    }

    private func hasExtension(_ path: VaultPath) -> Bool {
        context.vault.configuration.extensions.contains(path.pathExtension)
    }

    private func newPath(_ text: String) throws -> VaultPath {
        let path = VaultPath(text)
        guard !text.isEmpty, !text.hasSuffix("/"), !text.hasPrefix("/"), path.staysInside else {
            throw VaultError(
                "'\(text)' is not a path of a note in the vault; nothing was changed", help: "such as Ideas/Box.md")
        }
        return path
    }
}
