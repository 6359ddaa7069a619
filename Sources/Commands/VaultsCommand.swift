import Arguments
import Editing
import Indexing
import Rendering
import Searching
import SourceText
import System
import VaultFiles

/// `slip vaults`: the vaults that have names in the user's configuration.
enum VaultsCommand {
    static let command = SlipCommand(
        "vaults", "List, name and forget vaults, and choose the default one.",
        discussion: """
            Without a subcommand, the vaults are listed. The names are in ~/.config/slipbox/config.yaml. A vault with a
            name can be used from any folder, and the default one without its name. 'slip help several-vaults' explains
            searches in several vaults.
            """,
        subcommands: [list, add, remove, choose], usually: "list")

    private struct ListedVault {
        var named: UserConfiguration.NamedVault
        var notes: Int?
        var state: String
        var isDefault = false
    }

    private static let list = SlipCommand(
        "list", "List the vaults that have a name, with the state of their index.", words: [],
        options: FormatOption.options,
        values: { FormatOption() },
        run: { values, _, context in
            UserConfiguration(context.environment.variables).warn(in: context)
            let chosen = UserConfiguration(context.environment.variables).defaultVault
            let vaults = context.configuredVaults.map { named in
                var vault = listed(named, in: context)
                vault.isDefault = named == chosen
                return vault
            }
            let options = ListOptions(format: values.format)
            try options.print(
                vaults, context, heading: ["name", "notes", "state", "path", ""],
                empty: "no vault has a name; to name one: slip vaults add NAME DIR"
            ) { vault in
                [
                    .text(vault.named.name), vault.notes.map { .number($0) } ?? .text(""), .text(vault.state),
                    .text(vault.named.path), .text(vault.isDefault ? "default" : ""),
                ]
            } members: { vault, json in
                json.field("name", vault.named.name)
                json.field("path", vault.named.path)
                json.field("notes", vault.notes.map { Int64($0) })
                json.field("state", vault.state)
                json.field("default", vault.isDefault)
            }
        })

    private static func listed(_ named: UserConfiguration.NamedVault, in context: CommandContext) -> ListedVault {
        do {
            let status = try IndexStatus(try Vault(root: Array(named.path.utf8)), context.environment)
            return ListedVault(named: named, notes: status.notes, state: status.state)
        } catch {
            return ListedVault(named: named, state: "cannot be read: \(ErrorReport(error).message)")
        }
    }

    struct NoOptionValues: Sendable {}

    private static let add = SlipCommand(
        "add", "Give the vault in DIR a name, or change the folder of a name.", operands: ["NAME", "DIR"],
        options: [Option<NoOptionValues>](), values: { NoOptionValues() },
        run: { _, operands, context in
            let name = try operands[0].asText()
            try check(name)
            if name == UserConfiguration.defaultEntry,
                let other = UserConfiguration(context.environment.variables).defaultVault,
                other.name != name
            {
                throw VaultError(
                    "'default' chooses the vault '\(other.name)'",
                    help: "to choose another one: slip vaults default NAME")
            }
            let vault = try Vault(root: context.full(operands[1]))
            let root = String(decoding: vault.fullPath(.root), as: UTF8.self)
            guard Array(root.utf8) == vault.fullPath(.root) else {
                throw VaultError("'\(root)' is not UTF-8, so it cannot be written to the configuration")
            }
            let home = ThisProcess.userFolder("HOME", else: "", in: context.environment.variables)
            let isBelow = home.map { root.hasPrefix($0 + "/") } ?? false
            let folder = isBelow ? "~" + root.dropFirst(home?.count ?? 0) : root
            try edit(in: context) { bytes, file in
                let after = try UserVaults.adding(name, folder, to: bytes, file: file)
                let parsed = UserConfiguration(bytes: after, home: home)
                guard parsed.vaults.contains(where: { $0.name == name && $0.path == root }) else {
                    throw VaultError(
                        "'\(SafeText.escaped(file))' cannot be updated: its format is not supported",
                        help: "add the line in an editor")
                }
                return after
            }
        })

    private static func check(_ name: String) throws {
        guard UserConfiguration.isVaultName(name) else {
            throw VaultError(
                "'\(SafeText.escaped(name))' is not a valid vault name",
                help: "a name must not contain spaces, commas, '#' or slashes, or start with '-' or '.'")
        }
    }

    private static let remove = SlipCommand(
        "remove", "Forget the name of a vault. The vault itself stays.", words: ["NAME"],
        options: [Option<NoOptionValues>](), values: { NoOptionValues() },
        run: { _, operands, context in
            try edit(in: context) { bytes, file in
                if let after = try UserVaults.removing(operands[0], from: bytes, file: file) {
                    // The default vault is forgotten with its name.
                    let chosen = UserConfiguration(context.environment.variables).defaultVault?.name
                    let isChosen = chosen == operands[0] && chosen != UserConfiguration.defaultEntry
                    return try isChosen
                        ? UserVaults.removing(UserConfiguration.defaultEntry, from: after, file: file) ?? after : after
                }
                let near = Nearest.match(operands[0], among: context.configuredVaults.map(\.name))
                throw VaultError(
                    "there is no vault '\(operands[0])'", help: near.map { "did you mean '\($0)'?" } ?? "slip vaults")
            }
        })

    private static let choose = SlipCommand(
        "default", "Use a vault from every folder that is in no vault.", words: ["[NAME]"],
        options: [Option<NoOptionValues>](),
        discussion: """
            NAME is that of a vault in 'slip vaults'. Commands then use this vault if neither --vault nor SLIPBOX_VAULT
            is given, and the current folder is in no vault: 'slip append today TEXT' works everywhere. Without NAME,
            the name of the default vault is printed. To have none: slip vaults remove default.
            """,
        values: { NoOptionValues() },
        run: { _, operands, context in
            let configuration = UserConfiguration(context.environment.variables)
            guard let name = operands.first else {
                configuration.warn(in: context)
                if let chosen = configuration.defaultVault { return try context.print(chosen.name) }
                context.status = 1
                return context.notice("there is no default vault; to choose one: slip vaults default NAME")
            }
            let names = configuration.vaults.map(\.name)
            guard names.contains(name) else {
                throw VaultError(
                    "there is no vault '\(SafeText.escaped(name))'",
                    help: Nearest.match(name, among: names).map { "did you mean '\($0)'?" }
                        ?? "to name it: slip vaults add \(Style.shellWord(name)) DIR")
            }
            // A vault of this name is the default one already, and the entry is its folder.
            guard !names.contains(UserConfiguration.defaultEntry) else {
                if name == UserConfiguration.defaultEntry { return }
                throw VaultError(
                    "the vault 'default' is the default one",
                    help: "give it another name: slip vaults remove default, and slip vaults add NAME DIR")
            }
            try edit(in: context) { bytes, file in
                try UserVaults.adding(UserConfiguration.defaultEntry, name, to: bytes, file: file)
            }
        })

    /// Replaces the bytes of the user's configuration. The file is created if it does not exist.
    private static func edit(
        in context: CommandContext, _ body: (_ bytes: [UInt8], _ file: String) throws -> [UInt8]
    ) throws {
        guard let file = UserConfiguration(context.environment.variables).path else {
            throw VaultError("there is no home folder for the configuration", help: "set XDG_CONFIG_HOME")
        }
        func attempt<Value>(_ work: () throws(SystemError) -> Value) throws -> Value {
            do throws(SystemError) {
                return try work()
            } catch {
                throw VaultError("cannot change '\(SafeText.escaped(file))': \(error.reason)")
            }
        }
        // A link, such as those of programs that manage such files, stays a link.
        let path = Files.realPath(Array(file.utf8)) ?? Array(file.utf8)
        let lock = try attempt { () throws(SystemError) in
            try Files.makeDirectories(VaultPath(bytes: path).folder.bytes)
            return try Self.lock(path)
        }
        defer { lock.release() }
        let known = FileStatus.seen(path)
        let before = try attempt { () throws(SystemError) in known == nil ? [] : try Files.read(path).bytes }
        let after = try body(before, file)
        if after == before { return }
        try attempt { () throws(SystemError) in
            try Files.replace(path, after, mode: known.map { $0.mode & 0o7777 } ?? 0o644)
        }
    }

    /// Locks a file that is replaced when it changes, so that two commands that change it wait for each other. It is
    /// created if it does not exist.
    private static func lock(_ path: [UInt8]) throws(SystemError) -> FileLock {
        while true {
            let before = FileStatus.seen(path)?.inode
            let lock = try FileLock(path)
            // Otherwise another command has replaced the file meanwhile, and this lock is that of the old one.
            if let before, FileStatus.seen(path)?.inode == before { return lock }
            lock.release()
        }
    }
}
