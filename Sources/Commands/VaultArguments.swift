import Arguments
import Searching
import SourceText
import System
import VaultFiles

/// What the arguments of `--vault` mean: names of the user's configuration, or folders.
struct VaultArguments {
    private let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Returns the full path of a vault: of the one with that name, else of a folder.
    func path(_ argument: Argument) -> [UInt8] {
        // A name has no slash, so that a path needs no configuration.
        if !argument.bytes.contains(Byte.slash),
            let named = context.configuredVaults.first(where: { Array($0.name.utf8) == argument.bytes })
        {
            return Array(named.path.utf8)
        }
        return context.full(argument)
    }

    /// The command that undoes the last change of the vault from the current directory.
    var undoCommand: String {
        guard !context.globals.vaults.isEmpty, let root = context.opened?.vault.root else { return "slip undo" }
        let variable = context.environment.variables["SLIPBOX_VAULT"] ?? ""
        let usual =
            variable.isEmpty
            ? (try? Vault.usual(context.environment, allowsDefault: context.usesDefaultVault))?.root
            : Files.realPath(path(Argument(variable)))
        if usual == root { return "slip undo" }
        let named = context.configuredVaults.first { Files.realPath(Array($0.path.utf8)) == root }
        let path = "'\(String(decoding: root, as: UTF8.self).replacing("'", with: #"'\''"#))'"
        return "slip --vault \(named?.name ?? path) undo"
    }

    /// Throws if vaults have names, and an argument is neither a path, nor a name, nor an existing folder.
    func check(_ argument: Argument) throws {
        if argument.bytes.contains(Byte.slash) || FileStatus.seen(path(argument), follows: true) != nil { return }
        let names = context.configuredVaults.map(\.name)
        if names.contains(argument.shown) { return }
        let near = Nearest.match(argument.shown, among: names).map { "did you mean '\($0)'?" }
        if names.isEmpty { return }
        throw VaultError(
            "'\(SafeText.escaped(argument.shown))' is not a vault, and no vault has that name",
            help: near ?? "vaults with a name: \(names.joined(separator: ", "))")
    }
}
