package import SourceText
import System

/// The settings of Obsidian, zk, Logseq, mdbase or OKF for a folder of notes that concern slip.
///
/// The files are untrusted. Files that cannot be read are ignored, and no link to them is followed. A folder or file of
/// Obsidian becomes a pattern only if it exists.
package struct OtherSettings: Sendable {
    /// A proposed pattern for `ignore:`, with its reason.
    package struct Ignored: Hashable, Sendable {
        package var pattern: String
        package var reason: String
    }

    /// Where another program puts attachments, has its templates, and how it writes links.
    package struct Writing: Hashable, Sendable {
        package fileprivate(set) var attachmentFolder: AttachmentFolder?
        package internal(set) var templateFolder: VaultPath?
        package fileprivate(set) var links = LinkSettings()
    }

    /// The programs whose settings were found.
    package internal(set) var programs: [String] = []
    /// The kinds of notes that the types of a program describe.
    package internal(set) var kinds: [ConfigurationProposal.ProposedKind] = []
    /// The types of keys in `types.json` of Obsidian that slip knows, too.
    package private(set) var types: [String: PropertyDeclaration.ValueType] = [:]
    /// The patterns, without duplicates.
    package private(set) var ignored: [Ignored] = []
    /// Whether `#word` is a keyword, or nil if no setting decides it.
    package private(set) var includesHashtags: Bool?
    /// Whether a line end in a paragraph is shown as a line break, as in Obsidian without "Strict line breaks".
    package private(set) var keepsLineBreaks = false
    /// The folder for new notes, if it exists.
    package internal(set) var newFolder: (path: String, reason: String)?
    /// Whether the notes are pages of Logseq.
    package internal(set) var readsPages = false
    /// Whether the next task of a recurring one is written below it.
    package internal(set) var writesNextTaskBelow = false
    /// The folders and the form of links that Obsidian writes.
    package internal(set) var writing = Writing()
    /// The folder and name of daily notes, if the folder exists and `slip` can write such names.
    package internal(set) var daily: ConfigurationProposal.Daily?
    /// Other notices for the user, each a few words.
    package internal(set) var notices: [String] = []

    let vault: Vault
    /// No real settings file is longer.
    private static let sizeLimit = 1 << 20

    package init(of vault: Vault) {
        self.vault = vault
        readObsidian()
        readZk()
        readLogseq()
        readDendron()
        readMdbase()
        readOKF()
    }

    func bytes(_ parts: [String]) -> [UInt8]? {
        // A settings file that cannot be read counts as missing.
        try? Files.read(inside: vault.root, parts.map { Array($0.utf8) }, limit: Self.sizeLimit)
    }

    private func hasFolder(_ name: String) -> Bool {
        FileStatus.seen(vault.fullPath(VaultPath(name)), follows: false)?.kind == .directory
    }

    // MARK: Obsidian

    private func json(_ parts: String...) -> JSONValue? {
        bytes([".obsidian"] + parts).flatMap { JSONValue(parsing: String(decoding: $0, as: UTF8.self)) }
    }

    private mutating func readObsidian() {
        guard hasFolder(".obsidian") else { return }
        programs.append("Obsidian")
        let app = json("app.json")
        let templates = json("templates.json")
        for folder in [
            templates?.text("folder"),
            json("plugins", "templater-obsidian", "data.json")?.text("templates_folder"),
        ] {
            guard let folder else { continue }
            ignore(folder, "templates of Obsidian")
            writing.templateFolder = writing.templateFolder ?? visibleFolder(folder)
        }
        for (name, usual) in [("dateFormat", "YYYY-MM-DD"), ("timeFormat", "HH:mm")] {
            if let format = templates?.text(name), !format.isEmpty, format != usual, Self.isShowable(format) {
                notices.append("{{\(name.prefix(4))}} in templates is \(format) there, but \(usual) here")
            }
        }
        if let app { readLinks(ofObsidian: app) }
        if case .object(let members) = json("types.json")?["types"] {
            let known: [JSONValue: PropertyDeclaration.ValueType] = [
                .string("number"): .number(nil), .string("checkbox"): .bool, .string("date"): .date,
                .string("datetime"): .date,
            ]
            for member in members { types[FrontMatterKey.identity(member.name)] = known[member.value] }
        }
        // Settings with their default value are not in the file.
        if case .object(let members) = app {
            keepsLineBreaks = !members.contains { $0.name == "strictLineBreaks" && $0.value == .bool(true) }
        }
        for filter in app?.texts("userIgnoreFilters") ?? [] {
            // In Obsidian, a filter between slashes is a regular expression. Any other filter is the start of a path.
            if filter.utf8.count > 1, filter.hasPrefix("/"), filter.hasSuffix("/") {
                if Self.isShowable(filter) {
                    notices.append("files that match \(filter) are excluded there, but not here")
                }
            } else {
                ignore(filter, "excluded in Obsidian")
            }
        }
        if app?.text("newFileLocation") == "folder", let folder = app?.text("newFileFolderPath"),
            let quoted = quotedFolder(folder)
        {
            if let path = visibleFolder(folder) {
                newFolder = (path.text, "new notes of Obsidian")
            } else {
                notices.append("new notes in \(quoted)")
            }
        }
        readDaily(ofObsidian: json("daily-notes.json"), json("plugins", "periodic-notes", "data.json"))
        if let tasks = json("plugins", "obsidian-tasks-plugin", "data.json") { readTasks(tasks) }
    }

    /// Takes over the folder for attachments and the form of links.
    private mutating func readLinks(ofObsidian app: JSONValue) {
        if let text = app.text("attachmentFolderPath"), Self.isShowable(text), let folder = AttachmentFolder(text) {
            if let fixed = folder.fixed, !fixed.isRoot, visibleFolder(fixed.text) == nil {
                notices.append("attachments in '\(fixed.text)'")
            } else {
                writing.attachmentFolder = folder
            }
        }
        if app.truth("useMarkdownLinks") { writing.links.form = .markdown }
        let path = app.text("newLinkFormat").flatMap { LinkSettings.Path(rawValue: $0) }
        writing.links.path = path ?? writing.links.path
    }

    /// Takes over the folder and the name of daily notes, if the folder exists.
    ///
    /// - Parameters:
    ///   - name: the name for `daily:`, or nil if there is none for the format of the program.
    ///   - title: the format of the titles of the notes, if they differ from their names.
    mutating func takeDaily(_ folder: String, _ name: String?, title: String? = nil, of program: String) {
        guard daily == nil, let name, Self.isShowable(name), let path = visibleFolder(folder) else { return }
        var notes = DailyNotes()
        (notes.folder, notes.name, notes.title) = (path.text, name, title)
        guard notes.agrees(withFilesOf: vault) else { return }
        daily = ConfigurationProposal.Daily(notes, reason: "daily notes of \(program)")
    }

    /// Returns the path of an existing folder that is neither hidden nor the root.
    func visibleFolder(_ folder: String) -> VaultPath? {
        guard let path = VaultPath.root.resolving(VaultPath(folder)), !path.isRoot, Self.isShowable(path.text),
            !path.parts.contains(where: { $0.bytes.first == Byte.dot }), hasFolder(path.text)
        else { return nil }
        return path
    }

    /// Returns a folder's path in quotes, whether it exists or not. Returns nil for the root, a folder outside the
    /// vault, and one that is relative to the note.
    func quotedFolder(_ folder: String) -> String? {
        guard !folder.hasPrefix("./"), let path = VaultPath.root.resolving(VaultPath(folder)), !path.isRoot,
            Self.isShowable(path.text)
        else { return nil }
        return "'\(path.text)'"
    }

    // MARK: zk

    private mutating func readZk() {
        guard hasFolder(".zk") else { return }
        programs.append("zk")
        guard let settings = bytes([".zk", "config.toml"]).map({ SettingsText($0) }) else { return }
        for name in ["note.exclude", "note.ignore"] {
            for glob in settings.values[name] ?? [] {
                // zk matches patterns from the notebook's root and supports more syntax than gitignore(5).
                guard Self.isShowable(glob), !glob.isEmpty, !glob.utf8.contains(where: { "[{!".utf8.contains($0) })
                else {
                    if Self.isShowable(glob) {
                        notices.append("files that match \(glob) are excluded there, but not here")
                    }
                    continue
                }
                if !glob.hasPrefix(".") { add(glob.hasPrefix("/") ? glob : "/\(glob)", "excluded in zk") }
            }
        }
        readDaily(ofZk: settings)
        if settings.values["format.markdown.hashtags"] == ["false"] { includesHashtags = false }
    }

    /// Takes over the group of daily notes, which zk's documentation calls `daily` or `journal`.
    private mutating func readDaily(ofZk settings: SettingsText) {
        for group in ["daily", "journal"] {
            guard let folder = settings.values["group.\(group).paths"]?.first,
                let name = settings.values["group.\(group).note.filename"]?.first
            else { continue }
            // Such as {{format-date now '%Y-%m-%d'}}.
            let format = name.split(separator: "'")
            let isDate = name.hasPrefix("{{format-date now '") && name.hasSuffix("'}}") && format.count == 3
            takeDaily(folder, isDate ? DailyFormat.strftime.name(String(format[1])) : nil, of: "zk")
            // zk's templates have another syntax.
            if let template = settings.values["group.\(group).note.template"]?.first, Self.isShowable(template) {
                notices.append("the template '\(template)' of daily notes")
            }
        }
    }

    // MARK: Dendron

    private mutating func readDendron() {
        guard bytes(["dendron.yml"]) != nil else { return }
        programs.append("Dendron")
        notices.append("milliseconds as dates of new notes, and links with the label first: [[label|name]]")
    }

    // MARK: Patterns

    /// Adds a path to the ignored patterns, if it exists and is not hidden.
    mutating func ignore(_ name: String, _ reason: String) {
        guard let path = VaultPath.root.resolving(VaultPath(name)), !path.isRoot, Self.isShowable(name),
            !path.parts.contains(where: { $0.bytes.first == Byte.dot }),
            let status = FileStatus.seen(vault.fullPath(path), follows: false)
        else { return }
        var pattern = "/"
        for scalar in path.text.unicodeScalars {
            if "*?[\\".unicodeScalars.contains(scalar) { pattern += "\\" }
            pattern.unicodeScalars.append(scalar)
        }
        add(status.kind == .directory ? pattern + "/" : pattern, reason)
    }

    private mutating func add(_ pattern: String, _ reason: String) {
        if !ignored.contains(where: { $0.pattern.utf8.elementsEqual(pattern.utf8) }) {
            ignored.append(Ignored(pattern: pattern, reason: reason))
        }
    }

    /// Whether a text can be written unescaped in the configuration and its comments.
    package static func isShowable(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
            default: scalar != "\u{FFFD}"
            }
        }
    }
}

extension JSONValue {
    func truth(_ name: String) -> Bool {
        guard case .object(let members) = self else { return false }
        return members.last { $0.name == name }?.value == .bool(true)
    }

    func text(_ name: String) -> String? {
        guard case .object(let members) = self,
            case .string(let text)? = members.last(where: { $0.name == name })?.value
        else { return nil }
        return text
    }

    fileprivate func texts(_ name: String) -> [String] {
        guard case .object(let members) = self,
            case .array(let values)? = members.last(where: { $0.name == name })?.value
        else { return [] }
        return values.compactMap { value in if case .string(let text) = value { text } else { nil } }
    }
}
