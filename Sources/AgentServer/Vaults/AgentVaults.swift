import SourceText
import System
import VaultFiles

/// The vaults of the server, by the names that tools use for them.
struct AgentVaults: Sendable {
    private let roots: [[UInt8]]
    /// The names, in the order of the options. Empty if there is at most one vault: tools then have no argument for it.
    let names: [String]
    private let environment: Environment
    private let opened = OpenedVaults()

    init(_ options: AgentOptions) {
        environment = options.environment
        var seen: Set<[UInt8]> = []
        let roots = options.vaults.map { Files.realPath($0) ?? $0 }.filter { seen.insert($0).inserted }
        self.roots = roots
        let stems = roots.map { VaultPath(bytes: $0).name.text }
        let hasNames = options.vaultNames.count == roots.count
        names =
            roots.count < 2
            ? []
            : hasNames
                ? options.vaultNames
                : roots.indices.map { index in
                    stems.count { $0 == stems[index] } == 1 ? stems[index] : VaultPath(bytes: roots[index]).text
                }
    }

    /// The vaults that can be opened.
    var all: [Vault] { names.isEmpty ? [try? vault(nil)].compactMap { $0 } : names.compactMap { try? vault($0) } }

    /// Returns the vault with a name, or the only one.
    ///
    /// - Parameter name: nil for the only vault, or with several, the first.
    /// - Throws: `VaultError` or `ToolError` if there is no vault.
    func vault(_ name: String?) throws -> Vault {
        if let name {
            guard let index = names.firstIndex(of: name) else {
                throw VaultError("there is no vault '\(name)'", help: "use one of: \(names.joined(separator: ", "))")
            }
            return try opened.vault(at: roots[index])
        }
        if let root = roots.first { return try opened.vault(at: root) }
        do {
            return try opened.vault(at: Vault.usual(environment, allowsDefault: false).root)
        } catch let error as VaultError {
            throw ToolError(
                error.message,
                help: "start the server in a vault, or as: slip --vault DIR mcp; to create a vault: slip init")
        }
    }
}
