package import Notes
package import SourceText
package import Terminal

/// The settings in `.slipbox/config.yaml`, with defaults for the missing ones.
///
/// An invalid setting gives a warning, and its default applies.
package struct Configuration: Sendable {
    package var rules = NoteRules()
    package private(set) var fileExtensions = FileExtensions(
        notes: ["md", "markdown"], attachments: Self.defaultAttachmentExtensions)
    package var ignore: [String] = []
    /// Saved searches by name, including the built-in ones.
    package var searches: [String: String] = [
        "all": "", "recent": "modified:7d", "favorites": "is:favorite",
    ]
    /// The ranges in the file of the searches that it defines.
    package private(set) var searchRanges: [String: Range<Int>] = [:]
    /// Declared keywords, with their colors.
    package var keywords: [(name: String, color: String?)] = []
    package var touchesModified = true
    /// The features that are off unless the configuration turns them on.
    package private(set) var features: Set<Feature> = []
    package private(set) var search = SearchDefaults()
    /// How `slip` writes new notes and tasks.
    package internal(set) var writing = WritingSettings()
    /// Styles that differ from the default, by role: `colors:`.
    package internal(set) var textStyles: [Role: TextStyle] = [:]

    /// The severities of problems that differ from the default, by kind: `findings:`. Nil: not reported.
    package internal(set) var severities: [Diagnostic.Kind: Diagnostic.Severity?] = [:]

    /// The types of front matter keys: `properties:`.
    package private(set) var properties = PropertyDeclarations()
    /// The kinds of notes: `kinds:`.
    package private(set) var kinds: [NoteKind] = []
    package private(set) var diagnostics: [Diagnostic] = []

    /// Reads the value of a key. The bytes are the text of the configuration.
    private typealias Reader = @Sendable (inout Configuration, YAMLEntry, [UInt8]) -> Void

    private static let readers: KeyValuePairs<String, Reader> = [
        "statuses": { $0.readStatuses($1.value, $2) },
        "extensions": { $0.fileExtensions.notes = $0.extensionSet($1.value, $2) ?? $0.fileExtensions.notes },
        "ignore": { $0.ignore = $0.list($1.value, $2) },
        "hashtags": { configuration, entry, _ in
            configuration.rules.includesHashtags = configuration.truth(entry) ?? configuration.rules.includesHashtags
        },
        "inline-fields": { configuration, entry, _ in
            configuration.rules.includesInlineFields =
                configuration.truth(entry) ?? configuration.rules.includesInlineFields
        },
        "searches": { configuration, entry, _ in configuration.readSearches(entry.value) },
        "keywords": { $0.readKeywords($1.value, $2) },
        "attachment-extensions": {
            $0.fileExtensions.attachments = $0.extensionSet($1.value, $2) ?? $0.fileExtensions.attachments
        },
        "touch-modified": { configuration, entry, _ in
            configuration.touchesModified = configuration.truth(entry) ?? configuration.touchesModified
        },
        "titles": { configuration, entry, _ in
            let help = "heading: a heading that is the first block of the body is the title; name: never"
            let value = configuration.choice(entry, ["heading": true, "name": false], help: help)
            configuration.rules.usesTitleHeadings = value ?? configuration.rules.usesTitleHeadings
        },
        "pages": { configuration, entry, _ in
            let help = "logseq: notes are named, and have properties, as pages of Logseq; markdown: they do not"
            let value = configuration.choice(entry, ["logseq": true, "markdown": false], help: help)
            configuration.rules.readsPages = value ?? configuration.rules.readsPages
        },
        "dates": feature(
            .datesFromGit, on: "git", off: "file",
            help: "file: missing dates are those of the file; git: those of the first and last commits"),
        "attachments": feature(
            .attachmentText, on: "text", off: "off",
            help: "text: searches include the text of attachments; off: they do not"),
        "merge": feature(
            .lineMerges, on: "lines", off: "structure",
            help: "structure: bodies that conflict by lines are merged as Markdown; lines: by lines only"),
        "line-breaks": feature(
            .keptLineBreaks, on: "keep", off: "join",
            help: "keep: a line end in a paragraph is shown as a line break; join: as a space, as in Markdown"),
        "keys": { $0.readKeys($1.value, $2) },
        "sort": { $0.search.sort = ($0.list($1.value, $2).joined(separator: ","), $1.value.range) },
        "group": { configuration, entry, _ in configuration.readGroup(entry.value) },
        "scope": { configuration, entry, _ in configuration.readScope(entry.value) },
        "limit": { all, entry, _ in all.search.limit = all.number(entry, atLeast: 1) ?? all.search.limit },
        "lines": { all, entry, _ in all.search.lines = all.number(entry, atLeast: 0) ?? all.search.lines },
        "watch": feature(
            .automaticWatcher, on: "auto", off: "off",
            help: "auto: a search that takes long starts a watcher in the background; off: none is started"),
        "refresh": feature(
            .automaticRefresh, on: "auto", off: "off",
            help: "auto: a watcher refreshes live blocks a second after the last change; off: only commands do"),
        "near": { all, entry, _ in all.search.near = all.truth(entry) ?? all.search.near },
        "task-statuses": { configuration, entry, _ in configuration.readTaskStatuses(entry.value) },
        "task-inbox": { configuration, entry, _ in configuration.readTaskInbox(entry.value) },
        "task-format": { configuration, entry, _ in configuration.readTaskFormat(entry.value) },
        "task-next": { configuration, entry, _ in
            let help = "above: the next task of a recurring one is written above it; below: below it"
            let value = configuration.choice(entry, ["below": true, "above": false], help: help)
            configuration.tasks.isNextBelow = value ?? configuration.tasks.isNextBelow
        },
        "colors": { configuration, entry, _ in configuration.readLooks(entry.value) },
        "daily": { configuration, entry, _ in
            configuration.daily = DailyNotes(entry.value, in: &configuration)
            configuration.rules.dayTitle = configuration.daily.title
        },
        "new": { configuration, entry, _ in configuration.readNewNotes(entry.value) },
        "links": { configuration, entry, _ in configuration.readLinks(entry.value) },
        "attachment-folder": { configuration, entry, _ in configuration.readAttachmentFolder(entry.value) },
        "site": { all, entry, _ in all.writing.site = SiteSettings(entry.value, in: &all) },
        "template-folder": { configuration, entry, _ in configuration.readTemplateFolder(entry.value) },
        "findings": { configuration, entry, _ in configuration.readSeverities(entry.value) },
        "properties": { $0.readProperties($1.value, $2) },
        "kinds": { configuration, entry, bytes in
            let reader = KindReader(entry.value, in: bytes)
            configuration.kinds = reader.kinds
            configuration.diagnostics += reader.problems
        },
    ]

    /// The current names of keys, by former names, which are still accepted.
    private static let renamedKeys = ["nearly": "near"]

    package init() {}

    package init(_ bytes: [UInt8]) {
        let (mapping, faults) = FrontMatter.document(bytes)
        diagnostics = faults.map {
            Diagnostic(.config, at: $0.range, $0.message, help: $0.help)
        }
        for entry in mapping.entries { read(entry, bytes) }
        // All names of keys are known now.
        if let entry = mapping.entries.last(where: { $0.key.lowercased() == "new" }) {
            checkNewNotes(entry.value.range)
        }
    }

    mutating func warn(_ range: Range<Int>, _ message: String, help: String? = nil) {
        diagnostics.append(Diagnostic(.config, at: range, message, help: help))
    }

    /// Returns the entries of the mapping that a key needs. Warns about another value, and returns none.
    mutating func entries(of value: YAMLValue, in key: String, help: String) -> [YAMLEntry] {
        guard case .mapping(let mapping, _) = value.content else {
            warn(value.range, "'\(key)' must be a mapping", help: help)
            return []
        }
        return mapping.entries
    }

    /// Applies one key of the configuration. Warns about an unknown key, or `aliases`. An empty value keeps the
    /// default, except for `keywords`.
    private mutating func read(_ entry: YAMLEntry, _ bytes: [UInt8]) {
        let (key, value) = (entry.key.lowercased(), entry.value)
        if ["aliases", "extractors"].contains(key), !value.isNull {
            return warn(
                entry.keyRange, "'\(key)' has no effect here: a vault cannot name programs to run",
                help:
                    "define \(key) in ~/.config/slipbox/config.yaml: slip help \(key == "aliases" ? key : "attachments")"
            )
        }
        let name = Self.renamedKeys[key] ?? key
        guard let reader = Self.readers.first(where: { $0.key == name })?.value else {
            return warn(ofKey: entry, "unknown key '\(entry.key)'", near: key, among: Self.readers.map { $0.key })
        }
        if value.isNull, key != "keywords" { return }
        reader(&self, entry, bytes)
    }

    /// Returns the meaning of the word in `words` that equals the value of an entry, in any case. For another value,
    /// warns with the first two words as the choices, and returns nil.
    private mutating func choice(_ entry: YAMLEntry, _ words: KeyValuePairs<String, Bool>, help: String) -> Bool? {
        let text = entry.value.text?.lowercased()
        if let word = words.first(where: { $0.key == text }) { return word.value }
        let key = entry.key.lowercased()
        warn(entry.value.range, "'\(key)' must be \(words[0].key) or \(words[1].key)", help: help)
        return nil
    }

    /// Returns a reader of a key whose words turn a feature on and off. See `choice`.
    private static func feature(_ feature: Feature, on: String, off: String, help: String) -> Reader {
        { configuration, entry, _ in
            // Some programs write YAML's words for false instead of "off".
            let words: KeyValuePairs =
                off == "off" ? [on: true, off: false, "false": false, "no": false] : [on: true, off: false]
            switch configuration.choice(entry, words, help: help) {
            case true: configuration.features.insert(feature)
            case false: configuration.features.remove(feature)
            case nil: break
            }
        }
    }

    private mutating func readStatuses(_ value: YAMLValue, _ bytes: [UInt8]) {
        let names = list(value, bytes)
        if names.isEmpty { return warn(value.range, "'statuses' must contain at least one status") }
        rules.statuses = names
    }

    private mutating func readSearches(_ value: YAMLValue) {
        guard case .mapping(let searches, _) = value.content else {
            return warn(value.range, "'searches' must map names to queries", help: "such as  inbox: \"status:draft\"")
        }
        for search in searches.entries {
            guard let query = search.value.isNull ? "" : search.value.text else {
                warn(search.value.range, "the saved search '\(search.key)' is not text", help: "quote the query")
                continue
            }
            self.searches[search.key] = query
            searchRanges[search.key] = search.value.range
        }
    }

    private mutating func readGroup(_ value: YAMLValue) {
        guard let key = value.text, !key.isEmpty else {
            return warn(value.range, "'group' must be a key", help: "such as status")
        }
        search.group = (key, value.range)
    }

    private mutating func readScope(_ value: YAMLValue) {
        guard let scope = value.text?.lowercased(), SearchDefaults.scopes.contains(scope) else {
            return warn(value.range, "'scope' must be all, folder or here")
        }
        search.scope = scope
    }

    /// Returns the whole number of an entry. Warns and returns nil if it is none or too small.
    private mutating func number(_ entry: YAMLEntry, atLeast least: Int) -> Int? {
        if let number = entry.value.integer, number >= least { return number }
        warn(entry.value.range, "'\(entry.key.lowercased())' must be a whole number, at least \(least)")
        return nil
    }

    mutating func warn(
        ofKey entry: YAMLEntry, _ message: String, near key: String? = nil, among keys: [String]
    ) {
        let near = Nearest.match(key ?? entry.key, among: keys)
        warn(
            entry.keyRange, message,
            help: near.map { "did you mean '\($0)'?" } ?? "keys are: \(keys.joined(separator: ", "))")
    }

    private mutating func readKeywords(_ value: YAMLValue, _ bytes: [UInt8]) {
        guard case .mapping(let names, _) = value.content else {
            keywords = list(value, bytes).map { (Keyword.normalized($0), nil) }
            return
        }
        for entry in names.entries {
            let color = entry.value.text
            if !entry.value.isNull, color.flatMap({ Color(css: $0) }) == nil {
                warn(
                    entry.value.range, "the color of '\(entry.key)' is not valid",
                    help: "such as \"#d04020\" in quotes, or a CSS name such as teal")
            }
            keywords.append((Keyword.normalized(entry.key), color))
        }
    }

    private mutating func readProperties(_ value: YAMLValue, _ bytes: [UInt8]) {
        let reader = DeclarationReader(value, in: bytes, rules.keys)
        properties = reader.declarations
        diagnostics += reader.problems
    }

    /// A limit, because every key of every note is looked up among the names.
    private static let maximumNames = 100

    private mutating func readKeys(_ value: YAMLValue, _ bytes: [UInt8]) {
        guard case .mapping(let keys, _) = value.content else {
            return warn(
                value.range, "'keys' must map known keys to additional names", help: "such as  created: [published]")
        }
        for entry in keys.entries {
            guard let key = FrontMatterKey(named: entry.key) else {
                let known = FrontMatterKey.allCases.map(\.rawValue)
                warn(ofKey: entry, "'\(entry.key)' is not a known front matter key", among: known)
                continue
            }
            let aliases = entry.value.listEntries(in: bytes).filter { !$0.text.isEmpty }
            if aliases.isEmpty, !entry.value.isNull {
                warn(
                    entry.value.range, "'keys' must contain names of keys",
                    help: "such as  \(key.rawValue): [another name]")
            }
            for alias in aliases {
                if rules.keys.names(of: key).count >= Self.maximumNames {
                    warn(
                        alias.range,
                        "'\(key.rawValue)' has more than \(Self.maximumNames) names; this one and the rest are ignored")
                    break
                }
                if let other = rules.keys.add(alias.text, to: key) {
                    warn(alias.range, "'\(alias.text)' is already a name of '\(other.rawValue)'")
                }
            }
        }
    }

    private func list(_ value: YAMLValue, _ bytes: [UInt8]) -> [String] {
        value.listEntries(in: bytes).map(\.text).filter { !$0.isEmpty }
    }

    private mutating func extensionSet(_ value: YAMLValue, _ bytes: [UInt8]) -> Set<String>? {
        var names: Set<String> = []
        let entries = value.listEntries(in: bytes)
        for entry in entries {
            let name = (entry.text.hasPrefix(".") ? String(entry.text.dropFirst()) : entry.text).lowercased()
            // The extension of a file is the text after the last dot of its name.
            if name.isEmpty || name.contains(where: { "./*?".contains($0) }) {
                let last = name.split(whereSeparator: { "./*?".contains($0) }).last.map(String.init)
                warn(
                    entry.range, "no file has the extension '\(entry.text)'",
                    help: last.map { "did you mean '\($0)'?" } ?? "such as md, without a dot or a star")
            } else {
                names.insert(name)
            }
        }
        if entries.isEmpty { warn(value.range, "expected a list of file name extensions") }
        return names.isEmpty ? nil : names
    }

    mutating func truth(_ entry: YAMLEntry) -> Bool? {
        let truth = entry.value.truth
        if truth == nil { warn(entry.value.range, "'\(entry.key)' must be true or false") }
        return truth
    }

    /// The statuses in order. The first one is that of notes without a status.
    package var statuses: [String] { rules.statuses }

    /// All names of the front matter keys that slip knows.
    package var keyNames: KeyNames { rules.keys }

    /// The settings that the index depends on. If they change, the index is rebuilt.
    package var signature: String {
        [
            rules.statuses.joined(separator: "\u{1}"), "\(rules.includesHashtags)",
            extensions.sorted().joined(separator: "\u{1}"),
            ignore.joined(separator: "\u{1}"),
            attachmentExtensions == Self.defaultAttachmentExtensions
                ? "" : attachmentExtensions.sorted().joined(separator: "\u{1}"),
            "\(rules.usesTitleHeadings)", "\(takesDatesFromGit)", rules.keys.signature, rules.taskStatuses.signature,
            "\(rules.includesInlineFields)", "\(rules.readsPages)", rules.dayTitle ?? "",
        ].joined(separator: "\u{2}")
    }
}

extension YAMLValue {
    /// Whether the value is true or false in YAML 1.1, or nil for another value. In any case.
    var truth: Bool? {
        switch text?.lowercased() {
        case "true", "yes", "on": true
        case "false", "no", "off": false
        default: nil
        }
    }
}
