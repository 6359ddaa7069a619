package import Notes
import QueryLanguage
import SearchIndex
package import SourceText
import VaultFiles

/// Answers the queries of live blocks. One reader serves all blocks of a read.
package final class LiveBlockReader {
    private let snapshot: VaultSnapshot
    private let shown: BlockNotes
    private var knownForm: NewLink.Form?
    /// The notices about the query of the last block, with ranges in its text.
    private(set) var notices: [Diagnostic] = []
    /// The links by their folder and target. Many blocks list the same notes.
    private var knownLinks: [VaultPath: [VaultPath: String]] = [:]

    /// - Parameters:
    ///   - hidesComments: whether readers do not see the comments of notes (default: false).
    ///   - isListed: returns whether readers may know of a note (default: all notes). Such readers see no comments.
    package init(
        _ snapshot: VaultSnapshot, hidesComments: Bool = false, among isListed: ((VaultPath) -> Bool)? = nil
    ) {
        self.snapshot = snapshot
        shown = BlockNotes(snapshot, among: isListed, hidesComments: hidesComments || isListed != nil)
    }

    /// Returns the lines that a live block generates now, without the prefix of the block.
    ///
    /// - Throws: `QueryError` with ranges in the text of the query, or `VaultError`.
    package func lines(of block: LiveBlock, in note: OpenNote) throws -> [String] {
        notices = []
        let names = names(in: note.path)
        let text = note.bytes.text(block.query)
        let lines = try shown.searching {
            let options = try BlockOptions(text, in: names)
            switch options.view {
            case .toc: return try contents(of: shown.document(note))
            case .tasks: return try tasks(options, names, in: note)
            default: return try notes(options, names, in: note)
            }
        }
        // Results never end the block, and begin neither another one nor a comment of Obsidian.
        return lines.map { line in
            guard Self.mayBeginComment(line) else { return line }
            return line.replacing("<!--", with: "&lt;!--").replacing("%%", with: "%&#37;")
        }
    }

    /// Returns what the queries of a note can refer to.
    func names(in path: VaultPath) -> QueryNames {
        var names = snapshot.queryNames
        names.thisNote = path
        return names
    }

    /// Whether a text has a sign with which comments begin. Replacing texts in each line costs more than this test.
    private static func mayBeginComment(_ text: String) -> Bool {
        text.utf8.contains { $0 == Byte.less || $0 == Byte.percent }
    }

    static let nothing = "*No notes.*"

    // MARK: Results

    private struct Section {
        /// Nil if the results are not grouped.
        var label: String?
        var hits: [NoteHit] = []
    }

    func search(_ options: BlockOptions, _ names: QueryNames) throws -> VaultSearch {
        var search = SearchOptions(query: options.query, scope: .all, folder: .root)
        // Lists take most of the time. Some of them may be hidden from readers who see no comments.
        search.detailed = shown.hidesComments || options.fields.contains(where: \.needsLists)
        search.extras.scores = false
        search.extras.notices = false
        var prepared = try snapshot.prepare(search, in: names)
        notices = prepared.query.notices
        try options.refuseWorkTree(prepared.query.condition)
        if options.view == .backlinks {
            let links = try QueryResolver.query("links-to:this", in: names).condition
            prepared.request.condition = .and([prepared.request.condition, links])
        }
        return prepared
    }

    /// Returns the results in their sections, within the limits of the query.
    ///
    /// - Parameter linking: the notes that may be results, or nil for all.
    private func sections(
        _ search: VaultSearch, _ options: BlockOptions, besides path: VaultPath,
        among linking: Set<VaultPath>? = nil
    ) throws -> [Section] {
        let (skipped, limit) = (search.presentation.offset ?? 0, search.presentation.limit ?? .max)
        func isResult(_ hit: NoteHit) -> Bool {
            (options.includesItself || hit.path != path) && shown.contains(hit.path)
                && linking?.contains(hit.path) ?? true
        }
        var passed = 0
        func take(_ hit: NoteHit, into section: inout Section) {
            passed += 1
            if passed > skipped, passed - skipped <= limit { section.hits.append(hit) }
        }
        if let group = search.presentation.group {
            let found = try CollectionSearch(search.withoutLimits, in: snapshot).sections(by: group).sections
            return try found.compactMap { part in
                var section = Section(label: part.label)
                for hit in part.notes where isResult(hit) {
                    if group == .standard(.keyword), try hides(part.label, in: hit) { continue }
                    take(hit, into: &section)
                }
                return section.hits.isEmpty ? nil : section
            }
        }
        var wide = search.withoutLimits
        // The note itself may be one result too many.
        if shown.isWhole, linking == nil, limit < .max - skipped - 1 {
            wide.request.presentation.limit = skipped + limit + 1
        }
        var section = Section()
        try snapshot.run(wide) { hit in
            if isResult(hit) { take(hit, into: &section) }
            return passed < limit.addingReportingOverflow(skipped).partialValue || limit == .max
        }
        return section.hits.isEmpty ? [] : [section]
    }

    /// Whether a note has the keyword of a section only in comments that readers do not see.
    private func hides(_ keyword: String, in hit: NoteHit) throws -> Bool {
        let (keyword, parts) = (Folding.fold(keyword), try shown.shown(hit)?.keywords ?? [])
        func contains(_ names: [String]) -> Bool {
            names.contains { ("\(Folding.fold($0))/").hasPrefix("\(keyword)/") }
        }
        return contains(hit.keywords) && !contains(parts)
    }

    private func notes(_ options: BlockOptions, _ names: QueryNames, in note: OpenNote) throws -> [String] {
        let search = try search(options, names)
        try options.refuseRandomOrder(search.presentation.sort ?? [])
        if options.view == .count, search.presentation.group == nil {
            return [String(try count(search, options, besides: note.path))]
        }
        let backlinks = options.view == .backlinks ? try shown.backlinks(to: note.path) : [:]
        let linking = options.view == .backlinks && shown.hidesComments ? Set(backlinks.keys) : nil
        let sections = try sections(search, options, besides: note.path, among: linking)
        if sections.isEmpty { return [options.view == .count ? "0" : Self.nothing] }
        let passages =
            options.view == .passages
            ? PassageFinder(snapshot, search.query.condition, hidesComments: shown.hidesComments) : nil
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
            let hits = try section.hits.compactMap { try shown.shown($0) }
            switch options.view {
            case .passages: lines += try hits.flatMap { try item($0, passage(of: $0, passages), in: note) }
            case .backlinks:
                lines += try hits.flatMap { hit in
                    try item(
                        hit, Backlink.sentence(of: backlinks[hit.path] ?? [], to: note.path, in: snapshot), in: note)
                }
            default: lines += try self.lines(hits, options, in: note)
            }
        }
        return lines
    }

    private func count(_ search: VaultSearch, _ options: BlockOptions, besides path: VaultPath) throws -> Int {
        let (skipped, limit) = (search.presentation.offset ?? 0, search.presentation.limit ?? .max)
        if !shown.isWhole {
            return try sections(search.withoutLists, options, besides: path).reduce(0) { $0 + $1.hits.count }
        }
        let condition = search.request.condition
        var count = try snapshot.index.count(condition)
        if !options.includesItself, try !snapshot.index.notes([path], satisfying: condition).isEmpty { count -= 1 }
        return min(max(0, count - skipped), limit)
    }

    // MARK: Views

    private func lines(_ hits: [NoteHit], _ options: BlockOptions, in note: OpenNote) throws -> [String] {
        switch options.view {
        case .table: return try table(hits, options.fields, in: note)
        case .tree: return try tree(hits, in: note)
        default: return try hits.map { "- \(try link(to: $0, in: note))" }
        }
    }

    /// Returns the best passage of a note. Readers that see no comments see only attachments that the note shows.
    private func passage(of hit: NoteHit, _ finder: PassageFinder?) throws -> String? {
        let passage = try finder?.passages(in: hit.path)?.snippets(count: 1, width: 200, as: .displayed).first
        if shown.hidesComments, let file = passage?.attachment?.path {
            // A site may leave out a canvas.
            if !shown.isWhole, Canvas.isCanvas(file) { return nil }
            let isShown =
                hit.attachments.contains { $0.path == file } && !file.parts.contains { $0.bytes.first == Byte.dot }
            if !isShown { return nil }
        }
        return passage.map { $0.parts.map(\.text).joined() }
    }

    /// Returns a link with a text below it.
    private func item(_ hit: NoteHit, _ text: String?, in note: OpenNote) throws -> [String] {
        let line = "- \(try link(to: hit, in: note))"
        guard let text = text.map(Self.line), !text.isEmpty else { return [line] }
        return [line, "  > \(NewLink.markdownText(text, beginsLine: true))"]
    }

    private func table(_ hits: [NoteHit], _ fields: [BlockField], in note: OpenNote) throws -> [String] {
        func row(_ cells: [String]) -> String {
            "| " + cells.map { Self.line($0).replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
        }
        let head = [row(fields.map(\.name)), "|" + String(repeating: "---|", count: fields.count)]
        return try head
            + hits.map { hit in
                let link = try link(to: hit, in: note)
                return row(try fields.map { try $0.text(hit, link: link, among: shown, in: snapshot) })
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
        let headings = zip(note.headings, note.slugs)
        let all = headings.filter { $0.0.raw != note.titleRange && !$0.0.text.allSatisfy(\.isWhitespace) }
        if all.isEmpty { return ["*No headings.*"] }
        let form = try form()
        // The words of a heading name the first one that has them.
        var seen = Set(headings.filter { $0.0.raw == note.titleRange }.map { Words.list($0.0.text) })
        var levels: [Int] = []
        return all.map { heading, slug in
            let text = Self.line(heading.text)
            let isFirst = seen.insert(Words.list(text)).inserted
            // A level that is left out adds no indentation: it would make the item code or text.
            while let last = levels.last, last >= heading.level { levels.removeLast() }
            levels.append(heading.level)
            return String(repeating: "  ", count: levels.count - 1) + "- "
                + Self.link(toHeading: text, slug, form == .wiki && isFirst && !text.contains("%%") ? .wiki : .markdown)
        }
    }

    private static func link(toHeading text: String, _ slug: String, _ form: NewLink.Form) -> String {
        guard form == .wiki else { return "[\(NewLink.markdownLabel(text))](#\(slug))" }
        let fragment = OpenNote.fragment(of: text)
        return fragment == text ? "[[#\(text)]]" : "[[#\(fragment)|\(NewLink.wikiLabel(text))]]"
    }

    private func tasks(_ options: BlockOptions, _ names: QueryNames, in note: OpenNote) throws -> [String] {
        let search = try search(options, names)
        // 'task:(…)' in the query also restricts the tasks of the notes that it finds.
        let tests = search.query.condition.conjuncts.compactMap { condition in
            if case .hasTask(let test) = condition { test } else { nil }
        }
        let stated = tests.contains(where: Self.choosesStatus) ? [] : [Condition.not(.taskTest(.status(.cancelled)))]
        let request = TaskRequest(
            condition: .and([.ofNote(search.request.condition)] + tests + stated), sort: options.taskOrder,
            limit: nil,
            today: snapshot.calendar.civil(snapshot.now).startOfDay)
        let found = try snapshot.index.tasks.find(request).hits.filter {
            (options.includesItself || $0.path != note.path) && shown.contains($0.path)
        }
        let tasks = found.dropFirst(search.presentation.offset ?? 0).prefix(search.presentation.limit ?? .max)
        if tasks.isEmpty { return ["*No tasks.*"] }
        return try tasks.map { task in
            // Links in the text would be relative to another note.
            let text = NewLink.markdownText(Self.line(shown.plainText(task.text)), beginsLine: false)
            let source = try shown.note(task.path).map { " (\(try link(to: $0, in: note)))" } ?? ""
            let box =
                switch task.status {
                case .open: "☐"
                case .done: "☑"
                case .cancelled: "☒"
                }
            return "- \(box) \(text)\(source)"
        }
    }

    /// Whether a condition on tasks has a test of their status.
    private static func choosesStatus(_ condition: Condition) -> Bool {
        switch condition {
        case .and(let parts), .or(let parts): parts.contains(where: choosesStatus)
        case .not(let inner): choosesStatus(inner)
        case .taskTest(.status): true
        default: false
        }
    }

    // MARK: Text

    func form() throws -> NewLink.Form {
        if let knownForm { return knownForm }
        let form: NewLink.Form = try snapshot.noteChoices.prefersMarkdownLinks() ? .markdown : .wiki
        knownForm = form
        return form
    }

    /// Returns where a link in generated text leads. Nowhere, if readers may not know of the note.
    func target(of written: String, in note: OpenNote) throws -> ResolvedTarget {
        let target = try snapshot.linkTargets.target(of: written, from: note.path.folder)
        if let path = target.path, !shown.contains(path) { return .nothing }
        return target
    }

    private func link(to hit: NoteHit, in note: OpenNote) throws -> String {
        let folder = note.path.folder
        if let known = knownLinks[folder]?[hit.path] { return known }
        let link = NewLink(snapshot, from: folder)
        var text = try link.text(to: hit.path, title: hit.title, form())
        // Double brackets contain no entities, with which these signs are written.
        if let written = text, Self.mayBeginComment(written), written.contains("%%") || written.contains("<!--") {
            text = nil
        }
        let found = try text ?? link.text(to: hit.path, title: hit.title, .markdown) ?? hit.title
        knownLinks[folder, default: [:]][hit.path] = found
        return found
    }

    private static func bold(_ text: String) -> String {
        NewLink.bold(line(text))
    }

    /// Returns a text on one line.
    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
