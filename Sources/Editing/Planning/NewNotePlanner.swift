import Notes
import QueryLanguage
package import Searching
package import SourceText
package import VaultFiles

/// The title, properties and text of a note to create.
package struct NewNote: Sendable {
    package var title: String
    package var folder: VaultPath
    package var keywords: [String] = []
    package var status: String?
    package var isFavorite = false
    package var template: String?
    /// The kind of the note: see `setKind`.
    var kind: NoteKind?
    package var body: [UInt8]?
    /// The file name without extension (default: made from the title). No file may have it.
    package var name: String?
    /// The day of a daily note (default: today).
    package var day: CivilTime?
    /// Whether it is a daily note, whose title is that of its file name.
    var isDaily = false

    package init(title: String, folder: VaultPath) {
        self.title = title
        self.folder = folder
    }
}

/// Plans that create notes.
package struct NewNotePlanner {
    private let context: PlanContext

    package init(_ snapshot: VaultSnapshot) { context = PlanContext(snapshot: snapshot) }

    private var snapshot: VaultSnapshot { context.snapshot }
    private var rules: NoteRules { context.rules }

    /// Returns a plan that creates a note, and the note's path. The file name is made from the title, with a number if
    /// a file has that name in any case. The plan also rewrites links that would otherwise lead to the new note.
    package func create(_ new: NewNote) throws -> (plan: ChangePlan, path: VaultPath) {
        guard new.title.contains(where: { !$0.isWhitespace }), !new.title.contains(where: \.isNewline) else {
            throw VaultError("a title must be a single line that is not empty")
        }
        var new = new
        let kind = try new.kind.map { try NewNoteKind($0, snapshot) }
        var values = templateValues(new)
        let suffix = context.noteExtension
        let path =
            try new.name.map { new.folder.appending(VaultPath("\($0).\(suffix)")) }
            ?? context.paths.freePath(
                for: FileName.stem(for: rules.fileStem(for: new.title)), in: new.folder, suffix: suffix)
        try context.paths.checkNew(path)
        if new.name != nil { try context.paths.refuseTaken(path) }
        try context.paths.refuseIgnored(path, isFolder: false)
        values.values["name"] = path.stem.text
        // As in Obsidian, where a daily note has no other title: `2024-03-27 Wednesday`.
        if new.isDaily, path.stem.text.contains(new.title) { values.values["title"] = path.stem.text }
        let template = try new.template.map { try TemplateFolder(snapshot.vault).template($0) }
        var change = NoteChange(path, try template?.filled(values) ?? [])
        func note() -> Note { Note(change.after, name: path.name, rules: rules) }
        if let kind {
            let present = Set(note().keywords.map { Folding.fold($0.name) })
            new.keywords += try kind.keywords.filter { !present.contains(Folding.fold($0)) }
        }
        try change.edit(try assignments(new, at: path, keys: note().keys))
        if let name = new.template { try change.edit(try declaredValues(in: change.after, template: name)) }
        try kind?.addMissingKeys(to: &change)
        var text = change.after
        func append(_ added: [UInt8]) {
            if let last = text.last, last != Byte.newline { text.append(Byte.newline) }
            text += added
            if let last = text.last, last != Byte.newline { text.append(Byte.newline) }
        }
        let isUntitled = Note(text, name: path.name, rules: rules).titleRange == nil
        if snapshot.vault.configuration.newNotes.title == .heading, isUntitled { append(Array("# \(new.title)".utf8)) }
        if let body = new.body { append(body) }
        if let kind { append(kind.missingHeadings(Note(text, name: path.name, rules: rules))) }
        var plan = ChangePlan("new '\(new.title)'")
        let links = try LinkUpdate(context, VaultEdit(added: (path, text))).outcome()
        plan.operations =
            try context.paths.missingFolders(above: path) + [.create(path, .bytes(text))] + links.operations
        plan.notices = (template?.notices ?? []) + links.notices + (try context.noticesOfNewKeywords(new.keywords))
        for (target, sources) in links.taken.sorted(by: { $0.key < $1.key }) {
            let count = sources.count == 1 ? "'\(sources.first?.text ?? "")'" : "\(sources.count) notes"
            plan.notices.append(
                "links to '\(target.text)' in \(count) would match '\(path.text)'; they are updated to keep their target"
            )
        }
        return (plan, path)
    }

    /// Returns the changes that give declared keys in a filled template their default values, or their values as
    /// `slip set` writes them: words for dates as dates.
    ///
    /// - Throws: `VaultError` if a value does not have the declared type.
    private func declaredValues(in bytes: [UInt8], template: String) throws -> [FrontMatterChange] {
        let declarations = snapshot.vault.configuration.properties
        if declarations.isEmpty { return [] }
        let assignments: [PropertyAssignment] = try FrontMatter(bytes).mapping.entries.compactMap { entry in
            guard let declaration = declarations[entry.key] else { return nil }
            let declared = DeclaredAssignment(
                declaration: declaration, now: snapshot.now, calendar: snapshot.calendar,
                remedy: "change the template '\(template)'")
            return try declared.actionOfTemplate(for: entry.value, in: bytes).map { action in
                try declared.resolved(PropertyAssignment(key: entry.key, action: action))
            }
        }
        return try PropertyAssignments(rules, force: true).changes(assignments)
    }

    /// Returns the note in a folder, without its subfolders, that has a title, or else the file name made from it.
    /// Returns nil if there is none.
    ///
    /// - Throws: `VaultError` if several notes have the title.
    package func existing(_ title: String, in folder: VaultPath) throws -> VaultPath? {
        let titled = try snapshot.queryNames.notes(named: title).filter {
            try $0.folder == folder && snapshot.note($0).map { Folding.fold($0.title) } == Folding.fold(title)
        }
        if titled.count > 1 {
            let paths = titled.map { "'\($0.text)'" }.joined(separator: ", ")
            throw VaultError("several notes have the title '\(title)': \(paths)", help: "slip append PATH")
        }
        let stem = FileName.identity(FileName.stem(for: rules.fileStem(for: title)))
        return try titled.first
            ?? snapshot.files(inside: folder).first {
                try $0.folder == folder && FileName.identity($0.stem.text) == stem && snapshot.isNote($0)
            }
    }

    /// Returns the front matter to set in a new note. The title and the creation date are left out if the template has
    /// them.
    ///
    /// - Parameter keys: the known keys in the template.
    private func assignments(
        _ new: NewNote, at path: VaultPath, keys: FrontMatterKeySet
    ) throws -> [FrontMatterChange] {
        let own = snapshot.vault.configuration.newNotes
        var assignments: [FrontMatterChange] = []
        let isNamed = own.title == .fileName && (new.isDaily || rules.fileTitle(path.name) == new.title)
        if !keys.contains(.title), !isNamed, own.title != .heading {
            assignments.append(.set(rules.names(.title), new.title))
        }
        if let status = new.status {
            guard let known = rules.status(status) else {
                throw VaultError(
                    "'\(status)' is not a status", help: PropertyAssignments.statusHelp(snapshot.statuses))
            }
            assignments.append(.set(rules.names(.status), known))
        }
        let keywords = new.keywords.map(Keyword.normalized).filter { !$0.isEmpty }
        if !keywords.isEmpty {
            assignments.append(
                .add(rules.names(.keywords), keywords, identity: PropertyAssignments.identity(.keywords))
                    .named(own.names[.keywords]))
        }
        if new.isFavorite { assignments.append(.set(rules.names(.favorite), "true")) }
        if !keys.contains(.created), own.writesCreated {
            let today = own.writesTime ? timestamp : snapshot.calendar.civil(snapshot.now).dayText
            assignments.append(
                .set(rules.names(.created), new.day?.dayText ?? today).named(own.names[.created]))
        }
        return assignments
    }

    /// Returns the path of the daily note of a day, and a plan that creates it. The plan is nil if the note exists.
    package func daily(_ day: CivilTime) throws -> (path: VaultPath, plan: ChangePlan?) {
        if let path = try existingDaily(day) { return (path, nil) }
        let daily = snapshot.vault.configuration.daily
        let stem = try daily.path(day)
        let title = rules.fileTitle(VaultPath("\(stem.name.text).\(context.noteExtension)"))
        var new = NewNote(title: rules.titlesDifferFromNames ? title : day.dayText, folder: stem.folder)
        (new.name, new.isDaily) = (stem.name.text, true)
        new.template = daily.template
        if day != snapshot.calendar.civil(snapshot.now).startOfDay { new.day = day }
        let (plan, path) = try create(new)
        return (path, plan)
    }

    /// Returns the path of the daily note of a day, or nil if there is none.
    package func existingDaily(_ day: CivilTime) throws -> VaultPath? {
        let stem = try snapshot.vault.configuration.daily.path(day)
        return try snapshot.vault.configuration.extensions.sorted().map { VaultPath("\(stem.text).\($0)") }
            .first { try snapshot.isNote($0) }
    }

    /// Returns a text with its template fields replaced by the values for a note.
    ///
    /// - Throws: `VaultError` for an unknown field.
    func filled(_ text: [UInt8], for note: OpenNote, _ target: CaptureTarget) throws -> [UInt8] {
        var new = NewNote(title: note.title, folder: note.path.folder)
        if case .day(let day) = target, day != snapshot.calendar.civil(snapshot.now).startOfDay { new.day = day }
        var values = templateValues(new)
        values.values["name"] = note.path.stem.text
        return try NoteTemplate.filled(text, values)
    }

    /// Returns a plan that rewrites the links of other notes so that they keep their targets when a note is created at
    /// a path. The plan does not create the note.
    package func keepLinks(addingNoteAt path: VaultPath) throws -> ChangePlan {
        var plan = ChangePlan("make '\(path.text)'")
        plan.operations = try LinkUpdate(context, VaultEdit(added: (path, []))).outcome().operations
        return plan
    }

    /// The current local time with its offset from UTC.
    private var timestamp: String {
        let civil = snapshot.calendar.civil(snapshot.now)
        let offset = (civil.seconds - snapshot.now.seconds) / 60
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : String(value) }
        let zone = offset == 0 ? "Z" : "\(offset < 0 ? "-" : "+")\(two(abs(offset) / 60)):\(two(abs(offset) % 60))"
        return "\(civil.dayText)T\(civil.clockText)\(zone)"
    }

    private func templateValues(_ new: NewNote) -> TemplateFields {
        let civil = new.day ?? snapshot.calendar.civil(snapshot.now)
        let digits = { (text: String) in text.filter { $0.isNumber } }
        let values = [
            "title": new.title, "date": civil.dayText, "time": String(civil.clockText.prefix(5)),
            "timestamp": new.day?.dayText ?? timestamp, "id": digits(civil.dayText) + digits(civil.clockText),
            "folder": new.folder.text,
            "year": civil.yearText, "month": civil.monthText,
        ]
        return TemplateFields(values: values, time: civil)
    }
}
