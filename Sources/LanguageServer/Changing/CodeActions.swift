import Editing
import JSONRPC
import Searching
import SourceText
import VaultFiles

/// Code actions for a position or selection (LSP 3.17, textDocument/codeAction): fixes for findings, and refactorings.
/// The edit of an action is computed when the user chooses it.
enum CodeActions {
    @Sendable static func list(_ request: Request) throws -> JSONValue {
        let document = try request.document()
        let range = document.text.range(of: try PositionRange(request.params["range"]), request.encoding)
        let only = request.params["context"]?["only"]?.list.compactMap(\.text) ?? []
        func isWanted(_ kind: String) -> Bool {
            only.isEmpty || only.contains { kind == $0 || kind.hasPrefix($0 + ".") }
        }
        guard let vault = document.vault else {
            let actions = TextActions(document, range, request).actions.filter { isWanted($0.kind) }
            return .array(
                try actions.compactMap { action in
                    try json(action, document, for: request) { try edit($0, document, for: request) }
                } + makingVault(document, request).filter { _ in isWanted("source") })
        }
        if document.isConfiguration { return [] }
        return try request.plan(vault) { snapshot in
            let finder = ActionFinder(document: document, range: range, snapshot: snapshot, request: request)
            return .array(
                try finder.actions().filter { isWanted($0.kind) }.compactMap { action in
                    try json(action, document, for: request) { change in
                        let plan = try change.plan(document, snapshot)
                        return plan.isEmpty ? nil : try PlannedEdit(request: request, snapshot: snapshot).json(plan)
                    }
                })
        }
    }

    /// Returns an action in the protocol's form, with its edit if the client cannot resolve edits later. Returns nil if
    /// the action would fail or the client does not support it.
    ///
    /// - Parameter work: computes the edit of a change, or nil if there is nothing to edit.
    private static func json(
        _ action: OfferedAction, _ document: Document, for request: Request,
        work: (OfferedChange) throws -> JSONValue?
    ) throws -> JSONValue? {
        if let command = action.command {
            return ["title": .string(action.title), "kind": .string(action.kind), "command": command]
        }
        if action.change.makesFile, !request.settings.fileOperations.contains("create") { return nil }
        var edit: JSONValue?
        if !request.settings.resolvesEdits {
            // An action that fails is not offered.
            guard let worked = try? work(action.change) else { return nil }
            edit = worked
        }
        return .object([
            "title": .string(action.title), "kind": .string(action.kind),
            "diagnostics": action.finding.map { .array([$0]) }, "isPreferred": action.isPreferred ? true : nil,
            "edit": edit,
            "data": edit == nil
                ? ["uri": document.uri.json, "text": .string(hash(of: document)), "change": action.change.json] : nil,
        ])
    }

    /// Returns a hash of the text. An action applies only to the text that it was offered for.
    private static func hash(of document: Document) -> String {
        String(UInt64(bitPattern: ContentHash.hash(document.text.bytes)), radix: 36)
    }

    /// Returns the action that the user chose, with its edit. Throws `ResponseError` if the text has changed since it
    /// was offered.
    @Sendable static func resolve(_ request: Request) throws -> JSONValue {
        let data = request.params["data"]
        guard case .object(var members) = request.params, let uri = data?["uri"]?.text,
            let document = request.workspace.documents[DocumentURI(uri)], let change = OfferedChange(data?["change"])
        else { return request.params }
        guard data?["text"]?.text == hash(of: document) else {
            throw ResponseError(.contentModified, "the text has changed; request the action again")
        }
        let edit: JSONValue?
        if let vault = document.vault {
            edit = try request.plan(vault) { snapshot in
                try PlannedEdit(request: request, snapshot: snapshot).json(change.plan(document, snapshot))
            }
        } else {
            edit = try self.edit(change, document, for: request)
        }
        guard let edit else { return request.params }
        members.append(JSONValue.Member(name: "edit", value: edit))
        return .object(members)
    }

    /// Returns the edit of a change in a document outside of any vault, or nil if the change needs a vault or changes
    /// nothing.
    private static func edit(_ change: OfferedChange, _ document: Document, for request: Request) throws -> JSONValue? {
        let edits = try change.edits(of: document.note, TaskStyle(), today: request.sessions.today)
        guard let edits, !edits.isEmpty else { return nil }
        return try document.edit(edits, request.settings)
    }

    /// Returns the action that makes a workspace folder of the client a vault: the one that contains the document.
    /// Empty if none does, or if the folder is in a vault.
    private static func makingVault(_ document: Document, _ request: Request) -> [JSONValue] {
        guard let path = document.uri.path else { return [] }
        let folder = request.workspace.folders.first { path.starts(with: $0 + [Byte.slash]) }
        guard let folder, request.vaults.vault(holding: folder + Array("/x".utf8)) == nil else { return [] }
        let uri = DocumentURI(path: folder)
        return [
            [
                "title": .string("Create a vault in '\(VaultPath(bytes: folder).name.text)'"), "kind": "source",
                "command": ["title": "Create a vault", "command": "slip.init", "arguments": [uri.json]],
            ]
        ]
    }
}

/// A code action, before its edit is computed.
struct OfferedAction {
    /// The kinds of the protocol (LSP 3.17, CodeActionKind).
    enum ActionKind {
        static let fix = "quickfix"
        static let extract = "refactor.extract"
        static let rewrite = "refactor.rewrite"
        static let source = "source"
    }

    var title: String
    var kind: String
    var change: OfferedChange
    /// The command that the client executes instead of a change, in the protocol's form.
    var command: JSONValue?
    /// The diagnostic that the action fixes, in the client's form.
    var finding: JSONValue?
    var isPreferred = false
}

/// The change of a code action, small enough to be sent to the client and back. Positions and ranges are bytes of the
/// document. A link is given by its start, and a line counts from 1.
enum OfferedChange {
    case create(title: String, folder: String, template: String?)
    case retarget(link: Int, path: String)
    case retargetPart(link: Int, String)
    case set(key: String, value: String)
    case drop(start: Int)
    case addHeading(String, path: String)
    case extract(Range<Int>, isEmbed: Bool)
    case link([Range<Int>], path: String)
    case rewrite(link: Int, isMarkdown: Bool, byPath: Bool)
    /// A change of the task in a line.
    case task(line: Int, TaskChange)
    case addKeyword(String)
    case contents(offset: Int)
    case sort(Range<Int>)
    case renameKey(start: Int, String)
    case relate(path: String)
    /// The change that an agent has proposed.
    case proposal(Int)

    /// Whether the change creates a file. Not every client supports that.
    var makesFile: Bool {
        switch self {
        case .create, .extract: true
        default: false
        }
    }

    private static func json(_ range: Range<Int>) -> JSONValue { [.int(range.lowerBound), .int(range.upperBound)] }

    private static func range(_ value: JSONValue?) -> Range<Int>? {
        let numbers = value?.list.compactMap(\.int) ?? []
        return numbers.count == 2 && numbers[0] >= 0 && numbers[0] <= numbers[1] ? numbers[0]..<numbers[1] : nil
    }

    var json: JSONValue {
        switch self {
        case .create(let title, let folder, let template):
            .object([
                "do": "create", "title": .string(title), "folder": .string(folder),
                "template": template.map { .string($0) },
            ])
        case .retarget(let link, let path): ["do": "retarget", "link": .int(link), "path": .string(path)]
        case .retargetPart(let link, let name): ["do": "part", "link": .int(link), "name": .string(name)]
        case .set(let key, let value): ["do": "set", "key": .string(key), "value": .string(value)]
        case .drop(let start): ["do": "drop", "start": .int(start)]
        case .addHeading(let text, let path): ["do": "heading", "text": .string(text), "path": .string(path)]
        case .extract(let range, let isEmbed): ["do": "extract", "range": Self.json(range), "embed": .bool(isEmbed)]
        case .link(let ranges, let path):
            ["do": "link", "ranges": .array(ranges.map(Self.json)), "path": .string(path)]
        case .rewrite(let link, let isMarkdown, let byPath):
            ["do": "rewrite", "link": .int(link), "markdown": .bool(isMarkdown), "path": .bool(byPath)]
        case .task(let line, .status(let status)):
            ["do": "task", "line": .int(line), "status": .string(status.rawValue)]
        case .task(let line, .set(let assignments)):
            [
                "do": "task", "line": .int(line),
                "set": .array(assignments.map { .string("\($0.property.rawValue)=\($0.value)") }),
            ]
        case .addKeyword(let name): ["do": "keyword", "name": .string(name)]
        case .contents(let offset): ["do": "contents", "offset": .int(offset)]
        case .sort(let range): ["do": "sort", "range": Self.json(range)]
        case .renameKey(let start, let name): ["do": "key", "start": .int(start), "name": .string(name)]
        case .relate(let path): ["do": "relate", "path": .string(path)]
        case .proposal(let number): ["do": "proposal", "number": .int(number)]
        }
    }

    /// The changes that one number describes, each with the member that contains it.
    private static let numbered: [String: (member: String, change: @Sendable (Int) -> OfferedChange)] = [
        "drop": ("start", { .drop(start: $0) }), "contents": ("offset", { .contents(offset: $0) }),
        "proposal": ("number", { .proposal($0) }),
    ]

    init?(_ value: JSONValue?) {
        guard let value, let word = value["do"]?.text else { return nil }
        let path = value["path"]?.text
        let range = Self.range(value["range"])
        if let (member, change) = Self.numbered[word] {
            guard let number = value[member]?.int else { return nil }
            self = change(number)
            return
        }
        switch word {
        case "create":
            guard let title = value["title"]?.text, let folder = value["folder"]?.text else { return nil }
            self = .create(title: title, folder: folder, template: value["template"]?.text)
        case "retarget":
            guard let link = value["link"]?.int, let path else { return nil }
            self = .retarget(link: link, path: path)
        case "part":
            guard let link = value["link"]?.int, let name = value["name"]?.text else { return nil }
            self = .retargetPart(link: link, name)
        case "set":
            guard let key = value["key"]?.text, let text = value["value"]?.text else { return nil }
            self = .set(key: key, value: text)
        case "heading":
            guard let text = value["text"]?.text, let path else { return nil }
            self = .addHeading(text, path: path)
        case "extract":
            guard let range else { return nil }
            self = .extract(range, isEmbed: value["embed"]?.truth ?? false)
        case "link":
            guard let path, let ranges = value["ranges"]?.list.compactMap(Self.range) else { return nil }
            self = .link(ranges, path: path)
        case "relate":
            guard let path else { return nil }
            self = .relate(path: path)
        case "rewrite":
            guard let link = value["link"]?.int else { return nil }
            self = .rewrite(
                link: link, isMarkdown: value["markdown"]?.truth ?? false, byPath: value["path"]?.truth ?? false)
        case "task":
            guard let line = value["line"]?.int else { return nil }
            if let status = value["status"]?.text.flatMap({ TaskStatus(rawValue: $0) }) {
                self = .task(line: line, .status(status))
            } else {
                let texts = value["set"]?.list.compactMap(\.text) ?? []
                self = .task(line: line, .set(texts.compactMap { try? TaskAssignment($0) }))
            }
        case "keyword":
            guard let name = value["name"]?.text else { return nil }
            self = .addKeyword(name)
        case "sort":
            guard let range else { return nil }
            self = .sort(range)
        case "key":
            guard let start = value["start"]?.int, let name = value["name"]?.text else { return nil }
            self = .renameKey(start: start, name)
        default: return nil
        }
    }

    /// Returns the plan of this change, for the current text of the document. Throws `VaultError` if the text has
    /// changed so that the change no longer applies.
    func plan(_ document: Document, _ snapshot: VaultSnapshot) throws -> ChangePlan {
        let links = InlineLinkPlanner(snapshot)
        let properties = PropertyPlanner(snapshot)
        let texts = TextPlanner(snapshot)
        let note = document.note
        let path = note.path
        func link(_ start: Int) throws -> OpenLink {
            guard let link = note.links.first(where: { $0.range.lowerBound == start }) else {
                throw VaultError(path, "has changed since", help: "request the action again")
            }
            return link
        }
        func checked(_ ranges: [Range<Int>]) throws -> [Range<Int>] {
            guard ranges.allSatisfy({ $0.upperBound <= note.bytes.count }) else {
                throw VaultError(path, "has changed since", help: "request the action again")
            }
            return ranges
        }
        switch self {
        case .create(let title, let folder, let template):
            var new = NewNote(title: title, folder: VaultPath(folder))
            new.template = template
            return try NewNotePlanner(snapshot).create(new).plan
        case .retarget(let start, let target):
            return try links.retarget(link(start), in: path, to: VaultPath(target))
        case .retargetPart(let start, let name): return try links.setFragment(of: link(start), in: path, to: name)
        case .set(let key, let value):
            let assignment = PropertyAssignment(key: key, action: .set(value))
            return try properties.set([assignment], of: [path], force: false, title: "set \(key)=\(value)")
        case .drop(let start):
            guard let entry = note.entries.first(where: { $0.keyRange.lowerBound == start }) else {
                throw VaultError(path, "has changed since", help: "request the action again")
            }
            return try properties.remove(entry, from: path)
        case .addHeading(let text, let target): return try texts.addHeading(text, to: VaultPath(target))
        case .extract(let range, let isEmbed):
            let range = try checked([range])[0]
            return try ExtractionPlanner(snapshot).extract(
                range, from: path, title: ExtractedTitle.of(range, in: note), isEmbed: isEmbed, as: form(snapshot)
            ).plan
        case .link(let ranges, let target):
            return try links.link(checked(ranges), in: path, to: VaultPath(target), as: form(snapshot))
        case .rewrite(let start, let isMarkdown, let byPath):
            return try links.rewrite(
                link(start), in: path, as: isMarkdown ? .markdown : .wiki, by: byPath ? .path : .name)
        case .relate(let target): return try LinkPlanner(snapshot).link([path], to: VaultPath(target))
        case .task(let line, let change):
            return try TaskPlanner(snapshot).change([TaskPlace(path, line: line)], change, title: "task")
        case .proposal(let number):
            return try ProposalPlanner(snapshot).plan(Proposals(snapshot.vault).proposal(number))
        case .addKeyword(let name): return try KeywordPlanner(snapshot).add([name], to: [path])
        case .contents(let offset): return try texts.contents(of: path, at: offset)
        case .sort(let range): return try texts.sort(checked([range])[0], in: path)
        case .renameKey(let start, let name):
            let entry = note.entries.first { $0.keyRange.lowerBound == start }
            guard let entry else { throw VaultError(path, "has changed since", help: "request the action again") }
            return try properties.renameKey(of: entry, in: path, to: name)
        }
    }

    /// Returns the edits of a change that depends only on the text. Returns nil for any other change.
    ///
    /// - Parameters:
    ///   - style: how properties of tasks are written.
    ///   - today: the day of completion of a task.
    func edits(of note: OpenNote, _ style: TaskStyle, today: CivilTime) throws -> [ByteEdit]? {
        switch self {
        case .task(let line, let change):
            return try TaskEditor(note, style, today: today).edits(of: [line], change).edits
        case .contents(let offset): return [TextEdits.tableOfContentsEdit(of: note, at: offset)]
        case .sort(let range): return range.upperBound <= note.bytes.count ? TextEdits.sort(range, in: note.bytes) : nil
        default: return nil
        }
    }

    private func form(_ snapshot: VaultSnapshot) throws -> NewLink.Form {
        try snapshot.noteChoices.prefersMarkdownLinks() ? .markdown : .wiki
    }
}

extension StringProtocol {
    var withoutWhiteSpaceAround: String {
        let bytes = Array(utf8)
        return bytes.text(bytes.trimmed(bytes.indices))
    }
}
