import JSONRPC
import SourceText

/// The client's capabilities and the user's settings.
struct Settings: Sendable {
    enum LinkStyle: String, Sendable { case vault, wiki, markdown }
    enum LinkName: String, Sendable { case vault, name, path, title }

    // Negotiated capabilities.
    var encoding = PositionEncoding.utf16
    var takesDocumentChanges = false
    /// The file operations that the client supports: `create`, `rename`, `delete`.
    var fileOperations: Set<String> = []
    var hasProgress = false
    var hasConfiguration = false
    /// Whether the client can pull diagnostics.
    var canPullDiagnostics = false
    var refreshesDiagnostics = false
    var nestsSymbols = false
    var resolvesEdits = false

    // Settings in the section `slip`.
    var severities: [Diagnostic.Kind: Int?] = [:]
    var linkStyle = LinkStyle.vault
    var linkName = LinkName.vault
    var extras = Extras()

    /// What the server does besides answering, unless the user turns it off, or once the user turns it on.
    struct Extras: Sendable {
        var lenses = true
        var hints = true
        /// Whether live blocks are refreshed before a note is saved.
        var refreshBeforeSave = false
    }

    init() {}

    /// Reads the client's capabilities (LSP 3.17, ClientCapabilities).
    init(capabilities: JSONValue?) {
        let offered = capabilities?["general"]?["positionEncodings"]?.list.compactMap(\.text) ?? []
        // The client lists its encodings in order of preference.
        encoding = offered.lazy.compactMap { PositionEncoding(rawValue: $0) }.first ?? .utf16
        let workspace = capabilities?["workspace"]
        let edit = workspace?["workspaceEdit"]
        fileOperations = Set(edit?["resourceOperations"]?.list.compactMap(\.text) ?? [])
        // Operations on files are document changes: some clients announce only these.
        takesDocumentChanges = edit?["documentChanges"]?.truth ?? !fileOperations.isEmpty
        hasConfiguration = workspace?["configuration"]?.truth ?? false
        refreshesDiagnostics = workspace?["diagnostics"]?["refreshSupport"]?.truth ?? false
        hasProgress = capabilities?["window"]?["workDoneProgress"]?.truth ?? false
        let document = capabilities?["textDocument"]
        canPullDiagnostics = document?["diagnostic"].map { !$0.isNull } ?? false
        nestsSymbols = document?["documentSymbol"]?["hierarchicalDocumentSymbolSupport"]?.truth ?? false
        resolvesEdits =
            document?["codeAction"]?["resolveSupport"]?["properties"]?.list.contains("edit") ?? false
    }

    /// Reads the settings in the section `slip`. Missing settings get their defaults. Returns messages about invalid
    /// settings.
    mutating func read(_ value: JSONValue?) -> [String] {
        var faults: [String] = []
        // A setting that was removed gets its default again.
        let initial = Settings()
        severities = initial.severities
        (linkStyle, linkName) = (initial.linkStyle, initial.linkName)
        extras = initial.extras
        for member in value?.members ?? [] {
            switch member.name {
            case "severities", "diagnostics": readSeverities(member.value, &faults)
            case "linkStyle": read(member, \.linkStyle, "wiki, markdown or vault", &faults)
            case "linkName": read(member, \.linkName, "name, path, title or vault", &faults)
            case "codeLens": read(member, \.extras.lenses, faults: &faults)
            case "inlayHints": read(member, \.extras.hints, faults: &faults)
            case "refreshBeforeSave": read(member, \.extras.refreshBeforeSave, faults: &faults)
            default: faults.append("unknown setting 'slip.\(member.name)'")
            }
        }
        return faults
    }

    private mutating func readSeverities(_ value: JSONValue, _ faults: inout [String]) {
        let names = ["error": 1, "warning": 2, "information": 3, "hint": 4]
        for member in value.members {
            guard let kind = Diagnostic.Kind(ofVaults: member.name) else {
                faults.append("unknown kind '\(member.name)' in 'slip.severities'")
                continue
            }
            switch member.value {
            case "off", .bool(false): severities[kind] = .some(nil)
            case .string(let name) where names[name] != nil: severities[kind] = names[name]
            default: faults.append("'slip.severities.\(member.name)' must be error, warning, information, hint or off")
            }
        }
    }

    private mutating func read<Value: RawRepresentable<String>>(
        _ member: JSONValue.Member, _ setting: WritableKeyPath<Settings, Value>, _ values: String,
        _ faults: inout [String]
    ) {
        guard let value = member.value.text.flatMap({ Value(rawValue: $0) }) else {
            return faults.append("'slip.\(member.name)' must be \(values)")
        }
        self[keyPath: setting] = value
    }

    private mutating func read(
        _ member: JSONValue.Member, _ setting: WritableKeyPath<Settings, Bool>, faults: inout [String]
    ) {
        guard let value = member.value.truth else {
            return faults.append("'slip.\(member.name)' must be true or false")
        }
        self[keyPath: setting] = value
    }

    /// Returns the severity of a finding (LSP 3.17, DiagnosticSeverity), or nil if the user has disabled its kind.
    func severity(_ kind: Diagnostic.Kind, _ severity: Diagnostic.Severity) -> Int? {
        if let set = severities[kind] { return set }
        return switch severity {
        case .error: 1
        case .warning: 2
        case .note: 3
        }
    }
}
