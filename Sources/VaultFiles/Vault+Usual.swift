import SourceText
import System

/// The vault that is used if none is named.
extension Vault {
    /// Returns the vault that contains the current folder, else the default one of the user's configuration.
    ///
    /// - Parameter allowsDefault: whether the default vault counts. A command that changes much, or more than notes, must
    ///   not reach it from a folder that has nothing to do with it.
    /// - Throws: `VaultError` if there is neither, or if a folder cannot be checked.
    package static func usual(_ environment: Environment, allowsDefault: Bool) throws -> Vault {
        if let vault = try nearest(to: environment.directory) { return vault }
        let configuration = UserConfiguration(environment.variables)
        guard allowsDefault, let named = configuration.defaultVault else {
            throw missing(environment.directory, configuration)
        }
        do {
            return try Vault(root: Array(named.path.utf8))
        } catch let error as VaultError {
            throw VaultError(
                "cannot use the default vault '\(named.name)': \(error.message)",
                help: "to choose another one: slip vaults default NAME; to forget it: slip vaults remove default")
        }
    }

    /// Returns the error for a folder that is in no vault. It says how to name one of those that the user has.
    private static func missing(_ folder: [UInt8], _ configuration: UserConfiguration) -> VaultError {
        let names = configuration.vaults.map(\.name)
        let shown = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
        let ways = [
            hasNotes(folder)
                ? "to make this folder a vault: slip init"
                : names.isEmpty ? "to begin with sample notes: slip init --with-examples notes" : nil,
            names.isEmpty
                ? "to use another folder: --vault DIR, or set SLIPBOX_VAULT"
                : "to use another vault: --vault NAME, or set SLIPBOX_VAULT (vaults with a name: \(shown))",
            names.isEmpty ? nil : "to use one from every folder: slip vaults default NAME",
        ]
        return VaultError(
            "no vault found: there is no .slipbox folder in '\(String(decoding: folder, as: UTF8.self))' or its parent folders",
            help: ways.compactMap { $0 }.joined(separator: "; "))
    }

    /// The number of files that are examined for notes, so that the error is quick in a large folder.
    private static let mostExamined = 2000

    /// Returns whether a folder or one of its subfolders contains a Markdown file.
    private static func hasNotes(_ folder: [UInt8]) -> Bool {
        var rest = mostExamined
        func isNote(_ entry: [UInt8]) -> Bool {
            Configuration([]).extensions.contains(VaultPath(bytes: entry).pathExtension)
        }
        func entries(_ folder: [UInt8]) -> [(name: [UInt8], status: FileStatus)] {
            let found = (try? Files.list(folder))?.filter { $0.name.first != UInt8(ascii: ".") } ?? []
            rest -= found.count
            return found.map { ($0.name, $0.status) }
        }
        let here = entries(folder)
        if here.contains(where: { $0.status.kind == .regular && isNote($0.name) }) { return true }
        for inner in here where inner.status.kind == .directory && rest > 0 {
            if entries(folder + [Byte.slash] + inner.name).contains(where: { isNote($0.name) }) { return true }
        }
        return false
    }
}
