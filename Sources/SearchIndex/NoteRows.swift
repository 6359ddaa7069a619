package import Notes
import SourceText

/// What the index keeps of one note, worked out from the note alone, so that many can be made at once on other threads.
package struct NoteRows: Sendable {
    struct Property: Sendable {
        var key: String
        var kind: PropertyKind
        var text = ""
        var number: Double?
        var date: DateText?
    }

    struct Link: Sendable {
        var reference: String
        var line: Int
        var form: ReferenceForm
    }

    package let file: IndexedFile
    let title: String
    let titleWords: String
    let status: String
    let isFavorite: Bool
    let created: DateText?
    let modified: DateText?
    let id: String?
    let order: Int64?
    let words: Int
    let openTasks: Int
    let doneTasks: Int
    let headings: Int
    let keys: Int64
    let isMalformed: Bool
    let hasConflict: Bool
    let propertiesJSON: String
    let keywords: [String]
    let aliases: [String]
    let properties: [Property]
    let links: [Link]
    /// The columns of the full-text table: folded words, each followed by a space.
    let columns: [[UInt8]]
    /// The number of tokens in all columns.
    let length: Int

    /// Stands between the values of a column, so that no phrase runs from one into the next. No query holds it, for it
    /// is no letter.
    private static let gap = Array("\u{E000} ".utf8)

    package init(_ note: Note, _ bytes: [UInt8], file: IndexedFile) {
        self.file = file
        title = note.title
        status = note.status
        isFavorite = note.isFavorite
        created = note.created
        modified = note.modified
        id = note.id
        order = note.order
        openTasks = note.body.tasks.count { !$0.isDone }
        doneTasks = note.body.tasks.count { $0.isDone }
        headings = note.body.headings.count
        keys = note.keys.bits
        isMalformed = note.isMalformed
        hasConflict = !note.body.conflicts.isEmpty
        keywords = note.keywords.map(\.name)
        aliases = note.aliases.map(\.text)

        var json = JSONWriter()
        json.object { YAMLEntry.write(note.properties, to: &$0) }
        propertiesJSON = json.text
        var properties: [Property] = []
        for entry in note.properties { Self.flatten(entry.value, Folding.fold(entry.key), into: &properties) }
        self.properties = properties

        if note.references.isEmpty {
            links = []
        } else {
            // They stand in the order of their places, so that each line feed is counted once.
            var line = 1
            var place = 0
            links = note.references.map {
                line += bytes.lineFeeds(in: place..<$0.range.lowerBound)
                place = $0.range.lowerBound
                return Link(reference: $0.target, line: line, form: ReferenceForm($0))
            }
        }

        var length = 0
        func column(_ texts: [String]) -> [UInt8] {
            var out: [UInt8] = []
            for text in texts {
                if !out.isEmpty { out += Self.gap }
                let utf8 = Array(text.utf8)
                length += Words.append(utf8, 0..<utf8.count, to: &out).tokens
            }
            return out
        }
        let titleColumn = column([note.title])
        titleWords = String(decoding: titleColumn.dropLast(), as: UTF8.self)
        let others = [
            column(aliases), column([file.path.stem.text]), column(keywords), column(note.body.headings.map(\.text)),
        ]
        var body: [UInt8] = []
        let start = note.frontMatter.bodyStart
        let counts = Words.append(bytes, start..<bytes.count, to: &body)
        length += counts.tokens
        words = counts.runs
        columns = [titleColumn] + others + [body]
        self.length = length
    }

    /// The bit of a known key in `note.keys`.
    static func bit(_ key: FrontMatterKey) -> Int64 { key.bit }

    private static func flatten(_ value: YAMLValue, _ key: String, into rows: inout [Property]) {
        switch value.content {
        case .null, .opaque: rows.append(Property(key: key, kind: .null))
        case .scalar(let text, _):
            if value.isNull {
                rows.append(Property(key: key, kind: .null))
            } else if let number = value.number {
                rows.append(Property(key: key, kind: .number, text: text, number: number))
            } else if value.boolean != nil {
                rows.append(Property(key: key, kind: .boolean, text: text))
            } else if let date = DateText(text), date.precision >= .day {
                rows.append(Property(key: key, kind: .date, text: text, date: date))
            } else {
                rows.append(Property(key: key, kind: .text, text: text))
            }
        case .sequence(let values, _):
            if values.isEmpty { rows.append(Property(key: key, kind: .container)) }
            for value in values { flatten(value, key, into: &rows) }
        case .mapping(let mapping, _):
            rows.append(Property(key: key, kind: .container))
            for entry in mapping.entries { flatten(entry.value, "\(key).\(Folding.fold(entry.key))", into: &rows) }
        }
    }
}
