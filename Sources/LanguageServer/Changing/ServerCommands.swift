import Editing
import Indexing
import JSONRPC
import QueryLanguage
import Searching
import SourceText
import VaultFiles

/// The commands that a client can execute on the server (LSP 3.17, workspace/executeCommand).
///
/// | command | arguments | result |
/// |---|---|---|
/// | `slip.search` | a query, and options: `uri` (selects the vault), `limit` | locations |
/// | `slip.new` | a title, and options: `uri`, `folder`, `template` | the location of the new note |
/// | `slip.daily` | options: `uri`, `folder`, `date` | the location of the daily note |
/// | `slip.capture` | a text, and options: `uri`, `place` (default: `today`), `prepend` | the location of the note |
/// | `slip.vaults` | | folders of vaults with their number of notes |
/// | `slip.index` | options: `uri` | the number of notes that were updated |
/// | `slip.init` | the URI of a folder | the URI of the new vault |
/// | `slip.reject` | the number of a proposal, and options: `uri` | whether there was one |
/// | `slip.refresh` | options: `uri`, `line` of a live block (default: all), `force` | whether anything changed |
/// | `slip.showReferences` | a note, a position, locations | the locations |
enum ServerCommands {
    static let names = [
        "slip.search", "slip.new", "slip.daily", "slip.capture", "slip.vaults", "slip.index", "slip.init",
        "slip.reject", "slip.refresh", "slip.showReferences",
    ]

    @Sendable static func execute(_ request: Request) throws -> JSONValue {
        let arguments = request.params["arguments"]?.list ?? []
        let options = arguments.last { $0.text == nil && !$0.isNull }
        let command = request.params["command"]?.text ?? ""
        switch command {
        case "slip.search":
            let query = try text(arguments.first, "a query")
            let limit = options?["limit"]?.int ?? 100
            guard limit > 0 else { throw ResponseError(.invalidParams, "'limit' must be a number above 0") }
            return try request.readAsSaved(vault(options, request)) { snapshot in
                .array(
                    try snapshot.hits(of: search(query, snapshot, limit: limit)).map {
                        request.location($0.path, 0..<0, in: snapshot).json
                    })
            }
        case "slip.new":
            let title = try text(arguments.first, "a title")
            let vault = try vault(options, request)
            var new = NewNote(title: title, folder: try folder(options))
            new.template = options?["template"]?.text
            return try make(new, vault, for: request)
        case "slip.daily": return try daily(options, request)
        case "slip.capture": return try capture(text(arguments.first, "a text"), with: options, for: request)
        case "slip.vaults":
            return .array(
                try request.allVaults.map { vault in
                    [
                        "uri": DocumentURI(path: vault.fullPath(.root)).json,
                        "notes": .int(try request.read(vault) { try $0.lists.noteCount() }),
                    ]
                })
        case "slip.index":
            let changes = try request.session(on: vault(options, request), scans: true).changes
            return ["changed": .int(changes.added + changes.changed + changes.moved + changes.removed)]
        case "slip.reject":
            guard let number = arguments.first?.int else { throw ResponseError(.invalidParams, "a number is missing") }
            let proposals = Proposals(try vault(options, request))
            let isThere = try proposals.all().proposals.contains { $0.number == number }
            if isThere { try proposals.remove(number) }
            return .bool(isThere)
        case "slip.refresh": return try refresh(options, request)
        // The command of code lenses. Clients without special support get the locations as the result.
        case "slip.showReferences": return arguments.count > 2 ? arguments[2] : []
        case "slip.init":
            guard let path = DocumentURI(try text(arguments.first, "a folder")).path else {
                throw ResponseError(.invalidParams, "'slip.init' requires the URI of a folder")
            }
            _ = try Vault.create(path)
            return DocumentURI(path: path).json
        default:
            throw ResponseError(
                .invalidParams, "unknown command '\(command)'; commands are: \(names.joined(separator: ", "))")
        }
    }

    private static func text(_ value: JSONValue?, _ what: String) throws -> String {
        guard let text = value?.text, !text.isEmpty else { throw ResponseError(.invalidParams, "\(what) is missing") }
        return text
    }

    /// Returns the folder of the vault that the options name (default: the root). Throws if it is outside the vault.
    private static func folder(_ options: JSONValue?) throws -> VaultPath {
        guard let text = options?["folder"]?.text else { return .root }
        guard let folder = VaultPath.root.resolving(VaultPath(text.hasPrefix("/") ? String(text.dropFirst()) : text))
        else {
            throw ResponseError(.invalidParams, "'\(text)' is outside the vault")
        }
        return folder
    }

    /// Returns the vault of `uri`, or the first open vault if there is no `uri` or it is in no vault. Throws if no
    /// vault is open.
    private static func vault(_ options: JSONValue?, _ request: Request) throws -> Vault {
        if let uri = options?["uri"]?.text {
            if let vault = request.workspace.documents[DocumentURI(uri)]?.vault { return vault }
            if let path = DocumentURI(uri).path,
                let vault = request.vaults.vault(holding: path + Array("/x".utf8))
                    ?? request.vaults.vault(holding: path)
            {
                return vault
            }
        }
        guard let vault = request.allVaults.first else {
            throw ResponseError(.requestFailed, "no vault is open (to create one: slip init)")
        }
        return vault
    }

    static func search(_ query: String, _ snapshot: VaultSnapshot, limit: Int) throws -> VaultSearch {
        var options = SearchOptions(query: query, scope: .all, folder: .root)
        options.defaults.limit = limit
        options.detailed = false
        return try snapshot.prepare(options)
    }

    private static func make(_ new: NewNote, _ vault: Vault, for request: Request) throws -> JSONValue {
        try request.plan(vault) { snapshot in
            let (plan, path) = try NewNotePlanner(snapshot).create(new)
            return try apply(plan, path, in: snapshot, for: request)
        }
    }

    /// Asks the client to carry out a plan, and returns the location of the note that it is about.
    private static func apply(
        _ plan: ChangePlan, _ path: VaultPath, in snapshot: VaultSnapshot, for request: Request
    ) throws -> JSONValue {
        let edit = try PlannedEdit(request: request, snapshot: snapshot).json(plan)
        request.client.ask("workspace/applyEdit", ["label": .string(plan.title), "edit": edit])
        return request.location(path, 0..<0, in: snapshot).json
    }

    /// Asks the client to write the results of the live blocks of a document.
    private static func refresh(_ options: JSONValue?, _ request: Request) throws -> JSONValue {
        guard let uri = options?["uri"]?.text, let document = request.workspace.documents[DocumentURI(uri)],
            let vault = document.vault
        else { throw ResponseError(.invalidParams, "'slip.refresh' requires the 'uri' of an open note") }
        let note = document.note
        let line = options?["line"]?.int
        let block = note.liveBlockOffsets.first { document.text.line(at: $0) == line }
        if line != nil, block == nil { throw ResponseError(.requestFailed, "there is no live block on this line") }
        return try request.plan(vault) { snapshot in
            let plan = try RefreshPlanner(snapshot).refresh(
                note, at: block, force: options?["force"] == .bool(true))
            if plan.isEmpty { return ["changed": false] }
            _ = try apply(plan, note.path, in: snapshot, for: request)
            return ["changed": true]
        }
    }

    /// Asks the client to add a text at a place, and returns the location of the note.
    private static func capture(_ text: String, with options: JSONValue?, for request: Request) throws -> JSONValue {
        let vault = try vault(options, request)
        let place = options?["place"]?.text ?? "today"
        return try request.plan(vault) { snapshot in
            let found = try CaptureTarget.find(Array(place.utf8), in: snapshot) { name in
                try snapshot.isNote(VaultPath(bytes: name)) ? VaultPath(bytes: name) : nil
            } name: { name in
                let notes = try snapshot.queryNames.notes(named: String(decoding: name, as: UTF8.self))
                guard notes.count < 2 else {
                    throw ResponseError(.requestFailed, "'\(place)' matches several notes")
                }
                return notes.first
            }
            guard let found else { throw ResponseError(.requestFailed, "there is no note '\(place)'") }
            let side: CapturePlanner.Side = options?["prepend"] == .bool(true) ? .start : .end
            let capture = try CapturePlanner(snapshot).add(
                Array(text.utf8), side, of: found.target, at: found.position, title: "capture in \(place)")
            return try apply(capture.plan, capture.path, in: snapshot, for: request)
        }
    }

    /// Returns the location of the note named like a day. Creates the note if needed.
    private static func daily(_ options: JSONValue?, _ request: Request) throws -> JSONValue {
        let vault = try vault(options, request)
        return try request.plan(vault) { snapshot in
            let word = options?["date"]?.text ?? "today"
            guard
                let day = DateWords.day(word, now: snapshot.now, calendar: snapshot.calendar)
                    ?? DateText(word).map({ $0.civil.dayText })
            else { throw ResponseError(.invalidParams, "'\(word)' is not a day") }
            let named = try snapshot.queryNames.notes(named: day)
            if let path = named.first { return request.location(path, 0..<0, in: snapshot).json }
            var new = NewNote(title: day, folder: try folder(options))
            if try TemplateFolder(snapshot.vault).names().contains("daily") { new.template = "daily" }
            let (plan, path) = try NewNotePlanner(snapshot).create(new)
            return try apply(plan, path, in: snapshot, for: request)
        }
    }
}
