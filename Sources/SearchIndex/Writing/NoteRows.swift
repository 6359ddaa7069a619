package import Notes
import SourceText

/// The index data of one note, computed from the note alone, so that many can be computed in parallel.
package struct NoteRows: Sendable {
    /// A value of a property, in a list or not.
    struct Property: Sendable {
        var key: String
        var kind: PropertyKind
        var text = ""
        var number: Double?
        var date: DateText?
    }

    /// A reference of the note, with the hashes under which its target is searched.
    struct Link: Sendable {
        var reference: String
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
        var severity: Diagnostic.Severity
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
    let tasks: [TaskEntry]
    var openTasks: Int { tasks.count { $0.flags.status == .open } }
    var doneTasks: Int { tasks.count { $0.flags.status == .done } }
    let headings: Int
    let keys: Int64
    let features: NoteFeatures
    let titlePrefix: Int64
    let namePrefix: Int64
    /// The other properties as a JSON object, or nil if there are none.
    let propertiesJSON: String?
    let keywords: [String]
    let aliases: [String]
    let properties: [Property]
    let links: [Link]
    let findings: [Finding]
    let nameKeys: Set<NameHash>
    let text: FullText

    /// - Parameter names: the names of all files, if none of them is indexed yet.
    package init(_ note: Note, _ bytes: [UInt8], file: IndexedFile, rules: NoteRules, names: FileNames? = nil) {
        self.file = file.withoutGeneratedText(of: note)
        let diagnostics = note.findings(rules, in: bytes)
        let noteTasks = note.tasks
        let locations = Self.locations(note, diagnostics, noteTasks: noteTasks, bytes: bytes)
        title = note.title
        titleLocation = note.titleRange.map { locations[$0.lowerBound] } ?? .start
        idLocation = note.idRange.map { locations[$0.lowerBound] }
        status = note.status
        created = note.created
        modified = note.modified
        id = note.id
        order = note.order
        tasks = TaskEntry.all(
            noteTasks, in: bytes, headings: note.body.headings, at: locations, statuses: rules.taskStatuses)
        headings = note.body.headings.count
        keys = note.keys.bits
        titlePrefix = SortPrefix.number(of: NaturalOrder.key(note.title))
        namePrefix = SortPrefix.number(of: NaturalOrder.key(file.path.name.text))
        keywords = note.keywords.map(\.name)
        aliases = note.aliases.map(\.text)
        propertiesJSON = Self.json(note)
        var properties: [Property] = []
        for entry in note.properties { Self.flatten(entry.value, entry.key, into: &properties) }
        self.properties = properties
        links = Self.links(note.references, in: file.path.folder, locations, names: names)
        findings = diagnostics.map {
            Finding(
                kind: $0.kind, severity: $0.severity, location: locations[$0.range.lowerBound], message: $0.message,
                help: $0.help)
        }
        nameKeys = NameKey.note(file.path, title: title, id: id, aliases: aliases)
        text = FullText(note, bytes, path: file.path)
        features = Self.features(
            note, tasks, hasWords: text.words > 0, hidesParts: note.hidesParts(name: file.path.name, rules: rules))
    }

    private static func json(_ note: Note) -> String? {
        if note.properties.isEmpty { return nil }
        var json = JSONWriter()
        json.object { YAMLEntry.write(note.properties, to: &$0) }
        return json.text
    }

    /// Returns the rows of the references of a note or canvas.
    static func links(
        _ references: [Reference], in folder: VaultPath, _ locations: TextLocations, names: FileNames?
    ) -> [Link] {
        references.map {
            let keys = NameKey.reference($0.target, in: folder)
            let form = ReferenceForm($0)
            return Link(
                reference: $0.target, fragment: $0.fragment, line: locations[$0.range.lowerBound].line,
                targetLocation: locations[($0.destination ?? $0.range).lowerBound],
                form: form, keys: keys,
                target: names?.note($0.target, keys, in: folder, as: form))
        }
    }

    /// Returns the features that do not depend on other files.
    private static func features(
        _ note: Note, _ tasks: [TaskEntry], hasWords: Bool, hidesParts: Bool
    ) -> NoteFeatures {
        let statuses = Set(tasks.map(\.flags.status))
        let features: [(NoteFeatures, Bool)] = [
            (.favorite, note.isFavorite), (.malformed, note.isMalformed), (.conflict, !note.conflicts.isEmpty),
            (.ownCreated, note.created != nil), (.ownModified, note.modified != nil), (.empty, !hasWords),
            (.openTask, statuses.contains(.open)), (.doneTask, statuses.contains(.done)),
            (.cancelledTask, statuses.contains(.cancelled)),
            (.alias, !note.aliases.isEmpty), (.hiddenParts, hidesParts),
            (.liveBlock, !note.body.liveBlocks.isEmpty),
        ]
        return NoteFeatures(features.filter(\.1).map(\.0))
    }

    /// Returns the locations of all positions that are stored.
    private static func locations(
        _ note: Note, _ diagnostics: [Diagnostic], noteTasks: [TaskItem], bytes: [UInt8]
    ) -> TextLocations {
        var offsets = [note.titleRange, note.idRange].compactMap { $0?.lowerBound }
        for reference in note.references {
            offsets.append(reference.range.lowerBound)
            if let destination = reference.destination { offsets.append(destination.lowerBound) }
        }
        offsets += noteTasks.map(\.range.lowerBound)
        offsets += diagnostics.map(\.range.lowerBound)
        return TextLocations(of: offsets, in: bytes)
    }

    /// Adds the rows of a value. Entries of a list share its name. Names of nested keys are joined by dots.
    private static func flatten(_ value: YAMLValue, _ key: String, into rows: inout [Property]) {
        if value.isEmpty { return rows.append(Property(key: key, kind: .null)) }
        switch value.content {
        case .null, .opaque: rows.append(Property(key: key, kind: .null))
        case .scalar(let text, _):
            if let number = value.number {
                rows.append(Property(key: key, kind: .number, text: text, number: number))
            } else if value.boolean != nil {
                rows.append(Property(key: key, kind: .boolean, text: text))
            } else if text.utf8.dropFirst(4).prefix(4).contains(Byte.hyphen), let date = DateText(extended: text),
                date.precision >= .day
            {
                rows.append(Property(key: key, kind: .date, text: text, date: date))
            } else {
                rows.append(Property(key: key, kind: .text, text: text))
            }
        case .sequence(let values, _):
            for value in values { flatten(value, key, into: &rows) }
        case .mapping(let mapping, _):
            rows.append(Property(key: key, kind: .container))
            for entry in mapping.entries { flatten(entry.value, "\(key).\(entry.key)", into: &rows) }
        }
    }
}

extension IndexedFile {
    /// Returns the file without the size of the text that live blocks of its note generated.
    fileprivate func withoutGeneratedText(of note: Note) -> IndexedFile {
        var file = self
        for block in note.body.liveBlocks { file.size -= Int64(block.generated.count) }
        return file
    }
}
