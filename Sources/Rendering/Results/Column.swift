package import QueryLanguage
import Searching
package import SourceText

/// A column of CSV, TSV and JSON, or a `{{…}}` field of a template.
package struct Column: Hashable, Sendable {
    /// The built-in columns. All others are front matter keys. The raw value is the name that the user types.
    package enum Standard: String, CaseIterable, Sendable {
        case vault, path, file, name, title, folder, status, keywords, favorite, created, modified, date, id, aliases,
            order
        case words, size, hash, links, backlinks, headings, attachments, tasks
        case openTasks = "tasks.open"
        case doneTasks = "tasks.done"
        case properties, score, snippet, excerpt, line, matches, group, nearly
        case gitFirst = "git.first"
        case gitLast = "git.last"
        case gitCommits = "git.commits"
        case gitAuthors = "git.authors"
        case gitDirty = "git.dirty"
    }

    enum Source: Hashable, Sendable {
        case standard(Standard)
        /// A folded front matter key. Dots separate the names of nested keys.
        case property(String)
    }

    /// The name as the user wrote it.
    package let name: String
    let kind: Source

    init(_ standard: Standard) {
        name = standard.rawValue
        kind = .standard(standard)
    }

    /// - Parameter property: a front matter key, folded.
    init(property: String) {
        name = property
        kind = .property(property)
    }

    /// Creates the column with a name: a standard one, an alias of its key (`tags`), or a front matter key. `prop.NAME`
    /// always means the latter.
    ///
    /// - Parameters:
    ///   - keys: every name of the known front matter keys.
    ///   - isProperty: whether any note has the folded front matter key.
    /// - Returns: nil if there is no such column.
    package init?(named name: String, keys: KeyNames, isProperty: (String) throws -> Bool) rethrows {
        self.name = name
        let folded = Folding.fold(name)
        if let standard = Standard(rawValue: folded) {
            kind = .standard(standard)
        } else if let key = keys.name(name)?.key, let standard = Standard(rawValue: key.rawValue) {
            kind = .standard(standard)
        } else {
            let key = folded.hasPrefix("prop.") ? String(folded.dropFirst(5)) : folded
            guard try !key.isEmpty && isProperty(key) else { return nil }
            kind = .property(key)
        }
    }

    /// Whether the note's file must be read for the column.
    package var showsPassages: Bool {
        [.snippet, .line, .matches, .nearly].contains { kind == .standard($0) }
    }

    /// Whether the value comes from git.
    package var dependsOnGit: Bool {
        switch kind {
        case .standard(.gitFirst), .standard(.gitLast), .standard(.gitCommits), .standard(.gitAuthors),
            .standard(.gitDirty):
            true
        default: false
        }
    }

    // MARK: Values

    /// Returns the value of a note as text, not escaped. Empty if the note has none.
    package func text(_ hit: NoteHit, _ around: RenderingContext) -> String {
        String(decoding: bytes(ResultRow(hit), around), as: UTF8.self)
    }

    /// Returns the value for a table or template, not escaped. Paths are exact bytes, and the elements of a list are
    /// separated by commas. Empty if the note has no value.
    func bytes(_ row: ResultRow, _ around: RenderingContext) -> [UInt8] {
        switch kind {
        case .standard(.path): row.hit.path.bytes
        case .standard(.file): around.paths.bytes(row.hit)
        case .standard(.name): row.hit.path.stem.bytes
        case .standard(.folder): row.hit.path.folder.bytes
        case .standard(let column): Array(Self.text(column, row, around: around).utf8)
        case .property(let key): Array(Self.text(ofProperty: key, row, around).utf8)
        }
    }

    private static func text(_ column: Standard, _ row: ResultRow, around: RenderingContext) -> String {
        let hit = row.hit
        return switch column {
        // Paths are bytes and handled in `bytes`.
        case .path, .file, .name, .folder: hit.path.text
        case .vault: hit.result.vault?.name ?? ""
        case .title: hit.title
        case .status: hit.status
        case .keywords: hit.keywords.joined(separator: ", ")
        case .favorite: hit.isFavorite ? "true" : "false"
        case .created: hit.created.rfc3339
        case .modified: hit.modified.rfc3339
        case .date: around.calendar.civil(hit.created).dayText
        case .id: hit.id ?? ""
        case .aliases: hit.aliases.joined(separator: ", ")
        case .order: hit.order.map { String($0) } ?? ""
        case .words: String(hit.counts.words)
        case .size: String(hit.counts.size)
        case .hash: ContentHash.text(hit.contentHash)
        case .links: hit.links.map(\.target).joined(separator: ", ")
        case .backlinks: Self.sources(around.backlinks(hit)).map(\.text).joined(separator: ", ")
        case .headings: around.headings(hit).map(\.text).joined(separator: ", ")
        case .attachments: hit.attachments.map(\.path.text).joined(separator: ", ")
        case .tasks, .openTasks: String(hit.counts.openTasks)
        case .doneTasks: String(hit.counts.doneTasks)
        case .properties: hit.propertiesJSON
        case .score: hit.result.score.map { String(($0 * 1000).rounded() / 1000) } ?? ""
        case .snippet: row.passages?.plainSnippet ?? ""
        case .excerpt: around.beginning(hit, NoteExcerpt.usualLines).joined(separator: " ")
        case .line: String(row.passages?.snippetLine ?? 1)
        case .matches: NoteJSON.listed(row.passages).map { "\($0.line):\($0.column)" }.joined(separator: ", ")
        case .group: row.group ?? ""
        case .gitFirst: hit.result.git?.first?.rfc3339 ?? ""
        case .gitLast: hit.result.git?.last?.rfc3339 ?? ""
        case .gitCommits: hit.result.git.map { String($0.commits) } ?? ""
        case .gitAuthors: hit.result.git?.authors.joined(separator: ", ") ?? ""
        case .gitDirty: hit.result.git.map { $0.isDirty ? "true" : "false" } ?? ""
        case .nearly: hit.result.nearMatch?.plainText(row.passages) ?? ""
        }
    }

    /// Returns the notes that contain links, which are in order of path, each once.
    private static func sources(_ backlinks: [Backlink]) -> [VaultPath] {
        backlinks.reduce(into: []) { if $0.last != $1.path { $0.append($1.path) } }
    }

    private static func text(ofProperty key: String, _ row: ResultRow, _ around: RenderingContext) -> String {
        let text = values(key, row).map(\.plainText).joined(separator: ", ")
        guard text.isEmpty, around.showsDefaults else { return text }
        let identity = FrontMatterKey.identity(key)
        return around.defaults(of: row.hit).first { FrontMatterKey.identity($0.key) == identity }
            .map { "\($0.value) (default)" } ?? ""
    }

    private static func values(_ key: String, _ row: ResultRow) -> [JSONValue] {
        JSONValue(parsing: row.hit.propertiesJSON)?.values(ofProperty: key) ?? []
    }

    /// Writes the column as a member of an object, with its value in the same form as `NoteJSON.write`.
    func write(_ row: ResultRow, _ around: RenderingContext, to json: inout JSONWriter) {
        let hit = row.hit
        switch kind {
        case .standard(.path): return json.path(name, hit.path)
        case .standard(.file):
            return json.path(name, VaultPath(bytes: around.paths.bytes(hit)))
        case .standard(.name): return json.path(name, hit.path.stem)
        case .standard(.folder): return json.path(name, hit.path.folder)
        default: json.key(name)
        }
        switch kind {
        case .standard(.keywords): json.array { json in for text in hit.keywords { json.string(text) } }
        case .standard(.aliases): json.array { json in for text in hit.aliases { json.string(text) } }
        case .standard(.favorite): json.bool(hit.isFavorite)
        case .standard(.id): json.string(hit.id)
        case .standard(.order): json.int(hit.order)
        case .standard(.words): json.int(hit.counts.words)
        case .standard(.size): json.int(hit.counts.size)
        case .standard(.openTasks): json.int(hit.counts.openTasks)
        case .standard(.gitFirst): json.string(hit.result.git?.first?.rfc3339)
        case .standard(.gitLast): json.string(hit.result.git?.last?.rfc3339)
        case .standard(.gitCommits): json.int(hit.result.git?.commits ?? 0)
        case .standard(.gitAuthors):
            json.array { json in for text in hit.result.git?.authors ?? [] { json.string(text) } }
        case .standard(.gitDirty): json.bool(hit.result.git?.isDirty ?? false)
        case .standard(.doneTasks): json.int(hit.counts.doneTasks)
        case .standard(.line): json.int(row.passages?.snippetLine ?? 1)
        case .standard(.matches): NoteJSON.matches(row.passages, to: &json)
        case .standard(.links): NoteJSON.list(hit.links, to: &json)
        case .standard(.backlinks): NoteJSON.list(around.backlinks(hit), to: &json)
        case .standard(.headings): NoteJSON.list(around.headings(hit), to: &json)
        case .standard(.attachments): NoteJSON.list(AttachmentFiles(hit, in: nil), to: &json)
        case .standard(.tasks): NoteJSON.tasks(hit, to: &json)
        case .standard(.properties): json.raw(hit.propertiesJSON)
        case .standard(.score):
            if let score = hit.result.score { json.number(NoteJSON.rounded(score)) } else { json.null() }
        case .standard(.snippet): json.string(row.passages.map { NoteJSON.snippet($0) })
        case .standard(.excerpt):
            json.string(around.beginning(hit, NoteExcerpt.usualLines).joined(separator: "\n"))
        case .standard(.group): json.string(row.group)
        case .standard(.nearly):
            if let nearMatch = hit.result.nearMatch { nearMatch.write(row.passages, to: &json) } else { json.null() }
        case .standard(let column): json.string(Self.text(column, row, around: around))
        case .property(let key):
            let values = Self.values(key, row)
            if values.count > 1 {
                JSONValue.array(values).write(to: &json)
            } else {
                (values.first ?? .null).write(to: &json)
            }
        }
    }
}

/// An error for an unknown column name, with the nearest known name.
package struct UnknownColumn: Error, Hashable, Sendable {
    package var name: String
    package var near: String?

    package init(_ name: String, properties: [String]) {
        self.name = name
        near = Nearest.match(Folding.fold(name), among: Column.Standard.allCases.map(\.rawValue) + properties)
    }
}
