import Editing
import Rendering
import Searching
import SourceText
import VaultFiles

/// Finds problems in notes, as `slip check --format json` does.
enum CheckTool {
    static let tool = Tool(
        name: "check", summary: "Find broken links, invalid front matter and other problems, in the vault or in paths.",
        input: [
            Property("paths", .list(.text), "notes or folders"),
            Property("kinds", .list(.text), "such as broken-link"),
        ],
        output: [Property("findings", .list(.anyObject), isRequired: true)],
        run: { call in
            var scope = FindingScope()
            scope.kinds = Set(try call.arguments["kinds"]?.list.map { try kind($0.plainText) } ?? [])
            let session = try call.session()
            if let paths = call.arguments["paths"] {
                scope.paths = try call.read { snapshot in try paths.list.map { try path($0.plainText, snapshot) } }
            }
            let findings =
                try session.findings(scope)
                + ForeignRecords.findings(in: session.vault, now: call.host.now()).filter(scope.wants)
            return ["findings": .raw(FindingJSON.text(findings.sorted()))]
        })

    private static func kind(_ name: String) throws -> Diagnostic.Kind {
        if let kind = Diagnostic.Kind.ofVaults.first(where: { $0.rawValue == name }) { return kind }
        let names = Diagnostic.Kind.ofVaults.map(\.rawValue)
        throw ToolError("there is no kind of problem '\(name)'", help: "valid kinds: \(names.joined(separator: ", "))")
    }

    /// Returns the path of a note, file or folder from the root, else that of the note with a name.
    private static func path(_ name: String, _ snapshot: VaultSnapshot) throws -> VaultPath {
        if let path = VaultPath.root.resolving(VaultPath(name)), snapshot.vault.exists(path) { return path }
        return try snapshot.note(named: name)
    }
}
