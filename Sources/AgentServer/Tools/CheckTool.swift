import Editing
import Rendering
import Searching
import SourceText
import VaultFiles

/// Finds problems in notes, as `slip check --format json` does.
enum CheckTool {
    private static let defaultLimit = 100

    static let tool = Tool(
        name: "check", summary: "Find broken links, invalid front matter and other problems, in the vault or in paths.",
        input: [
            Property("paths", .list(.text), "notes or folders"),
            Property("kinds", .list(.text), "such as broken-link"),
            Property("limit", .number(1...10_000), "default: \(defaultLimit)"), Property("offset", .count),
        ],
        output: [
            Property("findings", .list(.anyObject)),
            Property("total", .count),
        ],
        defaultVault: .all,
        run: { call in
            var scope = FindingScope()
            scope.kinds = Set(try call.arguments["kinds"]?.list.map { try kind($0.plainText) } ?? [])
            // Models often send an empty list for an argument that they do not use.
            if let paths = call.arguments["paths"], !paths.list.isEmpty {
                guard call.vaultNames.count < 2 else {
                    throw ToolError(
                        "'paths' requires 'vault', the name of one vault",
                        help: call.vaultNames.joined(separator: ", "))
                }
                scope.paths = try call.read { snapshot in try paths.list.map { try path($0.plainText, snapshot) } }
            }
            let parts = try call.sessions().map { name, session in
                (name, findings: try session.allFindings(scope, now: call.options.now()))
            }
            let total = parts.reduce(0) { $0 + $1.findings.count }
            let offset = call.arguments["offset"]?.int ?? 0
            var (skipped, left) = (offset, call.arguments["limit"]?.int ?? defaultLimit)
            var (shown, json) = (0, JSONWriter())
            json.array { json in
                for (name, findings) in parts {
                    let part = findings.dropFirst(skipped).prefix(left)
                    FindingJSON.write(Array(part), vault: name, to: &json)
                    skipped -= min(skipped, findings.count)
                    left -= part.count
                    shown += part.count
                }
            }
            let rest = total - offset - shown
            let more = rest > 0 && shown > 0 ? ["\(rest) more: offset \(offset + shown)"] : []
            return [
                "findings": .raw(json.text), "total": .int(total),
                "remarks": .array((more + call.warnings).map { .string($0) }),
            ]
        })

    private static func kind(_ name: String) throws -> Diagnostic.Kind {
        if let kind = Diagnostic.Kind(ofVaults: name) { return kind }
        let names = Diagnostic.Kind.ofVaults.map(\.rawValue)
        throw ToolError("there is no kind of problem '\(name)'", help: "valid kinds: \(names.joined(separator: ", "))")
    }

    /// Returns the path of a note, file or folder from the root, else that of the note with a name.
    private static func path(_ name: String, _ snapshot: VaultSnapshot) throws -> VaultPath {
        let inside = snapshot.vault.path(ofAbsolute: name) ?? VaultPath.root.resolving(VaultPath(name))
        if let path = inside, snapshot.vault.exists(path) { return path }
        return try snapshot.note(named: name)
    }
}
