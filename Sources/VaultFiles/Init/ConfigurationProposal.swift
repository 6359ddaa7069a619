import Notes
package import SourceText

/// Proposed lines for the `config.yaml` of a new vault, derived from its contents. There are none if nothing needs to
/// be set, or if a line would not be read as intended.
package struct ConfigurationProposal: Hashable, Sendable {
    /// A name in front matter that could become an alias of a known key.
    package struct ForeignKey: Hashable, Sendable {
        package var key: FrontMatterKey
        package var name: String
        /// The number of notes that have this name.
        package var notes: Int

        package init(key: FrontMatterKey, name: String, notes: Int) {
            self.key = key
            self.name = name
            self.notes = notes
        }
    }

    /// The folder and name of daily notes, and the reason for them.
    package struct Daily: Hashable, Sendable {
        package var notes: DailyNotes
        package var reason: String

        package init(_ notes: DailyNotes, reason: String) {
            (self.notes, self.reason) = (notes, reason)
        }
    }

    /// The folder and the front matter of new notes, and the reasons for them.
    package struct New: Hashable, Sendable {
        package var notes = NewNotes()
        package var reasons: [String] = []

        package init() {}

        /// Creates the settings for notes without front matter.
        fileprivate init(ofPages reason: String) {
            (notes.title, notes.writesCreated) = (.fileName, false)
            reasons = [reason]
        }

        /// The proposed line, or nil if nothing differs from the default.
        fileprivate var text: String? {
            var parts: [String] = []
            if let folder = notes.folder { parts.append("folder: \(ConfigurationProposal.quoted(folder))") }
            if notes.title != .key { parts.append("title: \(notes.title == .heading ? "heading" : "false")") }
            if !notes.writesCreated { parts.append("created: false") }
            for key in NewNotes.namedKeys {
                if let name = notes.names[key] {
                    parts.append("\(key.rawValue): \(ConfigurationProposal.quoted(name))")
                }
            }
            if !notes.writesTime { parts.append("time: false") }
            return parts.isEmpty ? nil : "new: {\(parts.joined(separator: ", "))}"
        }
    }

    /// The type of the values of a key.
    package struct ProposedType: Hashable, Sendable {
        package var key: String
        package var type: PropertyDeclaration.ValueType
        /// Whether notes have several values.
        package var isList: Bool
        /// The number of notes that have the key.
        package var notes: Int

        package init(key: String, type: PropertyDeclaration.ValueType, isList: Bool, notes: Int) {
            (self.key, self.type, self.isList, self.notes) = (key, type, isList, notes)
        }

        /// Whether the value is one of some words.
        package var isChoice: Bool { if case .values = type { true } else { false } }

        fileprivate var text: String {
            let name = PropertyDeclaration(key, type).name
            if case .values(let words) = type {
                let words = words.map { ConfigurationProposal.quoted($0) }.joined(separator: ", ")
                return "\(ConfigurationProposal.quoted(key)): {values: [\(words)]}"
            }
            return "\(ConfigurationProposal.quoted(key)): \(isList ? "{type: list, of: \(name)}" : name)"
        }
    }

    /// A kind of notes, and the reason for it.
    package struct ProposedKind: Hashable, Sendable {
        package var name: String
        /// The queries that find its notes, each with the keys that it names.
        var alternatives: [Alternative]
        package var required: [String] = []
        package var optional: [String] = []
        /// The path of a JSON Schema.
        package var schema: String?
        package var reason: String

        /// One of several queries that find the notes of a kind.
        struct Alternative: Hashable, Sendable {
            var query: String
            var keys: [String] = []
        }

        init(_ name: String, _ alternatives: [Alternative], reason: String) {
            (self.name, self.alternatives, self.reason) = (name, alternatives, reason)
        }

        private var query: String { alternatives.map(\.query).joined(separator: " OR ") }

        fileprivate var text: String {
            func list(_ key: String, _ names: [String]) -> String {
                let names = names.map { ConfigurationProposal.quoted($0) }.joined(separator: ", ")
                return names.isEmpty ? "" : ", \(key): [\(names)]"
            }
            let schema = schema.map { ", schema: \(ConfigurationProposal.quoted($0))" } ?? ""
            return "\(ConfigurationProposal.quoted(name)): {where: \(ConfigurationProposal.quoted(query, always: true))"
                + list("required", required) + list("optional", optional) + schema + "}"
        }
    }

    /// A line of the proposed configuration, and the reason for it.
    package struct Line: Hashable, Sendable {
        /// The line, or the lines of a setting that is a mapping.
        package var text: String
        package var reason: String
    }

    package private(set) var lines: [Line] = []

    /// The number of notes with inline fields from which they are proposed to be read.
    package static let leastInlineFields = 10

    /// The number of notes from which a scan takes noticeable time.
    private static let manyNotes = 5000

    /// - Parameters:
    ///   - daily: the daily notes of another program, or those that the vault seems to have.
    ///   - new: the folder and the front matter of new notes.
    ///   - documents: the number of attachments whose text can be searched.
    ///   - inlineFields: the number of notes with inline fields.
    ///   - declarations: the types of keys.
    ///   - statuses: the statuses of the notes, if they are others than the usual ones.
    package init(
        _ aliases: [ForeignKey], _ settings: OtherSettings, daily: Daily?, new: New, notes: Int, documents: Int,
        inlineFields: Int, declarations: [ProposedType], statuses: [String] = []
    ) {
        var new = settings.readsPages ? New(ofPages: "pages of Logseq have no front matter") : new
        if let folder = settings.newFolder {
            new.notes.folder = folder.path
            new.reasons.insert(folder.reason, at: 0)
        }
        let aliases = aliases.filter { OtherSettings.isShowable($0.name) }
        addReading(settings, aliases: aliases, statuses: statuses)
        if let daily {
            let name = daily.notes.name == DailyNotes().name ? "" : ", name: \(Self.quoted(daily.notes.name))"
            let template = daily.notes.template.map { ", template: \(Self.quoted($0))" } ?? ""
            let title = daily.notes.title.map { ", title: \(Self.quoted($0))" } ?? ""
            add("daily: {folder: \(Self.quoted(daily.notes.folder))\(name)\(title)\(template)}", [daily.reason])
        }
        if let text = new.text { add(text, new.reasons) }
        addWriting(settings.writing)
        if settings.includesHashtags == false { add("hashtags: false", ["as in zk"]) }
        if settings.keepsLineBreaks { add("line-breaks: keep", ["as in Obsidian without strict line breaks"]) }
        if settings.writesNextTaskBelow { add("task-next: below", ["as in the plugin Tasks of Obsidian"]) }
        if inlineFields >= Self.leastInlineFields {
            add("inline-fields: true", ["notes contain fields such as 'key:: value'"])
        }
        if documents > 0 {
            let count = documents == 1 ? "1 document" : "\(documents) documents"
            add("attachments: text", ["searches the text of \(count) that notes refer to"])
        }
        if notes >= Self.manyNotes {
            add("watch: auto", ["a watcher saves checking \(notes) files before each search"])
        }
        let declared = declarations.filter { declaration in !aliases.contains { $0.name == declaration.key } }
        addDeclarations(declared)
        addKinds(settings.kinds)
        // Proposes nothing that would not be parsed as intended.
        let read = Configuration(bytes(inForce: true))
        let isRead =
            read.diagnostics.isEmpty && read.ignore == settings.ignored.map(\.pattern)
            && read.daily == daily?.notes ?? DailyNotes() && read.newNotes == new.notes
            && read.links == settings.writing.links && read.attachmentFolder == settings.writing.attachmentFolder
            && read.templateFolder == settings.writing.templateFolder
            && read.rules.readsPages == settings.readsPages && (statuses.isEmpty || read.statuses == statuses)
            && read.tasks.isNextBelow == settings.writesNextTaskBelow
            && read.rules.includesInlineFields == (inlineFields >= Self.leastInlineFields)
            && read.properties.all.count == declared.count && read.kinds.count == settings.kinds.count
            && aliases.allSatisfy { read.rules.keys.name($0.name)?.key == $0.key }
        if !isRead { lines = [] }
    }

    /// Adds the lines about how notes are read.
    private mutating func addReading(_ settings: OtherSettings, aliases: [ForeignKey], statuses: [String]) {
        if settings.readsPages {
            add("pages: logseq", ["names of files such as 'a___b', 'alias::' and 'tags::' are read as in Logseq"])
        }
        if !statuses.isEmpty {
            let list = statuses.map { Self.quoted($0) }.joined(separator: ", ")
            add("statuses: [\(list)]", ["statuses of the notes, the first for notes without a status"])
        }
        if !aliases.isEmpty {
            let keys = FrontMatterKey.allCases.compactMap { key -> String? in
                let names = aliases.filter { $0.key == key }.map { Self.quoted($0.name) }
                return names.isEmpty ? nil : "\(key.rawValue): [\(names.joined(separator: ", "))]"
            }
            let reasons = aliases.map { alias in
                "'\(alias.name)' contains \(alias.key == .keywords ? "words" : "dates") in "
                    + (alias.notes == 1 ? "1 note" : "\(alias.notes) notes")
            }
            add("keys: {\(keys.joined(separator: ", "))}", reasons)
        }
        if !settings.ignored.isEmpty {
            let patterns = settings.ignored.map { Self.quoted($0.pattern, always: true) }
            add("ignore: [\(patterns.joined(separator: ", "))]", settings.ignored.map(\.reason))
        }
    }

    private mutating func addWriting(_ writing: OtherSettings.Writing) {
        if let folder = writing.attachmentFolder {
            add("attachment-folder: \(Self.quoted(folder.text))", ["attachments of Obsidian"])
        }
        if let folder = writing.templateFolder {
            add("template-folder: \(Self.quoted(folder.text))", ["templates of Obsidian"])
        }
        var parts: [String] = []
        if let form = writing.links.form { parts.append("form: \(form.rawValue)") }
        if writing.links.path != .shortest { parts.append("path: \(writing.links.path.rawValue)") }
        if !parts.isEmpty { add("links: {\(parts.joined(separator: ", "))}", ["new links of Obsidian"]) }
    }

    private mutating func addDeclarations(_ declarations: [ProposedType]) {
        if declarations.isEmpty { return }
        let lines = declarations.map { "\n  \($0.text)" }.joined()
        let order =
            declarations.contains(where: \.isChoice) ? ["put words in order, from the least to the greatest"] : []
        add("properties:\(lines)", ["the values of these keys have one type"] + order)
    }

    private mutating func addKinds(_ kinds: [ProposedKind]) {
        if kinds.isEmpty { return }
        add("kinds:\(kinds.map { "\n  \($0.text)" }.joined())", kinds.map(\.reason))
    }

    private mutating func add(_ text: String, _ reasons: [String]) {
        var seen: Set<String> = []
        lines.append(Line(text: text, reason: reasons.filter { seen.insert($0).inserted }.joined(separator: ", ")))
    }

    /// Returns the text to append to the configuration.
    ///
    /// - Parameter inForce: whether the lines take effect. If false, they are comments.
    func bytes(inForce: Bool) -> [UInt8] {
        let heading =
            inForce ? "Settings for this vault:" : "Proposed settings for this vault; to use a line, remove its '# ':"
        let body = lines.map { line in
            "# \(line.reason)\n\(inForce ? line.text : "# " + line.text.replacing("\n", with: "\n# "))\n"
        }
        return Array("\n# \(heading)\n\(body.joined())".utf8)
    }

    fileprivate static func quoted(_ text: String, always: Bool = false) -> String {
        let isPlain = text.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == Byte.underscore || $0 == Byte.hyphen }
        // YAML reads these words as other values than text.
        let isWord = ["null", "true", "false", "yes", "no", "on", "off"].contains(text.lowercased())
        if isPlain, !always, !isWord, text.utf8.first?.isLetter == true { return text }
        return "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
}
