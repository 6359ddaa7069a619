package import Notes
package import SourceText
package import Terminal

/// The settings in `.slipbox/config.yaml`, with defaults for the missing ones.
///
/// An invalid setting gives a warning, and its default applies.
package struct Configuration: Sendable {
    package var rules = NoteRules()
    package var extensions: Set<String> = ["md", "markdown"]
    package var ignore: [String] = []
    /// Saved searches by name, including the built-in ones.
    package var searches: [String: String] = [
        "all": "", "recent": "modified:7d", "favorites": "is:favorite",
    ]
    /// The ranges in the file of the searches that it defines.
    package private(set) var searchRanges: [String: Range<Int>] = [:]
    /// Declared keywords, with their colors.
    package var keywords: [(name: String, color: String?)] = []
    package var attachmentExtensions: Set<String> = Self.defaultAttachmentExtensions
    package var touchesModified = true
    /// Whether slow searches start a watcher: `watch: auto`.
    package private(set) var watchesByItself = false
    /// Whether git provides the dates that notes lack: `dates: git`.
    package private(set) var takesDatesFromGit = false
    /// The default order, in the syntax of `sort:`.
    package var sort: String?
    package private(set) var sortRange: Range<Int>?
    package var limit: Int?
    /// Whether near matches follow when few notes match. Nil: only in output to a terminal.
    package private(set) var nearly: Bool?
    /// The folder, name and template of daily notes: `daily:`.
    package private(set) var daily = DailyNotes()
    /// Styles that differ from the default, by role: `colors:`.
    package private(set) var looks: [Role: Look] = [:]

    package private(set) var diagnostics: [Diagnostic] = []

    package static let imageExtensions: Set<String> = [
        "png", "jpg", "jpeg", "gif", "webp", "svg", "bmp", "tif", "tiff", "heic", "heif", "avif", "ico",
    ]

    static let defaultAttachmentExtensions: Set<String> = imageExtensions.union([
        "pdf", "mp3", "m4a", "ogg", "oga", "opus", "flac", "wav", "aac", "mp4", "m4v", "mov", "mkv", "webm", "avi",
        "ogv",
        "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "odp", "odg", "rtf", "epub", "pages", "numbers",
        "key",
    ])

    private static let keys = [
        "statuses", "extensions", "ignore", "hashtags", "searches", "keywords", "attachment-extensions",
        "touch-modified", "titles", "dates", "keys", "sort", "limit", "watch", "nearly",
        "colors", "daily",
    ]

    package init() {}

    package init(_ bytes: [UInt8]) {
        let (mapping, faults) = FrontMatter.document(bytes)
        diagnostics = faults.map {
            Diagnostic(.config, at: $0.range, $0.message, help: $0.help, severity: .warning)
        }
        for entry in mapping.entries { read(entry, bytes) }
    }

    private mutating func warn(_ range: Range<Int>, _ message: String, help: String? = nil) {
        diagnostics.append(Diagnostic(.config, at: range, message, help: help, severity: .warning))
    }

    private mutating func read(_ entry: YAMLEntry, _ bytes: [UInt8]) {
        let value = entry.value
        if value.isNull, entry.key.lowercased() != "keywords" {
            guard Self.keys.contains(entry.key.lowercased()) else { return unknown(entry) }
            return
        }
        switch entry.key.lowercased() {
        case "statuses":
            let names = list(value, bytes)
            if names.isEmpty { return warn(value.range, "'statuses' needs at least one status") }
            rules.statuses = names
        case "extensions": extensions = extensionSet(value, bytes, orElse: extensions)
        case "ignore": ignore = list(value, bytes)
        case "hashtags": rules.countsHashtags = truth(entry) ?? rules.countsHashtags
        case "touch-modified": touchesModified = truth(entry) ?? touchesModified
        case "searches":
            guard case .mapping(let searches, _) = value.content else {
                return warn(value.range, "'searches' maps names to queries", help: "such as  inbox: \"status:draft\"")
            }
            for search in searches.entries {
                guard let query = search.value.isNull ? "" : search.value.text else {
                    warn(search.value.range, "the saved search '\(search.key)' is not text", help: "quote the query")
                    continue
                }
                self.searches[search.key] = query
                searchRanges[search.key] = search.value.range
            }
        case "keywords": readKeywords(value, bytes)
        case "titles":
            switch value.text?.lowercased() {
            case "heading": rules.takesHeadings = true
            case "name": rules.takesHeadings = false
            default:
                warn(
                    value.range, "'titles' is heading or name",
                    help: "heading: a heading that is the first block of the body is the title; name: never")
            }
        case "dates":
            switch value.text?.lowercased() {
            case "file": takesDatesFromGit = false
            case "git": takesDatesFromGit = true
            default:
                warn(
                    value.range, "'dates' is file or git",
                    help:
                        "git: a note that says no date has those of its first and last commit; file: those of its file")
            }
        case "keys": readKeys(value, bytes)
        case "attachment-extensions": attachmentExtensions = extensionSet(value, bytes, orElse: attachmentExtensions)
        case "watch":
            switch value.text?.lowercased() {
            case "auto": watchesByItself = true
            // YAML's word for false: some programs write it for `off`.
            case "off", "false", "no": watchesByItself = false
            default:
                warn(
                    value.range, "'watch' is auto or off",
                    help: "auto: a search that takes long starts a watcher in the background; off: none comes by itself"
                )
            }
        case "aliases":
            warn(
                entry.keyRange, "'aliases' has no effect here: a vault adds no commands",
                help: "your own are in ~/.config/slipbox/config.yaml: slip help aliases")
        case "daily": readDaily(value)
        case "colors": readLooks(value)
        case "nearly": nearly = truth(entry) ?? nearly
        case "sort":
            sort = list(value, bytes).joined(separator: ",")
            sortRange = value.range
        case "limit":
            guard let number = value.integer, number > 0 else {
                return warn(value.range, "'limit' must be a whole number, at least 1")
            }
            limit = number
        default: unknown(entry)
        }
    }

    private mutating func unknown(_ entry: YAMLEntry) {
        let near = Nearest.match(entry.key.lowercased(), among: Self.keys)
        warn(
            entry.keyRange, "unknown key '\(entry.key)'",
            help: near.map { "did you mean '\($0)'?" } ?? "keys are: \(Self.keys.joined(separator: ", "))")
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
                    entry.value.range, "the colour of '\(entry.key)' is not a colour",
                    help: "such as \"#d04020\" in quotes, or a CSS name such as teal")
            }
            keywords.append((Keyword.normalized(entry.key), color))
        }
    }

    private mutating func readDaily(_ value: YAMLValue) {
        let help = "such as  {folder: Journal, name: \"{{date}}\", template: daily}"
        guard case .mapping(let entries, _) = value.content else {
            return warn(value.range, "'daily' maps folder, name and template to what they are", help: help)
        }
        for entry in entries.entries {
            guard let text = entry.value.text, !text.isEmpty else {
                warn(entry.value.range, "'daily' takes text for '\(entry.key)'", help: help)
                continue
            }
            switch entry.key.lowercased() {
            case "folder": daily.folder = text
            case "name": daily.name = text
            case "template": daily.template = text
            default: warn(entry.keyRange, "'daily' has folder, name and template, no '\(entry.key)'", help: help)
            }
        }
    }

    private mutating func readLooks(_ value: YAMLValue) {
        guard case .mapping(let names, _) = value.content else {
            return warn(value.range, "'colors' maps what is shown to looks", help: "such as  title: bold cyan")
        }
        for entry in names.entries {
            guard let role = Role(rawValue: entry.key) else {
                let known = Role.allCases.map(\.rawValue)
                let near = Nearest.match(entry.key, among: known)
                warn(
                    entry.keyRange, "'\(entry.key)' is nothing that has a colour",
                    help: near.map { "did you mean '\($0)'?" } ?? "these have: \(known.joined(separator: ", "))")
                continue
            }
            guard let look = entry.value.text.flatMap({ Look($0) }) else {
                warn(
                    entry.value.range, "the look of '\(entry.key)' cannot be read",
                    help: "such as  bold red,  \"#d04020 on black\",  dim italic,  plain")
                continue
            }
            looks[role] = look
        }
    }

    /// A limit, because every key of every note is looked up among the names.
    private static let mostNames = 100

    private mutating func readKeys(_ value: YAMLValue, _ bytes: [UInt8]) {
        guard case .mapping(let keys, _) = value.content else {
            return warn(value.range, "'keys' maps known keys to further names", help: "such as  created: [published]")
        }
        for entry in keys.entries {
            guard let key = FrontMatterKey(named: entry.key) else {
                let known = FrontMatterKey.allCases.map(\.rawValue)
                let near = Nearest.match(entry.key, among: known)
                warn(
                    entry.keyRange, "'\(entry.key)' is not a key that means something to slip",
                    help: near.map { "did you mean '\($0)'?" } ?? "keys are: \(known.joined(separator: ", "))")
                continue
            }
            let aliases = entry.value.listEntries(in: bytes).filter { !$0.text.isEmpty }
            if aliases.isEmpty, !entry.value.isNull {
                warn(entry.value.range, "'keys' takes names of keys", help: "such as  \(key.rawValue): [another name]")
            }
            for alias in aliases {
                if rules.keys.names(of: key).count >= Self.mostNames {
                    warn(
                        alias.range,
                        "'\(key.rawValue)' has more than \(Self.mostNames) names; this and the rest mean nothing")
                    break
                }
                if let other = rules.keys.add(alias.text, to: key) {
                    warn(alias.range, "'\(alias.text)' is a name of '\(other.rawValue)' already")
                }
            }
        }
    }

    private func list(_ value: YAMLValue, _ bytes: [UInt8]) -> [String] {
        value.listEntries(in: bytes).map(\.text).filter { !$0.isEmpty }
    }

    private mutating func extensionSet(_ value: YAMLValue, _ bytes: [UInt8], orElse: Set<String>) -> Set<String> {
        let names = list(value, bytes).map { ($0.hasPrefix(".") ? String($0.dropFirst()) : $0).lowercased() }
        if names.isEmpty {
            warn(value.range, "expected a list of file name extensions")
            return orElse
        }
        return Set(names)
    }

    private mutating func truth(_ entry: YAMLEntry) -> Bool? {
        switch entry.value.text?.lowercased() {
        case "true", "yes", "on": return true
        case "false", "no", "off": return false
        default:
            warn(entry.value.range, "'\(entry.key)' is true or false")
            return nil
        }
    }

    /// The statuses in order. The first one is that of notes without a status.
    package var statuses: [String] { rules.statuses }

    /// All names of the front matter keys that slip knows.
    package var keyNames: KeyNames { rules.keys }

    package var fileExtensions: FileExtensions {
        FileExtensions(notes: extensions, attachments: attachmentExtensions)
    }

    /// The settings that the index depends on. If they change, the index is rebuilt.
    package var signature: String {
        [
            rules.statuses.joined(separator: "\u{1}"), "\(rules.countsHashtags)",
            extensions.sorted().joined(separator: "\u{1}"),
            ignore.joined(separator: "\u{1}"), attachmentExtensions.sorted().joined(separator: "\u{1}"),
            "\(rules.takesHeadings)", "\(takesDatesFromGit)", rules.keys.signature,
        ].joined(separator: "\u{2}")
    }
}
