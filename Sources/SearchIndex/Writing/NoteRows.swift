package import Notes
import SourceText

/// The index data of one note, computed from the note alone, so that many can be computed in parallel.
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
        /// The fragment.
        var fragment: String?
        var line: Int
        var targetLocation: TextLocation
        var form: ReferenceForm
        var keys: [NameHash]
        /// The target note, if file paths alone determine it.
        var target: LinkTarget?
    }

    /// A problem of the note that does not depend on other files.
    struct Finding: Sendable {
        var kind: Diagnostic.Kind
        var location: TextLocation
        var message: String
        var help: String?
    }

    package let file: IndexedFile
    let title: String
    let titleLocation: TextLocation
    let idLocation: TextLocation?
    let status: String
    let created: DateText?
    let modified: DateText?
    let id: String?
    let order: Int64?
    let words: Int
    let openTasks: Int
    let doneTasks: Int
    let headings: Int
    let keys: Int64
    let features: NoteFeatures
    let titlePrefix: Int64
    let namePrefix: Int64
    /// As `NoteColumn.nameLengths`.
    let nameLengths: Int64
    /// The other properties as a JSON object, or nil if there are none.
    let propertiesJSON: String?
    let keywords: [String]
    let aliases: [String]
    let properties: [Property]
    let links: [Link]
    let findings: [Finding]
    let nameKeys: Set<NameHash>
    /// The columns of the full-text table in their order: folded words, each followed by a space.
    let columns: [[UInt8]]
    /// The number of tokens in all columns.
    let length: Int

    /// The separator of the values of a column, so that no phrase spans two of them. No query contains it, because it
    /// is not a letter.
    private static let gap = Array("\u{E000} ".utf8)

    /// - Parameter names: the names of all files, if none of them is indexed yet.
    package init(
        _ note: Note, _ bytes: [UInt8], file: IndexedFile, rules: NoteRules, names: FileNames? = nil
    ) {
        self.file = file
        let diagnostics = note.findings(rules, in: bytes)
        let locations = Self.locations(note, diagnostics, bytes: bytes)
        title = note.title
        titleLocation = note.titleRange.map { locations[$0.lowerBound] } ?? .start
        idLocation = note.idRange.map { locations[$0.lowerBound] }
        status = note.status
        created = note.created
        modified = note.modified
        id = note.id
        order = note.order
        openTasks = note.body.tasks.count { !$0.isDone }
        doneTasks = note.body.tasks.count { $0.isDone }
        headings = note.body.headings.count
        keys = note.keys.bits
        titlePrefix = SortPrefix.number(of: NaturalOrder.key(note.title))
        namePrefix = SortPrefix.number(of: NaturalOrder.key(file.path.name.text))
        keywords = note.keywords.map(\.name)
        aliases = note.aliases.map(\.text)

        if note.properties.isEmpty {
            propertiesJSON = nil
        } else {
            var json = JSONWriter()
            json.object { YAMLEntry.write(note.properties, to: &$0) }
            propertiesJSON = json.text
        }
        var properties: [Property] = []
        for entry in note.properties { Self.flatten(entry.value, Folding.fold(entry.key), into: &properties) }
        self.properties = properties

        if note.references.isEmpty {
            links = []
        } else {
            let folder = file.path.folder
            links = note.references.map {
                let keys = NameKey.reference($0.target, in: folder)
                return Link(
                    reference: $0.target, fragment: $0.fragment, line: locations[$0.range.lowerBound].line,
                    targetLocation: locations[($0.destination ?? $0.range).lowerBound],
                    form: ReferenceForm($0), keys: keys, target: names?.note($0.target, keys, in: folder))
            }
        }
        findings = diagnostics.map {
            Finding(kind: $0.kind, location: locations[$0.range.lowerBound], message: $0.message, help: $0.help)
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
        nameKeys = NameKey.note(file.path, title: title, id: id, aliases: aliases)
        let titleColumn = column([title])
        let titleLength = length
        let nameColumn = column([file.path.stem.text])
        nameLengths = Int64(min(titleLength, 255) | min(length - titleLength, 255) << 8)
        let others = [
            titleColumn, column(aliases), nameColumn, column(keywords), column(note.body.headings.map(\.text)),
        ]
        var body: [UInt8] = []
        let start = note.frontMatter.bodyStart
        if note.body.reading.isEmpty {
            let counts = Words.append(bytes, start..<bytes.count, to: &body)
            length += counts.tokens
            words = counts.runs
        } else {
            let text = ReadingText(bytes, from: start, note.body.reading)
            body.reserveCapacity(text.bytes.count + text.bytes.count / 4)
            var words = 0
            for segment in text.segments {
                if !body.isEmpty { body += Self.gap }
                let counts = Words.append(text.bytes, segment, to: &body)
                length += counts.tokens
                words += counts.runs
            }
            self.words = words
        }
        columns = [body] + others
        self.length = length

        var features: NoteFeatures = []
        if note.isFavorite { features.insert(.favorite) }
        if note.isMalformed { features.insert(.malformed) }
        if !note.conflicts.isEmpty { features.insert(.conflict) }
        if note.created != nil { features.insert(.ownCreated) }
        if note.modified != nil { features.insert(.ownModified) }
        if words == 0 { features.insert(.empty) }
        if openTasks > 0 { features.insert(.openTask) }
        if doneTasks > 0 { features.insert(.doneTask) }
        if !aliases.isEmpty { features.insert(.alias) }
        self.features = features
    }

    /// Returns the locations of all positions that are stored.
    private static func locations(_ note: Note, _ diagnostics: [Diagnostic], bytes: [UInt8]) -> TextLocations {
        var offsets = [note.titleRange, note.idRange].compactMap { $0?.lowerBound }
        for reference in note.references {
            offsets.append(reference.range.lowerBound)
            if let destination = reference.destination { offsets.append(destination.lowerBound) }
        }
        offsets += diagnostics.map(\.range.lowerBound)
        return TextLocations(of: offsets, in: bytes)
    }

    /// Returns the bit of a known key in `note.keys`.
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
            } else if text.utf8.dropFirst(4).first == Byte.hyphen, let date = DateText(text), date.precision >= .day {
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
