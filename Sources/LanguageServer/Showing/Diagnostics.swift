import JSONRPC
import Searching
import SourceText
import VaultFiles

/// The findings of `slip check`, as diagnostics of the protocol. Clients pull them here, or `DiagnosticsPush` sends
/// them.
enum Diagnostics {
    /// Returns all diagnostics of one open document.
    static func items(of document: Document, _ request: Request) throws -> JSONValue {
        try items(of: document, request, waits: true, limit: .max).items
    }

    /// Returns the first `limit` diagnostics of one open document.
    ///
    /// - Parameter waits: whether to search for the hints that name similar notes, which takes long. If not, some may
    ///   be missing, and `lacksHints` is true.
    static func items(
        of document: Document, _ request: Request, waits: Bool, limit: Int
    ) throws -> (items: JSONValue, lacksHints: Bool) {
        if document.isConfiguration {
            let found = Configuration(document.text.bytes).diagnostics
            let items = found.compactMap { diagnostic in
                item(
                    diagnostic.kind, diagnostic.severity, message: diagnostic.message, help: diagnostic.help,
                    range: document.text.range(of: diagnostic.range, request.encoding), settings: request.settings)
            }
            return (.array(items), false)
        }
        guard let vault = document.vault else { return ([], false) }
        return try request.readKinds(of: document, in: vault) {
            try items(of: document, in: $0, request, waits: waits, limit: limit)
        }
    }

    /// Returns the diagnostics of an open document that is a note, from a snapshot of its vault. See the function
    /// above.
    static func items(
        of document: Document, in snapshot: VaultSnapshot, _ request: Request, waits: Bool, limit: Int
    ) throws -> (items: JSONValue, lacksHints: Bool) {
        var cursor = PositionCursor(document.text, request.encoding)
        let (findings, lacksHints) = try snapshot.findings(of: document.note, waits: waits)
        let ambiguous = findings.contains { $0.kind == .ambiguousLink } ? document.note.links : []
        let links = Dictionary(ambiguous.map { ($0.marked, $0) }) { first, _ in first }
        let items = try findings.prefix(limit).compactMap { finding in
            let range = cursor.range(of: finding.range ?? 0..<0)
            let rivals =
                try finding.range.flatMap { links[$0] }
                .map { try related($0, finding.kind, in: document.note, snapshot: snapshot, for: request) } ?? []
            return item(
                finding.kind, finding.severity, message: finding.message, help: finding.help, range: range,
                settings: request.settings, related: rivals)
        }
        return (.array(items + taskHints(document, request).prefix(max(0, limit - items.count))), lacksHints)
    }

    /// Returns hints for the properties of tasks that cannot be read.
    private static func taskHints(_ document: Document, _ request: Request) -> [JSONValue] {
        var cursor = PositionCursor(document.text, request.encoding)
        return document.note.taskFaults.map { fault in
            [
                // LSP 3.17, DiagnosticSeverity: 4 is a hint.
                "range": cursor.range(of: fault.range).json, "severity": 4, "code": "task", "source": "slip",
                "message": .string("\(fault.message)\n\(fault.help)"),
            ]
        }
    }

    private static func item(
        _ kind: Diagnostic.Kind, _ severity: Diagnostic.Severity, message: String, help: String?, range: PositionRange,
        settings: Settings, related: [JSONValue] = []
    ) -> JSONValue? {
        guard let severity = settings.severity(kind, severity) else { return nil }
        return .object([
            "range": range.json, "severity": .int(severity), "code": .string(kind.rawValue), "source": "slip",
            "message": .string(help.map { "\(message)\n\($0)" } ?? message),
            // LSP 3.17, DiagnosticTag: 1 is shown faded.
            "tags": kind == .unusedAttachment || kind == .nearKey ? [1] : nil,
            "relatedInformation": related.isEmpty ? nil : .array(related),
        ])
    }

    /// Returns the files that an ambiguous link could lead to, at most ten. Empty for findings of other kinds.
    private static func related(
        _ link: OpenLink, _ kind: Diagnostic.Kind, in note: OpenNote, snapshot: VaultSnapshot, for request: Request
    ) throws -> [JSONValue] {
        if kind != .ambiguousLink { return [] }
        let end = try snapshot.linkTargets.target(of: link, in: note)
        return ([end.path].compactMap { $0 } + end.rivals).prefix(10).map { path in
            [
                "location": Location(request.uri(path, in: snapshot.vault), .documentStart).json,
                "message": .string("could be '\(path.text)'"),
            ]
        }
    }

    // MARK: Pulled by the client

    /// Returns an identifier of diagnostics, which is the same for equal ones, so that an unchanged result is not sent
    /// twice.
    private static func resultID(_ items: JSONValue) -> String {
        ContentHash.text(of: items.written)
    }

    @Sendable static func document(_ request: Request) throws -> JSONValue {
        let items = try items(of: request.document(), request)
        return report(items, request.params["previousResultId"]?.text)
    }

    private static func report(_ items: JSONValue, _ previous: String?) -> JSONValue {
        let name = resultID(items)
        if name == previous { return ["kind": "unchanged", "resultId": .string(name)] }
        return ["kind": "full", "resultId": .string(name), "items": items]
    }

    /// Returns the diagnostics of all notes in the vaults of the workspace. Those of open documents are based on their
    /// unsaved text.
    @Sendable static func workspace(_ request: Request) throws -> JSONValue {
        var previous: [String: String] = [:]
        for value in request.params["previousResultIds"]?.list ?? [] {
            if let uri = value["uri"]?.text { previous[uri] = value["value"]?.text }
        }
        var reports: [JSONValue] = []
        for vault in request.allVaults {
            let findings = try request.readAsSaved(vault) { try $0.findings() }
            let byPath = Dictionary(grouping: findings, by: \.path).filter {
                request.document($0.key, in: vault) == nil
            }
            var items = try request.read(vault) { snapshot in
                try byPath.reduce(into: [VaultPath: JSONValue]()) { items, found in
                    try request.cancellation.check()
                    items[found.key] = .array(self.items(of: found.value, found.key, snapshot, for: request))
                }
            }
            for document in request.workspace.documents.all
            where document.vault?.root == vault.root
                && request.document(document.note.path, in: vault)?.uri == document.uri
            {
                items[document.note.path] = try self.items(of: document, request)
            }
            for (path, items) in items.sorted(by: { $0.key < $1.key }) {
                let uri = request.uri(path, in: vault)
                let open = request.document(path, in: vault)
                guard case .object(let members) = report(items, previous.removeValue(forKey: uri.text)) else {
                    continue
                }
                reports.append(
                    .object(
                        [
                            JSONValue.Member(name: "uri", value: uri.json),
                            JSONValue.Member(name: "version", value: open.map { .int($0.version) } ?? .null),
                        ] + members))
            }
        }
        // Clear the diagnostics of files that no longer have any.
        for uri in previous.keys.sorted() {
            reports.append(["uri": .string(uri), "version": .null, "kind": "full", "items": []])
        }
        return ["items": .array(reports)]
    }

    /// Returns the diagnostics of a note that is not open. Each range extends to the end of its line.
    private static func items(
        of findings: [Finding], _ path: VaultPath, _ snapshot: VaultSnapshot, for request: Request
    ) -> [JSONValue] {
        let text = EditorText((try? snapshot.bytes(path)) ?? [], isOnDisk: true)
        return findings.compactMap { finding in
            let start = Position(line: finding.line - 1, character: finding.column - 1)
            let offset = text.offset(of: start, .utf32)
            let line = text.range(ofLine: finding.line - 1)
            let range = text.range(of: offset..<max(offset, line.upperBound), request.encoding)
            return item(
                finding.kind, finding.severity, message: finding.message, help: finding.help, range: range,
                settings: request.settings)
        }
    }
}
