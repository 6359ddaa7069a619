package import Notes
import QueryLanguage
import SearchIndex
package import SourceText
import VaultFiles

/// Answers the queries of live blocks. One reader serves all blocks of a read.
package final class LiveBlockReader {
    private let snapshot: VaultSnapshot
    /// Returns whether a note may be a result. Nil for all notes.
    private let isListed: ((VaultPath) -> Bool)?
    private var knownForm: NewLink.Form?

    /// - Parameter isListed: returns whether readers may know of a note (default: all notes).
    package init(_ snapshot: VaultSnapshot, among isListed: ((VaultPath) -> Bool)? = nil) {
        self.snapshot = snapshot
        self.isListed = isListed
    }

    /// Returns the lines that a live block generates now, without the prefix of the block.
    ///
    /// - Throws: `QueryError` with ranges in the text of the query, or `VaultError`.
    package func lines(of block: LiveBlock, in note: OpenNote) throws -> [String] {
        var names = snapshot.queryNames
        names.thisNote = note.path
        let text = note.bytes.text(block.query)
        let options = try BlockOptions(text, in: names)
        let lines: [String]
        switch options.view {
        case .toc: lines = try contents(of: note)
        case .tasks: lines = try tasks(options, names, in: note)
        default: lines = try notes(options, names, in: note)
        }
        // Results never end the block, and begin no other one.
        return lines.map { $0.replacing("<!--", with: "&lt;!--") }
    }

    static let nothing = "*No notes.*"

    // MARK: Results

    private struct Section {
        /// Nil if the results are not grouped.
        var label: String?
        var hits: [NoteHit] = []
    }

    private func search(_ options: BlockOptions, _ names: QueryNames) throws -> VaultSearch {
        var search = SearchOptions(query: options.query, scope: .all, folder: .root)
        search.scored = false
        var prepared = try snapshot.prepare(search, in: names)
        if options.view == .backlinks {
            let links = try QueryResolver.query("links-to:this", in: names).condition
            prepared.request.condition = .and([prepared.request.condition, links])
        }
        return prepared
    }

    /// Returns the results in their sections, within the limits of the query.
    private func sections(_ search: VaultSearch, _ options: BlockOptions, besides path: VaultPath) throws -> [Section] {
        let (skipped, limit) = (search.presentation.offset ?? 0, search.presentation.limit ?? .max)
        func isResult(_ hit: NoteHit) -> Bool {
            (options.includesItself || hit.path != path) && isListed?(hit.path) ?? true
        }
        var passed = 0
        func take(_ hit: NoteHit, into section: inout Section) {
            passed += 1
            if passed > skipped, passed - skipped <= limit { section.hits.append(hit) }
        }
        if let group = search.presentation.group {
            let found = try CollectionSearch(search.withoutLimits, in: snapshot).sections(by: group).sections
            return found.compactMap { part in
                var section = Section(label: part.label)
                for hit in part.notes where isResult(hit) { take(hit, into: &section) }
                return section.hits.isEmpty ? nil : section
            }
        }
        var wide = search.withoutLimits
        // The note itself may be one result too many.
        if isListed == nil, limit < .max - skipped - 1 { wide.request.presentation.limit = skipped + limit + 1 }
        var section = Section()
        try snapshot.run(wide) { hit in
            if isResult(hit) { take(hit, into: &section) }
            return passed < limit.addingReportingOverflow(skipped).partialValue || limit == .max
        }
        return section.hits.isEmpty ? [] : [section]
    }

    private func notes(_ options: BlockOptions, _ names: QueryNames, in note: OpenNote) throws -> [String] {
        let search = try search(options, names)
        if options.view == .count, search.presentation.group == nil {
            return [String(try count(search, options, besides: note.path))]
        }
        let sections = try sections(search, options, besides: note.path)
        if sections.isEmpty { return [options.view == .count ? "0" : Self.nothing] }
        let passages = options.view == .passages ? PassageFinder(snapshot, search.query.condition) : nil
        var lines: [String] = []
        for section in sections {
            if options.view == .count {
                lines.append("- \(section.label.map(Self.bold) ?? ""): \(section.hits.count)")
                continue
            }
            if let label = section.label {
                if !lines.isEmpty { lines.append("") }
                lines += [Self.bold(label), ""]
            }
            lines += try self.lines(section.hits, options, passages, in: note)
        }
        return lines
    }

    private func count(_ search: VaultSearch, _ options: BlockOptions, besides path: VaultPath) throws -> Int {
        let (skipped, limit) = (search.presentation.offset ?? 0, search.presentation.limit ?? .max)
        if isListed != nil {
            return try sections(search.withoutLists, options, besides: path).reduce(0) { $0 + $1.hits.count }
        }
        let condition = search.request.condition
        var count = try snapshot.index.count(condition)
        if !options.includesItself, try !snapshot.index.notes([path], satisfying: condition).isEmpty { count -= 1 }
        return min(max(0, count - skipped), limit)
    }

    // MARK: Views

    private func lines(
        _ hits: [NoteHit], _ options: BlockOptions, _ passages: PassageFinder?, in note: OpenNote
    ) throws -> [String] {
        switch options.view {
        case .table: return try table(hits, options.fields, in: note)
        case .tree: return try tree(hits, in: note)
        case .passages:
            return try hits.flatMap { hit in
                let passage = try passages?.passages(in: hit.path)?.snippets(count: 1, width: 200, as: .displayed).first
                return try item(hit, passage.map { $0.parts.map(\.text).joined() }, in: note)
            }
        case .backlinks:
            return try hits.flatMap { hit in try item(hit, sentence(of: hit, linkingTo: note.path), in: note) }
        default: return try hits.map { "- \(try link(to: $0, in: note))" }
        }
    }

    /// Returns a link with a text below it.
    private func item(_ hit: NoteHit, _ text: String?, in note: OpenNote) throws -> [String] {
        let line = "- \(try link(to: hit, in: note))"
        guard let text = text.map(Self.line), !text.isEmpty else { return [line] }
        return [line, "  > \(text)"]
    }

    private func sentence(of hit: NoteHit, linkingTo path: VaultPath) throws -> String? {
        let lines = Set(try snapshot.backlinks(to: path).filter { $0.path == hit.path }.map(\.line))
        guard let text = snapshot.text(hit.path) else { return nil }
        let texts = LinkSentences.texts(lines, of: text.bytes)
        return texts.min { $0.key < $1.key }.map { LinkSentences.sentence($0.value, about: path.stem.text) }
    }

    private func table(_ hits: [NoteHit], _ fields: [BlockField], in note: OpenNote) throws -> [String] {
        func row(_ cells: [String]) -> String {
            "| " + cells.map { Self.line($0).replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
        }
        let head = [row(fields.map(\.name)), "|" + String(repeating: "---|", count: fields.count)]
        return try head
            + hits.map { hit in
                let link = try link(to: hit, in: note)
                return row(try fields.map { try $0.text(hit, link: link, in: snapshot) })
            }
    }

    /// Returns nested lists: each folder with its notes, then its subfolders.
    private func tree(_ hits: [NoteHit], in note: OpenNote) throws -> [String] {
        let folders = Dictionary(grouping: hits, by: \.path.folder)
        var all = Set(folders.keys)
        for folder in folders.keys {
            all.formUnion(sequence(first: folder) { $0.folder }.prefix { !$0.isRoot })
        }
        var lines: [String] = []
        func add(_ folder: VaultPath, depth: Int) throws {
            let indent = String(repeating: "  ", count: depth)
            for hit in folders[folder] ?? [] { lines.append("\(indent)- \(try link(to: hit, in: note))") }
            for inner in all.filter({ !$0.isRoot && $0.folder == folder }).sorted() {
                lines.append("\(indent)- \(Self.bold(inner.name.text + "/"))")
                try add(inner, depth: depth + 1)
            }
        }
        try add(.root, depth: 0)
        return lines
    }

    private func contents(of note: OpenNote) throws -> [String] {
        let all = zip(note.headings, note.slugs).filter { $0.0.raw != note.titleRange }
        guard let top = all.map(\.0.level).min() else { return ["*No headings.*"] }
        let form = try form()
        return all.map { heading, slug in
            let text = Self.line(heading.text)
            let link =
                form == .wiki
                ? "[[#\(OpenNote.fragment(of: text))]]" : "[\(NewLink.markdownLabel(text))](#\(slug))"
            return String(repeating: "  ", count: heading.level - top) + "- " + link
        }
    }

    private func tasks(_ options: BlockOptions, _ names: QueryNames, in note: OpenNote) throws -> [String] {
        let search = try search(options, names)
        // 'task:(…)' in the query also restricts the tasks of the notes that it finds.
        let tests = search.query.condition.conjuncts.compactMap { condition in
            if case .hasTask(let test) = condition { test } else { nil }
        }
        let request = TaskRequest(
            condition: .and([.ofNote(search.request.condition)] + tests), sort: [], limit: nil,
            today: snapshot.calendar.civil(snapshot.now).startOfDay)
        let found = try snapshot.index.tasks.find(request).hits.filter {
            (options.includesItself || $0.path != note.path) && isListed?($0.path) ?? true
        }
        let tasks = found.prefix(search.presentation.limit ?? .max)
        if tasks.isEmpty { return ["*No tasks.*"] }
        return try tasks.map { task in
            // Links in the text would be relative to another note.
            let text = Self.line(Inline.all(in: task.text).plainText)
            let source = try snapshot.note(task.path).map { " (\(try link(to: $0, in: note)))" } ?? ""
            return "- \(task.isDone ? "☑" : "☐") \(text)\(source)"
        }
    }

    // MARK: Text

    private func form() throws -> NewLink.Form {
        if let knownForm { return knownForm }
        let form: NewLink.Form = try snapshot.noteChoices.prefersMarkdownLinks() ? .markdown : .wiki
        knownForm = form
        return form
    }

    /// Returns where a link in generated text leads. Nowhere, if readers may not know of the note.
    func target(of written: String, in note: OpenNote) throws -> ResolvedTarget {
        let target = try snapshot.linkTargets.target(of: written, from: note.path.folder)
        if let isListed, let path = target.path, !isListed(path) { return .nothing }
        return target
    }

    private func link(to hit: NoteHit, in note: OpenNote) throws -> String {
        let link = NewLink(snapshot, from: note.path.folder)
        return try link.text(to: hit.path, title: hit.title, form()) ?? link.text(
            to: hit.path, title: hit.title, .markdown)
            ?? hit.title
    }

    private static func bold(_ text: String) -> String { "**\(line(text).replacing("*", with: "\\*"))**" }

    /// Returns a text on one line.
    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
