import Notes
import Searching
package import SourceText
import System
package import VaultChanges
import VaultFiles

/// What a new note is made of.
package struct NewNote: Sendable {
    package var title: String
    package var folder: VaultPath
    package var keywords: [String] = []
    package var status: String?
    package var isFavorite = false
    package var template: String?
    package var body: [UInt8]?
    /// The file's name without extension, where it does not come from the title; nothing is there yet.
    package var name: String?
    /// The day that it is about, where that is not today.
    package var day: CivilTime?

    package init(title: String, folder: VaultPath) {
        self.title = title
        self.folder = folder
    }
}

/// New notes.
extension Planner {
    /// The plan that makes a note, and its path. The file's name comes from the title, made unique where there is one
    /// that is equal after folding.
    package func newNote(_ new: NewNote) throws -> (plan: ChangePlan, path: VaultPath) {
        guard new.title.contains(where: { !$0.isWhitespace }), !new.title.contains(where: \.isNewline) else {
            throw VaultError("a title is one line with something in it")
        }
        var values = templateValues(new)
        let path =
            try new.name.map { new.folder.appending(VaultPath("\($0).\(noteExtension)")) }
            ?? paths.freePath(for: FileName.stem(for: new.title), in: new.folder, suffix: noteExtension)
        try paths.checkNew(path)
        try paths.refuseIgnored(path, isFolder: false)
        values["name"] = path.stem.text
        var bytes: [UInt8] = []
        if let template = new.template { bytes = try readTemplate(template).filled(values) }
        var change = NoteChange(path, bytes)
        let keys = Note(bytes, name: path.name, rules: rules).keys
        var assignments: [FrontMatterChange] = []
        if !keys.contains(.title) || new.template == nil {
            assignments.append(.set(rules.names(.title), new.title))
        }
        if let status = new.status {
            guard let known = rules.status(status) else {
                throw VaultError(
                    "'\(status)' is not a status", help: "statuses are: \(session.statuses.joined(separator: ", "))")
            }
            assignments.append(.set(rules.names(.status), known))
        }
        let keywords = new.keywords.map(Keyword.normalized).filter { !$0.isEmpty }
        if !keywords.isEmpty {
            assignments.append(
                .add(rules.names(.keywords), keywords, identity: PropertyAssignments.identity(.keywords)))
        }
        if new.isFavorite { assignments.append(.set(rules.names(.favorite), "true")) }
        if !keys.contains(.created) { assignments.append(.set(rules.names(.created), new.day?.dayText ?? timestamp)) }
        try change.edit(assignments)
        var text = change.after
        if let body = new.body {
            if let last = text.last, last != Byte.newline { text.append(Byte.newline) }
            text += body
            if text.last != Byte.newline { text.append(Byte.newline) }
        }
        var plan = ChangePlan("new '\(new.title)'")
        let (rewrites, taken) = try LinkRewriter(session).rewrites(adding: text, at: path)
        plan.operations = [.create(path, .bytes(text))] + rewrites
        for (target, sources) in taken.sorted(by: { $0.key < $1.key }) {
            let count = sources.count == 1 ? "'\(sources.first?.text ?? "")'" : "\(sources.count) notes"
            plan.remarks.append(
                "links to '\(target.text)' in \(count) would mean '\(path.text)'; they are rewritten to keep their meaning"
            )
        }
        return (plan, path)
    }

    /// The first of the configured extensions that is usual.
    var noteExtension: String {
        vault.configuration.extensions.contains("md") ? "md" : vault.configuration.extensions.min() ?? "md"
    }

    /// Now in local time with its offset from UTC.
    private var timestamp: String {
        let civil = session.calendar.civil(session.now)
        let offset = (civil.seconds - session.now.seconds) / 60
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : String(value) }
        let zone = offset == 0 ? "Z" : "\(offset < 0 ? "-" : "+")\(two(abs(offset) / 60)):\(two(abs(offset) % 60))"
        return "\(civil.dayText)T\(civil.clockText)\(zone)"
    }

    private func templateValues(_ new: NewNote) -> [String: String] {
        let civil = new.day ?? session.calendar.civil(session.now)
        let digits = { (text: String) in text.filter { $0.isNumber } }
        return [
            "title": new.title, "date": civil.dayText, "time": String(civil.clockText.prefix(5)),
            "timestamp": new.day?.dayText ?? timestamp, "id": digits(civil.dayText) + digits(civil.clockText),
            "folder": new.folder.text,
            "year": civil.yearText, "month": civil.monthText,
        ]
    }

    /// The template of that name, which has to be a file of the vault: a link could lead to anything of this user's.
    private func readTemplate(_ name: String) throws -> NoteTemplate {
        let folder = Array("templates".utf8)
        let templates = vault.folder + [Byte.slash] + folder
        if let status = try FileStatus.ifThere(templates), status.kind == .link {
            throw VaultError(
                Vault.templatesPath, "is a link; slip follows none there", help: "make it a folder of the vault")
        }
        let names = try Files.listIfThere(templates, follows: false).map { VaultPath(bytes: $0.name) }
            .filter { $0.bytes.first != Byte.dot }
        guard let found = names.first(where: { $0.text == name }) ?? names.first(where: { $0.stem.text == name }) else {
            let near = Nearest.match(name, among: names.map(\.stem.text))
            throw VaultError(
                "there is no template '\(name)' in .slipbox/templates",
                help: near.map { "did you mean '\($0)'?" }
                    ?? (names.isEmpty
                        ? nil : "templates are: \(names.map(\.stem.text).sorted().joined(separator: ", "))"))
        }
        let path = Vault.templatesPath.appending(found)
        do throws(SystemError) {
            return NoteTemplate(try Files.read(inside: vault.root, [Vault.folderName, folder, found.bytes]), at: path)
        } catch {
            if error.isLoop {
                throw VaultError(
                    path, "is a link; slip follows none there",
                    help: "put the file itself in its place")
            }
            throw VaultError("cannot read the template '\(path.text)': \(error.reason)", at: path)
        }
    }
}
